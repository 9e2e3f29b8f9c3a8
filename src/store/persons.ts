/** The data of persons: told, and erased. */

import { groupRoles } from '../contract/operations/account-names.ts'
import { titleFieldAndColumnByResource } from '../contract/resources/fields/index.ts'
import { slugify, unicodeNormalizedText } from '../domain/text/letters.ts'
import { slicesOf } from '../support/slices.ts'
import { isOneOfSql } from './conditions/visibility.ts'
import { containsTextSql, type OpenDatabase, runTransaction } from './database/dialects.ts'
import { countRowsFrom, type Db, quotedName, type Sql, sql } from './database/sql.ts'
import { forgetOldSeriesStates, KEPT } from './log/auditing.ts'
import { addActRow } from './log/log.ts'
import type { StoredResource } from './log/logged.ts'
import { eraseSenders } from './proposals/proposals.ts'
import { changePatterns, touchEvents } from './records/duties.ts'
import { itemTables } from './tables.ts'
import type { OrganizerRecord, Person, WriteStamp } from './types/index.ts'

// Notes of events that name a person who is erased, and whom events wait for (contract §23): they are emptied, in events, in series and in all
// that is kept of them.

/** The shortest name that is looked for: shorter ones are words of their own, too. */
const SHORTEST_NOTED_NAME = 4

/** Tables whose JSON may hold notes, and assignees beside them, with their key, and what becomes of those that name the person. */
const keptNotes = [
  // What acts on a series could be undone to: it would not be as it was. One act may have several parts.
  ['audit', 'item_id', 'changes', 'deleted', sql`resource = 'series_before'`],
  ['audit', 'id', 'changes', 'emptied', sql`resource <> 'series_before'`],
  ['webhook_deliveries', 'id', 'body', 'emptied'],
  // Answers for clients that repeat a request.
  ['kept_answers', 'key', 'answer', 'deleted'],
] as const

/** Texts are compared in one spelling. The database knows no capitals beyond ASCII everywhere, so it decides nothing. */
const spelled = (text: string) => unicodeNormalizedText(text).toLowerCase()

/** A letter or a digit that may continue a word: Japanese has no spaces between words. */
const CONTINUES = '(?![\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー])[\\p{L}\\p{M}\\p{N}]'

/** Returns whether a text has one of the names, but not as a part of a longer word. */
function namesFinder(names: readonly string[]): (text: string) => boolean {
  const patterns = names
    .map(spelled)
    .filter((name) => name.length >= SHORTEST_NOTED_NAME)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .map((name) => new RegExp(`(?<!${CONTINUES})${name}(?!${CONTINUES})`, 'u'))
  return (text) => patterns.some((pattern) => pattern.test(spelled(text)))
}

/** Returns a text that is JSON itself, as the fields of a template are, with its value changed; undefined for any other text. */
function changedInJson(text: string, change: (value: unknown) => unknown): string | undefined {
  const value = /^[{[]/.test(text) ? jsonIn(text) : text
  return value === text ? undefined : JSON.stringify(change(value))
}

/** Which notes name a person, and who that is as an assignee. */
interface Naming {
  isNamed(text: string): boolean
  readonly user: Person['user']
}

/** Returns the value of JSON with its notes emptied, of one or before and after a change, that name the person, who is no assignee. */
function withoutNotes(value: unknown, naming: Naming): unknown {
  const { isNamed, user } = naming
  if (typeof value === 'string') return changedInJson(value, (one) => withoutNotes(one, naming)) ?? value
  if (Array.isArray(value)) return value.map((one) => withoutNotes(one, naming))
  if (typeof value !== 'object' || value === null) return value
  const emptied = (one: unknown): unknown => (typeof one === 'string' && isNamed(one) ? '' : one)
  const isUser = (one: unknown) =>
    user !== undefined && Object(one).id === user.id && Object(one).login === user.login
  const changed = (name: string, one: unknown): unknown => {
    if (name === 'assignee' && isUser(one)) return null
    if (name !== 'note') return withoutNotes(one, naming)
    return Array.isArray(one) ? one.map(emptied) : emptied(one)
  }
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, changed(name, one)]))
}

