/** The next dates of series, which the overview shows once each. */
import type { QueryFields } from '../api/api.ts'
import { type ListedEvent, loadEvents, NOT_ENDED_QUERY_FIELDS } from '../events/list/listed.ts'

/** Loads the next date of each of some series, of those that a query finds, by the id of the series; series that are over have none. */
export async function loadNextEventBySeries(
  series: readonly number[],
  query: QueryFields,
): Promise<ReadonlyMap<number, ListedEvent>> {
  const ids = new Set(series)
  if (ids.size === 0) return new Map()
  const first = { collapse: 'series', orderby: 'start_date', order: 'asc', per_page: ids.size }
  const { body } = await loadEvents({
    ...query,
    ...NOT_ENDED_QUERY_FIELDS,
    ...first,
    series: [...ids].join(),
  })
  return new Map(body.flatMap((event) => (event.series === null ? [] : [[event.series.id, event]])))
}

/** Loads a page of events with each series once, as its next date: the order may have another one first, such as the last. */
export async function loadEventsOncePerSeries(
  query: QueryFields,
): Promise<{ readonly events: readonly ListedEvent[]; readonly total: number }> {
  const { body, total } = await loadEvents({ ...query, collapse: 'series' })
  const next = await loadNextEventBySeries(
    body.flatMap(({ series }) => series?.id ?? []),
    query,
  )
  return { events: body.map((event) => next.get(event.series?.id ?? 0) ?? event), total }
}
