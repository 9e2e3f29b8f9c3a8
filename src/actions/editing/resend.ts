/** Sends stored values of an item again, as an update: what reverting and undoing do. */

import { type ContextWithImages, type PureContext, viewerOf } from '../../api/context.ts'
import { rightsByRole } from '../../api/policy.ts'
import { argsOfEventAndLinks, argsOfRecord } from '../../contract/columns.ts'
import {
  parseUpdateArgs,
  type ResourceName,
  type TermName,
  type VenueOrOrganizerName,
} from '../../contract/resources/index.ts'
import type { Reading, RecordOf, Writing } from '../../store/store.ts'
import { updateInTransaction } from '../update.ts'
import type { ItemToChange } from '../writing/save.ts'

/** Values of fields, as args of an update. */
export type ValuesSentAgain = Readonly<Record<string, unknown>>

/** Returns the ids in a stored value; none where it is no list. */
export const idsInStoredValue = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'number') : []

/** Returns the values of an item's fields as they are stored, its links included. */
export async function storedFieldValues<N extends ResourceName>(
  store: Reading,
  name: N,
  record: RecordOf<N>,
): Promise<ValuesSentAgain> {
  if (name !== 'event') return argsOfRecord(name, record)
  return argsOfEventAndLinks(record, await store.linksOf(record.id))
}

/** The store, the stored columns, all values and the context that a value is checked with. */
interface Checking {
  readonly store: Reading
  readonly kept: object
  readonly values: ValuesSentAgain
  readonly context: PureContext
}

/** Returns a value without what no longer exists, or what the actor may not set; undefined if nothing is left of it. */
type Check = (value: unknown, checking: Checking) => unknown

const linked =
  (name: VenueOrOrganizerName): Check =>
  async (value, { store, context }) => {
    if (!Array.isArray(value)) return value
    const ids: number[] = []
    for (const id of idsInStoredValue(value)) ids.push((await store.mergedInto(name, { id })) ?? id)
    const seen = await store.visible(name, ids, viewerOf(context))
    return ids.filter((id) => seen.has(id))
  }

const termed =
  (name: TermName): Check =>
  async (value, { store }) => {
    const ids: number[] = []
    for (const id of idsInStoredValue(value)) {
      const found = await store.term(name, { id })
      if (found !== undefined) ids.push(found)
    }
    return ids
  }

const pointed =
  (find: (id: number, checking: Checking) => Promise<unknown>): Check =>
  async (value, checking) =>
    value === 0 || (await find(Number(value), checking)) !== undefined ? value : undefined

/** An update merges custom fields by name, so that those that are no more are sent as null. */
const customFields: Check = (value, { kept }) => {
  const { custom_fields = {} } = Object(kept)
  const none = Object.keys(Object(custom_fields)).map((name) => [name, null])
  return { ...Object.fromEntries(none), ...Object(value) }
}

const author: Check = async (value, { store, context }) =>
  rightsByRole[context.actor.role].setsAuthor && (await store.hasUser(Number(value))) ? value : undefined

/** Who is gone or suspended since takes nothing on again. */
const assignee: Check = async (value, { kept, store }) => {
  if (value === null || value === Object(kept).assignee) return value
  return (await store.activeUsers({ id: Number(value) })).length > 0 ? value : undefined
}

/** Who moves an event to another group decides nothing about the main calendar, unless who edits the whole site does. */
const inMain: Check = (value, { kept, values, context }) => {
  const isMoved = values.group !== undefined && values.group !== (Object(kept).group_id ?? 0)
  return isMoved && rightsByRole[context.actor.role].edits !== 'all' ? undefined : value
}

/** Arg → how its value is checked; that of others is sent as it is. */
const checks: ReadonlyMap<string, Check> = new Map([
  ['venue', linked('venue')],
  ['organizer', linked('organizer')],
  ['categories', termed('category')],
  ['tags', termed('tag')],
  ['image', pointed((id, { store }) => store.media(id))],
  ['post_parent', pointed((id, { store, context }) => store.find('event', { id }, context.moment))],
  ['parent', pointed((id, { store, context }) => store.find('category', { id }, context.moment))],
  ['group', pointed((id, { store, context }) => store.find('group', { id }, context.moment))],
  ['assignee', assignee],
  ['in_main', inMain],
  ['author', author],
  ['custom_fields', customFields],
])

/** Returns these values as an update of the item sends them: without links to items that are gone, and what the actor may not set. */
export async function valuesToSendAgain(
  store: Reading,
  kept: object,
  values: ValuesSentAgain,
  context: PureContext,
): Promise<ValuesSentAgain> {
  const sent: Record<string, unknown> = {}
  for (const [arg, value] of Object.entries(values)) {
    const check = checks.get(arg)
    const checked = check === undefined ? value : await check(value, { store, kept, values, context })
    if (check === undefined || checked !== undefined) sent[arg] = checked
  }
  return sent
}

/**
 * Updates an item to these values in an open transaction. Links to items that are gone are left out. Throws like an
 * update.
 */
export async function updateItemToValues<N extends ResourceName>(
  store: Writing,
  { name, kept }: ItemToChange<N>,
  values: ValuesSentAgain,
  context: ContextWithImages,
): Promise<void> {
  const sent = await valuesToSendAgain(store, kept, values, context)
  await updateInTransaction(store, { name, kept }, parseUpdateArgs(name, sent), {
    ...context,
    restoresTranslations: true,
  })
}
