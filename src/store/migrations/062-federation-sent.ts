/** To how many servers an activity went, which of them never got it, and how attempts at each server ended (contract §19). */
import { createIndex, createTable, type Migration, primaryKeyConstraint, textType } from './migration.ts'

export const federationSent: Migration = {
  name: '062-federation-sent',
  forOlder: true,
  async up(db) {
    const text = `${textType(db.dialect)} not null`
    await createTable(db, {
      name: 'federation_sent',
      columns: {
        activity_id: 'bigint primary key',
        actor_id: 'bigint not null',
        type: 'varchar(20) not null',
        event_id: 'bigint not null',
        created_utc: 'bigint not null',
        hosts: 'bigint not null',
      },
    })
    await createTable(db, {
      name: 'federation_failures',
      columns: {
        activity_id: 'bigint not null',
        host: text,
        reason: 'varchar(20) not null',
        status: 'bigint not null',
        at_utc: 'bigint not null',
      },
      constraints: [primaryKeyConstraint('federation_failures_key', ['activity_id', 'host'])],
      isTree: true,
    })
    await createTable(db, {
      name: 'federation_outcomes',
      columns: {
        host: `${text} primary key`,
        delivered: 'bigint not null',
        delivered_utc: 'bigint not null',
        failed: 'bigint not null',
        failed_utc: 'bigint not null',
        reason: 'varchar(20) not null',
        status: 'bigint not null',
        tried_utc: 'bigint not null',
      },
      isTree: true,
    })
    await createIndex(db, { table: 'federation_outcomes', columns: ['tried_utc'] })
  },
}
