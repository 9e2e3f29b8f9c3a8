/** The demo: three months of an invented town, added to an empty calendar and taken away again (ext.). */
import type { ItemName } from '../contract/resources/index.ts'
import { parseCreateArgs } from '../contract/resources/parse.ts'
import { entriesOf } from '../contract/table-of.ts'
import type { Planned } from '../domain/demo/plan.ts'
import { planned } from '../domain/demo/programme.ts'
import { categories, organizers, tags, venues } from '../domain/demo/town.ts'
import { Problem } from '../problem.ts'
import type { Store, WriteResult, Writing } from '../store/store.ts'
import type { Context } from './context.ts'
import { createWithin } from './create.ts'
import { allowAdministering } from './policy.ts'
import { remove } from './remove.ts'
import { together } from './writing/together.ts'

/** The beginning of the keys under which the items of the demo are recorded, among those of imports. */
const PREFIX = 'demo '
/** In the order in which they are removed: first what links to others. */
const resources = ['series', 'event', 'venue', 'organizer', 'category', 'tag'] as const
type DemoResource = (typeof resources)[number]

/** An item of the demo, with the version that it was made as. */
interface DemoItem {
  readonly key: string
  readonly resource: DemoResource
  readonly id: number
  readonly version: number
}

/** The demo in a calendar: how many items of it are there, and how many of them were edited since. */
export interface DemoState {
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

/** What became of an item: it is as it was made, it was edited, or it is gone. An item in the trash counts as unedited. */
async function stateOf(item: DemoItem, { store, moment }: Context): Promise<'same' | 'edited' | 'gone'> {
  const record = await store.find(item.resource, { id: item.id }, moment)
  if (record === undefined) return 'gone'
  if ('status' in record && record.status === 'trash') return 'same'
  if (record.version !== item.version) return 'edited'
  const occurrences = item.resource === 'series' ? await store.occurrences(item.id) : []
  return occurrences.some(({ status, version }) => status !== 'trash' && version > 1) ? 'edited' : 'same'
}

/** Returns the state of the demo. Throws 401 or 403. */
export async function demoState(context: Context): Promise<DemoState> {
  allowAdministering(context.actor)
  const count = { same: 0, edited: 0, gone: 0 }
  for (const item of await demoItems(context.store)) count[await stateOf(item, context)] += 1
  return { items: count.same + count.edited, edited: count.edited }
}

/** Creates an item of the demo from args as they are sent, and records it. Returns its id. */
async function addItem(
  store: Writing,
  name: ItemName,
  sent: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<number> {
  const id = await createWithin(store, name, parseCreateArgs(name, sent), context)
  const series = name === 'event' ? (await store.find('event', { id }, context.moment))?.series : null
  const [resource, at] = series == null ? [name, id] : (['series', series] as const)
  const record = await store.find(resource, { id: at }, context.moment)
  await store.rememberImport(`${PREFIX}${resource} ${at} ${record?.version ?? 1}`, resource, at)
  return id
}

type Ids = Readonly<Record<string, number>>

async function addAll(store: Writing, plan: readonly Planned[], context: Context): Promise<void> {
  const add = async (
    name: ItemName,
    all: readonly (readonly [string, Readonly<Record<string, unknown>>])[],
  ) => {
    const ids: Record<string, number> = {}
    for (const [key, sent] of all) ids[key] = await addItem(store, name, sent, context)
    return ids
  }
  const named = (names: readonly string[]) => names.map((name) => [name, { name }] as const)
  const ids: Readonly<Record<'venue' | 'organizer' | 'category' | 'tag', Ids>> = {
    venue: await add('venue', entriesOf(venues)),
    organizer: await add('organizer', entriesOf(organizers)),
    category: await add('category', named(categories)),
    tag: await add('tag', named(tags)),
  }
  for (const { fields, venue, organizer = '', category, tags } of plan) {
    const links = {
      venue: [ids.venue[venue]],
      organizer: organizer === '' ? [] : [ids.organizer[organizer]],
      categories: [ids.category[category]],
      tags: tags.map((tag) => ids.tag[tag]),
    }
    await addItem(store, 'event', { timezone: context.moment.zone, ...fields, ...links }, context)
  }
}

/**
 * Adds the demo to an empty calendar, in one transaction; nothing where it is there already. Throws 401, 403, or 409 where the
 * calendar has other items.
 */
export function addDemo(context: Context): Promise<WriteResult<DemoState>> {
  allowAdministering(context.actor)
  return together(context, async (context) => {
    const there = await demoState(context)
    if (there.items > 0) return there
    if (!(await context.store.isEmpty())) throw new Problem('demo_needs_empty')
    const plan = planned(context.moment, context.currency ?? 'EUR')
    await context.store.write(context, (store) => addAll(store, plan, context))
    return demoState(context)
  })
}

/** Whether something that stays links to an item. */
async function isLinked({ resource, id }: DemoItem, { store }: Context): Promise<boolean> {
  return resource !== 'series' && resource !== 'event' && (await store.linkedTo(resource, id)).length > 0
}

/**
 * Deletes the items of the demo permanently, in one transaction. What was edited since stays, with what it links to, and is no
 * longer a part of the demo. Throws 401 or 403.
 */
export function removeDemo(
  context: Context,
): Promise<WriteResult<{ readonly removed: number; readonly kept: readonly RemainingItem[] }>> {
  allowAdministering(context.actor)
  return together(context, async (context) => {
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
      await remove(resource, { id }, { force: true }, () => {}, context)
      removed += 1
    }
    await context.store.write(context, async (store) => {
      for (const { key } of items) await store.forgetImport(key)
    })
    return { removed, kept }
  })
}
