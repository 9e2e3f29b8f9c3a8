/** The names of the changed fields, and an index to find the changes of one item. */
import { addColumn, createIndex, type Migration } from './migration.ts'

export const auditFields: Migration = {
  name: '013-audit-fields',
  async up(db) {
    await addColumn(db, 'audit', 'fields', "text default '[]' not null")
    await createIndex(db, 'audit', ['resource', 'item_id', 'id'], 'audit_item')
  },
}
