/** Undoes a hand-over: what still is where it was handed goes back (ext.). */

import type { Context } from '../../api/context.ts'
import { requireMayAdministerUser } from '../../api/policy.ts'
import type { PersonOfAct } from '../../contract/operations/accounts/audit-acts.ts'
import { because, Problem } from '../../problem.ts'
import type { AuditRow, Writing } from '../../store/store.ts'
import { refuseScopedTokens } from '../accounts/users.ts'
import { authoredNames, type HandedItem, handItems, type Owner } from './handing.ts'

/** Whether a row of the audit is of a hand-over. */
export const isHandOver = ({ act }: AuditRow): boolean =>
  act === 'handed_over' || act === 'handed_to_group' || act === 'taken_from_group'

/** Returns the items whose column the write of these rows set, with their owners of before. */
function handedBy(rows: readonly AuditRow[], column: 'author' | 'group_id'): readonly HandedItem[] {
  return rows.flatMap(({ resource: name, item_id: id, changes }) => {
    const resource = authoredNames.find((one) => one === name)
    const { [column]: own, in_main } = changes
    if (resource === undefined || own === undefined) return []
    const values = (at: 0 | 1): Owner =>
      Object({ [column]: own[at], ...(in_main && { in_main: in_main[at] }) })
    return [{ resource, id, from: values(1), to: values(0) }]
  })
}

/** Items of a group that is gone go back into none. */
async function existingGroup(store: Writing, item: HandedItem, { moment }: Context): Promise<HandedItem> {
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
    wanted.push(await existingGroup(store, item, context))
  const isBack = person !== undefined && (to === undefined || (await store.hasUser(person.id)))
  const items = isBack ? await handItems(store, wanted, context) : []
  if (items.length === 0 || person === undefined)
    throw new Problem('change-overtaken', because('changed_since', { title: row.title }))
  const named = ({ id, login }: PersonOfAct): PersonOfAct => ({ id, login })
  if (to !== undefined)
    store.noteHandOver('handed_over', { person: named(to), to: named(person) }, items.length)
  else {
    const act = row.act === 'taken_from_group' ? 'handed_to_group' : 'taken_from_group'
    store.noteHandOver(act, { person: named(person), group, slug }, items.length)
  }
  return items
}
