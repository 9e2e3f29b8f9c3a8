/**
 * What is proposed of events is of one kind: submissions of the public, the drafts of changes and the reviews of users' events become
 * proposals; the secrets of submissions, of previews and of used proofs, one table.
 */
import { type Db, quotedName, rawSql, sql } from '../database/sql.ts'
import {
  cascadingReferenceType,
  createIndex,
  createTable,
  idSqlTypeForDialect,
  type Migration,
  textType,
} from './migration.ts'

async function createTables(db: Db): Promise<void> {
  const id = idSqlTypeForDialect(db.dialect)
  const exact = `${textType(db.dialect)} default '' not null`
  const zero = 'bigint default 0 not null'
  const list = "text default '[]' not null"
  await createTable(db, {
    name: 'proposals',
    columns: {
      ...{ id, event_id: 'bigint not null', user_id: 'bigint', state: 'varchar(20) not null' },
      ...{ version: zero, event_version: zero, series_version: zero, modified_utc: zero, sent_utc: zero },
      ...{ decision: "varchar(20) default '' not null", decided_by: zero, decided_utc: 'bigint' },
      ...{
        revision: 'bigint',
        weight: 'integer default 0 not null',
        corrections: 'integer default 0 not null',
      },
      ...{
        size: zero,
        image_size: zero,
        language: "varchar(20) default '' not null",
        name: exact,
        email: exact,
      },
      ...{ message: exact, dropped: list, made: list, changes: exact, views: exact },
      ...{ image_mark: exact, image_type: exact, image: exact },
    },
  })
  await createTable(db, {
    name: 'secrets',
    columns: {
      id,
      hash: `${textType(db.dialect)} not null unique`,
      proposal_id: cascadingReferenceType('proposals').replace(' not null', ''),
      event_id: cascadingReferenceType('events').replace(' not null', ''),
      expires_utc: 'bigint',
    },
  })
  await createTable(db, {
    name: 'senders',
    columns: { id, sender: 'varchar(100) not null', weight: 'integer not null', at_utc: 'bigint not null' },
  })
}

async function createIndexes(db: Db): Promise<void> {
  for (const [name, isWhose] of [
    ['proposals_of_public', 'user_id is null'],
    ['proposals_of_users', 'user_id is not null'],
  ])
    await rawSql(`create unique index ${name} on proposals (event_id) where ${isWhose}`).execute(db)
  await createIndex(db, { table: 'proposals', columns: ['state', 'id'] })
  await createIndex(db, { table: 'proposals', columns: ['revision'] })
  for (const column of ['proposal_id', 'event_id', 'expires_utc'])
    await createIndex(db, { table: 'secrets', columns: [column] })
  await createIndex(db, { table: 'senders', columns: ['sender', 'at_utc'] })
}

/** What users propose goes with its event. The public is told what became of its own. */
async function createTrigger(db: Db): Promise<void> {
  const act = 'delete from proposals where event_id = old.id and user_id is not null;'
  const head = 'create trigger events_proposals_delete after delete on events'
  if (db.dialect === 'sqlite') return void (await rawSql(`${head} begin ${act} end`).execute(db))
  await rawSql(
    `create function fasti_events_proposals_delete() returns trigger language plpgsql as 'begin ${act} return null; end'`,
  ).execute(db)
  await rawSql(`${head} for each row execute function fasti_events_proposals_delete()`).execute(db)
}

/** The ids of submissions are known outside: those of the proposals go on from them. */
const sequence = {
  sqlite: [
    "delete from sqlite_sequence where name = 'proposals'",
    "insert into sqlite_sequence (name, seq) select 'proposals', seq from sqlite_sequence where name = 'submissions'",
  ],
  postgres: ["select setval('proposals_id_seq', last_value, is_called) from submissions_id_seq"],
} as const

const stateOfDecision =
  "case decision when 'approve' then 'approved' when 'ask' then 'asked' else 'rejected' end"

const ofThePublic = `insert into proposals (id, event_id, state, modified_utc, sent_utc, decision, decided_utc, revision, weight, corrections,
      size, image_size, language, name, email, message, dropped, made, changes, image_mark, image_type, image)
    select submissions.id, event_id, case state when 'pending' then 'sent' else state end, created_utc, created_utc,
      case state when 'approved' then 'approve' when 'asked' then 'ask' when 'rejected' then 'reject' else '' end,
      decided_utc, revision, weight, corrections, submissions.size, coalesce(image.size, 0), language, name, email, message,
      dropped, made, case is_erased when 1 then '{}' else sent end, coalesce(cast(image.id as text), ''),
      coalesce(image.type, ''), coalesce(image.content, '')
    from submissions left join submission_images as image on image.submission_id = submissions.id`

const others = [
  `insert into proposals (event_id, user_id, state, version, event_version, series_version, modified_utc, sent_utc,
      changes, views)
    select event_id, author, case when sent_utc = 0 then 'draft' else 'sent' end, version, event_version, series_version,
      modified_utc, sent_utc, changes, views from event_drafts where true`,
  // A draft that was not kept again since the decision on it was given back.
  `insert into proposals (event_id, user_id, state, modified_utc, decision, message, decided_by, decided_utc)
    select event_id, coalesce((select author from events where events.id = event_id), 0), ${stateOfDecision}, decided_utc,
      decision, message, user_id, decided_utc from event_reviews where true
    on conflict (event_id) where user_id is not null do update set decision = excluded.decision,
      message = excluded.message, decided_by = excluded.decided_by, decided_utc = excluded.decided_utc,
      state = case when excluded.decision <> 'approve' and proposals.state = 'draft'
        and proposals.modified_utc <= excluded.decided_utc then excluded.state else proposals.state end`,
  'insert into secrets (hash, proposal_id) select hash, submission_id from submission_secrets',
  'insert into secrets (hash, event_id, expires_utc) select hash, event_id, expires_utc from preview_links order by id',
  'insert into secrets (hash, expires_utc) select hash, expires_utc from used_proofs',
  'insert into senders (sender, weight, at_utc) select sender, weight, at_utc from submission_senders',
] as const

/** What a decision of before replaced isn't in the log: its write can't be undone by half. */
const decisions = (now: number) => sql`insert into audit
    (at_utc, user_id, login, via, verb, resource, item_id, title, slug, revision, is_part)
  select ${now}, 0, '', '', 'update', 'decision', event_id, '', '', revision, 1 from decision_undo`

const gone = [
  ...['submission_images', 'submission_secrets', 'submission_senders', 'submissions'],
  ...['event_drafts', 'event_reviews', 'preview_links', 'used_proofs', 'decision_undo'],
] as const

export const proposals: Migration = {
  name: '090-proposals',
  takes: gone,
  async up(db, dialect, now) {
    await createTables(db)
    await createIndexes(db)
    for (const statement of [ofThePublic, ...sequence[dialect], ...others])
      await rawSql(statement).execute(db)
    await decisions(now).execute(db)
    for (const table of gone) await sql`drop table ${quotedName(table)}`.execute(db)
    await createTrigger(db)
  },
}
