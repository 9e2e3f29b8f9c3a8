/**
 * Changes for other programs: what each write did to its items as they are seen, the newest change of each item, and
 * webhooks with their deliveries and the lease of the process that delivers.
 */
import { raw, sql } from '../database/sql.ts'
import {
  addColumn,
  createIndex,
  createTable,
  idType,
  type Migration,
  ownedBy,
  primaryKey,
} from './migration.ts'

const newest = {
  resource: 'text not null',
  item_id: 'bigint not null',
  revision: 'bigint not null',
  at_utc: 'bigint not null',
  author: 'bigint not null',
  is_live: 'integer not null',
  is_public: 'integer not null',
  live_since: 'bigint not null',
  public_since: 'bigint not null',
  public_revision: 'bigint',
}

const webhooks = {
  url: 'text not null',
  types: 'text not null',
  filter_args: 'text not null',
  is_private: 'integer not null',
  active: 'integer not null',
  secret: 'text not null',
  old_secret: "text default '' not null",
  old_until_utc: 'bigint default 0 not null',
  created_utc: 'bigint not null',
  /** Everything up to this revision is delivered, or is among the deliveries. */
  seen_revision: 'bigint not null',
  failures: 'bigint default 0 not null',
  exhausted: 'bigint default 0 not null',
  held_utc: 'bigint default 0 not null',
  switched_off: "text default '' not null",
  switched_off_utc: 'bigint',
}

const deliveries = {
  webhook_id: ownedBy('webhooks'),
  message_id: 'text not null',
  type: 'text not null',
  resource: 'text not null',
  item_id: 'bigint not null',
  revision: 'bigint not null',
  body: 'text not null',
  state: 'text not null',
  attempts: 'bigint not null',
  next_utc: 'bigint',
  created_utc: 'bigint not null',
  tried_utc: 'bigint',
  status: 'bigint',
  milliseconds: 'bigint',
  result: "text default '' not null",
}

export const changes: Migration = {
  name: '020-changes',
  async up(db, dialect) {
    for (const column of ['change', 'public_change'])
      await addColumn(db, 'journal', column, "text default '' not null")
    await createTable(db, 'changes', newest, [primaryKey('changes_key', ['resource', 'item_id'])])
    await createIndex(db, 'changes', ['revision'])
    await createIndex(db, 'changes', ['public_revision'])
    await createIndex(db, 'changes', ['author', 'revision'])
    await createTable(db, 'changes_floor', { name: 'text primary key', revision: 'bigint not null' })
    // What was written before was not recorded.
    await sql`insert into changes_floor (name, revision) select 'changes', value from revision where value > 0`.execute(
      db,
    )
    // Every write looks up the scheduled items that are due.
    for (const table of ['venues', 'organizers'])
      await raw(`create index ${table}_scheduled on ${table} (date_utc) where status = 'future'`).execute(db)
    await createTable(db, 'webhooks', { id: idType(dialect), ...webhooks })
    await createTable(db, 'webhook_deliveries', { id: idType(dialect), ...deliveries })
    await createIndex(
      db,
      'webhook_deliveries',
      ['webhook_id', 'state', 'resource', 'item_id'],
      'webhook_deliveries_items',
    )
    await raw(
      `create index webhook_deliveries_due on webhook_deliveries (next_utc) where state = 'waiting'`,
    ).execute(db)
    await createTable(db, 'webhook_lease', {
      name: 'text primary key',
      holder: 'text not null',
      until_utc: 'bigint not null',
    })
  },
}
