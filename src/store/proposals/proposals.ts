/** Proposals of one database, outside of a transaction: the queue, drafts, secrets, the shared key, and erasure (contract §14). */
import { randomInt } from 'node:crypto'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { randomSecret, secretHash } from '../accounts/user-rows.ts'
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import { countRowsFrom, type Db, insertRow, oneOfSql, rawSql, type Sql, sql } from '../database/sql.ts'
import type { ProposalTable } from '../tables.ts'
import type { DraftVersion, KeptDraft, ListedDraft, Proposal, ReviewedPage } from '../types/index.ts'

// Proposals as rows, and reading them.

type Row = Omit<ProposalTable, 'image' | 'revision'> & Pick<Proposal, 'keeper' | 'reviewer'>

function shown({ weight, ...row }: Row): Proposal {
  return {
    ...row,
    is_proven: weight === 1,
    changes: row.changes === '' ? {} : JSON.parse(row.changes),
    dropped: JSON.parse(row.dropped),
    made: JSON.parse(row.made),
  }
}

/** All columns but the image, which is long. */
const columns = rawSql(
  [
    ...['id', 'event_id', 'user_id', 'state', 'version', 'event_version', 'series_version', 'modified_utc'],
    ...['sent_utc', 'decision', 'decided_by', 'decided_utc', 'weight', 'corrections', 'size', 'image_size'],
    ...['language', 'name', 'email', 'message', 'dropped', 'made', 'changes', 'views', 'image_mark'],
    'image_type',
  ]
    .map((column) => `proposals.${column}`)
    .join(', '),
)

/** The name of a user; "" for one who is gone. */
const userNameSql = (users: 'keepers' | 'reviewers'): Sql =>
  rawSql(`coalesce(nullif(${users}.display_name, ''), ${users}.login, '')`)

/** Returns the proposals that a condition, with an order, selects. */
export async function readProposalsWhere(db: Db, where: Sql): Promise<readonly Proposal[]> {
  const found =
    await sql<Row>`select ${columns}, ${userNameSql('keepers')} as keeper, ${userNameSql('reviewers')} as reviewer
      from proposals left join users as keepers on keepers.id = proposals.user_id
        left join users as reviewers on reviewers.id = decided_by where ${where}`.rows(db)
  return found.map(shown)
}

/**
 * The bytes of what the public sent, about: the texts of events that nobody approved and that still exist, also in the trash, and
 * the images that wait.
 */
export async function countUnapprovedSubmissionBytes(db: Db): Promise<number> {
  const found = await sql<{ readonly taken: number }>`
      select coalesce(sum(image_size + case when state <> 'approved'
        and exists (select 1 from events where events.id = event_id) then size else 0 end), 0) as taken from proposals`.first(
    db,
  )
  return Number(found?.taken ?? 0)
}

/** Reads proposals of one database. */
export function proposalReadOperations(db: Db) {
  const one = async (where: Sql) => (await readProposalsWhere(db, where))[0]
  return {
    /** The submission of the public with an id, of an event, or behind a secret. */
    byId: (id: number) => one(sql`proposals.id = ${id} and user_id is null`),
    ofPublic: (event: number) => one(sql`event_id = ${event} and user_id is null`),
    bySecret: (secret: string) =>
      one(sql`proposals.id = (select proposal_id from secrets where hash = ${secretHash(secret)})`),
    /** The draft of a change to an event. */
    draft: (event: number) => one(sql`event_id = ${event} and user_id is not null and changes <> ''`),
    /** The last decision on an event of a user, or on the draft of it. */
    review: (event: number) => one(sql`event_id = ${event} and user_id is not null and decision <> ''`),
    /** The bytes of all that the public sent and nobody approved, about. */
    space: () => countUnapprovedSubmissionBytes(db),
    async image(id: number) {
      const found = await sql<Pick<ProposalTable, 'image_type' | 'image'>>`
          select image_type, image from proposals where id = ${id} and image_size > 0`.first(db)
      return found && { type: found.image_type, bytes: Buffer.from(found.image, 'base64') }
    },
  }
}

const KEY = 'proofs'

/** Returns the key; creates it where there is none. Only the creation waits for writers. */
async function keyOf({ reader, writer }: OpenDatabase): Promise<string> {
  const stored = sql<{ readonly value: string }>`select value from service_keys where name = ${KEY}`
  const found = await stored.first(reader)
  if (found !== undefined) return found.value
  await sql`insert into service_keys (name, value) values (${KEY}, ${randomSecret()})
    on conflict (name) do nothing`.execute(writer)
  return (await stored.first(writer))?.value ?? ''
}

