/** The links of events. */
import { type Db, rows } from '../database/rows.ts'
import { named, sql } from '../database/sql.ts'
import type { LinkName, Links } from '../store.ts'
import type { Database } from '../tables.ts'

/** The table of each kind of link. */
export const linkTables = {
  venue: 'event_venues',
  organizer: 'event_organizers',
  category: 'event_categories',
  tag: 'event_tags',
} as const satisfies Record<LinkName, keyof Database>

/** Returns the ids that an event links to, by kind, in order. */
export async function linksOf(db: Db, eventId: number): Promise<Links> {
  const targets = async (name: LinkName) =>
    (
      await rows(
        db,
        sql<{ target_id: number }>`
      select target_id from ${named(linkTables[name])} where event_id = ${eventId} order by position, target_id`,
      )
    ).map((row) => row.target_id)
  return {
    venue: await targets('venue'),
    organizer: await targets('organizer'),
    category: await targets('category'),
    tag: await targets('tag'),
  }
}

/** Returns the events that link to an item. */
export async function linkedTo(db: Db, name: LinkName, id: number): Promise<readonly number[]> {
  const found = await rows(
    db,
    sql<{ event_id: number }>`select event_id from ${named(linkTables[name])} where target_id = ${id}`,
  )
  return found.map(({ event_id }) => event_id)
}
