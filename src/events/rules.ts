/** Who may do what with events and series: who may edit one is decided by its author, its group and whether it is public. */

import { requireMayRead } from '../actions/read.ts'
import type { PureContext } from '../api/context.ts'
import type { Right } from '../api/operation.ts'
import { mayWriteSomeItems, type OwnedItem, requireMayEdit } from '../api/policy.ts'

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
