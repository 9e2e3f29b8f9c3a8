/** The tables of what others send and receive: submissions, reviews and webhooks. */
import { ownedBy, primaryKey } from '../migration.ts'
import {
  type BaselineTable,
  type DialectTypes,
  hash,
  integer,
  maybeWhole,
  noList,
  noText,
  short,
  text,
  whole,
  zero,
} from './columns.ts'

const submissionTables = ({ id }: DialectTypes): readonly BaselineTable[] => [
  {
    name: 'submissions',
    columns: [
      [id, 'id'],
      ['bigint not null unique', 'event_id'],
      [whole, 'revision created_utc'],
      [short(20), 'state'],
      [noText, 'name email'],
      [short(20), 'language'],
      [integer, 'weight is_proven'],
      [noList, 'dropped'],
      ["text default '{}' not null", 'sent'],
      [noList, 'made'],
      [noText, 'message'],
      [maybeWhole, 'decided_utc'],
      ['integer default 0 not null', 'is_erased corrections'],
      [zero, 'size'],
    ],
  },
  {
    name: 'submission_secrets',
    columns: [
      [id, 'id'],
      [ownedBy('submissions'), 'submission_id'],
      [hash, 'hash'],
    ],
  },
  {
    name: 'submission_images',
    columns: [
      [id, 'id'],
      [`${ownedBy('submissions')} unique`, 'submission_id'],
      [short(50), 'type'],
      [whole, 'size'],
      [text, 'content'],
    ],
  },
  {
    name: 'submission_senders',
    columns: [
      [id, 'id'],
      [short(100), 'sender'],
      [integer, 'weight'],
      [whole, 'at_utc'],
    ],
  },
]

const keyTables: readonly BaselineTable[] = [
  {
    name: 'used_proofs',
    columns: [
      [short(100), 'hash'],
      [whole, 'expires_utc'],
    ],
    constraints: [primaryKey('used_proofs_key', ['hash'])],
  },
  {
    name: 'service_keys',
    columns: [
      [short(50), 'name'],
      [text, 'value'],
    ],
    constraints: [primaryKey('service_keys_key', ['name'])],
  },
  {
    name: 'event_reviews',
    columns: [
      [ownedBy('events'), 'event_id'],
      [short(20), 'decision'],
      [noText, 'message'],
      [whole, 'user_id decided_utc'],
    ],
    constraints: [primaryKey('event_reviews_key', ['event_id'])],
  },
]

const webhookTables = ({ id }: DialectTypes): readonly BaselineTable[] => [
  {
    name: 'webhooks',
    columns: [
      [id, 'id'],
      [text, 'url types filter_args'],
      [integer, 'is_private active'],
      [text, 'secret'],
      [noText, 'old_secret'],
      [zero, 'old_until_utc'],
      // Everything up to the seen revision is delivered, or is among the deliveries.
      [whole, 'created_utc seen_revision'],
      [zero, 'failures exhausted held_utc'],
      [noText, 'switched_off'],
      [maybeWhole, 'switched_off_utc'],
    ],
  },
  {
    name: 'webhook_deliveries',
    columns: [
      [id, 'id'],
      [ownedBy('webhooks'), 'webhook_id'],
      [text, 'message_id type resource'],
      [whole, 'item_id revision'],
      [text, 'body state'],
      [whole, 'attempts'],
      [maybeWhole, 'next_utc'],
      [whole, 'created_utc'],
      [maybeWhole, 'tried_utc status milliseconds'],
      [noText, 'result'],
    ],
  },
  {
    name: 'webhook_lease',
    columns: [
      ['text primary key', 'name'],
      [text, 'holder'],
      [whole, 'until_utc'],
    ],
  },
]

/** Returns the tables of submissions, reviews and webhooks, each after those that it references. */
export const exchangeTables = (types: DialectTypes): readonly BaselineTable[] => [
  ...submissionTables(types),
  ...keyTables,
  ...webhookTables(types),
]
