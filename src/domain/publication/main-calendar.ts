/** Whether events are in the main calendar (contract §16). */

/** The part of a group that decides whether its events are in the main calendar. */
interface OfGroup {
  readonly main: 'all' | 'review' | 'none'
}

/** Whether events of a group are in the main calendar that nobody has set. */
export const areGroupEventsInMainByDefault = ({ main }: OfGroup): boolean => main === 'all'

/** Whether an event is in the main calendar. `own` is set for it alone; null follows its group. Without a group it always is. */
export function isInMainCalendarByGroupAndOwnFlag(group: OfGroup | undefined, own: 0 | 1 | null): boolean {
  if (group === undefined) return true
  return own === null ? areGroupEventsInMainByDefault(group) : own === 1
}
