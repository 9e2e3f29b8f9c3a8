/** Sessions of the web (contract §5): they end 14 days after they were last used, and 90 days after they began. */
import { epochOf, type Moment } from '../domain/moment.ts'
import { type Connection, transaction } from './dialects.ts'
import { hashOf, randomSecret } from './random-secret.ts'
import type { Db } from './rows.ts'
import type { Sessions } from './store.ts'
import type { Database } from './tables.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const UNUSED = 14 * DAY
const LONGEST = 90 * DAY

interface Times {
  readonly created_utc: number
  readonly used_utc: number
  readonly expires_utc: number
}

/** What a session's times are once it is used: moved at most once an hour, since not every request is to write. */
function used(times: Times, now: number): Times {
  if (now - times.used_utc < HOUR) return times
  return {
    created_utc: times.created_utc,
    used_utc: now,
    expires_utc: Math.min(now + UNUSED, times.created_utc + LONGEST),
  }
}

async function begin(db: Db, login: string, passwordHash: string, now: number) {
  // Takes the user's row first, as every change of a user does: a change of the password comes before, and is seen here, or after, and ends the session.
  const user = await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('login', '=', login)
    .where('password_hash', '=', passwordHash)
    .returning(['id', 'login', 'role'])
    .executeTakeFirst()
  if (user === undefined) return undefined
  await db.deleteFrom('sessions').where('expires_utc', '<=', now).execute()
  const secret = randomSecret()
  const times = { created_utc: now, used_utc: now, expires_utc: now + UNUSED }
  await db
    .insertInto('sessions')
    .values({ user_id: user.id, hash: hashOf(secret), ...times })
    .execute()
  return { ...user, secret, expires_utc: times.expires_utc }
}

async function held({ reader, writer }: Connection<Database>, secret: string, now: number) {
  const found = await reader
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.login', 'users.role', 'sessions.id as session'])
    .select(['sessions.created_utc', 'used_utc', 'expires_utc'])
    .where('hash', '=', hashOf(secret))
    .where('expires_utc', '>', now)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const times = used(found, now)
  const isProlonged = times.used_utc !== found.used_utc
  // Nobody waits for it: what is not noted now is noted with the next request.
  if (isProlonged)
    writer
      .updateTable('sessions')
      .set(times)
      .where('id', '=', found.session)
      .execute()
      .catch(() => {})
  const { id, login, role } = found
  return { id, login, role, secret, expires_utc: times.expires_utc, isProlonged }
}

/** The sessions over one database. */
export function sessionsOf(connection: Connection<Database>): Sessions {
  const { reader, writer } = connection
  return {
    async passwordOf(login) {
      const found = await reader
        .selectFrom('users')
        .select('password_hash')
        .where('login', '=', login.toLowerCase())
        .executeTakeFirst()
      return found?.password_hash ?? undefined
    },
    begin: (login, passwordHash, { now }: Moment) =>
      transaction(connection, (db) => begin(db, login.toLowerCase(), passwordHash, epochOf(now))),
    held: (secret, { now }) => held(connection, secret, epochOf(now)),
    async end(secret) {
      await writer.deleteFrom('sessions').where('hash', '=', hashOf(secret)).execute()
    },
  }
}
