/** The queue of deliveries to other servers. One process has its lease. */
import { type OpenDatabase, runInSnapshot, runTransaction } from '../database/dialects.ts'
import { countRowsFrom, type Db, queryFirstRow, queryRows } from '../database/rows.ts'
import { joinedSql, sql } from '../database/sql.ts'
import type { DueDelivery, DueDeliveryChoice, FederationDeliveryResult, FederationQueue } from '../store.ts'
import type { FailingFederationHostTable } from '../tables.ts'
import { leaseStore } from '../webhooks/lease.ts'
import { eventsChangedByWrite, saveFederationPlan, unannouncedOccurrenceIds } from './planning.ts'
import { dropIdleActivities, giveUpChosenDeliveries, noteDeliveryOutcomes } from './sent.ts'

/** Hosts that fail get so many deliveries at a time, until one arrives. */
const TRIED_AT_FAILING = 3

/** Hosts that are tried again together. */
const TRIED_TOGETHER = 100

/** Deliveries whose time has come, the oldest of each line and inbox. */
const headsSql = (
  now: number,
) => sql`select d.id, d.activity_id, a.actor_id, d.inbox, d.host, d.attempts, a.body
  from federation_deliveries as d join federation_activities as a on a.id = d.activity_id
  where d.next_utc <= ${now} and not exists (select 1 from federation_deliveries as o
    where o.inbox = d.inbox and o.line = d.line and o.id < d.id)`

/**
 * Returns the deliveries to hosts that are well, and some to each host that may be tried again. As many may wait for both as there were
 * events in a week: those of hosts that fail have their time when these are tried again, so that nobody else's wait behind them.
 */
async function dueIn(
  db: Db,
  now: number,
  { limit, ofHost, busy }: DueDeliveryChoice,
): Promise<readonly DueDelivery[]> {
  const idle = busy.length === 0 ? sql`` : sql` and d.host not in (${joinedSql(busy)})`
  const well = sql<DueDelivery>`${headsSql(now)}${idle}
    and not exists (select 1 from federation_hosts as h where h.host = d.host)
    order by d.next_utc, d.id limit ${limit}`
  const tried = sql<Pick<FailingFederationHostTable, 'host'>>`select host from federation_hosts
    where retry_utc <= ${now} order by retry_utc, host limit ${TRIED_TOGETHER}`
  const found = fewOfEach(await queryRows(db, well), ofHost)
  for (const { host } of await queryRows(db, tried)) {
    const some = sql<DueDelivery>`${headsSql(now)} and d.host = ${host} order by d.id limit ${TRIED_AT_FAILING}`
    if (!busy.includes(host)) found.push(...(await queryRows(db, some)))
  }
  return found
}

/** Returns the first deliveries of each host, in their order. */
function fewOfEach(all: readonly DueDelivery[], most: number): DueDelivery[] {
  const counts = new Map<string, number>()
  return all.filter(({ host }) => {
    counts.set(host, (counts.get(host) ?? 0) + 1)
    return (counts.get(host) ?? 0) <= most
  })
}

async function settleHost(db: Db, { host, delivery }: FederationDeliveryResult): Promise<void> {
  if (host === 'same') return
  if (host === 'well') await sql`delete from federation_hosts where host = ${delivery.host}`.execute(db)
  else {
    await sql`insert into federation_hosts (host, failures, failing_since_utc, retry_utc)
      values (${host.host}, ${host.failures}, ${host.failing_since_utc}, ${host.retry_utc})
      on conflict (host) do update set failures = excluded.failures, retry_utc = excluded.retry_utc,
        failing_since_utc = excluded.failing_since_utc`.execute(db)
    await sql`update federation_deliveries set next_utc = ${host.retry_utc}
      where host = ${host.host} and next_utc < ${host.retry_utc}`.execute(db)
  }
}

/** Whether nothing is to be noted but that it arrived. */
const hasArrived = ({ outcome, host, isGone }: FederationDeliveryResult) =>
  outcome === 'delivered' && host === 'same' && !isGone

/** Ends deliveries that arrived. Most do: their rows go together. */
async function endDeliveries(db: Db, results: readonly FederationDeliveryResult[]): Promise<void> {
  if (results.length === 0) return
  const ids = results.map(({ delivery }) => delivery.id)
  const activities = [...new Set(results.map(({ delivery }) => delivery.activity_id))]
  await sql`delete from federation_deliveries where id in (${joinedSql(ids)})`.execute(db)
  await sql`delete from federation_activities where id in (${joinedSql(activities)}) and not exists (
    select 1 from federation_deliveries as d where d.activity_id = federation_activities.id)`.execute(db)
}

async function settleOne(db: Db, result: FederationDeliveryResult): Promise<void> {
  const { delivery, outcome, next_utc, at_utc, failure, isGone } = result
  if (outcome === 'again')
    await sql`update federation_deliveries set attempts = ${delivery.attempts + 1}, next_utc = ${next_utc}
      where id = ${delivery.id}`.execute(db)
  else if (failure === undefined) await endDeliveries(db, [result])
  else {
    const lost = isGone ? sql`inbox = ${delivery.inbox}` : sql`id = ${delivery.id}`
    await giveUpChosenDeliveries(db, lost, failure, at_utc)
    await dropIdleActivities(db)
  }
  if (isGone)
    await sql`delete from federation_followers
      where delivered_to = ${delivery.inbox} or inbox = ${delivery.inbox}`.execute(db)
  await settleHost(db, result)
}

async function hostsNamed(db: Db, names: readonly string[]) {
  if (names.length === 0) return new Map<string, FailingFederationHostTable>()
  const found = sql<FailingFederationHostTable>`select * from federation_hosts where host in (${joinedSql(names)})`
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
    sql<FailingFederationHostTable>`select * from federation_hosts order by failing_since_utc, host limit ${limit}`,
  )
  return { waitingHosts: Number(counted?.hosts ?? 0), failing }
}

/** Answers to activities of one host that may wait: one that sends many and takes none must not fill the database. */
const MAX_REPLIES = 1000

async function hasRoomForReplies(db: Db, host: string): Promise<boolean> {
  const waiting = sql`(select 1 from federation_deliveries
    where host = ${host} and line like 'reply %' limit ${MAX_REPLIES}) as replies`
  return (await countRowsFrom(db, waiting)) < MAX_REPLIES
}

/** Returns the queue over one database. */
export function federationQueue(connection: OpenDatabase): FederationQueue {
  const { reader } = connection
  return {
    ...leaseStore(connection, 'federation'),
    changed: (limit, moment) => runInSnapshot(connection, (db) => eventsChangedByWrite(db, limit, moment)),
    unannounced: (moment, limit) => unannouncedOccurrenceIds(reader, moment, limit),
    plan: (plan, now) => runTransaction(connection, (db) => saveFederationPlan(db, plan, now)),
    due: (now, chosen) => dueIn(reader, now, chosen),
    hosts: (names) => hostsNamed(reader, names),
    settle: (results) =>
      runTransaction(connection, async (db) => {
        await endDeliveries(db, results.filter(hasArrived))
        for (const result of results) if (!hasArrived(result)) await settleOne(db, result)
        await noteDeliveryOutcomes(db, results)
      }),
    hasRoomFor: (host) => hasRoomForReplies(reader, host),
    health: () => healthOf(reader),
    troubles: (limit) => troublesIn(reader, limit),
  }
}
