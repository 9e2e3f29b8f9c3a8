/** Finds what became of items that were merged into others. */
import type { ResourceName, VenueOrOrganizerName } from '../../contract/resources/index.ts'
import { foldedText } from '../../domain/text/letters.ts'
import { unicodeNormalizedText } from '../../domain/text/normalized.ts'
import { type Db, queryFirstRow, queryRows } from '../database/rows.ts'
import { quotedName, sql } from '../database/sql.ts'
import type { ItemAddress, MergedRecord } from '../store.ts'
import { itemTable } from './orders.ts'

/** How many merges of merged items are followed. */
const MAX_STEPS = 20

type Wanted = ItemAddress | { readonly text: string } | { readonly name: string }

function matching(wanted: Wanted) {
  if ('id' in wanted) return sql`merges.item_id = ${wanted.id}`
  if ('slug' in wanted) return sql`merges.slug = ${unicodeNormalizedText(wanted.slug, 'NFKC').toLowerCase()}`
  const text = 'name' in wanted ? wanted.name : wanted.text
  const id = 'text' in wanted && /^\d{1,15}$/.test(text) ? Number(text) : 0
  return sql`(merges.item_id = ${id} or merges.slug = ${text.toLowerCase()} or merges.name_key = ${foldedText(text)})`
}

/** Returns the id of the item that a merged one became part of; undefined if none was merged, or that one is gone. */
export async function idMergedInto(db: Db, name: ResourceName, wanted: Wanted): Promise<number | undefined> {
  if ('slug' in wanted && wanted.slug.includes('\0')) return undefined
  let where = matching(wanted)
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const found = await queryFirstRow(
      db,
      sql<{ into_id: number; live: number | null }>`select merges.into_id, other.id as live from merges
        left join ${quotedName(itemTable(name))} as other on other.id = merges.into_id
        where merges.resource = ${name} and ${where} order by merges.id desc limit 1`,
    )
    if (found === undefined) return undefined
    if (found.live !== null) return found.into_id
    where = sql`merges.item_id = ${found.into_id}`
  }
  return undefined
}

/** Returns the venues or organizers with this folded name that were merged into others. */
export async function mergedAwayItemsWithNameKey<N extends VenueOrOrganizerName>(
  db: Db,
  name: N,
  nameKey: string,
): Promise<readonly MergedRecord<N>[]> {
  const found = await queryRows(
    db,
    sql<{ record: string; into_id: number }>`select record, into_id from merges
      where resource = ${name} and name_key = ${nameKey} order by id`,
  )
  return found.map(({ record, into_id }) => ({ record: JSON.parse(record), into: into_id }))
}
