/**
 * The log: every write adds a line for each item that it changed and for each act, in its own transaction, with the actor, the verb, the item,
 * the time, the revision, and the values before and after. Histories, the audit, revert, undo and webhooks read it. Values are args of an
 * update, so that it has no derived columns and no secrets; only those see them who may edit the item.
 */

import { randomUUID } from 'node:crypto'
import type { AuditAct, PersonOfAct, ValuesByAct } from '../../contract/operations/audit.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { type Db, insertRows, queryFirstRow, sql } from '../database/sql.ts'
import { slicesWithPauses } from '../series/slices.ts'
import type { BeforeAndAfterByField, UpkeepAct, WriteStamp } from '../store.ts'
import type { AuditTable } from '../tables.ts'
import { actionsOfItemChange, type ItemChange, type ItemVisibility } from './newest-changes.ts'

/** The act on an item, and the item's title and slug. */
type ActOnItem = Pick<AuditTable, 'verb' | 'resource' | 'item_id' | 'title' | 'slug'>

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

// Acts on accounts, groups and the site in the audit: the act and its values, and a title in English for those who read no more.

interface OfPerson {
  readonly person: PersonOfAct
}

const behindLogin =
  (what: string) =>
  ({ person }: OfPerson) =>
    `${person.login}: ${what}`

const ofTemplate =
  (what: string) =>
  ({ group, name }: ValuesByAct['template_added']) =>
    `${group === undefined ? '' : `${group}: `}template “${name}” ${what}`

/** Act → the English title of its values. */
const titles: { readonly [A in AuditAct]: (values: ValuesByAct[A]) => string } = {
  account_added: ({ person }) => person.login,
  account_removed: ({ person }) => person.login,
  profile_changed: ({ person, fields }) => `${person.login}: ${fields.join(', ')}`,
  role_given: ({ person, role }) => `${person.login}: ${role}`,
  suspended: behindLogin('suspended'),
  resumed: behindLogin('not suspended'),
  password_set: behindLogin('password'),
  sessions_ended: behindLogin('sessions'),
  session_ended: behindLogin('session'),
  second_factor_on: behindLogin('second factor on'),
  second_factor_off: behindLogin('second factor off'),
  handed_over: ({ person, to }) => `${person.login}: transfer to ${to.login}`,
  handed_to_group: ({ person, slug }) => `${person.login}: transfer to group ${slug}`,
  taken_from_group: ({ person, slug }) => `${person.login}: transfer out of group ${slug}`,
  data_exported: ({ person }) => `${person?.login ?? '(no account)'}: data exported`,
  token_created: ({ person, name, scopes }) => [`${person.login}: ${name}`, ...scopes].join(' '),
  token_revoked: ({ person, name }) => `${person.login}: ${name}`,
  feed_created: ({ person, name }) => `${person.login}: ${name}`,
  feed_revoked: ({ name }) => name,
  member_role_given: ({ person, group, role }) => `${group}: ${person.login} ${role}`,
  member_removed: ({ person, group }) => `${group}: ${person.login} removed`,
  template_added: ofTemplate('added'),
  template_renamed: ofTemplate('renamed'),
  template_removed: ofTemplate('removed'),
  sign_in_refused: ({ person, subject }) => `${person?.login ?? subject}: sign-in refused, no role`,
  sign_in_rules_set: () => 'rules for roles',
  identity_linked: behindLogin('account of the organisation linked'),
  identity_unlinked: behindLogin('account of the organisation no longer linked'),
  back_up_started: () => 'back-up started',
  everything_exported: () => 'everything exported',
}

/** An act, and the row that it is about. It is an update of it, unless another verb is given. */
type ActOnRow<A extends AuditAct> = Pick<ActOnItem, 'resource' | 'item_id'> &
  Partial<Pick<ActOnItem, 'verb' | 'slug'>> & { readonly act: A; readonly values: ValuesByAct[A] }

/** Returns the line of an act. */
export function notedAct<A extends AuditAct>({ verb = 'update', slug = '', values, ...rest }: ActOnRow<A>) {
  return { ...rest, verb, slug, title: titles[rest.act](values), act_values: JSON.stringify(values) }
}

/** Adds the line of an act in the transaction `db`. */
export const addActRow = <A extends AuditAct>(db: Db, writer: WriteStamp, act: ActOnRow<A>): Promise<void> =>
  addLogLine(db, writer, notedAct(act))

/** Adds an act on the service as a whole, as one on its settings, in the transaction `db`. */
export const addUpkeepRow = (db: Db, writer: WriteStamp, act: UpkeepAct): Promise<void> =>
  addActRow(db, writer, { resource: 'settings', item_id: 0, act, values: {} })

// The histories of a database. A database that was put back counts on from an older revision, so that the revision alone names two writes:
// with the id of its history it names one.

/**
 * Gives what is written from now on a history of its own, in the transaction `db`; what was written keeps its own. Restoring begins one, and so
 * does every start: that a file was copied back, or a server put back to a moment, shows nowhere.
 */
export async function beginHistory(db: Db): Promise<void> {
  // Holds back every other write: none may take a revision whose history changes.
  const last = await queryFirstRow(
    db,
    sql<{ readonly value: number }>`update revision set value = value returning value`,
  )
  const since = (last?.value ?? 0) + 1
  await sql`delete from histories where since >= ${since}`.execute(db)
  await insertRows(db, 'histories', [{ since, id: randomUUID() }])
}
