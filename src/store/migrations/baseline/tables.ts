import { type Db, type DialectName, rawSql } from '../../database/sql.ts'
import {
  cascadingReferenceType,
  idSqlTypeForDialect,
  type NewTable,
  primaryKeyConstraint,
  type SqlTypesByColumnName,
  setNullForeignKeyConstraint,
  textType,
} from '../migration.ts'

// How the tables of the baseline are declared: columns in groups of one type.

/** The type and constraints of a column, as SQL. */
type ColumnType = string | ((column: string) => string)

/** Columns of one type, by their names with spaces between them. */
type ColumnGroup = readonly [type: ColumnType, names: string]

interface BaselineTable extends Omit<NewTable, 'columns'> {
  readonly columns: readonly ColumnGroup[]
}

const textColumnSql = 'text not null'
const bigintColumnSql = 'bigint not null'
const integerColumnSql = 'integer not null'
const nullableBigintColumnSql = 'bigint'
const smallintColumnSql = 'smallint not null'
const bigintDefaultZero = 'bigint default 0 not null'
const textDefaultEmpty = "text default '' not null"
const textDefaultEmptyList = "text default '[]' not null"
const flagSqlForColumn = (column: string): string => `integer not null check ("${column}" in (0, 1))`
const flagDefaultFalseSqlForColumn = (column: string): string =>
  `smallint default 0 not null check ("${column}" in (0, 1))`
const hashColumn = 'varchar(100) not null unique'
/** A text of at most `length` characters. */
const varcharColumnOfLength = (length: number): string => `varchar(${length}) not null`

/** Returns the types that differ between the databases: of ids, and of texts that compare by code points on both. */
export function dialectTypesOf(dialect: DialectName) {
  const maybeExact = textType(dialect)
  return { id: idSqlTypeForDialect(dialect), maybeExact, exact: `${maybeExact} not null` }
}

/** The columns of an item's language, its translations, and the languages in which it is read. */
const languageColumns = (exact: string): readonly ColumnGroup[] => [
  [`${exact} default ''`, 'language'],
  [`${exact} default '{}'`, 'translations'],
  [`${exact} default ''`, 'readable_in'],
]

/** The types that differ between the databases. */
type DialectTypes = ReturnType<typeof dialectTypesOf>

/** Returns the columns of these groups in order, with their types. */
export const columnTypesOfColumnGroups = (groups: readonly ColumnGroup[]): SqlTypesByColumnName =>
  Object.fromEntries(
    groups.flatMap(([type, names]) =>
      names.split(' ').map((name) => [name, typeof type === 'string' ? type : type(name)]),
    ),
  )

// The tables of accounts: users, their groups, what lets them in, their e-mail, and what the service keeps for clients.

const owned: ColumnGroup = [cascadingReferenceType('users'), 'user_id']

const usersTable = ({ id, exact, maybeExact }: DialectTypes): BaselineTable => ({
  name: 'users',
  columns: [
    [id, 'id'],
    [exact, 'login role'],
    [bigintColumnSql, 'created_utc'],
    [maybeExact, 'password_hash'],
    [textDefaultEmpty, 'display_name email language'],
    [nullableBigintColumnSql, 'reset_asked_utc'],
    [flagDefaultFalseSqlForColumn, 'is_suspended is_email_unproven'],
    [nullableBigintColumnSql, 'last_seen_utc'],
  ],
})

/** Accounts of an organisation by which users sign in, and the roles of users in groups. */
const membershipTables = ({ id, exact }: DialectTypes): readonly BaselineTable[] => [
  {
    name: 'identities',
    columns: [[id, 'id'], owned, [exact, 'issuer subject'], [bigintColumnSql, 'created_utc signed_in_utc']],
  },
  {
    name: 'group_members',
    columns: [[cascadingReferenceType('groups'), 'group_id'], owned, [exact, 'role']],
    constraints: [primaryKeyConstraint('group_members_key', ['group_id', 'user_id'])],
    isTree: true,
  },
]

