/** The rows of series in tables (contract §10.4): one with the rule, and one for each exception. */

import { recurrenceIdAfterPendingMove, seriesFromRecord } from '../../actions/series/times.ts'
import { withoutInternalFields } from '../../domain/publication/internal.ts'
import { recurrenceLineTexts } from '../../domain/series/recurrence-lines.ts'
import type { EventItem, OccurrenceRecord, Reading, SeriesRecord, Viewer } from '../../store/store.ts'
import { type CellsByColumn, eventCells } from './columns.ts'

const isOwn = ({ record }: EventItem) => withoutInternalFields(record.own_fields) !== '[]'

/** The lines of a series; occurrences in the trash are excluded. */
function linesOf(record: SeriesRecord, trashed: readonly string[]): string {
  const { recurrence, allDay } = seriesFromRecord(record)
  const named = new Set(recurrence.exclusions.map(({ wall }) => wall))
  const more = trashed.filter((wall) => !named.has(wall)).map((wall) => ({ wall, isDay: allDay }))
  const exclusions = [...recurrence.exclusions, ...more].sort((a, b) => (a.wall < b.wall ? -1 : 1))
  return recurrenceLineTexts({ ...recurrence, exclusions }).join('\n')
}

/** The rows of a series with an occurrence outside the trash: the series, then its exceptions. */
export async function exportedTableRowsOfSeriesId(
  store: Reading,
  id: number,
  viewer: Viewer,
): Promise<readonly CellsByColumn[]> {
  const record = await store.find('series', { id }, viewer.moment)
  const all = await store.occurrences(id)
  const events = await store.eventRecords(all.filter(({ status }) => status !== 'trash').map((one) => one.id))
  const items = await store.items('event', [...events.values()], viewer)
  const typical = items.find((item) => !isOwn(item)) ?? items[0]
  if (record === undefined || typical === undefined) return []
  const placeOf = ({ recurrence_id }: Pick<OccurrenceRecord, 'recurrence_id'>) =>
    recurrenceIdAfterPendingMove(record, recurrence_id)
  const trashed = all.filter(({ status }) => status === 'trash').map(placeOf)
  const { start_date, end_date, uid, slug } = record
  const whole = {
    ...eventCells(typical),
    uid,
    slug,
    start_date,
    end_date,
    recurrence: linesOf(record, trashed),
  }
  const exceptions = items.filter(isOwn).map((item) => {
    return { ...eventCells(item), uid, recurrence_id: placeOf(item.record) }
  })
  return [whole, ...exceptions]
}
