/** The tables of what writes did: their number, the items that they touched, the newest change of each item, merges and imports. */
import { primaryKey } from '../migration.ts'
import {
  type BaselineTable,
  type DialectTypes,
  integer,
  maybeWhole,
  noList,
  noText,
  text,
  whole,
  zero,
} from './columns.ts'

/** Returns the tables of what writes did, none of which references another. */
export const writeTables = ({ id, exact, maybeExact }: DialectTypes): readonly BaselineTable[] => [
  {
    name: 'revision',
    columns: [
      ['integer primary key', 'id'],
      [whole, 'value'],
      [zero, 'needs'],
    ],
  },
  {
    name: 'journal',
    columns: [
      [whole, 'revision'],
      [text, 'resource'],
      [whole, 'item_id'],
      [noText, 'change public_change'],
    ],
    constraints: [primaryKey('journal_key', ['revision', 'resource', 'item_id'])],
    isTree: true,
  },
  {
    name: 'changes',
    columns: [
      [text, 'resource'],
      [whole, 'item_id revision at_utc author'],
      [integer, 'is_live is_public'],
      [whole, 'live_since public_since'],
      [maybeWhole, 'public_revision'],
    ],
    constraints: [primaryKey('changes_key', ['resource', 'item_id'])],
    isTree: true,
  },
  {
    name: 'changes_floor',
    columns: [
      ['text primary key', 'name'],
      [whole, 'revision'],
    ],
  },
  {
    name: 'merges',
    columns: [
      [id, 'id'],
      [whole, 'revision'],
      [exact, 'resource'],
      [whole, 'item_id'],
      [exact, 'slug name_key'],
      [whole, 'into_id'],
      [exact, 'record events series children imports'],
    ],
  },
  {
    name: 'imports',
    columns: [
      [`${maybeExact} primary key`, 'key'],
      [exact, 'resource'],
      [whole, 'item_id'],
    ],
  },
  {
    name: 'audit',
    columns: [
      [id, 'id'],
      [whole, 'at_utc user_id'],
      [text, 'login verb resource'],
      [whole, 'item_id'],
      [text, 'title slug'],
      [noList, 'fields'],
      ['bigint default 1 not null', 'touched'],
      ["varchar(20) default '' not null", 'via'],
      [zero, 'revision'],
      ["text default '{}' not null", 'changes'],
    ],
  },
]