/** Tables of what lets a user in, each found by the hash of a secret. */
const secretTables = ({ id, exact }: DialectTypes): readonly BaselineTable[] => [
  {
    name: 'tokens',
    columns: [
      [id, 'id'],
      owned,
      [varcharColumnOfLength(200), 'name'],
      [hashColumn, 'hash'],
      [bigintColumnSql, 'created_utc'],
      [nullableBigintColumnSql, 'expires_utc last_used_utc'],
      [textDefaultEmptyList, 'scopes'],
    ],
  },
  {
    name: 'sessions',
    columns: [
      [id, 'id'],
      owned,
      [hashColumn, 'hash'],
      [bigintColumnSql, 'created_utc used_utc expires_utc'],
      [textDefaultEmpty, 'agent'],
      [nullableBigintColumnSql, 'ends_utc'],
      [textDefaultEmpty, 'id_token'],
    ],
  },
  {
    name: 'feed_links',
    columns: [
      [id, 'id'],
      owned,
      [varcharColumnOfLength(200), 'name'],
      [textColumnSql, 'statuses'],
      [hashColumn, 'hash'],
      [bigintColumnSql, 'created_utc'],
      [nullableBigintColumnSql, 'last_used_utc'],
    ],
  },
  {
    name: 'secret_links',
    columns: [
      [id, 'id'],
      owned,
      [varcharColumnOfLength(20), 'kind'],
      [hashColumn, 'hash'],
      [bigintColumnSql, 'created_utc expires_utc'],
      [`${exact} default ''`, 'invited_by'],
    ],
  },
  {
    name: 'email_changes',
    columns: [
      [id, 'id'],
      owned,
      [textColumnSql, 'email'],
      ['varchar(100) unique', 'hash'],
      ['smallint not null', 'is_waiting'],
      [bigintColumnSql, 'created_utc'],
    ],
  },
  {
    name: 'second_factors',
    columns: [
      [id, 'id'],
      [`${cascadingReferenceType('users')} unique`, 'user_id'],
      [textColumnSql, 'secret'],
      [nullableBigintColumnSql, 'confirmed_utc'],
      [bigintDefaultZero, 'last_step failures locked_utc'],
    ],
  },
  { name: 'recovery_codes', columns: [[id, 'id'], owned, [hashColumn, 'hash']] },
]

const mailTable = ({ id }: DialectTypes): BaselineTable => ({
  name: 'mail',
  columns: [
    [id, 'id'],
    [varcharColumnOfLength(20), 'kind'],
    [textColumnSql, 'recipient'],
    [nullableBigintColumnSql, 'subject_id'],
    [varcharColumnOfLength(20), 'language'],
    [textColumnSql, 'data'],
    [bigintColumnSql, 'created_utc next_utc'],
    [bigintDefaultZero, 'leased_utc attempts'],
    [textDefaultEmpty, 'error'],
  ],
})

const subscriptionsTable = ({ id }: DialectTypes): BaselineTable => ({
  name: 'subscriptions',
  columns: [
    [id, 'id'],
    ['text not null unique', 'address'],
    [bigintColumnSql, 'every_seconds'],
    [textColumnSql, 'categories'],
    [integerColumnSql, 'prunes'],
    [bigintColumnSql, 'created_utc next_utc'],
    [bigintDefaultZero, 'leased_utc'],
    [textDefaultEmpty, 'etag last_modified'],
    [nullableBigintColumnSql, 'tried_utc read_utc'],
    [bigintDefaultZero, 'failures'],
    [textDefaultEmpty, 'result login'],
    ['bigint references "groups" ("id") on delete set null', 'group_id'],
    [textDefaultEmpty, 'reason'],
    ["text default '{}' not null", 'reason_values'],
  ],
})

/** Responses kept under idempotency keys, and the settings of the site. */
const keptTables: readonly BaselineTable[] = [
  {
    name: 'kept_answers',
    columns: [
      ['varchar(500) primary key', 'key'],
      [varcharColumnOfLength(100), 'request'],
      [textColumnSql, 'answer'],
      [bigintColumnSql, 'kept_utc'],
    ],
  },
  {
    name: 'settings',
    columns: [
      ['varchar(100) primary key', 'name'],
      [textColumnSql, 'value'],
    ],
  },
]

/** Returns the tables of accounts, each after those that it references. */
export const makeAccountTables = (types: DialectTypes): readonly BaselineTable[] => [
  usersTable(types),
  ...membershipTables(types),
  ...secretTables(types),
  mailTable(types),
  subscriptionsTable(types),
  ...keptTables,
]

// The tables of what others send and receive: submissions, reviews, drafts and previews of events, webhooks, and caches in front.

