/** Handing over what a user is author of, to another user or into a group (contract §16). */

import { resolveGroupTarget } from '../../actions/groups/of-event.ts'
import type { Context } from '../../api/context.ts'
import type { PersonOfAct } from '../../contract/operations/accounts/audit-acts.ts'
import { because, invalidParam } from '../../problem.ts'
import type { AuthoredResourceName, ResultAndRevision, Writing } from '../../store/store.ts'
import { userNamed, userWithId } from '../accounts/users.ts'
import { authoredItems, type HandedItem, handItems } from './handing.ts'

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

/** Hands over what a user is author of, in one transaction. Returns the counts, the id of the new author, 0 for none, and the revision. Throws 400 or 404. */
export async function transferItemsOfUser(
  id: number,
  { to, group }: TransferTarget,
  context: Context,
): Promise<ResultAndRevision<TransferCounts> & { readonly heir: number }> {
  const { login } = await userWithId(context, id)
  const person = { id, login }
  if (to === undefined && group === undefined) throw invalidParam('to', because('missing_without_group'))
  const heir = to === undefined ? undefined : await heirOf(id, to, context)
  const done = await context.store.write(context, async (writing) => {
    const grouped = group === undefined ? [] : await groupAuthored(writing, person, group, context)
    return countsOf(heir === undefined ? grouped : await giveToHeir(writing, person, heir, context))
  })
  return { ...done, heir: heir?.id ?? 0 }
}
