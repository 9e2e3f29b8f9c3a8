/** The parts of the program inside that tests of the service reach: they follow it when it moves. */
export { demoLanguages, demoLines, demoPictureTexts, demoWords } from '../../../src/calendars/demo/town.ts'
export type { ImportSetup, ImportTally } from '../../../src/calendars/import/importer.ts'
export { importLots } from '../../../src/calendars/import/importer.ts'
export { importTextOfDetectedFormat } from '../../../src/calendars/import/operations.ts'
export type { SourceSite } from '../../../src/calendars/moving.ts'
export { decideWhetherToKeepIds, moveCalendarFrom } from '../../../src/calendars/moving.ts'
export { type FetchFeed, importDueSubscriptions } from '../../../src/calendars/subscriptions/index.ts'
