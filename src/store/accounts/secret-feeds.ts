/** Secret feed addresses. Only the SHA-256 of a secret is stored: secrets are random, so a fast hash is enough. */
import type { Status } from '../../contract/resources/shared.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import { type Db, insertRow, queryFirstRow, queryRows } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import { addActRow } from '../log/acts.ts'
import type { NewSecretFeed, SecretFeedStore, StoredSecretFeed, UserAndRoles, WriteStamp } from '../store.ts'
import { membershipsSql, parseGroupRoles } from './groups/memberships.ts'
import { randomSecret, secretHash } from './secrets.ts'
import { revokeSecretRow } from './tokens.ts'

const USE_NOTED_EVERY = 60

const statusesOf = (text: string): readonly Status[] => JSON.parse(text)

/** A row whose statuses are still JSON text. */
type Row<T extends { readonly statuses: unknown }> = Omit<T, 'statuses'> & { readonly statuses: string }

interface Held extends UserAndRoles {
  readonly memberships: string
  readonly link: number
  readonly statuses: string
  readonly last_used_utc: number | null
}

async function create(trx: Db, login: string, { name, statuses }: NewSecretFeed, writer: WriteStamp) {
  const user = await queryFirstRow(
    trx,
    sql<{ readonly id: number }>`select id from users where login = ${login}`,
  )
  if (user === undefined) return undefined
  const secret = randomSecret()
  const id = await insertRow(trx, 'feed_links', {
    user_id: user.id,
    name,
    statuses: JSON.stringify(statuses),
    hash: secretHash(secret),
    created_utc: epochOfInstant(writer.moment.now),
    last_used_utc: null,
  })
  const values = { person: { id: user.id, login }, name }
  await addActRow(trx, writer, { resource: 'feed', item_id: id, verb: 'create', act: 'feed_created', values })
  return { id, secret }
}

/** The secret feeds of one database. Every change writes an audit row. */
export function secretFeedStore(connection: OpenDatabase): SecretFeedStore {
  const { reader, writer: db } = connection
  return {
    create: (login, link, writer) =>
      runTransaction(connection, (trx) => create(trx, login.toLowerCase(), link, writer)),
    async all() {
      const found = await queryRows(
        reader,
        sql<Row<StoredSecretFeed>>`
          select feed_links.id, login, feed_links.name, statuses, feed_links.created_utc, last_used_utc
          from feed_links join users on users.id = feed_links.user_id order by feed_links.id`,
      )
      return found.map((one) => ({ ...one, statuses: statusesOf(one.statuses) }))
    },
    revoke: (id, writer) =>
      runTransaction(connection, (trx) => revokeSecretRow(trx, 'feed_links', id, writer)),
    async held(secret, moment) {
      const found = await queryFirstRow(
        reader,
        sql<Held>`select users.id, login, role, feed_links.id as link, statuses, last_used_utc,
            ${membershipsSql(reader.dialect)} as memberships
          from feed_links join users on users.id = feed_links.user_id where hash = ${secretHash(secret)} and is_suspended = 0`,
      )
      if (found === undefined) return undefined
      const { link, statuses, last_used_utc, memberships, ...account } = found
      const now = epochOfInstant(moment.now)
      // No request waits for this write, and it happens at most once a minute.
      if (last_used_utc === null || now - last_used_utc >= USE_NOTED_EVERY)
        sql`update feed_links set last_used_utc = ${now} where id = ${link}`.execute(db).catch(() => {})
      return { ...account, groups: parseGroupRoles(memberships), statuses: statusesOf(statuses) }
    },
  }
}
