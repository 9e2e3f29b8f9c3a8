/** Secret addresses of feeds. A secret is kept as its SHA-256 alone: it is random, so a fast hash is enough. */
import type { Kysely } from 'kysely'
import type { Status } from '../contract/resources/shared.ts'
import { epochOf } from '../domain/moment.ts'
import { note } from './audit.ts'
import { type Connection, transaction } from './dialects.ts'
import { hashOf, randomSecret } from './random-secret.ts'
import type { FeedLinks } from './store.ts'
import type { Database } from './tables.ts'

const USE_NOTED_EVERY = 60

const statusesOf = (text: string) => JSON.parse(text) as readonly Status[]

const joined = (db: Kysely<Database>) =>
  db.selectFrom('feed_links').innerJoin('users', 'users.id', 'feed_links.user_id')

/** The secret addresses over one database. Every change leaves its row in the audit. */
export function feedLinksOf(connection: Connection<Database>): FeedLinks {
  const { reader, writer: db } = connection
  return {
    create: (login, { name, statuses }, writer) =>
      transaction(connection, async (trx) => {
        const user = await trx
          .selectFrom('users')
          .select('id')
          .where('login', '=', login.toLowerCase())
          .executeTakeFirst()
        if (user === undefined) return undefined
        const secret = randomSecret()
        const values = { user_id: user.id, name, statuses: JSON.stringify(statuses), hash: hashOf(secret) }
        const { id } = await trx
          .insertInto('feed_links')
          .values({ ...values, created_utc: epochOf(writer.moment.now), last_used_utc: null })
          .returning('id')
          .executeTakeFirstOrThrow()
        const title = `${login.toLowerCase()}: ${name}`
        await note(trx, writer, { verb: 'create', resource: 'feed', item_id: id, title, slug: '' })
        return { id, secret }
      }),
    async all() {
      const found = await joined(reader)
        .select(['feed_links.id', 'login', 'feed_links.name', 'statuses'])
        .select(['feed_links.created_utc', 'last_used_utc'])
        .orderBy('feed_links.id')
        .execute()
      return found.map((one) => ({ ...one, statuses: statusesOf(one.statuses) }))
    },
    revoke: (id, writer) =>
      transaction(connection, async (trx) => {
        const gone = await trx
          .deleteFrom('feed_links')
          .where('id', '=', id)
          .returning('name')
          .executeTakeFirst()
        if (gone !== undefined)
          await note(trx, writer, {
            verb: 'delete',
            resource: 'feed',
            item_id: id,
            title: gone.name,
            slug: '',
          })
        return gone !== undefined
      }),
    async held(secret, moment) {
      const found = await joined(reader)
        .select(['users.id', 'login', 'role', 'feed_links.id as link', 'statuses', 'last_used_utc'])
        .where('hash', '=', hashOf(secret))
        .executeTakeFirst()
      if (found === undefined) return undefined
      const { link, statuses, last_used_utc, ...account } = found
      const now = epochOf(moment.now)
      // Nobody waits for it, and not every read is to write.
      if (last_used_utc === null || now - last_used_utc >= USE_NOTED_EVERY)
        db.updateTable('feed_links')
          .set({ last_used_utc: now })
          .where('id', '=', link)
          .execute()
          .catch(() => {})
      return { ...account, statuses: statusesOf(statuses) }
    },
  }
}
