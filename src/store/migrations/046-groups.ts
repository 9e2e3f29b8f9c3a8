/** Groups, which keep their own events within one calendar, and their members (contract §16). */
import { type Db, rawSql } from '../database/sql.ts'
import {
  addColumn,
  cascadingReferenceType,
  createIndex,
  createTable,
  idType,
  type Migration,
  primaryKeyConstraint,
  setNullForeignKeyConstraint,
  textType,
} from './migration.ts'

const almanacColumns = [
  'start_utc id end_utc date_utc modified_utc author status event_status attendance_mode post_parent',
  'hide_from_listings password_hash featured ticketed free sticky group_id in_main language readable_in',
].flatMap((some) => some.split(' '))

async function createGroups(db: Db): Promise<void> {
  const text = `${textType(db.dialect)} not null`
  await createTable(db, {
    name: 'groups',
    columns: {
      id: idType(db.dialect),
      version: 'bigint not null',
      modified_utc: 'bigint not null',
      origins: `${textType(db.dialect)} default '[]' not null`,
      name: text,
      name_key: text,
      slug: text,
      description: text,
      color: text,
      main: text,
      image: 'bigint',
      search_text: text,
      language: `${textType(db.dialect)} default '' not null`,
      translations: `${textType(db.dialect)} default '{}' not null`,
      readable_in: `${textType(db.dialect)} default '' not null`,
    },
    constraints: [setNullForeignKeyConstraint('groups_image', 'image', 'media')],
  })
  await createIndex(db, { table: 'groups', columns: ['slug'], isUnique: true })
  await createIndex(db, { table: 'groups', columns: ['name_key', 'name', 'id'] })
  await rawSql('create index groups_of_image on groups (image) where image is not null').execute(db)
}

async function createMembers(db: Db): Promise<void> {
  await createTable(db, {
    name: 'group_members',
    columns: {
      group_id: cascadingReferenceType('groups'),
      user_id: cascadingReferenceType('users'),
      role: `${textType(db.dialect)} not null`,
    },
    constraints: [primaryKeyConstraint('group_members_key', ['group_id', 'user_id'])],
    isTree: true,
  })
  await createIndex(db, { table: 'group_members', columns: ['user_id'] })
}

/** The group of an event or a series, and whether it is in the main calendar; null follows the group. */
async function addGroupTo(db: Db, table: 'events' | 'series'): Promise<void> {
  await addColumn(db, table, 'group_id', 'bigint references "groups" ("id") on delete set null')
  await addColumn(db, table, 'in_main', 'smallint check ("in_main" in (0, 1))')
  await rawSql(`create index ${table}_of_group on ${table} (group_id) where group_id is not null`).execute(db)
}

export const groups: Migration = {
  name: '046-groups',
  async up(db) {
    await createGroups(db)
    await createMembers(db)
    for (const table of ['events', 'series'] as const) await addGroupTo(db, table)
    // The almanac reads all that it holds of events from this index.
    await rawSql('drop index events_almanac').execute(db)
    await createIndex(db, { table: 'events', columns: almanacColumns, name: 'events_almanac' })
  },
}