/** The submissions of the public that were decided at or before a time and still name who sent them. */
const isToErase = (until: number): Sql =>
  sql`user_id is null and (changes <> '{}' or name <> '' or email <> '') and decided_utc <= ${until}`

/**
 * Erases what identifies who sent some submissions, which `where` selects, with the picture and the secret address. Returns how many
 * submissions that were.
 */
export async function eraseSenders(db: Db, where: Sql): Promise<number> {
  const gone = await sql<{ readonly id: number }>`update proposals set name = '', email = '', changes = '{}',
      image = '', image_type = '', image_size = 0, image_mark = '' where ${where} returning id`.rows(db)
  for (const { id } of gone) {
    await sql`delete from secrets where proposal_id = ${id}`.execute(db)
    // Messages to private webhooks name the submitter.
    await sql`delete from webhook_deliveries where resource = 'submission' and item_id = ${id}`.execute(db)
  }
  return gone.length
}

/** The events that are in some groups now; all without groups. */
const isInGroups = (groups: readonly number[] | undefined): Sql =>
  groups === undefined ? sql`1 = 1` : sql`events.group_id in ${oneOfSql(groups)}`

/** The proposals whose events are in some groups now; all without groups. */
const isOfGroups = (groups: readonly number[] | undefined): Sql =>
  groups === undefined
    ? sql`1 = 1`
    : sql`exists (select 1 from events where events.id = event_id and ${isInGroups(groups)})`

/** Above every version: the numbers that both databases and JSON keep exactly. */
const VERSIONS = 2 ** 47

export const newDraftVersion = () => randomInt(1, VERSIONS)

async function keep(db: Db, draft: KeptDraft, seen: number | undefined): Promise<boolean> {
  const { event_id, user_id, views, event_version, series_version, modified_utc, sent_utc } = draft
  const stored = sql<{
    readonly version: number
  }>`select version from proposals where ${isOfUserSql(event_id)}`
  const current = (await stored.first(db))?.version ?? 0
  if (seen !== undefined && seen !== current) return false
  const state = sent_utc === 0 ? 'draft' : 'sent'
  // Another transaction may have kept one since.
  const { changes } = await sql`insert into proposals
      (event_id, user_id, state, version, changes, views, event_version, series_version, modified_utc, sent_utc)
    values (${event_id}, ${user_id}, ${state}, ${newDraftVersion()}, ${JSON.stringify(draft.changes)}, ${views},
      ${event_version}, ${series_version}, ${modified_utc}, ${sent_utc})
    on conflict (event_id) where user_id is not null do update set user_id = excluded.user_id,
      state = excluded.state, version = excluded.version, changes = excluded.changes, views = excluded.views,
      event_version = excluded.event_version, series_version = excluded.series_version,
      modified_utc = excluded.modified_utc, sent_utc = excluded.sent_utc
    where proposals.version = ${current}`.execute(db)
  return changes > 0
}

/** The row of an event’s users. */
export const isOfUserSql = (event: number): Sql => sql`event_id = ${event} and user_id is not null`

/** The state of a row that holds nothing but a decision. */
const stateOfDecisionSql = rawSql(
  "case decision when 'approve' then 'approved' when 'ask' then 'asked' else 'rejected' end",
)

/** Removes the draft of a change to an event. The last decision stays. Returns whether there was one of that version. */
export async function discardDraft(db: Db, { event_id, version }: DraftVersion): Promise<boolean> {
  const isIt = sql`${isOfUserSql(event_id)} and version = ${version}`
  const removed = await sql`delete from proposals where ${isIt} and decision = ''`.execute(db)
  const emptied = await sql`update proposals set changes = '', views = '', version = 0, sent_utc = 0,
    state = ${stateOfDecisionSql} where ${isIt}`.execute(db)
  return removed.changes + emptied.changes > 0
}

/** Seconds for which a link to a preview is valid: seven days. */
const SHARED = 7 * 24 * 3600

/** The most valid links of an event. The oldest ends when one more is made. */
const MOST_SHARED = 20

