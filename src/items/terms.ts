/** What categories and tags share. */
import { pageWithin } from '../actions/list.ts'
import type { Context } from '../api/context.ts'
import type { Right } from '../api/operation.ts'
import { rightsByRole } from '../api/policy.ts'
import { type ListArgs, parseListArgs, type TermName } from '../contract/resources/index.ts'
import type { Item, Page, TermQuery } from '../store/store.ts'

// Categories and tags as they are found: by the interface, by pages, sitemap and feeds, and by the programs of other calendars.

/** Returns one page of categories or tags, whose query `more` adds to. Throws 404 for a page past the last. */
export const listTerms = <N extends TermName>(
  name: N,
  args: ListArgs<N>,
  context: Context,
  more: Pick<TermQuery, 'isForgiving'> = {},
): Promise<Page<N>> =>
  context.store.snapshot((read) => pageWithin(read, name, args, context, (query) => ({ ...query, ...more })))

/** Returns the category or tag with a slug; undefined for none. They have no status, so that lists find them alone. */
export async function termAtSlug<N extends TermName>(
  name: N,
  slug: string,
  context: Context,
): Promise<Item<N> | undefined> {
  const one = parseListArgs(name, { per_page: '1', hide_empty: 'false' })
  return (await listTerms(name, { ...one, slug }, context)).items[0]
}

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
