/** Tags as they are stored. */
import { type PureContext, viewerOf } from '../../api/context.ts'
import { Problem } from '../../problem.ts'
import type { Item, Reading, RecordOf } from '../../store/store.ts'

type By = Pick<PureContext, 'actor' | 'moment'>

/** A tag as its reader sees it. */
export async function shown(store: Reading, tag: RecordOf<'tag'>, by: By): Promise<Item<'tag'>> {
  const [item] = await store.items('tag', [tag], viewerOf(by))
  if (item === undefined) throw new Problem('internal_server_error')
  return item
}

/** The tag with an id, which must exist, as its reader sees it. */
export async function tagOf(store: Reading, id: number, by: By): Promise<Item<'tag'>> {
  const tag = await store.find('tag', { id }, by.moment)
  if (tag === undefined) throw new Problem('internal_server_error')
  return shown(store, tag, by)
}
