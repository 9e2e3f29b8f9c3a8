/** Media: the read operations that only they have, and the images of other records. */

import type { PublishableName } from '../../contract/resources/index.ts'
import { mediaTypesByImageExtension, stemOfImageBehindPagePicture } from '../../domain/images.ts'
import { readDatabaseSize } from '../database/catalog.ts'
import { countRowsFrom, type Db, oneOfSql, quotedName, sql } from '../database/sql.ts'
import { isLogged } from '../log/logged.ts'
import { itemTables } from '../tables.ts'
import type { MediaRecord } from '../types/index.ts'
import { byIdAmongFewSql, queryFirstRecord, queryRecords, type RowOf } from './query-records.ts'

export const imageShowingResources = ['event', 'venue', 'organizer', 'group'] as const

/** The extensions that the file of an image may have. */
const extensions = Object.keys(mediaTypesByImageExtension)

const pictureReading = (db: Db) => ({
  /** The oldest media item after an id whose pictures for pages are not made yet. */
  nextWithoutPictures: (after: number) =>
    queryFirstRecord(
      db,
      'media',
      sql`select * from media where widths = '' and id > ${after} order by id limit 1`,
    ),
  /** How many media items have no pictures for pages yet. */
  countWithoutPictures: () => countRowsFrom(db, sql`media where widths = ''`),
  /** The bytes that the database takes. */
  databaseBytes: () => readDatabaseSize(db),
  /** How many media items there are, and the bytes of their originals. */
  async imageTotals() {
    const found = sql<{ count: number; bytes: number | null }>`
      select count(*) as count, sum(filesize) as bytes from media`
    const { count = 0, bytes = 0 } = (await found.first(db)) ?? {}
    return { count: Number(count), bytes: Number(bytes ?? 0) }
  },
})

/** Finds media by source address or file, and the items that show them. */
export function mediaReadOperations(db: Db) {
  return {
    media: (id: number) => queryFirstRecord(db, 'media', sql`select * from media where id = ${id}`),
    /** The image that was fetched from an address. */
    mediaFrom: (address: string) =>
      queryFirstRecord(
        db,
        'media',
        sql`select * from media where source_url = ${address} ${byIdAmongFewSql} limit 1`,
      ),
    /** The media item with a file of that name: its original, one of its sizes, or one of its pictures for pages. */
    async mediaOfFile(file: string) {
      const stem = stemOfImageBehindPagePicture(file)
      const files = stem === undefined ? [file] : [file, ...extensions.map((one) => `${stem}.${one}`)]
      const originals = sql<RowOf<'media'>>`select * from media where file in ${oneOfSql(files)}`
      const original = await queryFirstRecord(db, 'media', originals)
      if (original !== undefined) return original
      // `_` in a name matches any character, so matches are checked again.
      const like = sql<RowOf<'media'>>`select * from media where sizes like ${`%"${file}"%`} order by id`
      const found = await queryRecords(db, 'media', like)
      return found.find(({ sizes }) => Object.values(sizes).some((size) => size.file === file))
    },
    /** The ids of the media items whose title has one of these slugs, newest first; at most `limit`. */
    async mediaOfSlugs(slugs: readonly string[], limit: number) {
      if (slugs.length === 0) return []
      const wanted = sql`select id from media where slug in ${oneOfSql(slugs)}
        order by date_utc desc, id desc limit ${limit}`
      return await wanted.column<number>(db)
    },
    ...pictureReading(db),
    /** Whether a media item has this file as its original. */
    async isKept(file: string) {
      return await sql`select 1 from media where file = ${file} limit 1`.exists(db)
    },
    /** The items of a resource that show an image. */
    async showing(name: PublishableName | 'group', image: number) {
      return sql`select id from ${quotedName(itemTables[name])} where image = ${image}`.column<number>(db)
    },
  }
}

/** Returns the images that records show, by id. */
export async function imagesOfRecords(
  db: Db,
  records: readonly { image: number | null }[],
): Promise<ReadonlyMap<number, MediaRecord>> {
  const ids = [...new Set(records.flatMap(({ image }) => (image === null ? [] : [image])))]
  if (ids.length === 0) return new Map()
  const found = await queryRecords(db, 'media', sql`select * from media where id in ${oneOfSql(ids)}`)
  return new Map(found.map((record) => [record.id, record]))
}

/**
 * Removes an image from every item that shows it and whose changes are not in the log. Each of those gets a new version, modified at `now`
 * (seconds since 1970 UTC).
 */
export async function removeImageFromItems(db: Db, id: number, now: number): Promise<void> {
  for (const name of imageShowingResources.filter((one) => !isLogged(one)))
    await sql`update ${quotedName(itemTables[name])} set image = null, version = version + 1, modified_utc = ${now}
      where image = ${id}`.execute(db)
}

/** Writes the widths of the pictures of an image for pages. */
export async function setPagePictureWidths(db: Db, id: number, widths: readonly number[]): Promise<void> {
  await sql`update media set widths = ${JSON.stringify(widths)} where id = ${id}`.execute(db)
}
