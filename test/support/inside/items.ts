/** The parts of the program inside that tests of the service reach: they follow it when it moves. */

export { eventsOfFeed } from '../../../src/actions/feed.ts'
export { listItems, runOnEventListsView, runOnEventPage } from '../../../src/actions/list.ts'
export { idsOfReferencedGroups } from '../../../src/actions/listing/list-references.ts'
export { MAX_EVENTS_TRIED } from '../../../src/actions/opened-by-password.ts'
export { messagesOnWrongDerivedColumns } from '../../../src/actions/writing/derived-columns.ts'
export { type Context, viewerOf } from '../../../src/api/context.ts'
