/**
 * The index of the events of groups has what their counts ask for: of 100,000 events of fifty groups, the counts took 400 ms, during
 * which SQLite answers nobody else.
 */
import { rawSql } from '../database/sql.ts'
import type { Migration } from './migration.ts'

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
