/** The categories of FEP-8a8e that editors choose for theirs (contract §19). Until then names decide. */
import { addColumn, type Migration } from './migration.ts'

export const federatedCategoryNames: Migration = {
  name: '055-federated-categories',
  forOlder: true,
  async up(db) {
    await addColumn(db, 'categories', 'federated_as', "varchar(40) default 'by_name' not null")
  },
}
