/** The tables of federation: our actors and whom they reach, activities on their way, and what comes in (contract §19). */
import { cascadingReferenceType, primaryKeyConstraint } from '../migration.ts'
import {
  type BaselineTable,
  bigintColumn,
  type DialectTypes,
  nullableBigintColumn,
  smallintColumn,
  varcharColumn,
} from './columns.ts'

const actorTables = ({ id, exact }: DialectTypes): readonly BaselineTable[] => [
  {
    name: 'federation_actors',
    columns: [
      [id, 'id'],
      ['varchar(300) not null unique', 'name'],
      [varcharColumn(20), 'kind'],
      [bigintColumn, 'item_id'],
      [exact, 'private_key public_key'],
      [bigintColumn, 'created_utc'],
      ["varchar(20) default 'open' not null", 'state'],
    ],
  },
  {
    name: 'federation_followers',
    columns: [
      [id, 'id'],
      [cascadingReferenceType('federation_actors'), 'actor_id'],
      [exact, 'follower host inbox delivered_to'],
      [varcharColumn(20), 'state'],
      [exact, 'activity'],
      [bigintColumn, 'created_utc'],
    ],
  },
  {
    name: 'federation_peers',
    columns: [
      [`${exact} primary key`, 'actor'],
      [exact, 'key_id public_key inbox delivered_to name'],
      [bigintColumn, 'fetched_utc'],
    ],
    isTree: true,
  },
]

const queueTables = ({ id, exact }: DialectTypes): readonly BaselineTable[] => [
  {
    name: 'federation_hosts',
    columns: [
      [`${exact} primary key`, 'host'],
      [bigintColumn, 'failures failing_since_utc retry_utc'],
    ],
    isTree: true,
  },
  {
    name: 'federation_activities',
    columns: [
      [id, 'id'],
      [cascadingReferenceType('federation_actors'), 'actor_id'],
      [varcharColumn(100), 'line'],
      [exact, 'body'],
      [bigintColumn, 'created_utc'],
    ],
  },
  {
    name: 'federation_deliveries',
    columns: [
      [id, 'id'],
      [cascadingReferenceType('federation_activities'), 'activity_id'],
      [varcharColumn(100), 'line'],
      [exact, 'inbox host'],
      [bigintColumn, 'attempts next_utc'],
    ],
  },
]

/** To how many servers an activity went, which of them never got it, and how attempts at each server ended. */
const outcomeTables = ({ exact }: DialectTypes): readonly BaselineTable[] => [
  {
    name: 'federation_sent',
    columns: [
      ['bigint primary key', 'activity_id'],
      [bigintColumn, 'actor_id'],
      [varcharColumn(20), 'type'],
      [bigintColumn, 'event_id created_utc hosts'],
    ],
  },
  {
    name: 'federation_failures',
    columns: [
      [bigintColumn, 'activity_id'],
      [exact, 'host'],
      [varcharColumn(20), 'reason'],
      [bigintColumn, 'status at_utc'],
    ],
    constraints: [primaryKeyConstraint('federation_failures_key', ['activity_id', 'host'])],
    isTree: true,
  },
  {
    name: 'federation_outcomes',
    columns: [
      [`${exact} primary key`, 'host'],
      [bigintColumn, 'delivered delivered_utc failed failed_utc'],
      [varcharColumn(20), 'reason'],
      [bigintColumn, 'status tried_utc'],
    ],
    isTree: true,
  },
]

/** The tellings of each event by each actor, the reactions of others, and how far the journal was told. */
const memoryTables = ({ exact }: DialectTypes): readonly BaselineTable[] => [
  {
    name: 'federation_tellings',
    columns: [
      [bigintColumn, 'event_id actor_id'],
      [varcharColumn(20), 'state'],
      [varcharColumn(100), 'fingerprint'],
      [bigintColumn, 'changed_utc'],
    ],
    constraints: [primaryKeyConstraint('federation_tellings_key', ['event_id', 'actor_id'])],
    isTree: true,
  },
  {
    name: 'federation_reactions',
    columns: [
      [bigintColumn, 'event_id'],
      [varcharColumn(20), 'kind'],
      [exact, 'actor activity'],
    ],
    constraints: [primaryKeyConstraint('federation_reactions_key', ['event_id', 'kind', 'actor'])],
    isTree: true,
  },
  {
    name: 'federation_seen',
    columns: [
      [`${exact} primary key`, 'activity'],
      [bigintColumn, 'at_utc'],
    ],
    isTree: true,
  },
  {
    name: 'federation_cursor',
    columns: [
      ['varchar(20) primary key', 'name'],
      [bigintColumn, 'revision'],
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
      [varcharColumn(20), 'state status'],
      [nullableBigintColumn, 'group_id category_id'],
      [exact, 'activity'],
      [bigintColumn, 'created_utc'],
      [nullableBigintColumn, 'next_utc'],
    ],
  },
  {
    name: 'federation_incoming',
    columns: [
      [`${exact} primary key`, 'object'],
      [nullableBigintColumn, 'event_id'],
      [exact, 'actor'],
      [bigintColumn, 'following_id updated_utc'],
      [exact, 'sent'],
      [nullableBigintColumn, 'next_utc'],
      [smallintColumn, 'is_daily'],
      [`${exact} default ''`, 'image'],
      [nullableBigintColumn, 'image_utc'],
    ],
    isTree: true,
  },
  {
    name: 'federation_blocks',
    columns: [
      [`${exact} primary key`, 'domain'],
      [bigintColumn, 'created_utc'],
    ],
    isTree: true,
  },
]

/** Returns the tables of federation, each after those that it references. */
export const federationTables = (types: DialectTypes): readonly BaselineTable[] =>
  [actorTables, queueTables, outcomeTables, memoryTables, followingTables].flatMap((tables) => tables(types))
