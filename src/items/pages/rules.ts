/** Who may do what with own pages: administrators keep them, everybody reads what is published. */
import { requireMayRead } from '../../actions/read.ts'
import type { Right } from '../../api/operation.ts'
import { type OwnedItem, rightsByRole } from '../../api/policy.ts'

export const mayRead: Right<OwnedItem> = {
  scope: 'read',
  allows: () => true,
  requireOn: (item, by) => requireMayRead('page', item, by),
}
export const mayWrite: Right = {
  scope: 'write:pages',
  allows: ({ role }) => rightsByRole[role].administers,
}
export const mayReadHistory: Right = { ...mayWrite, scope: 'audit' }
