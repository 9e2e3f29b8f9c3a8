/** Distinguishes a rule that is not understood from a date that is not understood. */
import type { RefusalReason } from '../../problem.ts'
import type { TimesContext } from '../icalendar/zones/event-times.ts'

/** Returns times that record whether a rule of the component was not understood. They note rules only: its dates were noted before. */
export function timesContextRecordingRuleFault(times: TimesContext) {
  const ruleFault = { is: false }
  const note = (what: RefusalReason) => {
    if (what.reason === 'rule_left_out') ruleFault.is = true
    if (ruleFault.is || what.reason === 'occurrences_left_out') times.note(what)
  }
  return { ...times, note, ruleFault }
}
