/** The languages and translations of items (contract §15). */
import { addColumn, type Migration, textType } from './migration.ts'

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
  },
}
