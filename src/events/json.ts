/** Events and series as the interface shows them. */

import type { Right } from '../api/operation.ts'
import type { WrittenResource } from '../api/resource.ts'
import { derivedColumns } from '../contract/columns.ts'
import { rightsOnAuthored } from '../items/shared.ts'

export const events: WrittenResource<'event'> = {
  name: 'event',
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
  blank: {},
  derive: derivedColumns.series,
}

// Who may do what with events and series: who may edit one is decided by its author, its group and whether it is public.

const rights = { event: rightsOnAuthored('event'), series: rightsOnAuthored('series') } as const

export const mayList: Right = { scope: 'read', allows: () => true }
export const mayRead = (name: 'event' | 'series') => rights[name].mayRead
export const mayWrite = (name: 'event' | 'series') => rights[name].mayWrite
export const mayReadHistory = (name: 'event' | 'series') => rights[name].mayReadHistory