const submissionTables = ({ id }: DialectTypes): readonly BaselineTable[] => [
  {
    name: 'submissions',
    columns: [
      [id, 'id'],
      ['bigint not null unique', 'event_id'],
      [bigintColumnSql, 'revision created_utc'],
      [varcharColumnOfLength(20), 'state'],
      [textDefaultEmpty, 'name email'],
      [varcharColumnOfLength(20), 'language'],
      [integerColumnSql, 'weight is_proven'],
      [textDefaultEmptyList, 'dropped'],
      ["text default '{}' not null", 'sent'],
      [textDefaultEmptyList, 'made'],
      [textDefaultEmpty, 'message'],
      [nullableBigintColumnSql, 'decided_utc'],
      ['integer default 0 not null', 'is_erased corrections'],
      [bigintDefaultZero, 'size'],
    ],
  },
  {
    name: 'submission_secrets',
    columns: [
      [id, 'id'],
      [cascadingReferenceType('submissions'), 'submission_id'],
      [hashColumn, 'hash'],
    ],
  },
  {
    name: 'submission_images',
    columns: [
      [id, 'id'],
      [`${cascadingReferenceType('submissions')} unique`, 'submission_id'],
      [varcharColumnOfLength(50), 'type'],
      [bigintColumnSql, 'size'],
      [textColumnSql, 'content'],
    ],
  },
  {
    name: 'submission_senders',
    columns: [
      [id, 'id'],
      [varcharColumnOfLength(100), 'sender'],
      [integerColumnSql, 'weight'],
      [bigintColumnSql, 'at_utc'],
    ],
  },
]

const keyTables: readonly BaselineTable[] = [
  {
    name: 'used_proofs',
    columns: [
      [varcharColumnOfLength(100), 'hash'],
      [bigintColumnSql, 'expires_utc'],
    ],
    constraints: [primaryKeyConstraint('used_proofs_key', ['hash'])],
  },
  {
    name: 'service_keys',
    columns: [
      [varcharColumnOfLength(50), 'name'],
      [textColumnSql, 'value'],
    ],
    constraints: [primaryKeyConstraint('service_keys_key', ['name'])],
  },
  {
    name: 'event_reviews',
    columns: [
      [cascadingReferenceType('events'), 'event_id'],
      [varcharColumnOfLength(20), 'decision'],
      [textDefaultEmpty, 'message'],
      [bigintColumnSql, 'user_id decided_utc'],
    ],
    constraints: [primaryKeyConstraint('event_reviews_key', ['event_id'])],
  },
]

/** Events on their way to the public, and templates of new ones. */
const draftTables = ({ id, exact }: DialectTypes): readonly BaselineTable[] => [
  {
    name: 'event_drafts',
    columns: [
      [`${cascadingReferenceType('events')} primary key`, 'event_id'],
      [bigintColumnSql, 'version author'],
      [exact, 'changes views'],
      [bigintColumnSql, 'event_version series_version modified_utc'],
      [bigintDefaultZero, 'sent_utc'],
    ],
  },
  {
    name: 'decision_undo',
    columns: [
      [`${cascadingReferenceType('events')} primary key`, 'event_id'],
      [bigintColumnSql, 'revision'],
      [exact, 'state'],
    ],
  },
  {
    name: 'preview_links',
    columns: [
      [id, 'id'],
      [cascadingReferenceType('events'), 'event_id'],
      [`${exact} unique`, 'hash'],
      [bigintColumnSql, 'created_utc expires_utc'],
    ],
  },
  {
    name: 'event_templates',
    columns: [
      [id, 'id'],
      ['bigint references "groups" ("id") on delete cascade', 'group_id'],
      [exact, 'name fields'],
      [bigintColumnSql, 'modified_utc'],
    ],
  },
]

/** How far caches in front of the service were told of writes. */
const purgesTable = ({ exact }: DialectTypes): BaselineTable => ({
  name: 'purge_cursor',
  columns: [
    ['varchar(20) primary key', 'name'],
    [bigintColumnSql, 'revision'],
    [exact, 'state'],
  ],
})

const webhookTables = ({ id }: DialectTypes): readonly BaselineTable[] => [
  {
    name: 'webhooks',
    columns: [
      [id, 'id'],
      [textColumnSql, 'url types filter_args'],
      [integerColumnSql, 'is_private active'],
      [textColumnSql, 'secret'],
      [textDefaultEmpty, 'old_secret'],
      [bigintDefaultZero, 'old_until_utc'],
      // Everything up to the seen revision is delivered, or is among the deliveries.
      [bigintColumnSql, 'created_utc seen_revision'],
      [bigintDefaultZero, 'failures exhausted held_utc'],
      [textDefaultEmpty, 'switched_off'],
      [nullableBigintColumnSql, 'switched_off_utc'],
    ],
  },
  {
    name: 'webhook_deliveries',
    columns: [
      [id, 'id'],
      [cascadingReferenceType('webhooks'), 'webhook_id'],
      [textColumnSql, 'message_id type resource'],
      [bigintColumnSql, 'item_id revision'],
      [textColumnSql, 'body state'],
      [bigintColumnSql, 'attempts'],
      [nullableBigintColumnSql, 'next_utc'],
      [bigintColumnSql, 'created_utc'],
      [nullableBigintColumnSql, 'tried_utc status milliseconds'],
      [textDefaultEmpty, 'result'],
    ],
  },
  {
    name: 'webhook_lease',
    columns: [
      ['text primary key', 'name'],
      [textColumnSql, 'holder'],
      [bigintColumnSql, 'until_utc'],
    ],
  },
]

