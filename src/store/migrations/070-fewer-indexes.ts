/**
 * The changes have fewer entries in indexes: a public item stands under its public revision, which is its revision, so the indexes by
 * revision need only have the others. A write of a public item changes one of them instead of three.
 */
import { rawSql } from '../database/sql.ts'
import type { Migration } from './migration.ts'

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
