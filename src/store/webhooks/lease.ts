/** The leases of processes: of all processes on one database, only the one that has a lease does its work, by the clock of the database. */
import type { OpenDatabase } from '../database/dialects.ts'
import { queryFirstRow } from '../database/rows.ts'
import { rawSql, sql } from '../database/sql.ts'

/** Seconds since 1970 UTC, by the clock of the database. */
const clock = {
  sqlite: rawSql("cast(strftime('%s', 'now') as integer)"),
  postgres: rawSql('cast(extract(epoch from clock_timestamp()) as bigint)'),
}

interface LeaseStore {
  /** Takes or renews the lease for so many seconds. Returns whether `holder` has it. */
  lease(holder: string, seconds: number): Promise<boolean>
  release(holder: string): Promise<void>
}

/** Returns the lease with a name. */
export function leaseStore({ writer, name: dialect }: OpenDatabase, name: string): LeaseStore {
  const now = clock[dialect]
  return {
    async lease(holder, seconds) {
      const taken = await queryFirstRow(
        writer,
        sql<{ readonly holder: string }>`insert into webhook_lease (name, holder, until_utc)
          values (${name}, ${holder}, ${now} + ${rawSql(String(seconds))})
          on conflict (name) do update set holder = excluded.holder, until_utc = excluded.until_utc
            where webhook_lease.holder = excluded.holder or webhook_lease.until_utc <= ${now}
          returning holder`,
      )
      return taken?.holder === holder
    },
    async release(holder) {
      await sql`update webhook_lease set until_utc = 0 where holder = ${holder} and name = ${name}`.execute(
        writer,
      )
    },
  }
}
