/** The audit (contract §5): a row for every write, kept after the item and the user are deleted. */
import { createIndex, createTable, idType, type Migration } from './migration.ts'

export const audit: Migration = {
  name: '005-audit',
  async up(db, dialect) {
    await createTable(db, 'audit', {
      id: idType(dialect),
      at_utc: 'bigint not null',
      user_id: 'bigint not null',
      login: 'text not null',
      verb: 'text not null',
      resource: 'text not null',
      item_id: 'bigint not null',
      title: 'text not null',
      slug: 'text not null',
    })
    await createIndex(db, 'audit', ['at_utc', 'id'], 'audit_at_utc')
  },
}
