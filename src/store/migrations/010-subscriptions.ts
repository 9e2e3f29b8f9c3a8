/** Calendar subscriptions: the address, the interval, and the result of the last run. */
import { createIndex, createTable, idType, type Migration } from './migration.ts'

export const subscriptions: Migration = {
  name: '010-subscriptions',
  async up(db, dialect) {
    await createTable(db, 'subscriptions', {
      id: idType(dialect),
      address: 'text not null unique',
      every_seconds: 'bigint not null',
      categories: 'text not null',
      prunes: 'integer not null',
      created_utc: 'bigint not null',
      next_utc: 'bigint not null',
      leased_utc: 'bigint default 0 not null',
      etag: "text default '' not null",
      last_modified: "text default '' not null",
      tried_utc: 'bigint',
      read_utc: 'bigint',
      failures: 'bigint default 0 not null',
      result: "text default '' not null",
    })
    await createIndex(db, 'subscriptions', ['next_utc'])
  },
}
