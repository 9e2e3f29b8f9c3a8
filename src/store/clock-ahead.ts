/**
 * Times that were written while the clock was ahead. A second factor would stay locked, a limit full and a retry away until the
 * clock reaches them, perhaps in a year.
 */
import { epochOfInstant, type Moment } from '../domain/time/moment.ts'
import { type OpenDatabase, runTransaction } from './database/dialects.ts'
import { quotedName, sql } from './database/sql.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The time step of codes (RFC 6238), in seconds. */
const STEP = 30

interface TimeColumn {
  readonly table: string
  readonly column: string
  /** How far ahead of now the service ever writes it, in seconds. */
  readonly most: number
  /** The replacement of a time that is further ahead: the moment itself, or 0, which is over. */
  readonly becomes: 'now' | 'over'
  /** Seconds of its unit. */
  readonly unit?: number
}

const columns: readonly TimeColumn[] = [
  { table: 'second_factors', column: 'last_step', most: 2 * MINUTE, becomes: 'now', unit: STEP },
  { table: 'second_factors', column: 'locked_utc', most: HOUR, becomes: 'over' },
  { table: 'senders', column: 'at_utc', most: MINUTE, becomes: 'now' },
  { table: 'email_changes', column: 'created_utc', most: MINUTE, becomes: 'now' },
  { table: 'secret_links', column: 'expires_utc', most: 8 * DAY, becomes: 'over' },
  { table: 'secrets', column: 'expires_utc', most: 8 * DAY, becomes: 'over' },
  { table: 'kept_answers', column: 'kept_utc', most: MINUTE, becomes: 'now' },
  { table: 'mail', column: 'next_utc', most: 2 * DAY, becomes: 'now' },
  { table: 'mail', column: 'leased_utc', most: HOUR, becomes: 'over' },
  { table: 'subscriptions', column: 'next_utc', most: 32 * DAY, becomes: 'now' },
  { table: 'subscriptions', column: 'leased_utc', most: DAY, becomes: 'over' },
  { table: 'webhooks', column: 'held_utc', most: HOUR, becomes: 'over' },
  { table: 'webhook_deliveries', column: 'next_utc', most: 2 * DAY, becomes: 'now' },
  { table: 'federation_hosts', column: 'retry_utc', most: 2 * DAY, becomes: 'now' },
  { table: 'federation_hosts', column: 'failing_since_utc', most: MINUTE, becomes: 'now' },
  { table: 'federation_outcomes', column: 'tried_utc', most: MINUTE, becomes: 'now' },
  { table: 'federation_deliveries', column: 'next_utc', most: 2 * DAY, becomes: 'now' },
  { table: 'federation_following', column: 'next_utc', most: 2 * DAY, becomes: 'now' },
  { table: 'federation_incoming', column: 'next_utc', most: 2 * DAY, becomes: 'now' },
  { table: 'federation_incoming', column: 'image_utc', most: HOUR, becomes: 'now' },
  { table: 'federation_peers', column: 'fetched_utc', most: MINUTE, becomes: 'over' },
  { table: 'webhook_lease', column: 'until_utc', most: HOUR, becomes: 'over' },
]

/** Corrects the times of a database that are further ahead of a moment than they can be. Other times stay as they are. */
export function correctTimesAheadOfClock(connection: OpenDatabase, { now }: Moment): Promise<void> {
  const at = epochOfInstant(now)
  return runTransaction(connection, async (db) => {
    for (const { table, column, most, becomes, unit = 1 } of columns) {
      const value = becomes === 'now' ? Math.floor(at / unit) : 0
      await sql`update ${quotedName(table)} set ${quotedName(column)} = ${value}
        where ${quotedName(column)} > ${Math.floor((at + most) / unit)}`.execute(db)
    }
  })
}
