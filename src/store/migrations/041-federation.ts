/** Federation: our actors and their followers, activities on their way, and what came in (contract §19). */
import type { Db } from '../database/rows.ts'
import {
  cascadingReferenceType,
  createIndex,
  createTable,
  idType,
  type Migration,
  primaryKeyConstraint,
  textType,
} from './migration.ts'

async function createActors(db: Db): Promise<void> {
  const text = `${textType(db.dialect)} not null`
  await createTable(db, {
    name: 'federation_actors',
    columns: {
      id: idType(db.dialect),
      name: 'varchar(300) not null unique',
      kind: 'varchar(20) not null',
      item_id: 'bigint not null',
      private_key: text,
      public_key: text,
      created_utc: 'bigint not null',
    },
  })
  await createIndex(db, { table: 'federation_actors', columns: ['kind', 'item_id'], isUnique: true })
  await createTable(db, {
    name: 'federation_followers',
    columns: {
      id: idType(db.dialect),
      actor_id: cascadingReferenceType('federation_actors'),
      follower: text,
      host: text,
      inbox: text,
      delivered_to: text,
      state: 'varchar(20) not null',
      activity: text,
      created_utc: 'bigint not null',
    },
  })
  await createIndex(db, { table: 'federation_followers', columns: ['actor_id', 'follower'], isUnique: true })
  for (const column of ['follower', 'host', 'delivered_to'])
    await createIndex(db, { table: 'federation_followers', columns: [column] })
}

async function createPeers(db: Db): Promise<void> {
  const text = `${textType(db.dialect)} not null`
  await createTable(db, {
    name: 'federation_peers',
    columns: {
      actor: `${text} primary key`,
      key_id: text,
      public_key: text,
      inbox: text,
      delivered_to: text,
      name: text,
      fetched_utc: 'bigint not null',
    },
    isTree: true,
  })
  await createIndex(db, { table: 'federation_peers', columns: ['key_id'] })
}

async function createQueue(db: Db): Promise<void> {
  const text = `${textType(db.dialect)} not null`
  await createTable(db, {
    name: 'federation_hosts',
    columns: {
      host: `${text} primary key`,
      failures: 'bigint not null',
      failing_since_utc: 'bigint not null',
      retry_utc: 'bigint not null',
    },
    isTree: true,
  })
  await createTable(db, {
    name: 'federation_activities',
    columns: {
      id: idType(db.dialect),
      actor_id: cascadingReferenceType('federation_actors'),
      line: 'varchar(100) not null',
      body: text,
      created_utc: 'bigint not null',
    },
  })
  await createTable(db, {
    name: 'federation_deliveries',
    columns: {
      id: idType(db.dialect),
      activity_id: cascadingReferenceType('federation_activities'),
      line: 'varchar(100) not null',
      inbox: text,
      host: text,
      attempts: 'bigint not null',
      next_utc: 'bigint not null',
    },
  })
  for (const columns of [['inbox', 'line', 'id'], ['activity_id'], ['host'], ['next_utc', 'id']])
    await createIndex(db, { table: 'federation_deliveries', columns })
}

async function createMemory(db: Db): Promise<void> {
  const text = `${textType(db.dialect)} not null`
  await createTable(db, {
    name: 'federation_events',
    columns: {
      event_id: 'bigint primary key',
      state: 'varchar(20) not null',
      fingerprint: 'varchar(100) not null',
      changed_utc: 'bigint not null',
    },
  })
  await createTable(db, {
    name: 'federation_reactions',
    columns: { event_id: 'bigint not null', kind: 'varchar(20) not null', actor: text, activity: text },
    constraints: [primaryKeyConstraint('federation_reactions_key', ['event_id', 'kind', 'actor'])],
    isTree: true,
  })
  await createIndex(db, { table: 'federation_reactions', columns: ['actor'] })
  await createTable(db, {
    name: 'federation_seen',
    columns: { activity: `${text} primary key`, at_utc: 'bigint not null' },
    isTree: true,
  })
  await createIndex(db, { table: 'federation_seen', columns: ['at_utc'] })
  await createTable(db, {
    name: 'federation_cursor',
    columns: { name: 'varchar(20) primary key', revision: 'bigint not null' },
  })
}

export const federationTables: Migration = {
  name: '041-federation',
  forOlder: true,
  async up(db) {
    await createActors(db)
    await createPeers(db)
    await createQueue(db)
    await createMemory(db)
  },
}
