/** What categories are called on the social web (contract §19): by their names, until an editor says so. */
import { addColumn, type Migration } from './migration.ts'

export const federatedCategoryNames: Migration = {
  name: '055-federated-categories',
  forOlder: true,
  async up(db) {
    await addColumn(db, 'categories', 'federated_as', "varchar(40) default 'by_name' not null")
  },
}
