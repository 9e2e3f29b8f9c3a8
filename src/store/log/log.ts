/**
 * The log: every write adds a line for each item that it changed and for each act, in its own transaction, with the actor, the verb, the item,
 * the time, the revision, and the values before and after. Histories, the audit, revert, undo and webhooks read it. Values are args of an
 * update, so that it has no derived columns and no secrets; only those see them who may edit the item.
 */
import { epochOfInstant } from '../../domain/time/moment.ts'
import { type Db, insertRows } from '../database/rows.ts'
import { slicesWithPauses } from '../series/slices.ts'
import type { BeforeAndAfterByField, WriteStamp } from '../store.ts'
import type { AuditTable } from '../tables/audit.ts'
import type { ItemChange, ItemVisibility } from './item-visibility.ts'
import { actionsOfItemChange } from './newest-changes.ts'

/** The act on an item, and the item's title and slug. */
export type ActOnItem = Pick<AuditTable, 'verb' | 'resource' | 'item_id' | 'title' | 'slug'>

/** A line of the log. */
export interface LoggedAct
  extends ActOnItem,
    Partial<Pick<AuditTable, 'act' | 'act_values' | 'touched' | 'version'>> {
  /** The names of the changed fields. */
  readonly changed?: readonly string[]
  readonly changes?: BeforeAndAfterByField
  /** How an item that `put` writes stood before and stands after the change; undefined for what is no change of the item itself, such as a merge into it. */
  readonly stood?: {
    readonly before: ItemVisibility | undefined
    readonly after: ItemVisibility | undefined
  }
  /** Set where another line tells of it: no history lists it. */
  readonly isPart?: boolean
}

/** Collects the lines of one transaction, to be saved once at its end. */
export interface Log {
  /** Forgets what is collected: a transaction begins. */
  begin(): void
  note(act: LoggedAct): void
  /** Notes what an act changes of something, where the act alone has a line: undoing the act puts it back. */
  notePart(resource: string, item_id: number, changes: BeforeAndAfterByField): void
  /** The newest line of an item. */
  newest(item: Pick<ActOnItem, 'resource' | 'item_id'>): LoggedAct | undefined
  /** Forgets what is collected from now on when the returned function is called. */
  mark(): () => void
  /** What the changes of each item that `put` writes amount to. */
  net(): readonly ItemChange[]
  /** Saves the lines of the write with that revision. */
  keep(db: Db, revision: number, writer: WriteStamp): Promise<void>
}

const byOf = ({ actor, moment }: WriteStamp) => ({
  at_utc: epochOfInstant(moment.now),
  user_id: actor.id,
  login: actor.login,
  via: actor.via ?? '',
})

/** Adds a line in the transaction `db` of a write that has no revision. */
export async function addLogLine(
  db: Db,
  writer: WriteStamp,
  line: ActOnItem & Pick<LoggedAct, 'act' | 'act_values'>,
): Promise<void> {
  await insertRows(db, 'audit', [{ ...byOf(writer), ...line }])
}

const keyOf = ({ resource, item_id }: Pick<ActOnItem, 'resource' | 'item_id'>) => `${resource} ${item_id}`

/** Returns what the changes of each item amount to, in the order of their last ones. */
function netChanges(lines: readonly LoggedAct[]): ReadonlyMap<string, ItemChange> {
  const net = new Map<string, ItemChange>()
  for (const { resource, item_id, stood } of lines) {
    if (stood === undefined) continue
    const key = keyOf({ resource, item_id })
    const before = net.has(key) ? net.get(key)?.before : stood.before
    net.delete(key)
    net.set(key, { resource, item_id, before, after: stood.after })
  }
  return net
}

const ROWS_AT_ONCE = 500

const untold = { change: '', public_change: '' } as const

/** Returns the rows of the lines: what an item's changes amount to is on the last of them. */
function rowsOf(lines: readonly LoggedAct[]) {
  const net = netChanges(lines)
  const last = new Map(lines.map((one, at) => [one.stood === undefined ? '' : keyOf(one), at]))
  return lines.map((one, at) => {
    const { changed = [], changes = {}, stood: _, isPart = false, ...line } = one
    const told = last.get(keyOf(one)) === at ? net.get(keyOf(one)) : undefined
    return {
      touched: 1,
      version: 0,
      act: '',
      act_values: '{}',
      ...line,
      is_part: isPart ? 1 : 0,
      fields: JSON.stringify(changed),
      changes: JSON.stringify(changes),
      ...(told === undefined ? untold : actionsOfItemChange(told)),
    }
  })
}

/** Returns the log of the transactions of one connection. */
export function newLog(): Log {
  let lines: LoggedAct[] = []
  return {
    begin() {
      lines = []
    },
    note: (act) => void lines.push(act),
    notePart: (resource, item_id, changes) =>
      void lines.push({ verb: 'update', resource, item_id, title: '', slug: '', changes, isPart: true }),
    newest: ({ resource, item_id }) =>
      lines.findLast((line) => line.resource === resource && line.item_id === item_id),
    mark() {
      const before = [...lines]
      return () => {
        lines = before
      }
    },
    net: () =>
      // An item that was created and deleted by one write never was there.
      [...netChanges(lines).values()].filter(
        ({ before, after }) => before !== undefined || after !== undefined,
      ),
    async keep(db, revision, writer) {
      const by = { ...byOf(writer), revision }
      const rows = rowsOf(lines).map((row) => ({ ...by, ...row }))
      for await (const some of slicesWithPauses(rows, ROWS_AT_ONCE)) await insertRows(db, 'audit', some)
    },
  }
}
