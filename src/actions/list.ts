/** Listing any resource (contract §3), from one snapshot. */
import type { ListArgs, ResourceName } from '../contract/resources/index.ts'
import { Problem } from '../problem.ts'
import type { EventItem, Page, Snapshot } from '../store/store.ts'
import { askerOf, type Context } from './context.ts'
import { queries } from './list-query.ts'

/** The events of one page, which may be long, so many at a time, from a snapshot already taken. */
export async function* eventBatches(
  args: ListArgs<'event'>,
  size: number,
  context: Context,
  store: Snapshot,
): AsyncIterable<readonly EventItem[]> {
  yield* store.eventBatches(await queries.event(store, args, context), askerOf(context), size)
}

/** One page of a collection. Throws 404 for a page past the last. */
export function list<N extends ResourceName>(name: N, args: ListArgs<N>, context: Context): Promise<Page<N>> {
  return context.store.snapshot(async (store) => {
    const query = await queries[name](store, args, context)
    const page = await store.list(name, query, askerOf(context))
    if (query.page > 1 && page.items.length === 0) throw new Problem(`${name}-archive-page-not-found`)
    return page
  })
}
