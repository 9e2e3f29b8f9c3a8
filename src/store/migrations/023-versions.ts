/**
 * Values of changed fields before and after each write, with its revision; and the items that were merged into others, with
 * what it takes to part them again.
 */
import { addColumn, createIndex, createTable, idType, type Migration, textType } from './migration.ts'

export const versions: Migration = {
  name: '023-versions',
  async up(db, dialect) {
    // 0: written before revisions were recorded.
    await addColumn(db, 'audit', 'revision', 'bigint default 0 not null')
    await addColumn(db, 'audit', 'changes', "text default '{}' not null")
    await createIndex(db, 'audit', ['revision'], 'audit_revision')
    const text = `${textType(dialect)} not null`
    await createTable(db, 'merges', {
      id: idType(dialect),
      revision: 'bigint not null',
      resource: text,
      item_id: 'bigint not null',
      slug: text,
      name_key: text,
      into_id: 'bigint not null',
      record: text,
      events: text,
      series: text,
      children: text,
      imports: text,
    })
    await createIndex(db, 'merges', ['resource', 'item_id'], 'merges_item')
    await createIndex(db, 'merges', ['resource', 'slug'], 'merges_slug')
    await createIndex(db, 'merges', ['resource', 'name_key'], 'merges_name')
  },
}