/** Returns the tables of submissions, reviews, drafts, webhooks and purges, each after those that it references. */
export const makeExchangeTables = (types: DialectTypes): readonly BaselineTable[] => [
  ...submissionTables(types),
  ...keyTables,
  ...draftTables(types),
  purgesTable(types),
  ...webhookTables(types),
]

// The tables of federation: our actors and whom they reach, activities on their way, and what comes in (contract §19).

const actorTables = ({ id, exact }: DialectTypes): readonly BaselineTable[] => [
  {
    name: 'federation_actors',
    columns: [
      [id, 'id'],
      ['varchar(300) not null unique', 'name'],
      [varcharColumnOfLength(20), 'kind'],
      [bigintColumnSql, 'item_id'],
      [exact, 'private_key public_key'],
      [bigintColumnSql, 'created_utc'],
      ["varchar(20) default 'open' not null", 'state'],
    ],
  },
  {
    name: 'federation_followers',
    columns: [
      [id, 'id'],
      [cascadingReferenceType('federation_actors'), 'actor_id'],
      [exact, 'follower host inbox delivered_to'],
      [varcharColumnOfLength(20), 'state'],
      [exact, 'activity'],
      [bigintColumnSql, 'created_utc'],
    ],
  },
  {
    name: 'federation_peers',
    columns: [
      [`${exact} primary key`, 'actor'],
      [exact, 'key_id public_key inbox delivered_to name'],
      [bigintColumnSql, 'fetched_utc'],
    ],
    isTree: true,
  },
]

const queueTables = ({ id, exact }: DialectTypes): readonly BaselineTable[] => [
  {
    name: 'federation_hosts',
    columns: [
      [`${exact} primary key`, 'host'],
      [bigintColumnSql, 'failures failing_since_utc retry_utc'],
    ],
    isTree: true,
  },
  {
    name: 'federation_activities',
    columns: [
      [id, 'id'],
      [cascadingReferenceType('federation_actors'), 'actor_id'],
      [varcharColumnOfLength(100), 'line'],
      [exact, 'body'],
      [bigintColumnSql, 'created_utc'],
    ],
  },
  {
    name: 'federation_deliveries',
    columns: [
      [id, 'id'],
      [cascadingReferenceType('federation_activities'), 'activity_id'],
      [varcharColumnOfLength(100), 'line'],
      [exact, 'inbox host'],
      [bigintColumnSql, 'attempts next_utc'],
    ],
  },
]

/** To how many servers an activity went, which of them never got it, and how attempts at each server ended. */
const outcomeTables = ({ exact }: DialectTypes): readonly BaselineTable[] => [
  {
    name: 'federation_sent',
    columns: [
      ['bigint primary key', 'activity_id'],
      [bigintColumnSql, 'actor_id'],
      [varcharColumnOfLength(20), 'type'],
      [bigintColumnSql, 'event_id created_utc hosts'],
    ],
  },
  {
    name: 'federation_failures',
    columns: [
      [bigintColumnSql, 'activity_id'],
      [exact, 'host'],
      [varcharColumnOfLength(20), 'reason'],
      [bigintColumnSql, 'status at_utc'],
    ],
    constraints: [primaryKeyConstraint('federation_failures_key', ['activity_id', 'host'])],
    isTree: true,
  },
  {
    name: 'federation_outcomes',
    columns: [
      [`${exact} primary key`, 'host'],
      [bigintColumnSql, 'delivered delivered_utc failed failed_utc'],
      [varcharColumnOfLength(20), 'reason'],
      [bigintColumnSql, 'status tried_utc'],
    ],
    isTree: true,
  },
]

