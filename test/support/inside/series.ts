/** The parts of the program inside that tests of the service reach: they follow it when it moves. */

export { keepEarlierState } from '../../../src/actions/series/earlier-state.ts'
export { MAX_OCCURRENCES_PER_TRANSACTION } from '../../../src/actions/series/making.ts'
export { seriesFromRecord } from '../../../src/actions/series/pattern.ts'
export {
  changesDissolvingSeriesIntoOneEvent,
  changesOfOccurrencesRemovedBySource,
  occurrencesToTrash,
  singleEventColumns,
} from '../../../src/actions/series/plan.ts'
export {
  planToDeleteSeries,
  planToExcludeDeletedDate,
  trashPlan,
} from '../../../src/actions/series/remove.ts'
export { seriesCutPlan } from '../../../src/actions/series/update.ts'
export { storedSeriesFaults } from '../../../src/actions/stored-faults.ts'
export type { Series } from '../../../src/domain/series/occurrences.ts'
export { occurrencesBetween } from '../../../src/domain/series/occurrences.ts'
export { parseStoredRecurrence } from '../../../src/domain/series/recurrence-lines.ts'
export {
  importablePart,
  MAX_FOLLOWED_OCCURRENCES,
  MAX_IMPORTED_OCCURRENCES,
} from '../../../src/formats/icalendar/imported-part.ts'
