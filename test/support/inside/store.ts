/** The parts of the program inside that tests of the service reach: they follow it when it moves. */
import { storedResources } from '../../../src/resources.ts'
import { openStore as openStoreOf } from '../../../src/store/open.ts'

export { databaseFaults } from '../../../src/store/check/check.ts'
export { newestEventReader } from '../../../src/store/current-event.ts'
export { tableShapesOf } from '../../../src/store/database/catalog.ts'
export {
  connectDatabase,
  type DialectName,
  type OpenDatabase,
  violatesReference,
  withMigrationLock,
} from '../../../src/store/database/dialects.ts'
export { SearchRefusedError, unavailabilityReason } from '../../../src/store/database/errors.ts'
export { restoreWholeTextsUnlessGone } from '../../../src/store/database/long-texts.ts'
export { clientOpener, serversOfUrl } from '../../../src/store/database/postgres/opening.ts'
export { runBySlicesOfIds } from '../../../src/store/database/slices.ts'
export {
  type Db,
  insertRows,
  quotedName,
  rawSql,
  sql,
} from '../../../src/store/database/sql.ts'
export { openSqlite } from '../../../src/store/database/sqlite/database.ts'
export { almanacStatuses } from '../../../src/store/events/almanac/columns.ts'
export { almanacFollower } from '../../../src/store/events/almanac/follower.ts'
export { readEntriesInOrder } from '../../../src/store/events/almanac/loading.ts'
export { alikeWordsLooker } from '../../../src/store/events/field-search.ts'
export {
  eventIdsByTextIndex,
  indexCoversWordTest,
  indexNewestEventTexts,
  MAX_WAITING_SCANS,
  type ReadOnNewestDatabaseState,
  SEARCH_LIMIT_MILLISECONDS,
  textScanner,
} from '../../../src/store/events/text-search.ts'
export { textMatchesAmongEvents } from '../../../src/store/events/texts.ts'
export { auditPage } from '../../../src/store/log/audit-pages.ts'
export { changeLogOf } from '../../../src/store/log/changes.ts'
export { itemsChangedSinceRevision } from '../../../src/store/log/journal.ts'
export { pruneChanges } from '../../../src/store/log/newest-changes.ts'
export { actInTitle } from '../../../src/store/migrations/069-acts.ts'
export {
  allMigrationNames,
  applyMissingMigrations,
  migrate,
  migrations,
} from '../../../src/store/migrations/migrate.ts'
export {
  addColumn,
  createIndex,
  createTable,
  type Migration,
} from '../../../src/store/migrations/migration.ts'
export { storePartWithSnapshotsAndViews } from '../../../src/store/open.ts'
export type {
  AuditRow,
  NewCalendarSubscription,
  OccurrenceRecord,
  ReadView,
  SeriesRecord,
  Store,
  SubscriptionRunResult,
  Viewer,
  Writing,
} from '../../../src/store/store.ts'

/** Opens a store that knows the resources of all rooms. */
export const openStore = (url: string, moment: Parameters<typeof openStoreOf>[1]) =>
  openStoreOf(url, moment, storedResources)