async function forgetNotesOfEvents(db: Db, isNamed: (text: string) => boolean): Promise<void> {
  const noted = sql<{
    readonly id: number
    readonly note: string
  }>`select id, note from events where note <> ''`
  const named = (await noted.rows(db)).filter(({ note }) => isNamed(note)).map(({ id }) => id)
  for (const some of slicesOf(named))
    await sql`update events set note = '', version = version + 1
      where ${isOneOfSql(quotedName('id'), some)}`.execute(db)
  await touchEvents(db, named)
}

/** Empties the notes that name a person by e-mail address, login or name, and forgets the person as an assignee in what is kept of events. */
async function forgetNotesOf(db: Db, { user, email }: Person): Promise<void> {
  const isNamed = namesFinder([email, user?.login ?? '', user?.display_name ?? ''])
  await forgetNotesOfEvents(db, isNamed)
  await changePatterns(
    db,
    sql`not ${containsTextSql(db.dialect, quotedName('pattern'), '"note":""')}`,
    (columns) => (isNamed(columns.note ?? '') ? { ...columns, note: '' } : columns),
  )
  for (const [table, key, column, fate, which = sql`1 = 1`] of keptNotes) {
    const found = sql<{ readonly id: number | string; readonly text: string }>`
      select ${quotedName(key)} as id, ${quotedName(column)} as text from ${quotedName(table)}
      where ${which} and ${containsTextSql(db.dialect, quotedName(column), '"note')}`
    for (const { id, text } of await found.rows(db)) {
      const value: unknown = JSON.parse(text)
      const forgotten = JSON.stringify(withoutNotes(value, { isNamed, user }))
      if (forgotten === JSON.stringify(value)) continue
      await (fate === 'deleted'
        ? sql`delete from ${quotedName(table)} where ${which} and ${quotedName(key)} = ${id}`
        : sql`update ${quotedName(table)} set ${quotedName(column)} = ${forgotten} where ${quotedName(key)} = ${id}`
      ).execute(db)
    }
  }
}

// The data of persons (contract §22): found by login or address, and erased.

// An e-mail address that is forgotten (contract §22), with the telephone number beside it, wherever something was kept for a while.

interface KeptText {
  readonly id: number
  readonly text: string
}

/** Columns of JSON, each with the key of its row: what was changed, told to others, waits to be sent, or is not saved yet. */
const keptColumns = [
  ['audit', 'id', 'changes'],
  ['webhook_deliveries', 'id', 'body'],
  ['mail', 'id', 'data'],
  ['proposals', 'id', 'changes'],
  ['proposals', 'id', 'views'],
  ['event_templates', 'id', 'fields'],
] as const

/** A condition: a text of JSON contains the address, in any spelling. */
const hasAddressSql = (db: Db, column: Sql<string>, address: string) =>
  containsTextSql(db.dialect, sql`lower(${column})`, JSON.stringify(address.toLowerCase()).slice(1, -1))

/** The address, but not as a part of a longer one. */
const patternOf = (address: string) =>
  new RegExp(`(?<![\\w.+-])${address.replace(/[^\w@]/g, '\\$&')}(?![\\w-]|\\.\\w)`, 'gi')

const isAddress = (value: unknown, address: string) =>
  typeof value === 'string' && value.toLowerCase() === address.toLowerCase()

/** Returns a value of JSON without the address, and without the telephone number of an organizer that has it. */
function withoutAddress(value: unknown, address: string): unknown {
  if (typeof value === 'string')
    return (
      changedInJson(value, (one) => withoutAddress(one, address)) ?? value.replace(patternOf(address), '')
    )
  if (Array.isArray(value)) return value.map((one) => withoutAddress(one, address))
  if (typeof value !== 'object' || value === null) return value
  const isOrganizer = isAddress(Reflect.get(value, 'email'), address)
  const entries = Object.entries(value).map(([name, one]) => [
    name,
    isOrganizer && name === 'phone' ? '' : withoutAddress(one, address),
  ])
  return Object.fromEntries(entries)
}

type StoredOrganizer = StoredResource<'organizer'>

/** Empties the contact of merged organizers, so that they come back without it. Returns their ids. */
async function forgetContactsOfMerged(
  db: Db,
  address: string,
  { personal = [], derive }: StoredOrganizer,
): Promise<readonly number[]> {
  const merged: number[] = []
  const kept = sql<KeptText>`select id, record as text from merges
    where resource = 'organizer' and ${hasAddressSql(db, sql`record`, address)}`
  for (const { id, text } of await kept.rows(db)) {
    const record: OrganizerRecord = JSON.parse(text)
    if (!isAddress(record.email, address)) continue
    const forgotten = { ...record, ...Object.fromEntries(personal.map((column) => [column, ''])) }
    const whole = JSON.stringify({ ...forgotten, ...derive(forgotten) })
    await sql`update merges set record = ${whole} where id = ${id}`.execute(db)
    merged.push(record.id)
  }
  return merged
}

