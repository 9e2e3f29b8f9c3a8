/** Secret links to the preview of an event. Only the SHA-256 of a secret is stored: secrets are random, so a fast hash is enough. */
import { epochOfInstant } from '../../domain/time/moment.ts'
import { randomSecret, secretHash } from '../accounts/secrets.ts'
import type { OpenDatabase } from '../database/dialects.ts'
import { insertRow, queryFirstRow, queryRows } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import type { PreviewLinkStore } from '../store.ts'

/** Seconds for which a link is valid: seven days. */
const VALID = 7 * 24 * 3600

/** The most valid links of an event. The oldest ends when one more is made. */
const MOST = 20

/** The preview links of one database. */
export function previewLinkStore({ reader, writer }: OpenDatabase): PreviewLinkStore {
  return {
    async create(event_id, { now }) {
      const at = epochOfInstant(now)
      const secret = randomSecret()
      await sql`delete from preview_links where expires_utc <= ${at}`.execute(writer)
      const link = { event_id, hash: secretHash(secret), created_utc: at, expires_utc: at + VALID }
      await insertRow(writer, 'preview_links', link)
      await sql`delete from preview_links where event_id = ${event_id} and id not in
        (select id from preview_links where event_id = ${event_id} order by id desc limit ${MOST})`.execute(
        writer,
      )
      return { secret, expires_utc: link.expires_utc }
    },
    async find(secret, { now }) {
      const found = await queryFirstRow(
        reader,
        sql<{ readonly event_id: number }>`select event_id from preview_links
          where hash = ${secretHash(secret)} and expires_utc > ${epochOfInstant(now)}`,
      )
      return found?.event_id
    },
    async end(event) {
      const gone = await queryRows(
        writer,
        sql<{ readonly id: number }>`delete from preview_links where event_id = ${event} returning id`,
      )
      return gone.length
    },
  }
}
