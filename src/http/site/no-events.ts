/** Whether a calendar has no events at all, and where the reader adds the first. */
import { type Actor, mayWrite, rights } from '../../actions/policy.ts'
import type { EmptyCalendar } from '../../representations/html/site/lists/no-events.ts'
import { dayBound, eventsPageBy, FIRST_DAY } from './lists.ts'
import type { PageReader } from './reader.ts'

/** Administrators begin with the setup page, which also imports files and adds the demo. */
function deskFor(actor: Actor): string | undefined {
  if (!mayWrite(actor, 'event')) return undefined
  return rights[actor.role].administers ? 'desk/start' : 'desk/events/new'
}

/** Returns the page of the desk for a reader who sees no events on any date; undefined if they see events. */
export async function noEventsFor(reader: PageReader): Promise<EmptyCalendar | undefined> {
  const { total } = await eventsPageBy({ starts_after: dayBound(FIRST_DAY), per_page: 1 }, reader)
  return total > 0 ? undefined : { desk: deskFor(reader.context.actor) }
}
