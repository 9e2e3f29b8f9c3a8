/** Events and series as the interface shows them. */
import type { WrittenResource } from '../api/resource.ts'
import { derivedColumns } from '../contract/derived-columns.ts'
import { representEvent } from '../representations/json/event.ts'
import { representSeriesSummary } from '../representations/json/series.ts'

export const events: WrittenResource<'event'> = {
  name: 'event',
  collection: 'events',
  schema: 'Event',
  represent: representEvent,
  blank: {
    origins: [],
    origin: null,
    password_hash: null,
    was_public: 0,
    pruned_status: '',
    series: null,
    recurrence_id: '',
    own_fields: '[]',
    trash_act: 0,
  },
  derive: derivedColumns.event,
}

export const series: WrittenResource<'series'> = {
  name: 'series',
  collection: 'series',
  schema: 'Series',
  represent: representSeriesSummary,
  blank: {},
  derive: derivedColumns.series,
}
