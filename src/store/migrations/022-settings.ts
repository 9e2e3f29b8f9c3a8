/** Adds the settings of the site, and the colour of categories. */
import { addColumn, createTable, type Migration } from './migration.ts'

export const settings: Migration = {
  name: '022-settings',
  async up(db) {
    await createTable(db, 'settings', {
      name: 'varchar(100) primary key',
      value: 'text not null',
    })
    await addColumn(db, 'categories', 'color', "text not null default ''")
  },
}
