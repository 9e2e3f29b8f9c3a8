/** The actors that the calendar follows on the social web, where events came from, and blocked domains (contract §19). */
import { addColumn, createIndex, createTable, idType, type Migration, textType } from './migration.ts'

export const followingTables: Migration = {
  name: '052-following',
  // Events that older programs write have no origin.
  forOlder: true,
  async up(db) {
    const text = `${textType(db.dialect)} not null`
    await createTable(db, {
      name: 'federation_following',
      columns: {
        id: idType(db.dialect),
        actor: `${text} unique`,
        host: text,
        inbox: text,
        state: 'varchar(20) not null',
        status: 'varchar(20) not null',
        group_id: 'bigint',
        category_id: 'bigint',
        activity: text,
        created_utc: 'bigint not null',
        next_utc: 'bigint',
      },
    })
    await createTable(db, {
      name: 'federation_incoming',
      columns: {
        object: `${text} primary key`,
        event_id: 'bigint',
        actor: text,
        following_id: 'bigint not null',
        updated_utc: 'bigint not null',
        sent: text,
        next_utc: 'bigint',
        is_daily: 'smallint not null',
      },
      isTree: true,
    })
    await createIndex(db, { table: 'federation_incoming', columns: ['event_id'] })
    await createIndex(db, { table: 'federation_incoming', columns: ['following_id'] })
    await createIndex(db, { table: 'federation_incoming', columns: ['next_utc'] })
    await createTable(db, {
      name: 'federation_blocks',
      columns: { domain: `${text} primary key`, created_utc: 'bigint not null' },
      isTree: true,
    })
    await addColumn(db, 'events', 'origin', `${textType(db.dialect)} default 'null' not null`)
  },
}
