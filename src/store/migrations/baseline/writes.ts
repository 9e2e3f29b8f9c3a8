/** The tables of what writes did: their number, the items that they touched, the newest change of each item, what left a group, merges, imports, and series
 * before a change of the whole. */
import { primaryKeyConstraint } from '../migration.ts'
import {
  type BaselineTable,
  bigintColumn,
  bigintDefaultZero,
  type DialectTypes,
  integerColumn,
  nullableBigintColumn,
  textColumn,
  textDefaultEmpty,
  textDefaultEmptyList,
} from './columns.ts'

/** Returns the tables of what writes did, none of which references another. */
export const writeLogTables = ({ id, exact, maybeExact }: DialectTypes): readonly BaselineTable[] => [
  {
    name: 'revision',
    columns: [
      ['integer primary key', 'id'],
      [bigintColumn, 'value'],
      [bigintDefaultZero, 'needs'],
    ],
  },
  {
    name: 'journal',
    columns: [
      [bigintColumn, 'revision'],
      [textColumn, 'resource'],
      [bigintColumn, 'item_id'],
      [textDefaultEmpty, 'change public_change'],
      [nullableBigintColumn, 'group_before group_after'],
    ],
    constraints: [primaryKeyConstraint('journal_key', ['revision', 'resource', 'item_id'])],
    isTree: true,
  },
  {
    name: 'changes',
    columns: [
      [textColumn, 'resource'],
      [bigintColumn, 'item_id revision at_utc author'],
      [integerColumn, 'is_live is_public'],
      [bigintColumn, 'live_since public_since'],
      [nullableBigintColumn, 'public_revision group_id'],
      [bigintDefaultZero, 'group_since'],
    ],
    constraints: [primaryKeyConstraint('changes_key', ['resource', 'item_id'])],
    isTree: true,
  },
  {
    name: 'group_leavings',
    columns: [
      [bigintColumn, 'group_id'],
      [exact, 'resource'],
      [bigintColumn, 'item_id revision author'],
      [nullableBigintColumn, 'public_revision'],
    ],
    constraints: [primaryKeyConstraint('group_leavings_key', ['group_id', 'resource', 'item_id'])],
    isTree: true,
  },
  {
    name: 'changes_floor',
    columns: [
      ['text primary key', 'name'],
      [bigintColumn, 'revision'],
    ],
  },
  {
    name: 'merges',
    columns: [
      [id, 'id'],
      [bigintColumn, 'revision'],
      [exact, 'resource'],
      [bigintColumn, 'item_id'],
      [exact, 'slug name_key'],
      [bigintColumn, 'into_id'],
      [exact, 'record events series children imports'],
    ],
  },
  {
    name: 'series_undo',
    columns: [
      [bigintColumn, 'revision series_id at_utc'],
      [exact, 'state'],
    ],
    constraints: [primaryKeyConstraint('series_undo_key', ['revision', 'series_id'])],
  },
  {
    name: 'imports',
    columns: [
      [`${maybeExact} primary key`, 'key'],
      [exact, 'resource'],
      [bigintColumn, 'item_id'],
    ],
  },
  {
    name: 'audit',
    columns: [
      [id, 'id'],
      [bigintColumn, 'at_utc user_id'],
      [textColumn, 'login verb resource'],
      [bigintColumn, 'item_id'],
      [textColumn, 'title slug'],
      [textDefaultEmptyList, 'fields'],
      ['bigint default 1 not null', 'touched'],
      ["varchar(20) default '' not null", 'via'],
      [bigintDefaultZero, 'revision'],
      ["text default '{}' not null", 'changes'],
    ],
  },
]
