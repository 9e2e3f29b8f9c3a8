/** The tables of what writes did: their number, the items that they touched, the newest change of each item, what left a group, merges, imports, and series
 * before a change of the whole. */
import { primaryKeyConstraint } from '../migration.ts'
import {
  type BaselineTable,
  bigintColumnSql,
  bigintDefaultZero,
  type DialectTypes,
  integerColumnSql,
  nullableBigintColumnSql,
  textColumnSql,
  textDefaultEmpty,
  textDefaultEmptyList,
} from './columns.ts'

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
