/** Actors of groups and organizers, and what each actor of ours told of each event (contract §19). */
import { type Db, rawSql } from '../database/sql.ts'
import { addColumn, createIndex, createTable, type Migration, primaryKeyConstraint } from './migration.ts'

/** Until now the calendar and the organizers told the same at the same time. */
async function tellByActor(db: Db): Promise<void> {
  await createTable(db, {
    name: 'federation_tellings',
    columns: {
      event_id: 'bigint not null',
      actor_id: 'bigint not null',
      state: 'varchar(20) not null',
      fingerprint: 'varchar(100) not null',
      changed_utc: 'bigint not null',
    },
    constraints: [primaryKeyConstraint('federation_tellings_key', ['event_id', 'actor_id'])],
    isTree: true,
  })
  await createIndex(db, { table: 'federation_tellings', columns: ['actor_id', 'state'] })
  await rawSql(`insert into federation_tellings (event_id, actor_id, state, fingerprint, changed_utc)
    select e.event_id, a.id, e.state, e.fingerprint, e.changed_utc
    from federation_events as e join federation_actors as a on a.kind = 'calendar'`).execute(db)
  await rawSql('drop table federation_events').execute(db)
}

export const federatedItems: Migration = {
  name: '047-federated-items',
  async up(db) {
    for (const table of ['groups', 'organizers']) {
      await addColumn(db, table, 'federated', 'smallint default 0 not null check ("federated" in (0, 1))')
      await rawSql(`create index ${table}_federated on ${table} (id) where federated = 1`).execute(db)
    }
    await addColumn(db, 'federation_actors', 'state', "varchar(20) default 'open' not null")
    await tellByActor(db)
  },
}
