/**
 * Series: events that repeat (contract §10). A series has a rule and a pattern; its occurrences are events that name it.
 * An audit row says how many events an act touched.
 */
import { named, sql } from '../database/sql.ts'
import {
  addColumn,
  createIndex,
  createTable,
  idType,
  type Migration,
  setNullBy,
  textType,
} from './migration.ts'

export const series: Migration = {
  name: '017-series',
  async up(db, dialect) {
    const text = `${textType(dialect)} not null`
    await createTable(
      db,
      'series',
      {
        id: idType(dialect),
        version: 'bigint not null',
        modified_utc: 'bigint not null',
        origins: `${text} default '[]'`,
        author: 'bigint not null',
        status: text,
        date_utc: 'bigint not null',
        date_set: 'integer not null check ("date_set" in (0, 1))',
        slug: text,
        title: text,
        title_key: text,
        uid: text,
        recurrence: text,
        timezone: text,
        all_day: 'integer not null check ("all_day" in (0, 1))',
        start_date: text,
        end_date: text,
        made_until: text,
        is_complete: 'integer not null check ("is_complete" in (0, 1))',
        trash_act: 'bigint default 0 not null',
        recurrence_before: `${text} default ''`,
        continues: 'bigint',
        continued_by: 'bigint',
        pattern: text,
      },
      [
        setNullBy('series_continues', 'continues', 'series'),
        setNullBy('series_continued_by', 'continued_by', 'series'),
      ],
    )
    const [table, events] = [named('series'), named('events')]
    await sql`create unique index series_slug on ${table} (slug) where status <> 'trash'`.execute(db)
    await createIndex(db, 'series', ['slug'], 'series_slug_any')
    await createIndex(db, 'series', ['uid'])
    await sql`create index series_incomplete on ${table} (id) where is_complete = 0`.execute(db)
    await addColumn(db, 'events', 'series', 'bigint references "series" ("id") on delete set null')
    await addColumn(db, 'events', 'recurrence_id', `${text} default ''`)
    await addColumn(db, 'events', 'own_fields', `${text} default '[]'`)
    await addColumn(db, 'events', 'trash_act', 'bigint default 0 not null')
    await sql`create unique index events_occurrence on ${events} (series, recurrence_id) where series is not null`.execute(
      db,
    )
    await addColumn(db, 'audit', 'touched', 'bigint default 1 not null')
  },
}
