/** Adds the pruned status of events, an index of import sources by item, and the login of calendar subscriptions. */
import { addColumn, createIndex, type Migration } from './migration.ts'

export const importSafety: Migration = {
  name: '015-import-safety',
  async up(db) {
    await addColumn(db, 'events', 'pruned_status', "text not null default ''")
    await createIndex(db, 'imports', ['item_id', 'resource'], 'imports_item')
    await addColumn(db, 'subscriptions', 'login', "text not null default ''")
  },
}
