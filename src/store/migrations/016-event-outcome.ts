/**
 * Adds what became of an event, how it is attended, its online address and its oldest start (contract §11), and whether it is free.
 */
import type { CostSent } from '../../domain/money/cost.ts'
import { isFreeEntry } from '../../domain/money/free.ts'
import type { Db } from '../database/rows.ts'
import { joined, sql } from '../database/sql.ts'
import { addColumn, type Migration } from './migration.ts'

const BATCH = 1000

/** Marks the events whose prices are all 0. */
async function markFree(db: Db): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number; cost: string; tickets: string }>`
      select id, cost, tickets from events where id > ${last} and (cost <> 'null' or tickets <> '[]')
      order by id limit ${BATCH}`.execute(db)
    const free = rows.filter(({ cost, tickets }) =>
      isFreeEntry(JSON.parse(cost) as CostSent | null, JSON.parse(tickets)),
    )
    if (free.length > 0)
      await sql`update events set free = 1 where id in (${joined(free.map(({ id }) => id))})`.execute(db)
    if (rows.length < BATCH) return
    last = rows.at(-1)?.id ?? last
  }
}

export const eventOutcome: Migration = {
  name: '016-event-outcome',
  async up(db) {
    await addColumn(db, 'events', 'event_status', "text not null default 'scheduled'")
    await addColumn(db, 'events', 'previous_start_date', "text not null default ''")
    await addColumn(db, 'events', 'attendance_mode', "text not null default 'offline'")
    await addColumn(db, 'events', 'online_url', "text not null default ''")
    await addColumn(db, 'events', 'free', 'smallint not null default 0')
    await markFree(db)
  },
}
