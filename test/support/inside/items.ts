/** The parts of the program inside that tests of the service reach: they follow it when it moves. */

export { eventsOfFeed } from '../../../src/actions/feed.ts'
export {
  eventListsView,
  findEventPage,
  listItems,
  MAX_EVENTS_TRIED,
} from '../../../src/actions/list.ts'
export { idsOfReferencedGroups } from '../../../src/actions/listing/list-query.ts'
export { messagesOnWrongDerivedColumns } from '../../../src/actions/stored-faults.ts'
export { type Context, viewerOf } from '../../../src/api/context.ts'
