/** The tables of accounts: users, their groups, what lets them in, their e-mail, and what the service keeps for clients. */
import { cascadingReferenceType, primaryKeyConstraint } from '../migration.ts'
import {
  type BaselineTable,
  bigintColumnSql,
  bigintDefaultZero,
  type ColumnGroup,
  type DialectTypes,
  flagDefaultFalseSqlForColumn,
  hashColumn,
  integerColumnSql,
  nullableBigintColumnSql,
  textColumnSql,
  textDefaultEmpty,
  textDefaultEmptyList,
  varcharColumnOfLength,
} from './columns.ts'

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