/** Takes an address out of everything that is kept besides accounts and organizers. */
async function forgetAddress(db: Db, address: string): Promise<void> {
  const lower = address.toLowerCase()
  await eraseSenders(db, sql`lower(email) = ${lower}`)
  await sql`delete from mail where lower(recipient) = ${lower}`.execute(db)
  await sql`delete from email_changes where lower(email) = ${lower}`.execute(db)
  // Who repeats the request writes again; with a part of the answer missing, nobody would know what was written.
  await sql`delete from kept_answers where ${hasAddressSql(db, sql`answer`, address)}`.execute(db)
  for (const [table, key, column] of keptColumns) {
    const texts = sql<KeptText>`select ${quotedName(key)} as id, ${quotedName(column)} as text
      from ${quotedName(table)} where ${hasAddressSql(db, quotedName(column), address)}`
    for (const { id, text } of await texts.rows(db)) {
      const forgotten = JSON.stringify(withoutAddress(JSON.parse(text), address))
      await sql`update ${quotedName(table)} set ${quotedName(column)} = ${forgotten}
        where ${quotedName(key)} = ${id}`.execute(db)
    }
  }
}

/** Takes the personal columns of organizers out of the values before and after their changes. */
async function forgetContactsInChanges(
  db: Db,
  organizers: readonly number[],
  personal: readonly string[] = [],
): Promise<void> {
  const without = (text: string): string =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries(Object(JSON.parse(text))).filter(([name]) => !personal.includes(name)),
      ),
    )
  for (const organizer of organizers) {
    const ofIt = sql`resource = 'organizer' and item_id = ${organizer}`
    const kept = sql<KeptText>`select id, changes as text from audit where ${ofIt} and changes <> '{}'`
    for (const { id, text } of await kept.rows(db))
      await sql`update audit set changes = ${without(text)} where id = ${id}`.execute(db)
  }
}

// The data of an actor of another server (contract §19, §22).

/** Returns the data of an actor as one that follows, is followed, likes and shares. */
async function dataOfActor(db: Db, actor: string) {
  return {
    followers: await sql<object>`select id, follower as actor, inbox, state, created_utc
      from federation_followers where follower = ${actor} order by id`.rows(db),
    following: await sql<object>`select id, actor, inbox, state, status, created_utc
      from federation_following where actor = ${actor} order by id`.rows(db),
    reactions: await sql<object>`select event_id, kind, activity
      from federation_reactions where actor = ${actor} order by event_id, kind`.rows(db),
  }
}

/** Erases an actor. Events that came from it stay. */
async function eraseFederationActorData(db: Db, actor: string): Promise<void> {
  const followed = sql`following_id in (select id from federation_following where actor = ${actor})`
  await sql`delete from federation_incoming where event_id is null and ${followed}`.execute(db)
  await sql`update federation_incoming set following_id = 0, next_utc = null where ${followed}`.execute(db)
  await sql`delete from federation_following where actor = ${actor}`.execute(db)
  await sql`delete from federation_followers where follower = ${actor}`.execute(db)
  await sql`delete from federation_reactions where actor = ${actor}`.execute(db)
  await sql`delete from federation_peers where actor = ${actor}`.execute(db)
  await sql`update audit set title = '' where resource in ('follower', 'following')
    and title = ${actor}`.execute(db)
}

/** Returns the items that a user is author of. */
async function itemsOfAuthor(db: Db, author: number): Promise<readonly object[]> {
  const found: object[] = []
  for (const resource of ['event', 'series', 'venue', 'organizer'] as const)
    found.push(
      ...(await sql<object>`select ${resource} as resource, id, ${quotedName(titleFieldAndColumnByResource[resource].column)} as title,
            slug, status, date_utc from ${quotedName(itemTables[resource])}
          where author = ${author} order by id`.rows(db)),
    )
  return found
}

/** The shortest name that is looked for in titles: shorter ones are parts of many words. */
const SHORTEST_NAME = 4

