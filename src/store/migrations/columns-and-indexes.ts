/** Migrations that add a column, an index or a small table. */

import { randomUUID } from 'node:crypto'
import { insertRows, rawSql, sql } from '../database/sql.ts'
import { addColumn, createIndex, createTable, type Migration, textType } from './migration.ts'

// The changes have fewer entries in indexes: a public item stands under its public revision, which is its revision, so the indexes by
// revision need only have the others. A write of a public item changes one of them instead of three.

const others = 'where is_public = 0'

export const fewerIndexes: Migration = {
  name: '070-fewer-indexes',
  // What older programs write is complete; their lists of changes are sorted without an index.
  forOlder: true,
  async up(db) {
    for (const statement of [
      'drop index changes_revision',
      'drop index changes_author_revision',
      `create index changes_revision on changes (revision) ${others}`,
      `create index changes_author_revision on changes (author, revision) ${others}`,
    ])
      await rawSql(statement).execute(db)
  },
}

// Which memberships in groups a rule of the organisation gave: they end when no rule gives them any more.

export const membersByRule: Migration = {
  name: '072-members-by-rule',
  // What older programs write is noted at the next sign-in.
  forOlder: true,
  async up(db) {
    await addColumn(db, 'group_members', 'by_rule', 'smallint default 0 not null')
  },
}

// The names of the histories of a database, so that a revision of one that was put back names no other write.

export const histories: Migration = {
  name: '074-histories',
  // Older programs go on naming messages without a history.
  forOlder: true,
  async up(db) {
    await createTable(db, {
      name: 'histories',
      columns: { since: 'bigint primary key', id: `${textType(db.dialect)} not null` },
    })
    const last = await sql<{ readonly value: number }>`select value from revision`.first(db)
    await insertRows(db, 'histories', [{ since: (last?.value ?? 0) + 1, id: randomUUID() }])
  },
}

// The index of the events of groups has what their counts ask for: of 100,000 events of fifty groups, the counts took 400 ms, during
// which SQLite answers nobody else.

export const countsOfGroups: Migration = {
  name: '075-counts-of-groups',
  forOlder: true,
  async up(db) {
    for (const statement of [
      'drop index events_of_group',
      `create index events_of_group on events (group_id, end_utc, status, date_utc, hide_from_listings) where group_id is not null`,
    ])
      await rawSql(statement).execute(db)
  },
}

// The name of a session at the issuer, by which the issuer ends it here.

export const organisationSessions: Migration = {
  name: '081-organisation-sessions',
  // What older programs begin, the issuer ends by the person.
  forOlder: true,
  async up(db) {
    // Builds before the release had it with a number that another migration has, too.
    const former = sql`select name from migrations where name = '080-organisation-sessions'`
    if (!(await former.exists(db))) await addColumn(db, 'sessions', 'sid', "text default '' not null")
  },
}

// The note of an event, and the user whom it waits for: both for those alone who may edit it. Patterns of series have them among their values.

export const notesAndDuties: Migration = {
  name: '082-notes-and-duties',
  // Older programs neither show nor write them.
  forOlder: true,
  async up(db, dialect) {
    await addColumn(db, 'events', 'note', `${textType(dialect)} default '' not null`)
    await addColumn(db, 'events', 'assignee', 'bigint')
    await createIndex(db, { table: 'events', columns: ['assignee'] })
    // Changes that the public is not told of stand under another revision than those that it is.
    await sql`create index changes_internal on changes (revision)
      where is_public = 1 and revision > coalesce(public_revision, 0)`.execute(db)
  },
}

// The names of calendar subscriptions, and the lines of their calendars that were refused.

export const namesOfSubscriptions: Migration = {
  name: '092-names-of-subscriptions',
  // Older programs neither show nor write them.
  forOlder: true,
  async up(db, dialect) {
    await addColumn(db, 'subscriptions', 'name', `${textType(dialect)} default '' not null`)
    await addColumn(db, 'subscriptions', 'refusals', "text default '[]' not null")
  },
}

// The names of assertions of an organisation that were used, each of which counts once in all processes.

export const usedAssertions: Migration = {
  name: '085-used-assertions',
  // Older programs know no assertions.
  forOlder: true,
  async up(db) {
    await createTable(db, {
      name: 'used_assertions',
      columns: { name: `${textType(db.dialect)} primary key not null`, until_utc: 'bigint not null' },
      isTree: true,
    })
    await createIndex(db, { table: 'used_assertions', columns: ['until_utc'] })
  },
}
