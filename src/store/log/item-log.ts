/**
 * The log of changes: what a write changed of each item, with the values before and after, in the transaction of the write. Histories, the
 * audit, the newest changes and webhooks read it. Values are args of an update, so that it has no derived columns and no secrets.
 */

import { epochOfInstant } from '../../domain/time/moment.ts'
import { type Db, insertRows } from '../database/rows.ts'
import type { BeforeAndAfterByField, WriteStamp } from '../store.ts'
import type { ItemChangeTable } from '../tables/audit.ts'
import type { NotedAct } from './audit.ts'
import type { ItemChange, ItemVisibility } from './item-visibility.ts'
import { actionsOfItemChange } from './newest-changes.ts'

/** A change of an item. */
export interface LoggedChange
  extends Pick<ItemChangeTable, 'resource' | 'item_id' | 'version' | 'verb' | 'title' | 'slug' | 'touched'> {
  readonly changes: BeforeAndAfterByField
  /** How the item stood before and stands after the change; undefined for what is no change of the item itself, such as a merge into it. */
  readonly stood?: {
    readonly before: ItemVisibility | undefined
    readonly after: ItemVisibility | undefined
  }
  /** The row of the audit that is written beside it, whose number its line gets; undefined where another row tells of it. */
  readonly line?: NotedAct
}

/** Collects the changes of one transaction, to be saved once at its end. */
export interface ItemLog {
  /** Forgets what is collected: a transaction begins. */
  begin(): void
  note(change: LoggedChange): void
  /** Forgets what is collected from now on when the returned function is called. */
  mark(): () => void
  /** Whether rows of the audit tell of some of the changes. */
  hasLines(): boolean
  /** What the changes of each item amount to. */
  net(): readonly ItemChange[]
  /** Saves the changes of the write with that revision; `numbers` are those of the audit's rows. */
  keep(db: Db, revision: number, writer: WriteStamp, numbers: ReadonlyMap<NotedAct, number>): Promise<void>
}

const keyOf = ({ resource, item_id }: Pick<ItemChange, 'resource' | 'item_id'>) => `${resource} ${item_id}`

const side = (changes: BeforeAndAfterByField, at: 0 | 1): string =>
  JSON.stringify(Object.fromEntries(Object.entries(changes).map(([field, pair]) => [field, pair[at]])))

/** Returns what the changes of each item amount to, in the order of their last ones. */
function netChanges(changes: readonly LoggedChange[]): ReadonlyMap<string, ItemChange> {
  const net = new Map<string, ItemChange>()
  for (const { resource, item_id, stood } of changes) {
    if (stood === undefined) continue
    const key = keyOf({ resource, item_id })
    const before = net.has(key) ? net.get(key)?.before : stood.before
    net.delete(key)
    net.set(key, { resource, item_id, before, after: stood.after })
  }
  return net
}

const untold = { change: '', public_change: '' } as const

/** Returns the rows of the changes: what an item's changes amount to is on the last of them. */
function rowsOf(
  changes: readonly LoggedChange[],
  revision: number,
  numbers: ReadonlyMap<NotedAct, number>,
): readonly ItemChangeTable[] {
  const net = netChanges(changes)
  const last = new Map(changes.map((one, at) => [one.stood === undefined ? '' : keyOf(one), at]))
  return changes.map((one, position) => {
    const { resource, item_id, version, verb, title, slug, touched, changes, line } = one
    const told = last.get(keyOf(one)) === position ? net.get(keyOf(one)) : undefined
    return {
      revision,
      position,
      line: (line && numbers.get(line)) ?? null,
      resource,
      item_id,
      version,
      verb,
      title,
      slug,
      touched,
      fields: JSON.stringify(line?.changed ?? []),
      before: side(changes, 0),
      after: side(changes, 1),
      ...(told === undefined ? untold : actionsOfItemChange(told)),
    }
  })
}

/** Returns the log of the transactions of one connection. */
export function itemLog(): ItemLog {
  let changes: LoggedChange[] = []
  return {
    begin() {
      changes = []
    },
    note: (change) => void changes.push(change),
    mark() {
      const before = changes.length
      return () => void changes.splice(before)
    },
    hasLines: () => changes.some(({ line }) => line !== undefined),
    net: () =>
      // An item that was created and deleted by one write never was there.
      [...netChanges(changes).values()].filter(
        ({ before, after }) => before !== undefined || after !== undefined,
      ),
    async keep(db, revision, { actor, moment }, numbers) {
      if (changes.length === 0) return
      const changeset = {
        revision,
        at_utc: epochOfInstant(moment.now),
        user_id: actor.id,
        login: actor.login,
        via: actor.via ?? '',
      }
      await insertRows(db, 'changesets', [changeset])
      await insertRows(
        db,
        'item_changes',
        rowsOf(changes, revision, numbers).map((row) => ({ ...row })),
      )
    },
  }
}