/** Returns the images with the name of a user in their title or slug. */
async function imagesNamedAfter(db: Db, { user }: Person) {
  const names = [user?.login ?? '', user?.display_name ?? ''].filter((name) => name.length >= SHORTEST_NAME)
  if (names.length === 0) return []
  const has = (column: Sql<string>, text: string) => containsTextSql(db.dialect, sql`lower(${column})`, text)
  // A name of signs has no slug, and every slug contains the empty one.
  const slugs = names.map(slugify).filter((slug) => slug.length >= SHORTEST_NAME)
  const found = [
    ...names.map((name) => has(sql`title`, name.toLowerCase())),
    ...slugs.map((slug) => has(sql`slug`, slug)),
  ]
  const isNamed = found.slice(1).reduce((all, one) => sql`${all} or ${one}`, found[0] ?? sql`1 = 0`)
  return sql<{
    readonly id: number
    readonly title: string
    readonly slug: string
  }>`select id, title, slug from media where ${isNamed} order by id`.rows(db)
}

/** The keys of answers that let somebody in: they are shown once, to who asked. */
const secretKeys: readonly string[] = [
  'token',
  'secret',
  'address',
  'key',
  'recovery_codes',
  'csrf_token',
  'set-cookie',
]

/** Returns the JSON that a text is; the text itself where it is none, such as a title in brackets. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  // The body of an answer may be kept as text.
  const inText = typeof value === 'string' && /^[{[]/.test(value) ? jsonIn(value) : value
  if (inText !== value) return withoutSecrets(inText)
  if (typeof value !== 'object' || value === null) return value
  const shown = Object.entries(value).filter(([name]) => !secretKeys.includes(name.toLowerCase()))
  return Object.fromEntries(shown.map(([name, one]) => [name, withoutSecrets(one)]))
}

/** Returns the answers that are kept for a user or that have an address, without secrets. */
async function keptAnswersOf(db: Db, id: number, address: string) {
  const own = `${id}:`
  const hasAddress = address === '' ? sql`1 = 0` : hasAddressSql(db, sql`answer`, address)
  const found = await sql<{ readonly kept_utc: number; readonly request: string; readonly answer: string }>`
      select kept_utc, request, answer from kept_answers
      where substr(key, 1, ${own.length}) = ${own} or ${hasAddress} order by kept_utc`.rows(db)
  return found.map(({ answer, ...kept }) => ({ ...kept, answer: withoutSecrets(jsonIn(answer)) }))
}

/** The data that is kept of a person besides the account. Times are seconds since 1970 UTC. */
export type KeptPersonData = Readonly<Awaited<ReturnType<typeof dataOf>>>

