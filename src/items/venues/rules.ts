/** Who may do what with venues: who may edit one is decided by its author and whether it is public. */

import { requireMayRead } from '../../actions/read.ts'
import type { PureContext } from '../../api/context.ts'
import type { Right } from '../../api/operation.ts'
import { mayWriteSomeItems, type OwnedItem, requireMayEdit, rightsByRole } from '../../api/policy.ts'

function mayEditOne(item: OwnedItem, by: PureContext): void {
  if (item.status === 'trash') requireMayRead('venue', item, by)
  requireMayEdit(by.actor, item)
}

export const mayRead: Right<OwnedItem> = {
  scope: 'read',
  allows: () => true,
  requireOn: (item, by) => requireMayRead('venue', item, by),
}
export const mayWrite: Right<OwnedItem> = {
  scope: 'write:venues',
  allows: (actor) => mayWriteSomeItems(actor, 'venue'),
  requireOn: mayEditOne,
}
export const mayReadHistory: Right<OwnedItem> = { ...mayWrite, scope: 'audit' }
/** Merging changes events of others, too. */
export const mayMerge: Right<OwnedItem> = {
  ...mayWrite,
  allows: ({ role }) => rightsByRole[role].edits === 'all',
}
