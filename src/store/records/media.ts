/** Media: the read operations that only they have, and the images of other records. */
import type { PublishedName } from '../../contract/resources/index.ts'
import { type Db, queryFirstRow, queryRows } from '../database/rows.ts'
import { joinedSql, quotedName, sql } from '../database/sql.ts'
import type { MediaReading, MediaRecord } from '../store.ts'
import { queryFirstRecord, queryRecords, type RowOf } from './json-columns.ts'
import { itemTable } from './orders.ts'
import { everyRecord } from './transfer.ts'

/** The resources that show images. */
export const imageShowingResources = ['event', 'venue', 'organizer'] as const satisfies PublishedName[]

/** Finds media by source address or file, and the items that show them. */
export function mediaReadOperations(db: Db): MediaReading {
  return {
    media: (id) => queryFirstRecord(db, 'media', sql`select * from media where id = ${id}`),
    allMedia: () => everyRecord(db, 'media'),
    mediaFrom: (address) =>
      queryFirstRecord(
        db,
        'media',
        sql`select * from media where source_url = ${address} order by id limit 1`,
      ),
    async mediaOfFile(file) {
      const original = await queryFirstRecord(db, 'media', sql`select * from media where file = ${file}`)
      if (original !== undefined) return original
      // `_` in a name matches any character, so matches are checked again.
      const like = sql<RowOf<'media'>>`select * from media where sizes like ${`%"${file}"%`} order by id`
      const found = await queryRecords(db, 'media', like)
      return found.find(({ sizes }) => Object.values(sizes).some((size) => size.file === file))
    },
    async mediaOfSlugs(slugs, limit) {
      if (slugs.length === 0) return []
      const wanted = sql<{ id: number }>`select id from media where slug in (${joinedSql(slugs)})
        order by date_utc desc, id desc limit ${limit}`
      return (await queryRows(db, wanted)).map(({ id }) => id)
    },
    async isKept(file) {
      return (await queryFirstRow(db, sql`select 1 from media where file = ${file} limit 1`)) !== undefined
    },
    async showing(name, image) {
      const found = await queryRows(
        db,
        sql<{ id: number }>`select id from ${quotedName(itemTable(name))} where image = ${image}`,
      )
      return found.map(({ id }) => id)
    },
  }
}

/** Returns the images that records show, by id. */
export async function imagesOf(
  db: Db,
  records: readonly { image: number | null }[],
): Promise<ReadonlyMap<number, MediaRecord>> {
  const ids = [...new Set(records.flatMap(({ image }) => (image === null ? [] : [image])))]
  if (ids.length === 0) return new Map()
  const found = await queryRecords(db, 'media', sql`select * from media where id in (${joinedSql(ids)})`)
  return new Map(found.map((record) => [record.id, record]))
}

/**
 * Removes an image from every item that shows it. Each of those gets a new version, modified at `now` (seconds
 * since 1970 UTC).
 */
export async function removeImageFromItems(db: Db, id: number, now: number): Promise<void> {
  for (const name of imageShowingResources)
    await sql`update ${quotedName(itemTable(name))} set image = null, version = version + 1, modified_utc = ${now}
      where image = ${id}`.execute(db)
}