async function dataOf(db: Db, person: Person) {
  const { user, email, actor = '' } = person
  const id = user?.id ?? -1
  const address = email.toLowerCase()
  return {
    identity:
      await sql<object>`select issuer, subject as sub, created_utc, signed_in_utc from identities where user_id = ${id}`.rows(
        db,
      ),
    sessions:
      await sql<object>`select created_utc, used_utc, expires_utc, agent from sessions where user_id = ${id} order by id`.rows(
        db,
      ),
    tokens:
      await sql<object>`select name, created_utc, expires_utc, last_used_utc from tokens where user_id = ${id} order by id`.rows(
        db,
      ),
    feeds:
      await sql<object>`select name, created_utc, last_used_utc from feed_links where user_id = ${id} order by id`.rows(
        db,
      ),
    /** The groups of the account, with its roles. */
    memberships:
      await sql<object>`select groups.id as group_id, groups.name, groups.slug, role from group_members
        join groups on groups.id = group_id where user_id = ${id} order by groups.id`.rows(db),
    submissions:
      await sql<object>`select id, event_id, sent_utc as created_utc, case state when 'sent' then 'pending' else state end as state,
          name, email, language, changes as sent, message from proposals
        where email <> '' and lower(email) = ${address} order by id`.rows(db),
    /** The drafts of changes to events that the account kept last. */
    drafts: await sql<object>`select event_id, modified_utc, changes from proposals
        where user_id = ${id} and changes <> '' order by event_id`.rows(db),
    audit: await sql<object>`select id, at_utc, login, verb, resource, item_id, title, fields from audit
        where is_part = 0 and (user_id = ${id} or (resource = 'user' and item_id = ${id})) order by id`.rows(
      db,
    ),
    /** The events that wait for the account. */
    duties:
      await sql<object>`select id as event_id, title, start_date from events where assignee = ${id} order by id`.rows(
        db,
      ),
    /** The items that the account is author of. */
    items: await itemsOfAuthor(db, id),
    /** The images that the account uploaded. */
    images:
      await sql<object>`select id, title, slug, file, source_url, date_utc from media where author = ${id} order by id`.rows(
        db,
      ),
    /** The images, of whomever, that have the name of the person in their title or slug: erasing leaves them. */
    named_images: await imagesNamedAfter(db, person),
    /** Answers that are kept for a day, for clients that repeat a request. */
    kept_answers: await keptAnswersOf(db, id, address),
    /** E-mail to the person that waits to be sent, and addresses that the person has not confirmed. */
    mail: await sql<object>`select kind, created_utc from mail where (recipient <> '' and lower(recipient) = ${address})
        or (subject_id = ${id} and kind in ('reset', 'password', 'invitation', 'confirm', 'address', 'assigned')) order by id`.rows(
      db,
    ),
    email_changes:
      await sql<object>`select email, created_utc from email_changes where user_id = ${id} order by id`.rows(
        db,
      ),
    // An actor of another server as one that follows the calendar, is followed by it, and likes or shares events.
    ...(await dataOfActor(db, actor)),
    /** The organizers with the address. */
    organizers: await sql<{
      readonly id: number
      readonly version: number
      readonly organizer: string
      readonly email: string
    }>`select id, version, name as organizer, email from organizers
        where email <> '' and lower(email) = ${address} order by id`.rows(db),
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

/** Deletes the lines from before a time (seconds since 1970 UTC), with their parts. Returns how many lines. */
async function pruneLog(db: Db, before: number): Promise<number> {
  const lines = await countRowsFrom(db, sql`audit where at_utc < ${before} and is_part = 0`)
  await sql`delete from audit where at_utc < ${before}`.execute(db)
  return lines
}

async function forget(
  db: Db,
  { user, email, actor }: Person,
  organizers: readonly number[],
  organizer: StoredOrganizer,
): Promise<void> {
  if (email !== '') {
    const merged = await forgetContactsOfMerged(db, email, organizer)
    await forgetContactsInChanges(db, [...organizers, ...merged], organizer.personal)
    await forgetAddress(db, email)
  }
  if (actor !== undefined) await eraseFederationActorData(db, actor)
  await forgetNotesOf(db, { user, email })
  if (user === undefined) return
  await sql`delete from mail where subject_id = ${user.id}
    and kind in ('reset', 'password', 'invitation', 'address', 'assigned')`.execute(db)
  const own = `${user.id}:`
  await sql`delete from kept_answers where substr(key, 1, ${own.length}) = ${own}`.execute(db)
  await sql`update secret_links set invited_by = '' where invited_by in (${user.login}, ${user.display_name})`.execute(
    db,
  )
  await sql`update proposals set user_id = 0 where user_id = ${user.id}`.execute(db)
  await renameInAudit(db, user, `deleted-${user.id}`)
}

/** The persons of one database, where organizers are stored as `organizer` says. */
export const personalDataStore = (connection: OpenDatabase, organizer: StoredOrganizer) => ({
  /** Deletes what the audit has from before a time in seconds since 1970 UTC. Returns the number of rows. */
  async pruneAudit(before: number) {
    const due = sql`select 1 from audit where at_utc < ${before} limit 1`
    if (!(await due.exists(connection.reader))) return 0
    return runTransaction(connection, (db) => pruneLog(db, before))
  },
  /** Deletes what the log has of series as they were before acts of more than seven days ago. `now` is in seconds since 1970 UTC. */
  async pruneSeriesStates(now: number) {
    const due = sql`select 1 from audit where resource = 'series_before' and at_utc <= ${now - KEPT} limit 1`
    if (!(await due.exists(connection.reader))) return
    await runTransaction(connection, (db) => forgetOldSeriesStates(db, now))
  },
  /** Notes in the audit that somebody else saw all that is kept of a person. The note has no address. */
  noteExport: ({ user }: Person, writer: WriteStamp) =>
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
  dataOf: (person: Person) => dataOf(connection.reader, person),
  /**
   * Erases the person from all that is kept besides accounts and organizers, the contact of merged organizers included. In the audit,
   * `deleted-N` stands in place of the login, and `organizers` have no values of their e-mail addresses and telephone numbers.
   */
  forget: (person: Person, organizers: readonly number[]) =>
    runTransaction(connection, (db) => forget(db, person, organizers, organizer)),
})
