/** Distinguishes a rule that is not understood from a date that is not understood. */
import type { TimesContext } from '../icalendar/zones/event-times.ts'

/** Returns times that record whether a rule of the component was not understood. They note rules only: its dates were noted before. */
export function timesContextRecordingRuleFault(times: TimesContext) {
  const ruleFault = { is: false }
  const note = (what: string) => {
    if (what.startsWith('RRULE:')) ruleFault.is = true
    if (ruleFault.is || what.startsWith('occurrences ')) times.note(what)
  }
  return { ...times, note, ruleFault }
}
