/** Distinguishes a rule that is not understood from a date that is not understood. */
import type { Times } from '../icalendar/zones/times.ts'

/** Returns times that also record whether the rule of the component was not understood. */
export function withRuleFault(times: Times) {
  const ruleFault = { is: false }
  const note = (what: string) => {
    if (what.startsWith('RRULE:')) ruleFault.is = true
    times.note(what)
  }
  return { ...times, unclear: { is: false }, note, ruleFault }
}

/** Returns the same times without notes, for a component whose faults were noted before. */
export const withoutNotes = (times: Times): Times => ({ ...times, unclear: { is: false }, note: () => {} })
