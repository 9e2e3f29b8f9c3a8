/** The demo: three months of an invented town, what of it is in the calendar, and taking it away again (ext.). */

import { removeUnusedImageFiles } from '../../actions/linking/prepared-images.ts'
import { removeInTransaction } from '../../actions/remove.ts'
import { editableRecord } from '../../actions/update.ts'
import { runInOneTransaction } from '../../actions/writing/together.ts'
import type { Context } from '../../api/context.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import type { ImportedItem, ResultAndRevision, Store, Writing } from '../../store/store.ts'

/** The beginning of the keys under which the items of the demo are recorded, among those of imports. */
const PREFIX = 'demo '
/** In the order in which they are removed: first what links to others. */
const resources = ['series', 'event', 'venue', 'organizer', 'category', 'tag', 'media'] as const
type DemoResource = (typeof resources)[number]
/** The resources whose items may show an image. */
const showing = ['event', 'venue', 'organizer'] as const

/** An item of the demo, with the version that it was made as. */
interface DemoItem {
  readonly key: string
  readonly resource: DemoResource
  readonly id: number
  readonly version: number
}

/** The demo in a calendar: how many items of it are there, and how many of them were edited since. */
export interface DemoItemCounts {
  readonly items: number
  readonly edited: number
}

/** An item of the demo that stays, because it was edited or because something else links to it. */
export interface RemainingItem {
  readonly resource: DemoResource
  readonly id: number
}

async function demoItems(store: Pick<Store, 'importsUnder'>): Promise<readonly DemoItem[]> {
  const all = (await store.importsUnder(PREFIX)).flatMap(({ key, item_id: id }) => {
    const [, name, , version] = key.split(' ')
    const resource = resources.find((one) => one === name)
    return resource === undefined ? [] : [{ key, resource, id, version: Number(version) }]
  })
  return resources.flatMap((resource) => all.filter((one) => one.resource === resource))
}

/** What the state of the demo is read from. */
interface Seen extends Pick<Context, 'moment'> {
  readonly store: Pick<Store, 'importsUnder' | 'find' | 'occurrences'>
}

/** Whether an item is as it was made, was edited, or is gone. An item in the trash counts as unedited. */
async function stateOf(item: DemoItem, { store, moment }: Seen): Promise<'same' | 'edited' | 'gone'> {
  const record = await store.find(item.resource, { id: item.id }, moment)
  if (record === undefined) return 'gone'
  if ('status' in record && record.status === 'trash') return 'same'
  if (record.version !== item.version) return 'edited'
  const occurrences = item.resource === 'series' ? await store.occurrences(item.id) : []
  return occurrences.some(({ status, version }) => status !== 'trash' && version > 1) ? 'edited' : 'same'
}

/** Returns the state of the demo. */
export async function demoState(context: Seen): Promise<DemoItemCounts> {
  const count = { same: 0, edited: 0, gone: 0 }
  for (const item of await demoItems(context.store)) count[await stateOf(item, context)] += 1
  return { items: count.same + count.edited, edited: count.edited }
}

/** Records an item as one of the demo: of an event that repeats, its series. */
export async function rememberDemoItem(
  store: Writing,
  { resource: name, item_id: id }: ImportedItem,
  { moment }: Context,
): Promise<void> {
  const series = name === 'event' ? (await store.find('event', { id }, moment))?.series : null
  const resource = series == null ? resources.find((one) => one === name) : 'series'
  const at = series ?? id
  const record = resource && (await store.find(resource, { id: at }, moment))
  if (resource === undefined || record === undefined) return
  await store.rememberImport(`${PREFIX}${resource} ${at} ${record.version}`, resource, at)
}

/** Whether something that stays links to an item, or shows it. */
async function isLinked({ resource, id }: DemoItem, { store }: Context): Promise<boolean> {
  if (resource === 'series' || resource === 'event') return false
  if (resource !== 'media') return (await store.linkedTo(resource, id)).length > 0
  for (const name of showing) if ((await store.showing(name, id)).length > 0) return true
  return false
}

/** Deletes an item for good. */
async function removeForGood(resource: DemoResource, id: number, context: Context): Promise<void> {
  const { result } = await context.store.write(context, async (store) => {
    const record = await editableRecord(store, resource, { id }, context)
    if ('own_fields' in record) await removeInTransaction(store, 'event', record, { force: true }, context)
    else if ('recurrence' in record)
      await removeInTransaction(store, 'series', record, { force: true }, context)
    else await store.remove(resource, id, epochOfInstant(context.moment.now))
    return record
  })
  if ('sizes' in result) await removeUnusedImageFiles([result], context)
}

/**
 * Deletes the items of the demo permanently, in one transaction. What was edited since stays, with what it links to, and is no
 * longer a part of the demo.
 */
export function removeDemo(
  context: Context,
): Promise<ResultAndRevision<{ readonly removed: number; readonly kept: readonly RemainingItem[] }>> {
  return runInOneTransaction(context, async (context) => {
    const items = await demoItems(context.store)
    const kept: RemainingItem[] = []
    let removed = 0
    for (const item of items) {
      const { resource, id } = item
      const state = await stateOf(item, context)
      if (state === 'gone') continue
      if (state === 'edited' || (await isLinked(item, context))) {
        kept.push({ resource, id })
        continue
      }
      await removeForGood(resource, id, context)
      removed += 1
    }
    await context.store.write(context, async (store) => {
      for (const { key } of items) await store.forgetImport(key)
    })
    return { removed, kept }
  })
}
