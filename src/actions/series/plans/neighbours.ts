/** The series before and after one that was cut. Pure. */
import type { SeriesRecord } from '../../../store/store.ts'
import type { NeighbourSeriesChange } from './series-plan.ts'

/** A series before or after another one; `names` is its column with the id of the other one. */
export interface NeighbourSeries {
  readonly record: SeriesRecord
  readonly names: 'continues' | 'continued_by'
}

/** Returns the changes of the neighbours of a series that is removed, at `now` in seconds since 1970 UTC: they name it no more. */
export function changesUnlinkingNeighbours(
  neighbours: readonly NeighbourSeries[],
  now: number,
): readonly NeighbourSeriesChange[] {
  return neighbours.map(({ record, names }) => ({
    id: record.id,
    columns: { [names]: null, version: record.version + 1, modified_utc: now },
  }))
}
