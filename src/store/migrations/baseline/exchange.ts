/** The tables of what others send and receive: submissions, reviews, drafts and previews of events, webhooks, and caches in front. */
import { cascadingReferenceType, primaryKeyConstraint } from '../migration.ts'
import {
  type BaselineTable,
  bigintColumnSql,
  bigintDefaultZero,
  type DialectTypes,
  hashColumn,
  integerColumnSql,
  nullableBigintColumnSql,
  textColumnSql,
  textDefaultEmpty,
  textDefaultEmptyList,
  varcharColumnOfLength,
} from './columns.ts'

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
