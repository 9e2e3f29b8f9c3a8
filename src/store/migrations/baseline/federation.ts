/** The tables of federation: our actors and whom they reach, activities on their way, and what comes in (contract §19). */
import { cascadingReferenceType, primaryKeyConstraint } from '../migration.ts'
import {
  type BaselineTable,
  bigintColumnSql,
  type DialectTypes,
  nullableBigintColumnSql,
  smallintColumnSql,
  varcharColumnOfLength,
} from './columns.ts'

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
