/** The tables of accounts: users, what lets them in, their e-mail, and what the service keeps for clients. */
import { ownedBy } from '../migration.ts'
import {
  type BaselineTable,
  type ColumnGroup,
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

const owned: ColumnGroup = [ownedBy('users'), 'user_id']

const usersTable = ({ id, exact, maybeExact }: DialectTypes): BaselineTable => ({
  name: 'users',
  columns: [
    [id, 'id'],
    [exact, 'login role'],
    [whole, 'created_utc'],
    [maybeExact, 'password_hash'],
    [noText, 'display_name email language'],
    [maybeWhole, 'reset_asked_utc'],
  ],
})

/** Tables of what lets a user in, each found by the hash of a secret. */
const secretTables = ({ id }: DialectTypes): readonly BaselineTable[] => [
  {
    name: 'tokens',
    columns: [
      [id, 'id'],
      owned,
      [short(200), 'name'],
      [hash, 'hash'],
      [whole, 'created_utc'],
      [maybeWhole, 'expires_utc last_used_utc'],
      [noList, 'scopes'],
    ],
  },
  {
    name: 'sessions',
    columns: [
      [id, 'id'],
      owned,
      [hash, 'hash'],
      [whole, 'created_utc used_utc expires_utc'],
      [noText, 'agent'],
    ],
  },
  {
    name: 'feed_links',
    columns: [
      [id, 'id'],
      owned,
      [short(200), 'name'],
      [text, 'statuses'],
      [hash, 'hash'],
      [whole, 'created_utc'],
      [maybeWhole, 'last_used_utc'],
    ],
  },
  {
    name: 'secret_links',
    columns: [[id, 'id'], owned, [short(20), 'kind'], [hash, 'hash'], [whole, 'created_utc expires_utc']],
  },
  {
    name: 'email_changes',
    columns: [
      [id, 'id'],
      owned,
      [text, 'email'],
      ['varchar(100) unique', 'hash'],
      ['smallint not null', 'is_waiting'],
      [whole, 'created_utc'],
    ],
  },
  {
    name: 'second_factors',
    columns: [
      [id, 'id'],
      [`${ownedBy('users')} unique`, 'user_id'],
      [text, 'secret'],
      [maybeWhole, 'confirmed_utc'],
      [zero, 'last_step failures locked_utc'],
    ],
  },
  { name: 'recovery_codes', columns: [[id, 'id'], owned, [hash, 'hash']] },
]

const mailTable = ({ id }: DialectTypes): BaselineTable => ({
  name: 'mail',
  columns: [
    [id, 'id'],
    [short(20), 'kind'],
    [text, 'recipient'],
    [maybeWhole, 'subject_id'],
    [short(20), 'language'],
    [text, 'data'],
    [whole, 'created_utc next_utc'],
    [zero, 'leased_utc attempts'],
    [noText, 'error'],
  ],
})

const subscriptionsTable = ({ id }: DialectTypes): BaselineTable => ({
  name: 'subscriptions',
  columns: [
    [id, 'id'],
    ['text not null unique', 'address'],
    [whole, 'every_seconds'],
    [text, 'categories'],
    [integer, 'prunes'],
    [whole, 'created_utc next_utc'],
    [zero, 'leased_utc'],
    [noText, 'etag last_modified'],
    [maybeWhole, 'tried_utc read_utc'],
    [zero, 'failures'],
    [noText, 'result login'],
  ],
})

/** Responses kept under idempotency keys, and the settings of the site. */
const keptTables: readonly BaselineTable[] = [
  {
    name: 'kept_answers',
    columns: [
      ['varchar(500) primary key', 'key'],
      [short(100), 'request'],
      [text, 'answer'],
      [whole, 'kept_utc'],
    ],
  },
  {
    name: 'settings',
    columns: [
      ['varchar(100) primary key', 'name'],
      [text, 'value'],
    ],
  },
]

/** Returns the tables of accounts, each after those that it references. */
export const accountTables = (types: DialectTypes): readonly BaselineTable[] => [
  usersTable(types),
  ...secretTables(types),
  mailTable(types),
  subscriptionsTable(types),
  ...keptTables,
]
