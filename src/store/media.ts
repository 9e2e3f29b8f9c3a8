/** What is asked of media besides what is asked of every resource. */
import type { PublishedName } from '../contract/resources/index.ts'
import { tableOf } from './orders.ts'
import { type Db, first, rows } from './rows.ts'
import { named, sql } from './sql.ts'
import type { MediaRecord, Reading } from './store.ts'

/** What images are shown by. */
export const showNames = ['event', 'venue', 'organizer'] as const satisfies PublishedName[]

/** Looks for media by where they came from, and by their files; and for what shows them. */
export function mediaReading(db: Db): Pick<Reading, 'mediaFrom' | 'mediaOfFile' | 'isKept' | 'showing'> {
  return {
    mediaFrom: (address) =>
      first(db, sql<MediaRecord>`select * from media where source_url = ${address} order by id limit 1`),
    async mediaOfFile(file) {
      const original = await first(db, sql<MediaRecord>`select * from media where file = ${file}`)
      if (original !== undefined) return original
      // `_` in a name matches any character: what was found is looked at again.
      const like = sql<MediaRecord>`select * from media where sizes like ${`%"${file}"%`} order by id`
      return (await rows(db, like)).find(({ sizes }) => sizes.includes(`"${file}"`))
    },
    async isKept(file) {
      return (await first(db, sql`select 1 from media where file = ${file} limit 1`)) !== undefined
    },
    async showing(name, image) {
      const found = await rows(
        db,
        sql<{ id: number }>`select id from ${named(tableOf(name))} where image = ${image}`,
      )
      return found.map(({ id }) => id)
    },
  }
}

/** Takes an image from every item that shows it: each is another version then, changed at `now` (seconds since 1970). */
export async function takeImageAway(db: Db, id: number, now: number): Promise<void> {
  for (const name of showNames)
    await sql`update ${named(tableOf(name))} set image = null, version = version + 1, modified_utc = ${now}
      where image = ${id}`.execute(db)
}
