/** What an import put in the trash, the sources of an item by its id, and the login of a subscription. */
import { addColumn, createIndex, type Migration } from './migration.ts'

export const importSafety: Migration = {
  name: '015-import-safety',
  async up(db) {
    await addColumn(db, 'events', 'pruned_status', "text not null default ''")
    await createIndex(db, 'imports', ['item_id', 'resource'], 'imports_item')
    await addColumn(db, 'subscriptions', 'login', "text not null default ''")
  },
}
