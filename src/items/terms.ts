/** What categories and tags share. */
import { pageWithin } from '../actions/list.ts'
import type { Context } from '../api/context.ts'
import type { Right } from '../api/operation.ts'
import { rightsByRole } from '../api/policy.ts'
import type { ListArgs, TermName } from '../contract/resources/index.ts'
import type { Page, TermQuery } from '../store/store.ts'

// Categories and tags as they are found: by the interface, by pages, sitemap and feeds, and by the programs of other calendars.

/** Returns one page of categories or tags, whose query `more` adds to. Throws 404 for a page past the last. */
export const listTerms = <N extends TermName>(
  name: N,
  args: ListArgs<N>,
  context: Context,
  more: Pick<TermQuery, 'isForgiving'> = {},
): Promise<Page<N>> => pageWithin(context.store, name, args, context, (query) => ({ ...query, ...more }))

// Who may do what with categories and tags: the same for all of them, since they have no author.

const managesTerms: Right['allows'] = ({ role }) => rightsByRole[role].managesTerms

export const mayRead: Right = { scope: 'read', allows: () => true }
export const mayWrite: Right = { scope: 'write:terms', allows: managesTerms }
export const mayReadHistory: Right = { scope: 'audit', allows: managesTerms }
/** Merging changes events of others, too. */
export const mayMerge: Right = {
  scope: 'write:terms',
  allows: ({ role }) => rightsByRole[role].edits === 'all',
}
