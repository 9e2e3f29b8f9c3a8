/** The parts of the program inside that tests of the service reach: they follow it when it moves. */
export { storedSeriesFaults } from '../../../src/actions/series/check.ts'
export { MAX_OCCURRENCES_PER_TRANSACTION } from '../../../src/actions/series/extend.ts'
export { seriesCutPlan } from '../../../src/actions/series/plans/cut-series.ts'
export {
  changesDissolvingSeriesIntoOneEvent,
  changesOfOccurrencesRemovedBySource,
  singleEventColumns,
} from '../../../src/actions/series/plans/leaving.ts'
export {
  occurrencesToTrashWithSeries,
  planToDeleteSeries,
  planToExcludeDeletedDate,
  trashPlan,
} from '../../../src/actions/series/plans/removed-series.ts'
export { seriesFromRecord } from '../../../src/actions/series/times.ts'
export { occurrencesBetween } from '../../../src/domain/series/occurrence-starts.ts'
export { parseStoredRecurrence } from '../../../src/domain/series/recurrence-lines.ts'
export type { Series } from '../../../src/domain/series/series.ts'
export {
  importablePart,
  MAX_FOLLOWED_OCCURRENCES,
  MAX_IMPORTED_OCCURRENCES,
} from '../../../src/formats/icalendar/series/imported-part.ts'
