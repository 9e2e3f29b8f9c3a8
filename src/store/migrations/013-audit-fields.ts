/** What was changed of an item, by the names of its fields, and the changes of one item found without looking at all. */
import type { Migration } from './index.ts'

export const auditFields: Migration = {
  name: '013-audit-fields',
  async up(db) {
    await db.schema
      .alterTable('audit')
      .addColumn('fields', 'text', (of) => of.notNull().defaultTo('[]'))
      .execute()
    await db.schema.createIndex('audit_item').on('audit').columns(['resource', 'item_id', 'id']).execute()
  },
}
