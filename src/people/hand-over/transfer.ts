/** Handing over what a user is author of, to another user or into a group (contract §16). */

import { resolveGroupTarget } from '../../actions/groups/of-event.ts'
import type { Context } from '../../api/context.ts'
import type { PersonOfAct } from '../../contract/operations/accounts/audit-acts.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { because, invalidParam } from '../../problem.ts'
import type { AuthoredResourceName, ResultAndRevision, Writing } from '../../store/store.ts'
import { userNamed, userWithId } from '../accounts/users.ts'
import { countAuthoredIds, giveAuthored } from './authored.ts'
import { groupMovesOfAuthor, makeMoves } from './grouped.ts'

/** How many items of each kind were handed over. */
type TransferCounts = Readonly<Record<AuthoredResourceName, number>>

const noItems: TransferCounts = { event: 0, series: 0, venue: 0, organizer: 0, media: 0 }

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

/** Puts the events and series of a user into a group. Returns the counts. Throws 400. */
async function groupAuthored(
  writing: Writing,
  person: PersonOfAct,
  id: number,
  context: Context,
): Promise<TransferCounts> {
  const group = await resolveGroupTarget(writing, { id }, context)
  const moves = await makeMoves(writing, await groupMovesOfAuthor(writing, person.id, id, context), context)
  const { name = '', slug = '' } = group ?? {}
  writing.noteHandOver('handed_to_group', { person, group: name, slug }, { touched: moves.length, moves })
  const countOf = (name: 'event' | 'series') => moves.filter((move) => move.name === name).length
  return { ...noItems, event: countOf('event'), series: countOf('series') }
}

async function giveToHeir(
  writing: Writing,
  person: PersonOfAct,
  to: PersonOfAct,
  { moment }: Context,
): Promise<TransferCounts> {
  const given = await giveAuthored(writing, { from: person.id, to: to.id }, epochOfInstant(moment.now))
  writing.noteHandOver('handed_over', { person, to }, { touched: countAuthoredIds(given), given })
  const { event, series, venue, organizer, media } = given
  return {
    event: event.length,
    series: series.length,
    venue: venue.length,
    organizer: organizer.length,
    media: media.length,
  }
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
    const grouped = group === undefined ? noItems : await groupAuthored(writing, person, group, context)
    return heir === undefined ? grouped : giveToHeir(writing, person, heir, context)
  })
  return { ...done, heir: heir?.id ?? 0 }
}
