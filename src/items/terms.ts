/** What categories and tags share. */
import { termQueryOf } from '../actions/listing/list-query.ts'
import { type Context, type PureContext, viewerOf } from '../api/context.ts'
import type { Right } from '../api/operation.ts'
import { rightsByRole } from '../api/policy.ts'
import type { ListArgs, TermName } from '../contract/resources/index.ts'
import { Problem } from '../problem.ts'
import type { Item, Page, Snapshot, TermQuery } from '../store/store.ts'

// Categories and tags as they are found: by the interface, by pages, sitemap and feeds, and by the programs of other calendars.

/** Returns one page of categories or tags, whose query `more` adds to. Throws 404 for a page past the last. */
export async function pageOfTerms<N extends TermName>(
  read: Snapshot,
  name: N,
  args: ListArgs<'category'>,
  by: PureContext,
  more: Pick<TermQuery, 'isForgiving'> = {},
): Promise<Page<N>> {
  const page = await read.list(name, { ...termQueryOf(args, by), ...more }, viewerOf(by))
  if (args.page > 1 && page.items.length === 0) throw new Problem(`${name}-archive-page-not-found`)
  return page
}

/** Returns one page of categories or tags in a snapshot of its own. Throws 404 for a page past the last. */
export const listTerms = <N extends TermName>(
  name: N,
  args: ListArgs<'category'>,
  context: Context,
  more: Pick<TermQuery, 'isForgiving'> = {},
): Promise<Page<N>> => context.store.snapshot((read) => pageOfTerms(read, name, args, context, more))

/** Returns the category or tag with a slug; undefined for none. They have no status, so that lists find them alone. */
export async function termAtSlug<N extends TermName>(
  name: N,
  slug: string,
  context: Context,
): Promise<Item<N> | undefined> {
  const one = { page: 1, per_page: 1, orderby: 'name', order: 'asc', hide_empty: false } as const
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
