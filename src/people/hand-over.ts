import { type HandedItem, handItems, type Owner, resolveGroupTarget } from '../actions/groups.ts'
import { writeWhatChanges } from '../actions/writing/preparing.ts'
import type { Context } from '../api/context.ts'
import { requireMayAdministerUser } from '../api/policy.ts'
import type { PersonOfAct } from '../contract/operations/audit.ts'
import { because, invalidParam, overtaken, Problem } from '../problem.ts'
import type { AuditRow, AuthoredResourceName, Writing } from '../store/store.ts'
import { refuseScopedTokens, userNamed, userWithId } from './users.ts'

// Gives items to another author, or puts them into another group. The log has what each of them had before.

const authoredNames = [
  'event',
  'series',
  'venue',
  'organizer',
  'media',
] as const satisfies readonly AuthoredResourceName[]

/** Returns all that a user is author of, for another owner. */
export async function authoredItems(
  writing: Writing,
  author: number,
  to: Owner,
  names: readonly AuthoredResourceName[] = authoredNames,
): Promise<readonly HandedItem[]> {
  const items: HandedItem[] = []
  for (const resource of names)
    for (const { id } of await writing.authored(resource, author)) items.push({ resource, id, to })
  return items
}

// Handing over what a user is author of, to another user or into a group (contract §16).

/** How many items of each kind were handed over. */
type TransferCounts = Readonly<Record<AuthoredResourceName, number>>

function countsOf(items: readonly HandedItem[]): TransferCounts {
  const counts = { event: 0, series: 0, venue: 0, organizer: 0, media: 0 }
  for (const { resource } of items) counts[resource] += 1
  return counts
}

/** Where the items of a user go: all to another user, the events and series into a group, or both. */
interface TransferTarget {
  /** An id or a login. */
  readonly to?: string | undefined
  readonly group?: number | undefined
}

/** Returns the user who becomes the author. Throws 400. */
async function heirOf(from: number, to: string, context: Context): Promise<PersonOfAct> {
  const heir = await userNamed(to, context)
  if (heir === undefined || heir.id === from || heir.suspended)
    throw invalidParam('to', because('not_another_user'))
  return { id: heir.id, login: heir.login }
}

/** Puts the events and series of a user into a group. Throws 400. */
async function groupAuthored(
  writing: Writing,
  person: PersonOfAct,
  id: number,
  context: Context,
): Promise<readonly HandedItem[]> {
  const group = await resolveGroupTarget(writing, { id }, context)
  const to = { group_id: id, in_main: null }
  const items = await authoredItems(writing, person.id, to, ['event', 'series'])
  const moved = await handItems(writing, items, context)
  const { name = '', slug = '' } = group ?? {}
  writing.noteHandOver('handed_to_group', { person, group: name, slug }, moved.length)
  return moved
}

async function giveToHeir(
  writing: Writing,
  person: PersonOfAct,
  to: PersonOfAct,
  context: Context,
): Promise<readonly HandedItem[]> {
  const items = await authoredItems(writing, person.id, { author: to.id })
  const given = await handItems(writing, items, context)
  writing.noteHandOver('handed_over', { person, to }, given.length)
  return given
}

/**
 * Hands over what a user is author of, in one transaction. Returns the counts, the id of the new author, 0 for none, and the revision, unless
 * there was nothing to hand over. Throws 400 or 404.
 */
export async function transferItemsOfUser(
  id: number,
  { to, group }: TransferTarget,
  context: Context,
): Promise<{
  readonly result: TransferCounts
  readonly revision: number | undefined
  readonly heir: number
}> {
  const { login } = await userWithId(context, id)
  const person = { id, login }
  if (to === undefined && group === undefined) throw invalidParam('to', because('missing_without_group'))
  const heir = to === undefined ? undefined : await heirOf(id, to, context)
  const { result, revision } = await writeWhatChanges(
    context,
    async (writing) => {
      const grouped = group === undefined ? [] : await groupAuthored(writing, person, group, context)
      return heir === undefined ? grouped : giveToHeir(writing, person, heir, context)
    },
    (items) => items.length > 0,
  )
  return {
    result: countsOf(result),
    revision,
    heir: heir?.id ?? 0,
  }
}

// Undoes a hand-over: what still is where it was handed goes back (ext.).

/** Whether a row of the audit is of a hand-over. */
export const isHandOver = ({ act }: AuditRow): boolean =>
  act === 'handed_over' || act === 'handed_to_group' || act === 'taken_from_group'

/** Returns the items whose column the write of these rows set, with their owners of before. */
export function handedBy(rows: readonly AuditRow[], column: 'author' | 'group_id'): readonly HandedItem[] {
  return rows.flatMap(({ resource: name, item_id: id, changes }) => {
    const resource = authoredNames.find((one) => one === name)
    const { [column]: own, in_main } = changes
    if (resource === undefined || own === undefined) return []
    const values = (at: 0 | 1): Owner =>
      Object({ [column]: own[at], ...(in_main && { in_main: in_main[at] }) })
    return [{ resource, id, from: values(1), to: values(0) }]
  })
}

/** Returns the item as it goes back: into no group where its group is gone. */
export async function withExistingGroup(
  store: Writing,
  item: HandedItem,
  { moment }: Context,
): Promise<HandedItem> {
  const { group_id: id } = item.to
  const isGone = id && (await store.find('group', { id }, moment)) === undefined
  return isGone ? { ...item, to: { group_id: null, in_main: null } } : item
}

/**
 * Undoes a hand-over, whose write has these rows. Returns the items that went back. Throws 401 or 403 for others than administrators, and
 * 409 where none is left.
 */
export async function undoHandOver(
  store: Writing,
  row: AuditRow,
  ofWrite: readonly AuditRow[],
  context: Context,
): Promise<readonly HandedItem[]> {
  requireMayAdministerUser(context.actor)
  refuseScopedTokens(context.actor, 'undo hand-overs')
  // Earlier versions noted the items in the row.
  if (row.changes.handed !== undefined) throw new Problem('change-not-recorded')
  const { person, to, group = '', slug = '' } = row.act_values ?? {}
  const wanted: HandedItem[] = []
  for (const item of handedBy(ofWrite, to === undefined ? 'group_id' : 'author'))
    wanted.push(await withExistingGroup(store, item, context))
  const isBack = person !== undefined && (to === undefined || (await store.hasUser(person.id)))
  const items = isBack ? await handItems(store, wanted, context) : []
  if (items.length === 0 || person === undefined) throw overtaken(row)
  const named = ({ id, login }: PersonOfAct): PersonOfAct => ({ id, login })
  if (to !== undefined)
    store.noteHandOver('handed_over', { person: named(to), to: named(person) }, items.length)
  else {
    const act = row.act === 'taken_from_group' ? 'handed_to_group' : 'taken_from_group'
    store.noteHandOver(act, { person: named(person), group, slug }, items.length)
  }
  return items
}
