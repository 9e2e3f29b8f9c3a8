/** What of a component is not understood: its rule, or only a date. */
import type { Times } from '../icalendar/zones/times.ts'

/** The times of a component, told apart whether its rule or only a date is not understood. */
export function withRuleFault(times: Times) {
  const ruleFault = { is: false }
  const note = (what: string) => {
    if (what.startsWith('RRULE:')) ruleFault.is = true
    times.note(what)
  }
  return { ...times, unclear: { is: false }, note, ruleFault }
}

/** The same times, when what is not understood has been noted already. */
export const withoutNotes = (times: Times): Times => ({ ...times, unclear: { is: false }, note: () => {} })
