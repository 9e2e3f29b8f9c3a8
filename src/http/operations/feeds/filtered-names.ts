/** The names of what the filters of a feed name, for its title. */
import type { FeedArgs } from '../../../actions/feed.ts'
import { readItemAt } from '../../../actions/read.ts'
import type { Context } from '../../../api/context.ts'
import type { IdOrText } from '../../../contract/kinds/reference.ts'
import type { FeedScopeResourceName } from '../../../contract/operations/calendars/feeds.ts'
import { namesOf } from '../../../contract/table-of.ts'
import { termAtSlug } from '../../../items/term-queries.ts'
import { Problem } from '../../../problem.ts'

/** The most items that the name of a feed names. */
const MAX_NAMED = 3

/** The name of the item that a filter means, if there is one that the reader may see. */
async function namesAt(
  scope: FeedScopeResourceName,
  reference: IdOrText,
  context: Context,
): Promise<readonly string[]> {
  if ((scope === 'category' || scope === 'tag') && 'text' in reference) {
    const term = await termAtSlug(scope, reference.text, context)
    return term === undefined ? [] : [term.record.name]
  }
  try {
    const address = 'text' in reference ? { slug: reference.text } : reference
    return [(await readItemAt(scope, address, async () => false, context)).record.name]
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return []
    throw error
  }
}

/** Returns the names of the first items that the filters of a feed name. Those that the reader may not see have none. */
export async function filteredItemNames(
  { categories = [], tags = [], venue = [], organizer = [] }: FeedArgs,
  context: Context,
): Promise<readonly string[]> {
  const chosen = { category: categories, tag: tags, venue, organizer } as const
  const items = namesOf(chosen).flatMap((scope) => chosen[scope].map((address) => ({ scope, address })))
  const names = await Promise.all(
    items.slice(0, MAX_NAMED).map(({ scope, address }) => namesAt(scope, address, context)),
  )
  return names.flat()
}
