/** Whether a calendar has no events at all, and where the reader adds the first. */
import { type Actor, mayWriteSomeItems, rightsByRole } from '../../api/policy.ts'
import type { CalendarWithoutAnyEvents } from '../../representations/html/site/lists/no-events.ts'
import { dayBound, EARLIEST_DAY, readFilteredEvents } from './lists.ts'
import type { PageRequest } from './reader.ts'

/** Administrators begin with the setup page, which also imports files and adds the demo. */
function deskFor(actor: Actor): string | undefined {
  if (!mayWriteSomeItems(actor, 'event')) return undefined
  return rightsByRole[actor.role].administers ? 'desk/start' : 'desk/events/new'
}

/** Returns what a reader is told who sees no events on any date: the page of the desk; undefined if they see events. */
export async function emptyCalendarNoticeIfNoEvents(
  reader: PageRequest,
): Promise<CalendarWithoutAnyEvents | undefined> {
  const { total } = await readFilteredEvents({ starts_after: dayBound(EARLIEST_DAY), per_page: 1 }, reader)
  return total > 0 ? undefined : { desk: deskFor(reader.context.actor) }
}
