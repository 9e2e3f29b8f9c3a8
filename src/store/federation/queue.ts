/** The queue of deliveries to other servers. One process has its lease. */
import { type Connection, runInSnapshot, runTransaction } from '../database/dialects.ts'
import { type Db, queryFirstRow, queryRows } from '../database/rows.ts'
import { joinedSql, sql } from '../database/sql.ts'
import type { DueDelivery, FederationDeliveryResult, FederationQueue } from '../store.ts'
import type { FederationHostTable } from '../tables.ts'
import { leaseStore } from '../webhooks/lease.ts'
import { eventsChangedByWrite, savePlan, unannouncedOccurrences } from './planning.ts'

/** Hosts that fail get so many deliveries at a time, until one arrives. */
const TRIED_AT_FAILING = 3

/** The oldest of each line and inbox, whose time has come, and whose host is well or may be tried again. */
async function dueIn(db: Db, now: number, limit: number): Promise<readonly DueDelivery[]> {
  const found = sql<DueDelivery & { readonly place: number }>`select * from (
    select d.id, d.activity_id, a.actor_id, d.inbox, d.host, d.attempts, a.body,
      case when h.host is null then 0 else row_number() over (partition by d.host order by d.id) end as place
    from federation_deliveries as d
    join federation_activities as a on a.id = d.activity_id
    left join federation_hosts as h on h.host = d.host
    where d.next_utc <= ${now} and (h.host is null or h.retry_utc <= ${now})
      and not exists (select 1 from federation_deliveries as o
        where o.inbox = d.inbox and o.line = d.line and o.id < d.id)) as found
    where place <= ${TRIED_AT_FAILING} order by id limit ${limit}`
  return queryRows(db, found)
}

/** Deletes the activities that nobody waits for. */
export async function dropIdleActivities(db: Db): Promise<void> {
  await sql`delete from federation_activities where not exists (
    select 1 from federation_deliveries as d where d.activity_id = federation_activities.id)`.execute(db)
}

async function settleHost(db: Db, { host, delivery }: FederationDeliveryResult): Promise<void> {
  if (host === 'same') return
  if (host === 'well') await sql`delete from federation_hosts where host = ${delivery.host}`.execute(db)
  else
    await sql`insert into federation_hosts (host, failures, failing_since_utc, retry_utc)
      values (${host.host}, ${host.failures}, ${host.failing_since_utc}, ${host.retry_utc})
      on conflict (host) do update set failures = excluded.failures, retry_utc = excluded.retry_utc,
        failing_since_utc = excluded.failing_since_utc`.execute(db)
}

async function settleOne(db: Db, result: FederationDeliveryResult): Promise<void> {
  const { delivery, outcome, next_utc, isGone } = result
  if (outcome === 'again')
    await sql`update federation_deliveries set attempts = ${delivery.attempts + 1}, next_utc = ${next_utc}
      where id = ${delivery.id}`.execute(db)
  else {
    await sql`delete from federation_deliveries where id = ${delivery.id}`.execute(db)
    await sql`delete from federation_activities where id = ${delivery.activity_id}
      and not exists (select 1 from federation_deliveries where activity_id = ${delivery.activity_id})`.execute(
      db,
    )
  }
  if (isGone) {
    await sql`delete from federation_followers
      where delivered_to = ${delivery.inbox} or inbox = ${delivery.inbox}`.execute(db)
    await sql`delete from federation_deliveries where inbox = ${delivery.inbox}`.execute(db)
    await dropIdleActivities(db)
  }
  await settleHost(db, result)
}

async function hostsNamed(db: Db, names: readonly string[]) {
  if (names.length === 0) return new Map<string, FederationHostTable>()
  const found = sql<FederationHostTable>`select * from federation_hosts where host in (${joinedSql(names)})`
  return new Map((await queryRows(db, found)).map((one) => [one.host, one]))
}

async function healthOf(db: Db) {
  const counted = await queryFirstRow(
    db,
    sql<{ readonly waiting: number; readonly failing: number; readonly followers: number }>`select
      (select count(*) from federation_deliveries) as waiting,
      (select count(*) from federation_hosts) as failing,
      (select count(*) from federation_followers where state = 'accepted') as followers`,
  )
  return {
    waiting: Number(counted?.waiting ?? 0),
    failingHosts: Number(counted?.failing ?? 0),
    followers: Number(counted?.followers ?? 0),
  }
}

async function troublesIn(db: Db, limit: number) {
  const counted = await queryFirstRow(
    db,
    sql<{ readonly hosts: number }>`select count(distinct host) as hosts from federation_deliveries`,
  )
  const failing = await queryRows(
    db,
    sql<FederationHostTable>`select * from federation_hosts order by failing_since_utc, host limit ${limit}`,
  )
  return { waitingHosts: Number(counted?.hosts ?? 0), failing }
}

/** Returns the queue over one database. */
export function federationQueue(connection: Connection): FederationQueue {
  const { reader } = connection
  return {
    ...leaseStore(connection, 'federation'),
    changed: (limit, moment) => runInSnapshot(connection, (db) => eventsChangedByWrite(db, limit, moment)),
    unannounced: (moment, limit) => unannouncedOccurrences(reader, moment, limit),
    plan: (plan, now) => runTransaction(connection, (db) => savePlan(db, plan, now)),
    due: (now, limit) => dueIn(reader, now, limit),
    hosts: (names) => hostsNamed(reader, names),
    settle: (results) =>
      runTransaction(connection, async (db) => {
        for (const result of results) await settleOne(db, result)
      }),
    health: () => healthOf(reader),
    troubles: (limit) => troublesIn(reader, limit),
  }
}
