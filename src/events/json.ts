/** Events and series as the interface shows them. */
import type { Resource } from '../api/resource.ts'
import { representEvent } from '../representations/json/event.ts'
import { representSeriesSummary } from '../representations/json/series.ts'

export const events: Resource<'event'> = {
  name: 'event',
  collection: 'events',
  schema: 'Event',
  represent: representEvent,
}

export const series: Resource<'series'> = {
  name: 'series',
  collection: 'series',
  schema: 'Series',
  represent: representSeriesSummary,
}
