/** Who may do what with categories and tags: the same for all of them, since they have no author. */

import type { Right } from '../api/operation.ts'
import { rightsByRole } from '../api/policy.ts'

const managesTerms: Right['allows'] = ({ role }) => rightsByRole[role].managesTerms

export const mayRead: Right = { scope: 'read', allows: () => true }
export const mayWrite: Right = { scope: 'write:terms', allows: managesTerms }
export const mayReadHistory: Right = { scope: 'audit', allows: managesTerms }
/** Merging changes events of others, too. */
export const mayMerge: Right = {
  scope: 'write:terms',
  allows: ({ role }) => rightsByRole[role].edits === 'all',
}
