/** The answers kept under the keys that clients sent with their creates (contract §8). */
import type { Migration } from './index.ts'

export const idempotency: Migration = {
  name: '004-idempotency',
  async up(db) {
    await db.schema
      .createTable('kept_answers')
      .addColumn('key', 'varchar(500)', (of) => of.primaryKey())
      .addColumn('request', 'varchar(100)', (of) => of.notNull())
      .addColumn('answer', 'text', (of) => of.notNull())
      .addColumn('kept_utc', 'bigint', (of) => of.notNull())
      .execute()
    await db.schema.createIndex('kept_answers_kept_utc').on('kept_answers').column('kept_utc').execute()
  },
}
