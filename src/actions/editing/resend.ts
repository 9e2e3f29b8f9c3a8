/** Sends stored values of an item again, as an update: what reverting and undoing do. */
import type { LinkedName, ResourceName, TermName } from '../../contract/resources/index.ts'
import { parseUpdateArgs } from '../../contract/resources/parse.ts'
import { linkArgs, storedArgs } from '../../contract/stored-args.ts'
import { entriesOf } from '../../contract/table-of.ts'
import type { Reading, RecordOf, Writing } from '../../store/store.ts'
import { type Context, viewerOf } from '../context.ts'
import { rights } from '../policy.ts'
import { updateWithin } from '../update.ts'

/** Values of fields, as args of an update. */
export type Values = Readonly<Record<string, unknown>>

const idsIn = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'number') : []

/** Returns the values of an item's fields as they are stored, its links included. */
export async function currentValues<N extends ResourceName>(
  store: Reading,
  name: N,
  record: RecordOf<N>,
): Promise<Values> {
  const own = storedArgs(name, record)
  if (name !== 'event') return own
  const links = await store.linksOf(record.id)
  return { ...own, ...Object.fromEntries(entriesOf(linkArgs).map(([link, arg]) => [arg, links[link]])) }
}

type Checked = readonly [arg: string, value: unknown]

/** Returns a value without what no longer exists, or what the actor may not set; undefined if nothing is left of it. */
async function possible(
  store: Reading,
  [arg, value]: Checked,
  kept: object,
  context: Context,
): Promise<Checked | undefined> {
  const linked = async (name: LinkedName): Promise<Checked> => {
    const ids: number[] = []
    for (const id of idsIn(value)) ids.push((await store.mergedInto(name, { id })) ?? id)
    const seen = await store.visible(name, ids, viewerOf(context))
    return [arg, ids.filter((id) => seen.has(id))]
  }
  const terms = async (name: TermName): Promise<Checked> => {
    const ids: number[] = []
    for (const id of idsIn(value)) {
      const found = await store.term(name, { id })
      if (found !== undefined) ids.push(found)
    }
    return [arg, ids]
  }
  const exists = async (found: Promise<unknown>): Promise<Checked | undefined> =>
    value === 0 || (await found) !== undefined ? [arg, value] : undefined
  const id = Number(value)
  switch (arg) {
    case 'venue':
    case 'organizer':
      return Array.isArray(value) ? linked(arg) : [arg, value]
    case 'categories':
      return terms('category')
    case 'tags':
      return terms('tag')
    case 'image':
      return exists(store.media(id))
    case 'post_parent':
      return exists(store.find('event', { id }, context.moment))
    case 'parent':
      return exists(store.find('category', { id }, context.moment))
    case 'author':
      return rights[context.actor.role].setsAuthor && (await store.hasUser(id)) ? [arg, value] : undefined
    case 'custom_fields': {
      // An update merges custom fields by name.
      const { custom_fields = {} } = Object(kept)
      const none = Object.keys(Object(custom_fields)).map((name) => [name, null])
      return [arg, { ...Object.fromEntries(none), ...Object(value) }]
    }
    default:
      return [arg, value]
  }
}

/**
 * Updates an item to these values in an open transaction. Links to items that are gone are left out. Throws like an
 * update.
 */
export async function resend<N extends ResourceName>(
  store: Writing,
  name: N,
  kept: RecordOf<N>,
  values: Values,
  context: Context,
): Promise<void> {
  const sent: Record<string, unknown> = {}
  for (const one of Object.entries(values)) {
    const checked = await possible(store, one, kept, context)
    if (checked !== undefined) sent[checked[0]] = checked[1]
  }
  await updateWithin(store, name, kept, parseUpdateArgs(name, sent), context)
}