/** The tellings of each event by each actor, the reactions of others, and how far the journal was told. */
const memoryTables = ({ exact }: DialectTypes): readonly BaselineTable[] => [
  {
    name: 'federation_tellings',
    columns: [
      [bigintColumnSql, 'event_id actor_id'],
      [varcharColumnOfLength(20), 'state'],
      [varcharColumnOfLength(100), 'fingerprint'],
      [bigintColumnSql, 'changed_utc'],
    ],
    constraints: [primaryKeyConstraint('federation_tellings_key', ['event_id', 'actor_id'])],
    isTree: true,
  },
  {
    name: 'federation_reactions',
    columns: [
      [bigintColumnSql, 'event_id'],
      [varcharColumnOfLength(20), 'kind'],
      [exact, 'actor activity'],
    ],
    constraints: [primaryKeyConstraint('federation_reactions_key', ['event_id', 'kind', 'actor'])],
    isTree: true,
  },
  {
    name: 'federation_seen',
    columns: [
      [`${exact} primary key`, 'activity'],
      [bigintColumnSql, 'at_utc'],
    ],
    isTree: true,
  },
  {
    name: 'federation_cursor',
    columns: [
      ['varchar(20) primary key', 'name'],
      [bigintColumnSql, 'revision'],
    ],
  },
]

/** Whom the calendar follows, where events came from, and blocked domains. */
const followingTables = ({ id, exact }: DialectTypes): readonly BaselineTable[] => [
  {
    name: 'federation_following',
    columns: [
      [id, 'id'],
      [`${exact} unique`, 'actor'],
      [exact, 'host inbox'],
      [varcharColumnOfLength(20), 'state status'],
      [nullableBigintColumnSql, 'group_id category_id'],
      [exact, 'activity'],
      [bigintColumnSql, 'created_utc'],
      [nullableBigintColumnSql, 'next_utc'],
    ],
  },
  {
    name: 'federation_incoming',
    columns: [
      [`${exact} primary key`, 'object'],
      [nullableBigintColumnSql, 'event_id'],
      [exact, 'actor'],
      [bigintColumnSql, 'following_id updated_utc'],
      [exact, 'sent'],
      [nullableBigintColumnSql, 'next_utc'],
      [smallintColumnSql, 'is_daily'],
      [`${exact} default ''`, 'image'],
      [nullableBigintColumnSql, 'image_utc'],
    ],
    isTree: true,
  },
  {
    name: 'federation_blocks',
    columns: [
      [`${exact} primary key`, 'domain'],
      [bigintColumnSql, 'created_utc'],
    ],
    isTree: true,
  },
]

/** Returns the tables of federation, each after those that it references. */
export const makeFederationTables = (types: DialectTypes): readonly BaselineTable[] =>
  [actorTables, queueTables, outcomeTables, memoryTables, followingTables].flatMap((tables) => tables(types))

// Long texts, each stored once (`database/long-texts.ts`), and what keeps them as long as an event or a translation has them.

const longTextsTable = ({ id, exact }: DialectTypes): BaselineTable => ({
  name: 'long_texts',
  columns: [
    [id, 'id'],
    [hashColumn, 'hash'],
    [smallintColumnSql, 'is_searched'],
    [exact, 'text'],
  ],
})

/** The texts of translations, which are searched in the language asked: each is one of the long texts. */
const translatedTextsTable = ({ exact }: DialectTypes): BaselineTable => ({
  name: 'translated_texts',
  columns: [
    [exact, 'item_table'],
    [bigintColumnSql, 'item_id'],
    [exact, 'language field'],
    ['bigint not null references "long_texts" ("id")', 'text_id'],
  ],
  constraints: [
    primaryKeyConstraint('translated_texts_pkey', ['item_table', 'item_id', 'language', 'field', 'text_id']),
  ],
  isTree: true,
})

const makeLongTextTables = (types: DialectTypes): readonly BaselineTable[] => [
  longTextsTable(types),
  translatedTextsTable(types),
]

const translatedTables = ['events', 'venues', 'organizers', 'categories', 'tags', 'groups', 'media']

/** The columns of events that refer to long texts. */
const referringColumns = ['long_description', 'long_excerpt', 'long_search']
const listed = (row: string) => referringColumns.map((column) => `${row}.${column}`)
const hasAny = listed('old')
  .map((column) => `${column} is not null`)
  .join(' or ')

const isUnused = [
  ...referringColumns.map((column) => `not exists (select 1 from events where ${column} = long_texts.id)`),
  'not exists (select 1 from translated_texts where text_id = long_texts.id)',
].join(' and ')
/** Deletes those of these texts that nothing has any more. */
const cleaningOf = (ids: readonly string[]) =>
  `delete from long_texts where id in (${ids.join(', ')}) and ${isUnused};`
