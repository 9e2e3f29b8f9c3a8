/** The changes of events and series as those of one group: what it has, and what left it (contract §13, §16). */
import { rawSql, sql } from '../database/sql.ts'
import {
  addColumn,
  createIndex,
  createTable,
  type Migration,
  primaryKeyConstraint,
  textType,
} from './migration.ts'

export const changesOfGroups: Migration = {
  name: '049-changes-of-groups',
  async up(db) {
    await addColumn(db, 'changes', 'group_id', 'bigint')
    await addColumn(db, 'changes', 'group_since', 'bigint default 0 not null')
    for (const resource of ['event', 'series'])
      await sql`update changes set group_id = (select group_id from ${rawSql(resource === 'event' ? 'events' : 'series')} as item
        where item.id = changes.item_id) where resource = ${resource}`.execute(db)
    // A calendar without groups keeps these indexes empty.
    for (const column of ['revision', 'public_revision'])
      await rawSql(
        `create index changes_of_group_${column} on changes (group_id, ${column}) where group_id is not null`,
      ).execute(db)
    await createTable(db, {
      name: 'group_leavings',
      columns: {
        group_id: 'bigint not null',
        resource: `${textType(db.dialect)} not null`,
        item_id: 'bigint not null',
        revision: 'bigint not null',
        author: 'bigint not null',
        public_revision: 'bigint',
      },
      constraints: [primaryKeyConstraint('group_leavings_key', ['group_id', 'resource', 'item_id'])],
      isTree: true,
    })
    await createIndex(db, { table: 'group_leavings', columns: ['revision'] })
    for (const name of ['group_before', 'group_after']) await addColumn(db, 'journal', name, 'bigint')
  },
}
