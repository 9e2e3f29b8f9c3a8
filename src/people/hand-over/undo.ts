/** Undoes a hand-over: what still is where it was handed goes back (ext.). */

import type { Context } from '../../api/context.ts'
import { requireMayAdministerUser } from '../../api/policy.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { because, Problem } from '../../problem.ts'
import type { AuditRow, Writing } from '../../store/store.ts'
import { refuseScopedTokens } from '../accounts/users.ts'
import { type AuthoredIds, countAuthoredIds, giveAuthored } from './authored.ts'
import { type ItemMoveBetweenGroups, makeMoves } from './grouped.ts'

/** The items of a hand-over, as its row of the audit keeps them. */
interface HandedItems {
  readonly given?: AuthoredIds
  readonly moves?: readonly ItemMoveBetweenGroups[]
}

interface HandedItem {
  readonly resource: keyof AuthoredIds
  readonly id: number
}

/** Whether a row of the audit is of a hand-over. */
export const isHandOver = ({ act }: AuditRow): boolean =>
  act === 'handed_over' || act === 'handed_to_group' || act === 'taken_from_group'

function handedIn({ changes }: AuditRow): HandedItems {
  const [text] = changes.handed ?? []
  if (typeof text !== 'string') throw new Problem('change-not-recorded')
  return JSON.parse(text)
}

const overtaken = ({ title }: AuditRow) =>
  new Problem('change-overtaken', because('changed_since', { title }))

async function giveBack(
  store: Writing,
  row: AuditRow,
  given: AuthoredIds,
  { moment }: Context,
): Promise<readonly HandedItem[]> {
  const { person, to } = row.act_values ?? {}
  if (person === undefined || to === undefined || !(await store.hasUser(person.id))) throw overtaken(row)
  const giving = { from: to.id, to: person.id, only: given }
  const back = await giveAuthored(store, giving, epochOfInstant(moment.now))
  const touched = countAuthoredIds(back)
  if (touched === 0) throw overtaken(row)
  const [from, into] = [to, person].map(({ id, login }) => ({ id, login }))
  if (from !== undefined && into !== undefined)
    store.noteHandOver('handed_over', { person: from, to: into }, { touched, given: back })
  const names = ['event', 'series', 'venue', 'organizer', 'media'] as const
  return names.flatMap((resource) => back[resource].map((id) => ({ resource, id })))
}

/** Items of a group that is gone go back into none. */
async function existingGroup(
  store: Writing,
  move: ItemMoveBetweenGroups,
  { moment }: Context,
): Promise<ItemMoveBetweenGroups> {
  const { group_id } = move.to
  const isThere = group_id === null || (await store.find('group', { id: group_id }, moment)) !== undefined
  return isThere ? move : { ...move, to: { group_id: null, in_main: null } }
}

async function moveBack(
  store: Writing,
  row: AuditRow,
  moves: readonly ItemMoveBetweenGroups[],
  context: Context,
): Promise<readonly HandedItem[]> {
  const { person, group = '', slug = '' } = row.act_values ?? {}
  const wanted: ItemMoveBetweenGroups[] = []
  for (const { from, to, ...item } of moves)
    wanted.push(await existingGroup(store, { ...item, from: to, to: from }, context))
  const made = await makeMoves(store, wanted, context)
  if (made.length === 0 || person === undefined) throw overtaken(row)
  const { id, login } = person
  const act = row.act === 'taken_from_group' ? 'handed_to_group' : 'taken_from_group'
  store.noteHandOver(act, { person: { id, login }, group, slug }, { touched: made.length, moves: made })
  return made.map(({ name, id }) => ({ resource: name, id }))
}

/** Undoes a hand-over. Returns the items that went back. Throws 401 or 403 for others than administrators, and 409 where none is left. */
export function undoHandOver(
  store: Writing,
  row: AuditRow,
  context: Context,
): Promise<readonly HandedItem[]> {
  requireMayAdministerUser(context.actor)
  refuseScopedTokens(context.actor, 'undo hand-overs')
  const { given, moves } = handedIn(row)
  return given === undefined
    ? moveBack(store, row, moves ?? [], context)
    : giveBack(store, row, given, context)
}
