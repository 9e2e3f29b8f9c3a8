/** The tables of what others send and receive: submissions, reviews, drafts and previews of events, webhooks, and caches in front. */
import { cascadingReferenceType, primaryKeyConstraint } from '../migration.ts'
import {
  type BaselineTable,
  bigintColumn,
  bigintDefaultZero,
  type DialectTypes,
  hashColumn,
  integerColumn,
  nullableBigintColumn,
  textColumn,
  textDefaultEmpty,
  textDefaultEmptyList,
  varcharColumn,
} from './columns.ts'

const submissionTables = ({ id }: DialectTypes): readonly BaselineTable[] => [
  {
    name: 'submissions',
    columns: [
      [id, 'id'],
      ['bigint not null unique', 'event_id'],
      [bigintColumn, 'revision created_utc'],
      [varcharColumn(20), 'state'],
      [textDefaultEmpty, 'name email'],
      [varcharColumn(20), 'language'],
      [integerColumn, 'weight is_proven'],
      [textDefaultEmptyList, 'dropped'],
      ["text default '{}' not null", 'sent'],
      [textDefaultEmptyList, 'made'],
      [textDefaultEmpty, 'message'],
      [nullableBigintColumn, 'decided_utc'],
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
      [varcharColumn(50), 'type'],
      [bigintColumn, 'size'],
      [textColumn, 'content'],
    ],
  },
  {
    name: 'submission_senders',
    columns: [
      [id, 'id'],
      [varcharColumn(100), 'sender'],
      [integerColumn, 'weight'],
      [bigintColumn, 'at_utc'],
    ],
  },
]

const keyTables: readonly BaselineTable[] = [
  {
    name: 'used_proofs',
    columns: [
      [varcharColumn(100), 'hash'],
      [bigintColumn, 'expires_utc'],
    ],
    constraints: [primaryKeyConstraint('used_proofs_key', ['hash'])],
  },
  {
    name: 'service_keys',
    columns: [
      [varcharColumn(50), 'name'],
      [textColumn, 'value'],
    ],
    constraints: [primaryKeyConstraint('service_keys_key', ['name'])],
  },
  {
    name: 'event_reviews',
    columns: [
      [cascadingReferenceType('events'), 'event_id'],
      [varcharColumn(20), 'decision'],
      [textDefaultEmpty, 'message'],
      [bigintColumn, 'user_id decided_utc'],
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
      [bigintColumn, 'version author'],
      [exact, 'changes views'],
      [bigintColumn, 'event_version series_version modified_utc'],
      [bigintDefaultZero, 'sent_utc'],
    ],
  },
  {
    name: 'decision_undo',
    columns: [
      [`${cascadingReferenceType('events')} primary key`, 'event_id'],
      [bigintColumn, 'revision'],
      [exact, 'state'],
    ],
  },
  {
    name: 'preview_links',
    columns: [
      [id, 'id'],
      [cascadingReferenceType('events'), 'event_id'],
      [`${exact} unique`, 'hash'],
      [bigintColumn, 'created_utc expires_utc'],
    ],
  },
  {
    name: 'event_templates',
    columns: [
      [id, 'id'],
      ['bigint references "groups" ("id") on delete cascade', 'group_id'],
      [exact, 'name fields'],
      [bigintColumn, 'modified_utc'],
    ],
  },
]

/** How far caches in front of the service were told of writes. */
const purgesTable = ({ exact }: DialectTypes): BaselineTable => ({
  name: 'purge_cursor',
  columns: [
    ['varchar(20) primary key', 'name'],
    [bigintColumn, 'revision'],
    [exact, 'state'],
  ],
})

const webhookTables = ({ id }: DialectTypes): readonly BaselineTable[] => [
  {
    name: 'webhooks',
    columns: [
      [id, 'id'],
      [textColumn, 'url types filter_args'],
      [integerColumn, 'is_private active'],
      [textColumn, 'secret'],
      [textDefaultEmpty, 'old_secret'],
      [bigintDefaultZero, 'old_until_utc'],
      // Everything up to the seen revision is delivered, or is among the deliveries.
      [bigintColumn, 'created_utc seen_revision'],
      [bigintDefaultZero, 'failures exhausted held_utc'],
      [textDefaultEmpty, 'switched_off'],
      [nullableBigintColumn, 'switched_off_utc'],
    ],
  },
  {
    name: 'webhook_deliveries',
    columns: [
      [id, 'id'],
      [cascadingReferenceType('webhooks'), 'webhook_id'],
      [textColumn, 'message_id type resource'],
      [bigintColumn, 'item_id revision'],
      [textColumn, 'body state'],
      [bigintColumn, 'attempts'],
      [nullableBigintColumn, 'next_utc'],
      [bigintColumn, 'created_utc'],
      [nullableBigintColumn, 'tried_utc status milliseconds'],
      [textDefaultEmpty, 'result'],
    ],
  },
  {
    name: 'webhook_lease',
    columns: [
      ['text primary key', 'name'],
      [textColumn, 'holder'],
      [bigintColumn, 'until_utc'],
    ],
  },
]

/** Returns the tables of submissions, reviews, drafts, webhooks and purges, each after those that it references. */
export const exchangeTables = (types: DialectTypes): readonly BaselineTable[] => [
  ...submissionTables(types),
  ...keyTables,
  ...draftTables(types),
  purgesTable(types),
  ...webhookTables(types),
]
