/** The values of an item as they were after a change in its history (ext.). */

import type { ValuesSentAgain } from '../actions/editing/resend.ts'
import type { ResourceName } from '../contract/resources/index.ts'
import { because, invalidParam, Problem } from '../problem.ts'
import type { AuditRow, Writing } from '../store/store.ts'

/** Returns the values that the rows replaced; of a field that changed several times, the oldest. Rows are newest first. */
function valuesBefore(rows: readonly AuditRow[]): ValuesSentAgain {
  const pairs = rows.flatMap(({ verb, changes }) =>
    verb === 'update' || verb === 'trash'
      ? Object.entries(changes).map(([arg, [before]]) => [arg, before])
      : [],
  )
  return Object.fromEntries(pairs)
}

/** Throws 409 if what some change replaced was not recorded. A password is none of the values that come back. */
function allowRecorded(rows: readonly AuditRow[]): void {
  if (rows.some(({ verb, revision }) => verb === 'update' && revision === 0))
    throw new Problem('change-not-recorded')
}

/** Returns the values that an item had after a change, as far as they are others now. Throws 400, 404 or 409. */
export async function valuesAfterChange(
  store: Writing,
  resource: ResourceName,
  item_id: number,
  change: number,
): Promise<ValuesSentAgain> {
  const rows = await store.recorded({ resource, item_id, from: change })
  const [to, later] = [rows.at(-1), rows.slice(0, -1)]
  if (to?.id !== change) throw new Problem('change-not-found')
  if (to.verb === 'trash' || to.verb === 'delete') throw invalidParam('change', because('move_to_trash'))
  allowRecorded(later)
  return valuesBefore(later)
}
