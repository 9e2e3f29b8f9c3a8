/** The responses stored under the idempotency keys of creates (contract §8). */
import { createIndex, createTable, type Migration } from './migration.ts'

export const idempotency: Migration = {
  name: '004-idempotency',
  async up(db) {
    await createTable(db, 'kept_answers', {
      key: 'varchar(500) primary key',
      request: 'varchar(100) not null',
      answer: 'text not null',
      kept_utc: 'bigint not null',
    })
    await createIndex(db, 'kept_answers', ['kept_utc'])
  },
}
