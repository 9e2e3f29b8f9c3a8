/** Whom events wait for (contract §23): the users who may be named, what their editors see, and what becomes of it when a user goes. */

import type { GroupRole } from '../../contract/operations/account-names.ts'
import { scopeMayEdit } from '../../domain/publication.ts'
import type { Moment } from '../../domain/time/moment.ts'
import { enqueueMail } from '../accounts/mail.ts'
import { allOfSql, anyOfSql, type Condition, isEditableSql, isOneOfSql } from '../conditions/visibility.ts'
import { type Db, quotedName, sql } from '../database/sql.ts'
import { lastRevisionIn } from '../log/journal.ts'
import type { ActiveUser, Assignee, InternalPart, SeriesRecord, Viewer } from '../types/index.ts'

/** A record that may have a note and an assignee; its status is as of now. */
interface Noted {
  readonly author: number
  readonly status: string
  readonly group_id: number | null
  readonly note: string
  readonly assignee: number | null
}

/** The name that others see. */
const shownName = sql`case when display_name = '' then login else display_name end as display_name`

const usersWhere = (db: Db, which: Condition) =>
  sql<Assignee>`select id, login, ${shownName} from users where ${which}`.rows(db)

const usersOfIds = (db: Db, ids: readonly number[]) => usersWhere(db, isOneOfSql(quotedName('id'), ids))

/** Returns of each record what its editors see, in the order of the records; undefined where the viewer is none of them. */
export async function internalPartsOfRecords(
  db: Db,
  records: readonly Noted[],
  viewer: Viewer,
): Promise<readonly (InternalPart | undefined)[]> {
  const seen = records.map(({ author, status, group_id, note, assignee }) =>
    scopeMayEdit(viewer.scope, { author, isPublic: status === 'publish', group: group_id ?? 0 })
      ? { note, assignee }
      : undefined,
  )
  const ids = [...new Set(seen.flatMap((one) => one?.assignee ?? []))]
  const found = ids.length === 0 ? [] : await usersOfIds(db, ids)
  const users = new Map(found.map((user) => [user.id, user]))
  return seen.map((one) => one && { note: one.note, assignee: users.get(one.assignee ?? 0) ?? null })
}

/** Returns the reads of whom events wait for over one connection. */
export const dutyReading = (db: Db) => ({
  /** The user with an id, suspended or not. */
  assignee: async (id: number) => (await usersOfIds(db, [id]))[0],
  /** All users, suspended or not; only the one with a login. */
  assignees: (login?: string) =>
    usersWhere(db, login === undefined ? sql`1 = 1` : sql`login = ${login.toLowerCase()}`),
  /** The users who are not suspended, by login; only the one with an id or a login. */
  async activeUsers(named?: { readonly id: number } | { readonly text: string }) {
    const which =
      named === undefined
        ? sql`1 = 1`
        : 'id' in named
          ? sql`id = ${named.id}`
          : sql`login = ${named.text.toLowerCase()}`
    const users = await sql<Omit<ActiveUser, 'groups'>>`select id, login, role, ${shownName}
        from users where is_suspended = 0 and ${which} order by login`.rows(db)
    const members = await sql<{ user_id: number; group_id: number; role: GroupRole }>`
        select user_id, group_id, role from group_members where ${isOneOfSql(
          quotedName('user_id'),
          users.map(({ id }) => id),
        )}`.rows(db)
    return users.map((user) => ({
      ...user,
      groups: new Map(
        members.flatMap(({ user_id, group_id, role }) => (user_id === user.id ? [[group_id, role]] : [])),
      ),
    }))
  },
  /** The events that wait for one of these users, or for nobody, and that the viewer may edit. */
  async eventsByAssignee(
    { ids, none }: { readonly ids: readonly number[]; readonly none: boolean },
    viewer: Viewer,
  ) {
    if (none && viewer.scope.edits === 'all') {
      const others = sql`select id from events
        where assignee is not null and not ${isOneOfSql(quotedName('assignee'), ids)} order by id`
      return { exclude: await others.column<number>(db) }
    }
    const waits: Condition = anyOfSql([
      isOneOfSql(quotedName('assignee'), ids),
      ...(none ? [sql<boolean>`assignee is null`] : []),
    ])
    const found = sql`select id from events
      where ${allOfSql([waits, isEditableSql('events', viewer)])} order by id`
    return { include: await found.column<number>(db) }
  },
})

/** Makes all processes read events again that show what was changed without a version. */
export async function touchEvents(db: Db, ids: readonly number[]): Promise<void> {
  const revision = await lastRevisionIn(db)
  for (const id of ids)
    await sql`insert into journal (revision, resource, item_id, change, public_change)
      select ${revision}, 'event', ${id}, '', '' where not exists
        (select 1 from journal where revision = ${revision} and resource = 'event' and item_id = ${id})`.execute(
      db,
    )
}

/** Makes events that wait for a user be read again, as the user has another name now. */
export async function touchEventsOfAssignee(db: Db, user: number): Promise<void> {
  const found = sql`select id from events where assignee = ${user}`
  await touchEvents(db, await found.column<number>(db))
}

type Columns = SeriesRecord['pattern']['columns']

/** Changes the shared values of series among those for which `which` holds. */
export async function changePatterns(
  db: Db,
  which: Condition,
  change: (columns: Columns) => Columns,
): Promise<void> {
  const found = sql<{
    readonly id: number
    readonly pattern: string
  }>`select id, pattern from series where ${which}`
  for (const { id, pattern } of await found.rows(db)) {
    const values: SeriesRecord['pattern'] = JSON.parse(pattern)
    const columns = change(values.columns)
    if (columns === values.columns) continue
    await sql`update series set pattern = ${JSON.stringify({ ...values, columns })}, version = version + 1
      where id = ${id}`.execute(db)
  }
}

/** Takes a user who goes off events and series: these wait for nobody then. */
export async function dropAssignee(db: Db, user: number): Promise<void> {
  const found = sql`update events set assignee = null, version = version + 1
    where assignee = ${user} returning id`
  await touchEvents(db, await found.column<number>(db))
  const has = `%"assignee":${user}`
  await changePatterns(db, sql`(pattern like ${`${has},%`} or pattern like ${`${has}}%`})`, (columns) =>
    columns.assignee === user ? { ...columns, assignee: null } : columns,
  )
}

/** Returns the writes of whom events wait for over one connection. */
export const dutyWriting = (db: Db) => ({
  /** Queues an e-mail to a user that an event or a series waits for them. What was not sent yet is told in one. */
  async tellAssignee(
    user: number,
    { name, id }: { readonly name: 'event' | 'series'; readonly id: number },
    moment: Moment,
  ) {
    const waiting = sql<{ readonly id: number; readonly data: string }>`select id, data from mail
      where kind = 'assigned' and subject_id = ${user} and leased_utc = 0 and attempts = 0 limit 1`
    const known = await waiting.first(db)
    const place = `${name}:${id}`
    if (known === undefined) {
      const data = { items: place }
      await enqueueMail(db, { kind: 'assigned', recipient: '', subject_id: user, language: '', data }, moment)
      return
    }
    const { items }: { readonly items: string } = JSON.parse(known.data)
    const all = [...new Set([...items.split(','), place])].join(',')
    await sql`update mail set data = ${JSON.stringify({ items: all })} where id = ${known.id}`.execute(db)
  },
})
