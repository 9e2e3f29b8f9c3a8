/** What is asked of media besides what is asked of every resource. */
import type { PublishedName } from '../contract/resources/index.ts'
import { tableOf } from './orders.ts'
import { type Db, rows } from './rows.ts'
import { named, sql } from './sql.ts'
import type { Reading } from './store.ts'

/** What images are shown by. */
export const showNames = ['event', 'venue', 'organizer'] as const satisfies PublishedName[]

/** Looks for media by where they came from, and by their files; and for what shows them. */
export function mediaReading(db: Db): Pick<Reading, 'mediaFrom' | 'isKept' | 'showing'> {
  return {
    mediaFrom: (address) =>
      db
        .selectFrom('media')
        .selectAll()
        .where('source_url', '=', address)
        .orderBy('id')
        .limit(1)
        .executeTakeFirst(),
    async isKept(file) {
      return (
        (await db.selectFrom('media').select('id').where('file', '=', file).limit(1).execute()).length > 0
      )
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