const ofEvents = cleaningOf(listed('old'))
const ofTranslations = cleaningOf(['old.text_id'])
const removing = (table: string) =>
  `delete from translated_texts where item_table = '${table}' and item_id = old.id;`

const onSqlite: readonly string[] = [
  `create trigger events_long_texts_delete after delete on events when ${hasAny} begin ${ofEvents} end`,
  `create trigger events_long_texts_update after update of ${referringColumns.join(', ')} on events
    when ${referringColumns.map((column) => `old.${column} is not new.${column}`).join(' or ')} begin ${ofEvents} end`,
  `create trigger translated_texts_delete after delete on translated_texts begin ${ofTranslations} end`,
  ...translatedTables.map(
    (table) =>
      `create trigger ${table}_translated_delete after delete on ${table} when old.translations <> '{}'
        begin ${removing(table)} end`,
  ),
  'create view searched_texts as select id, text from long_texts where is_searched = 1',
  `create virtual table long_texts_index using fts5
    (text, content = 'searched_texts', content_rowid = 'id', tokenize = 'trigram case_sensitive 1', columnsize = 0)`,
  `create trigger long_texts_insert after insert on long_texts when new.is_searched = 1 begin
    insert into long_texts_index (rowid, text) values (new.id, new.text); end`,
  `create trigger long_texts_delete after delete on long_texts when old.is_searched = 1 begin
    insert into long_texts_index (long_texts_index, rowid, text) values ('delete', old.id, old.text); end`,
]

const functionOf = (name: string, act: string) =>
  `create function ${name}() returns trigger language plpgsql as 'begin ${act.replaceAll("'", "''")} return null; end'`

const onPostgres: readonly string[] = [
  functionOf('fasti_long_texts', ofEvents),
  functionOf('fasti_translated_texts', ofTranslations),
  `create trigger events_long_texts_delete after delete on events for each row when (${hasAny})
    execute function fasti_long_texts()`,
  `create trigger events_long_texts_update after update of ${referringColumns.join(', ')} on events for each row
    when ((${listed('old').join(', ')}) is distinct from (${listed('new').join(', ')})) execute function fasti_long_texts()`,
  `create trigger translated_texts_delete after delete on translated_texts for each row
    execute function fasti_translated_texts()`,
  ...translatedTables.flatMap((table) => [
    functionOf(`fasti_translated_${table}`, removing(table)),
    `create trigger ${table}_translated_delete after delete on ${table} for each row when (old.translations <> '{}')
      execute function fasti_translated_${table}()`,
  ]),
]

/** Creates the triggers and, on SQLite, the index of long texts. */
export async function createLongTextTriggers(db: Db): Promise<void> {
  for (const statement of db.dialect === 'sqlite' ? onSqlite : onPostgres) await rawSql(statement).execute(db)
}

// The tables of the calendar: items and their links, the groups that keep them, and the long texts that events share.

const setNull = (of: string, column: string, table: string) =>
  setNullForeignKeyConstraint(`${of}_${column}`, column, table)

const linksTo = (targets: string): BaselineTable => ({
  name: `event_${targets}`,
  columns: [
    [cascadingReferenceType('events'), 'event_id'],
    [cascadingReferenceType(targets), 'target_id'],
    [integerColumnSql, 'position'],
  ],
  constraints: [primaryKeyConstraint(`event_${targets}_key`, ['event_id', 'target_id'])],
  isTree: true,
})

/** The group of an event or a series, and whether it is in the main calendar; null follows the group. */
const groupColumns: readonly ColumnGroup[] = [
  ['bigint references "groups" ("id") on delete set null', 'group_id'],
  ['smallint check ("in_main" in (0, 1))', 'in_main'],
]

const groupsTable = ({ id, exact }: DialectTypes): BaselineTable => ({
  name: 'groups',
  columns: [
    [id, 'id'],
    [bigintColumnSql, 'version modified_utc'],
    [`${exact} default '[]'`, 'origins'],
    [exact, 'name name_key slug description color main'],
    [nullableBigintColumnSql, 'image'],
    [exact, 'search_text'],
    ...languageColumns(exact),
    [flagDefaultFalseSqlForColumn, 'federated'],
  ],
  constraints: [setNull('groups', 'image', 'media')],
})

