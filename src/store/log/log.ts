/**
 * The log: every write adds a line for each item that it changed and for each act, in its own transaction, with the actor, the verb, the item,
 * the time, the revision, and the values before and after. Histories, the audit, revert and undo read it. Values are args of an
 * update, so that it has no derived columns and no secrets; only those see them who may edit the item.
 */

import { randomUUID } from 'node:crypto'
import type { AuditAct, OfPerson, ValuesByAct } from '../../contract/operations/audit.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { type Db, insertRows, sql } from '../database/sql.ts'
import { slicesWithPauses } from '../series/slices.ts'
import type { AuditTable } from '../tables.ts'
import type { BeforeAndAfterByField, UpkeepAct, WriteStamp } from '../types/index.ts'

/** The act on an item, and the item's title and slug. */
type ActOnItem = Pick<AuditTable, 'verb' | 'resource' | 'item_id' | 'title' | 'slug'>

/** A line of the log. */
export interface LoggedAct
  extends ActOnItem,
    Partial<Pick<AuditTable, 'act' | 'act_values' | 'touched' | 'version'>> {
  /** The names of the changed fields. */
  readonly changed?: readonly string[]
  readonly changes?: BeforeAndAfterByField
  /** Set where another line tells of it: no history lists it. */
  readonly isPart?: boolean
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

const ROWS_AT_ONCE = 500

const rowOf = ({ changed = [], changes = {}, isPart = false, ...line }: LoggedAct) => ({
  touched: 1,
  act: '',
  act_values: '{}',
  ...line,
  is_part: isPart ? 1 : 0,
  fields: JSON.stringify(changed),
  changes: JSON.stringify(changes),
})

/** The lines of the transactions of one connection, collected to be saved once at the end of each. */
export type Log = ReturnType<typeof newLog>

/** Returns the log of the transactions of one connection. */
export function newLog() {
  let lines: LoggedAct[] = []
  let seriesVersions = new Map<number, number>()
  return {
    /** Forgets what is collected: a transaction begins. */
    begin() {
      lines = []
      seriesVersions = new Map()
    },
    /** A series was written: the lines of acts on it get the last version that they gave it. */
    noteSeriesVersion: (id: number, version: number) => void seriesVersions.set(id, version),
    note: (act: LoggedAct) => void lines.push(act),
    /** Notes what an act changes of something, where the act alone has a line: undoing the act puts it back. */
    notePart: (resource: string, item_id: number, changes: BeforeAndAfterByField) =>
      void lines.push({ verb: 'update', resource, item_id, title: '', slug: '', changes, isPart: true }),
    /** The newest line of an item. */
    newest: ({ resource, item_id }: Pick<ActOnItem, 'resource' | 'item_id'>) =>
      lines.findLast((line) => line.resource === resource && line.item_id === item_id),
    /** Forgets what is collected from now on when the returned function is called. */
    mark() {
      const before = { lines: [...lines], seriesVersions: new Map(seriesVersions) }
      return () => {
        ;({ lines, seriesVersions } = before)
      }
    },
    /** Saves the lines of the write with that revision. */
    async keep(db: Db, revision: number, writer: WriteStamp) {
      const by = { ...byOf(writer), revision }
      const versionOf = ({ resource, item_id, version = 0 }: LoggedAct) =>
        resource === 'series' ? (seriesVersions.get(item_id) ?? 0) : version
      const rows = lines.map((line) => ({ ...by, ...rowOf(line), version: versionOf(line) }))
      for await (const some of slicesWithPauses(rows, ROWS_AT_ONCE)) await insertRows(db, 'audit', some)
    },
  }
}

// Acts on accounts, groups and the site in the audit: the act and its values, and a title in English for those who read no more.

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
  const last = await sql<{ readonly value: number }>`update revision set value = value returning value`.first(
    db,
  )
  const since = (last?.value ?? 0) + 1
  await sql`delete from histories where since >= ${since}`.execute(db)
  await insertRows(db, 'histories', [{ since, id: randomUUID() }])
}