/** Secret links to previews of events. */
const sharing = ({ reader, writer }: OpenDatabase) => ({
  /** Creates a secret link to the preview of an event, valid for seven days. Returns its secret for the only time. */
  async share(event_id: number, { now }: Moment) {
    const at = epochOfInstant(now)
    const secret = randomSecret()
    const expires_utc = at + SHARED
    await sql`delete from secrets where expires_utc <= ${at}`.execute(writer)
    await insertRow(writer, 'secrets', { event_id, hash: secretHash(secret), expires_utc })
    await sql`delete from secrets where event_id = ${event_id} and id not in
      (select id from secrets where event_id = ${event_id} order by id desc limit ${MOST_SHARED})`.execute(
      writer,
    )
    return { secret, expires_utc }
  },
  /** Returns the id of the event of a valid link. */
  async shared(secret: string, { now }: Moment) {
    const found = await sql<{ readonly event_id: number }>`select event_id from secrets
        where hash = ${secretHash(secret)} and event_id is not null and expires_utc > ${epochOfInstant(now)}`.first(
      reader,
    )
    return found?.event_id
  },
  /** Ends all links to the preview of an event. Returns how many there were. */
  async endShared(event: number) {
    const { changes } = await sql`delete from secrets where event_id = ${event}`.execute(writer)
    return changes
  },
})

export function proposalStore(connection: OpenDatabase) {
  const { reader, writer } = connection
  let key: Promise<string> | undefined
  return {
    ...proposalReadOperations(reader),
    ...sharing(connection),
    /** The submissions that wait for a decision, proven ones first, oldest first: those to some groups, or all. */
    async waiting({ groups, page, per_page }: ReviewedPage) {
      const isWaiting = sql`state in ('sent', 'asked') and user_id is null and ${isOfGroups(groups)}`
      const total = await countRowsFrom(reader, sql`proposals where ${isWaiting}`)
      const items = await readProposalsWhere(
        reader,
        sql`${isWaiting} order by weight, proposals.id limit ${per_page} offset ${(page - 1) * per_page}`,
      )
      return { items, total }
    },
    /** The ids of the drafts about which a reviewer asked the author, who has not sent them again, the longest-waiting first. */
    async asked({ groups, page, per_page }: ReviewedPage) {
      const asked = sql`proposals join events on events.id = event_id
        where user_id is not null and decision = 'ask' and events.status = 'draft' and ${isInGroups(groups)}`
      const total = await countRowsFrom(reader, asked)
      const found = await sql`select event_id from ${asked}
          order by decided_utc, event_id limit ${per_page} offset ${(page - 1) * per_page}`.column<number>(
        reader,
      )
      return { ids: found, total }
    },
    /** The newest drafts of changes to events that are not in the trash, newest first. */
    drafts: (most: number) =>
      sql<ListedDraft>`select event_id, user_id, ${userNameSql('keepers')} as keeper, state,
            proposals.modified_utc, sent_utc, title, events.author as event_author, status, group_id
          from proposals join events on events.id = event_id left join users as keepers on keepers.id = user_id
          where user_id is not null and changes <> '' and status <> 'trash'
          order by proposals.modified_utc desc, event_id desc limit ${most}`.rows(reader),
    /**
     * Keeps the draft of a change in the place of the one of version `seen`; 0 for none, undefined for any. Returns whether it is kept:
     * not where there is another one.
     */
    keep: (draft: KeptDraft, seen: number | undefined) =>
      runTransaction(connection, (db) => keep(db, draft, seen)),
    /** Removes the draft of a change to an event. Returns whether there was one of that version. */
    discard: (draft: DraftVersion) => runTransaction(connection, (db) => discardDraft(db, draft)),
    /** Adds a secret address of a submission, for an e-mail. */
    async newSecret(proposal_id: number) {
      const secret = randomSecret()
      await insertRow(writer, 'secrets', { proposal_id, hash: secretHash(secret) })
      return secret
    },
    /** A random key that all processes share. */
    async key() {
      key ??= keyOf(connection)
      return key.catch((error: unknown) => {
        key = undefined
        throw error
      })
    },
    /** Erases name, address, what was sent, and messages to webhooks, of submissions decided at or before a time. Returns how many. */
    async erase(until: number) {
      const due = sql`select 1 from proposals where ${isToErase(until)} limit 1`
      return !(await due.exists(reader))
        ? 0
        : runTransaction(connection, (db) => eraseSenders(db, isToErase(until)))
    },
  }
}