const seriesTable = ({ id, exact }: DialectTypes): BaselineTable => ({
  name: 'series',
  columns: [
    [id, 'id'],
    [bigintColumnSql, 'version modified_utc'],
    [`${exact} default '[]'`, 'origins'],
    [bigintColumnSql, 'author'],
    [exact, 'status'],
    [bigintColumnSql, 'date_utc'],
    [flagSqlForColumn, 'date_set'],
    [exact, 'slug title title_key uid recurrence timezone'],
    [flagSqlForColumn, 'all_day'],
    [exact, 'start_date end_date made_until'],
    [flagSqlForColumn, 'is_complete'],
    [bigintDefaultZero, 'trash_act'],
    [`${exact} default ''`, 'recurrence_before'],
    [nullableBigintColumnSql, 'continues continued_by'],
    [exact, 'pattern'],
    [`${exact} default ''`, 'unspread'],
    [bigintDefaultZero, 'spread_to'],
    ...groupColumns,
    [bigintDefaultZero, 'moved_by'],
    [`${exact} default ''`, 'moved_to'],
  ],
  constraints: ['continues', 'continued_by'].map((column) => setNull('series', column, 'series')),
})

const eventsTable = ({ id, exact, maybeExact }: DialectTypes): BaselineTable => ({
  name: 'events',
  columns: [
    [id, 'id'],
    [exact, 'origins status slug description website search_text title title_key excerpt'],
    [exact, 'start_date end_date timezone cost tickets custom_fields'],
    [bigintColumnSql, 'version modified_utc author date_utc start_utc end_utc'],
    [flagSqlForColumn, 'date_set all_day show_map show_map_link hide_from_listings sticky featured ticketed'],
    [maybeExact, 'password_hash'],
    [nullableBigintColumnSql, 'image post_parent'],
    [textDefaultEmpty, 'uid'],
    ['integer default 0 not null', 'was_public'],
    [textDefaultEmpty, 'pruned_status'],
    ["text default 'scheduled' not null", 'event_status'],
    [textDefaultEmpty, 'previous_start_date'],
    ["text default 'offline' not null", 'attendance_mode'],
    [textDefaultEmpty, 'online_url'],
    ['smallint default 0 not null', 'free'],
    ['bigint references "series" ("id") on delete set null', 'series'],
    [`${exact} default ''`, 'recurrence_id'],
    [`${exact} default '[]'`, 'own_fields'],
    [bigintDefaultZero, 'trash_act'],
    ['bigint references "long_texts" ("id")', 'long_description long_excerpt long_search'],
    ...languageColumns(exact),
    [`${exact} default ''`, 'status_reason'],
    ...groupColumns,
    [`${exact} default 'null'`, 'origin'],
  ],
  constraints: [setNull('events', 'image', 'media'), setNull('events', 'post_parent', 'events')],
})

const linkedTables = ({ id, exact, maybeExact }: DialectTypes): readonly BaselineTable[] => [
  {
    name: 'venues',
    columns: [
      [id, 'id'],
      [exact, 'origins status slug description website search_text name name_key'],
      [exact, 'address city country province state zip phone'],
      [bigintColumnSql, 'version modified_utc author date_utc'],
      [flagSqlForColumn, 'date_set show_map show_map_link'],
      [maybeExact, 'stateprovince'],
      [nullableBigintColumnSql, 'image'],
      ['double precision', 'geo_lat geo_lng'],
      ...languageColumns(exact),
      [`${exact} default ''`, 'accessibility'],
    ],
    constraints: [setNull('venues', 'image', 'media')],
  },
  {
    name: 'organizers',
    columns: [
      [id, 'id'],
      [exact, 'origins status slug description website search_text name name_key phone email'],
      [bigintColumnSql, 'version modified_utc author date_utc'],
      [flagSqlForColumn, 'date_set'],
      [nullableBigintColumnSql, 'image'],
      ...languageColumns(exact),
      [flagDefaultFalseSqlForColumn, 'federated'],
    ],
    constraints: [setNull('organizers', 'image', 'media')],
  },
]

const termTables = ({ id, exact }: DialectTypes): readonly BaselineTable[] => {
  const columns: BaselineTable['columns'] = [
    [id, 'id'],
    [exact, 'origins name name_key slug description search_text'],
    [bigintColumnSql, 'version modified_utc count'],
  ]
  const languages = languageColumns(exact)
  const more: BaselineTable['columns'] = [
    [nullableBigintColumnSql, 'parent'],
    [textDefaultEmpty, 'color'],
    ...languages,
    ["varchar(40) default 'by_name' not null", 'federated_as'],
  ]
  const constraints = [setNull('categories', 'parent', 'categories')]
  return [
    { name: 'categories', columns: [...columns, ...more], constraints },
    { name: 'tags', columns: [...columns, ...languages] },
  ]
}

