/** The data of persons (contract §22): found by login or address, and erased. */
import { groupRoles } from '../../contract/operations/accounts/account-names.ts'
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import { type Db, queryFirstRow, queryRows } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import { addActRow } from '../log/acts.ts'
import type { KeptPersonData, Person, PersonStore } from '../store.ts'
import { dataOfActor, eraseFederationActorData } from './actors.ts'
import { forgetAddress, forgetContactsInAudit } from './addresses.ts'

/** Runs a query of rows as they are stored. */
const rows = (db: Db, statement: ReturnType<typeof sql<Readonly<Record<string, unknown>>>>) =>
  queryRows(db, statement)

async function dataOf(db: Db, { user, email, actor = '' }: Person): Promise<KeptPersonData> {
  const id = user?.id ?? -1
  const address = email.toLowerCase()
  return {
    identity: await rows(
      db,
      sql`select issuer, subject as sub, created_utc, signed_in_utc from identities where user_id = ${id}`,
    ),
    sessions: await rows(
      db,
      sql`select created_utc, used_utc, expires_utc, agent from sessions where user_id = ${id} order by id`,
    ),
    tokens: await rows(
      db,
      sql`select name, created_utc, expires_utc, last_used_utc from tokens where user_id = ${id} order by id`,
    ),
    feeds: await rows(
      db,
      sql`select name, created_utc, last_used_utc from feed_links where user_id = ${id} order by id`,
    ),
    memberships: await rows(
      db,
      sql`select groups.id as group_id, groups.name, groups.slug, role from group_members
        join groups on groups.id = group_id where user_id = ${id} order by groups.id`,
    ),
    submissions: await rows(
      db,
      sql`select id, event_id, created_utc, state, name, email, language, sent, message from submissions
        where email <> '' and lower(email) = ${address} order by id`,
    ),
    drafts: await rows(
      db,
      sql`select event_id, modified_utc, changes from event_drafts where author = ${id} order by event_id`,
    ),
    audit: await rows(
      db,
      sql`select id, at_utc, login, verb, resource, item_id, title, fields from audit
        where user_id = ${id} or (resource = 'user' and item_id = ${id}) order by id`,
    ),
    ...(await dataOfActor(db, actor)),
    organizers: await queryRows(
      db,
      sql<KeptPersonData['organizers'][number]>`select id, version, name as organizer, email from organizers
        where email <> '' and lower(email) = ${address} order by id`,
    ),
  }
}

/** Replaces a login by another name wherever the audit has it. */
async function renameInAudit(
  db: Db,
  { id, login }: { readonly id: number; readonly login: string },
  name: string,
) {
  await sql`update audit set login = ${name} where user_id = ${id} and login = ${login}`.execute(db)
  const [of, to] = [`${login}: `, `: transfer to ${login}`]
  await sql`update audit set title = ${name} || substr(title, ${login.length + 1})
    where resource in ('user', 'token', 'feed') and (title = ${login} or substr(title, 1, ${of.length}) = ${of})`.execute(
    db,
  )
  await sql`update audit set title = substr(title, 1, length(title) - ${login.length}) || ${name}
    where resource = 'user' and length(title) > ${to.length}
      and substr(title, length(title) - ${to.length - 1}) = ${to}`.execute(db)
  const inValues = (login: string) => JSON.stringify({ id, login })
  await sql`update audit set act_values = replace(act_values, ${inValues(login)}, ${inValues(name)})
    where replace(act_values, ${inValues(login)}, '') <> act_values`.execute(db)
  for (const what of [...groupRoles, 'removed']) {
    const end = `: ${login} ${what}`
    await sql`update audit set title = substr(title, 1, length(title) - ${end.length}) || ${`: ${name} ${what}`}
      where resource = 'group' and length(title) > ${end.length}
        and substr(title, length(title) - ${end.length - 1}) = ${end}`.execute(db)
  }
}

async function forget(db: Db, { user, email, actor }: Person, organizers: readonly number[]): Promise<void> {
  if (email !== '') {
    await forgetContactsInAudit(db, organizers)
    await forgetAddress(db, email)
  }
  if (actor !== undefined) await eraseFederationActorData(db, actor)
  if (user === undefined) return
  await sql`delete from mail where subject_id = ${user.id}
    and kind in ('reset', 'password', 'invitation', 'address')`.execute(db)
  const own = `${user.id}:`
  await sql`delete from kept_answers where substr(key, 1, ${own.length}) = ${own}`.execute(db)
  await sql`update secret_links set invited_by = '' where invited_by in (${user.login}, ${user.display_name})`.execute(
    db,
  )
  await sql`update event_drafts set author = 0 where author = ${user.id}`.execute(db)
  await renameInAudit(db, user, `deleted-${user.id}`)
}

/** The persons of one database. */
export const personalDataStore = (connection: OpenDatabase): PersonStore => ({
  async pruneAudit(before) {
    const due = sql`select 1 from audit where at_utc < ${before} limit 1`
    if ((await queryFirstRow(connection.reader, due)) === undefined) return 0
    const gone = await queryRows(
      connection.writer,
      sql`delete from audit where at_utc < ${before} returning id`,
    )
    return gone.length
  },
  noteExport: ({ user }, writer) =>
    runTransaction(connection, (db) => {
      const values = user && { person: { id: user.id, login: user.login } }
      const noted = {
        resource: 'user',
        item_id: user?.id ?? 0,
        act: 'data_exported',
        values: values ?? {},
      } as const
      return addActRow(db, writer, noted)
    }),
  dataOf: (person) => dataOf(connection.reader, person),
  forget: (person, organizers) => runTransaction(connection, (db) => forget(db, person, organizers)),
})
