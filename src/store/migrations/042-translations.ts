/** The languages and translations of items (contract §15). */
import { rawSql } from '../database/sql.ts'
import { addColumn, type Migration, textType } from './migration.ts'

/** The columns of the index from which the almanac reads all that it holds of events. */
const almanac = `start_utc, id, end_utc, date_utc, modified_utc, author, status, event_status, attendance_mode, post_parent,
  hide_from_listings, password_hash, featured, ticketed, free, sticky, language, readable_in`

const tables = ['events', 'venues', 'organizers', 'categories', 'tags', 'media']

export const translations: Migration = {
  name: '042-translations',
  async up(db) {
    const text = textType(db.dialect)
    for (const table of tables) {
      await addColumn(db, table, 'language', `${text} default '' not null`)
      await addColumn(db, table, 'translations', `${text} default '{}' not null`)
      await addColumn(db, table, 'readable_in', `${text} default '' not null`)
    }
    await rawSql('drop index events_almanac').execute(db)
    await rawSql(`create index events_almanac on events (${almanac})`).execute(db)
  },
}