const mediaTable = ({ id, exact }: DialectTypes): BaselineTable => ({
  name: 'media',
  columns: [
    [id, 'id'],
    [exact, 'title alt_text file extension mime_type sizes source_url'],
    [bigintColumnSql, 'version author date_utc modified_utc width height filesize'],
    [textDefaultEmpty, 'search_text'],
    ['integer default 50 not null', 'focus_x focus_y'],
    [`${exact} default ''`, 'slug widths'],
    ...languageColumns(exact),
    [`${exact} default ''`, 'credit license'],
  ],
})

/** Returns the tables of the calendar, each after those that it references. */
export const makeCalendarTables = (types: DialectTypes): readonly BaselineTable[] => [
  mediaTable(types),
  ...makeLongTextTables(types),
  groupsTable(types),
  seriesTable(types),
  eventsTable(types),
  ...linkedTables(types),
  ...termTables(types),
  ...['venues', 'organizers', 'categories', 'tags'].map(linksTo),
]

// The tables of what writes did: their number, the items that they touched, the newest change of each item, what left a group, merges, imports, and series
// before a change of the whole.

/** Returns the tables of what writes did, none of which references another. */
export const makeWriteLogTables = ({ id, exact, maybeExact }: DialectTypes): readonly BaselineTable[] => [
  {
    name: 'revision',
    columns: [
      ['integer primary key', 'id'],
      [bigintColumnSql, 'value'],
      [bigintDefaultZero, 'needs'],
    ],
  },
  {
    name: 'journal',
    columns: [
      [bigintColumnSql, 'revision'],
      [textColumnSql, 'resource'],
      [bigintColumnSql, 'item_id'],
      [textDefaultEmpty, 'change public_change'],
      [nullableBigintColumnSql, 'group_before group_after'],
    ],
    constraints: [primaryKeyConstraint('journal_key', ['revision', 'resource', 'item_id'])],
    isTree: true,
  },
  {
    name: 'changes',
    columns: [
      [textColumnSql, 'resource'],
      [bigintColumnSql, 'item_id revision at_utc author'],
      [integerColumnSql, 'is_live is_public'],
      [bigintColumnSql, 'live_since public_since'],
      [nullableBigintColumnSql, 'public_revision group_id'],
      [bigintDefaultZero, 'group_since'],
    ],
    constraints: [primaryKeyConstraint('changes_key', ['resource', 'item_id'])],
    isTree: true,
  },
  {
    name: 'group_leavings',
    columns: [
      [bigintColumnSql, 'group_id'],
      [exact, 'resource'],
      [bigintColumnSql, 'item_id revision author'],
      [nullableBigintColumnSql, 'public_revision'],
    ],
    constraints: [primaryKeyConstraint('group_leavings_key', ['group_id', 'resource', 'item_id'])],
    isTree: true,
  },
  {
    name: 'changes_floor',
    columns: [
      ['text primary key', 'name'],
      [bigintColumnSql, 'revision'],
    ],
  },
  {
    name: 'merges',
    columns: [
      [id, 'id'],
      [bigintColumnSql, 'revision'],
      [exact, 'resource'],
      [bigintColumnSql, 'item_id'],
      [exact, 'slug name_key'],
      [bigintColumnSql, 'into_id'],
      [exact, 'record events series children imports'],
    ],
  },
  {
    name: 'series_undo',
    columns: [
      [bigintColumnSql, 'revision series_id at_utc'],
      [exact, 'state'],
    ],
    constraints: [primaryKeyConstraint('series_undo_key', ['revision', 'series_id'])],
  },
  {
    name: 'imports',
    columns: [
      [`${maybeExact} primary key`, 'key'],
      [exact, 'resource'],
      [bigintColumnSql, 'item_id'],
    ],
  },
  {
    name: 'audit',
    columns: [
      [id, 'id'],
      [bigintColumnSql, 'at_utc user_id'],
      [textColumnSql, 'login verb resource'],
      [bigintColumnSql, 'item_id'],
      [textColumnSql, 'title slug'],
      [textDefaultEmptyList, 'fields'],
      ['bigint default 1 not null', 'touched'],
      ["varchar(20) default '' not null", 'via'],
      [bigintDefaultZero, 'revision'],
      ["text default '{}' not null", 'changes'],
    ],
  },
]
