/** Events and series as the interface shows them. */

import { requireMayRead } from '../actions/read.ts'
import type { PureContext } from '../api/context.ts'
import type { Right } from '../api/operation.ts'
import { mayWriteSomeItems, type OwnedItem, requireMayEdit } from '../api/policy.ts'
import type { WrittenResource } from '../api/resource.ts'
import { derivedColumns } from '../contract/columns.ts'
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

// Who may do what with events and series: who may edit one is decided by its author, its group and whether it is public.

const editOne = (name: 'event' | 'series') => (item: OwnedItem, by: PureContext) => {
  if (item.status === 'trash') requireMayRead(name, item, by)
  requireMayEdit(by.actor, item)
}

export const mayList: Right = { scope: 'read', allows: () => true }
export const mayRead = (name: 'event' | 'series'): Right<OwnedItem> => ({
  ...mayList,
  requireOn: (item, by) => requireMayRead(name, item, by),
})
export const mayWrite = (name: 'event' | 'series'): Right<OwnedItem> => ({
  scope: 'write:events',
  allows: (actor) => mayWriteSomeItems(actor, name),
  requireOn: editOne(name),
})
export const mayReadHistory = (name: 'event' | 'series'): Right<OwnedItem> => ({
  ...mayWrite(name),
  scope: 'audit',
})
