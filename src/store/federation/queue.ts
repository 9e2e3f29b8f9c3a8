/** The queue of deliveries to other servers. One process has its lease. */
import { type OpenDatabase, runInSnapshot, runTransaction } from '../database/dialects.ts'
import { countRowsFrom, type Db, queryFirstRow, queryRows } from '../database/rows.ts'
import { joinedSql, type Sql, sql } from '../database/sql.ts'
import type { DueDelivery, DueDeliveryChoice, FederationDeliveryResult, FederationQueue } from '../store.ts'
import type { FailingFederationHostTable } from '../tables.ts'
import { leaseStore } from '../webhooks/lease.ts'
import { eventsChangedByWrite, saveFederationPlan, unannouncedOccurrenceIds } from './planning.ts'
import { dropIdleActivities, giveUpChosenDeliveries, noteDeliveryOutcomes } from './sent.ts'

/** Hosts that fail get so many deliveries at a time, until one arrives: those first that were tried least, since the host may be unable to take others. */
const TRIED_AT_FAILING = 3

/** Hosts that are tried again together. */
const TRIED_TOGETHER = 100

/** Deliveries whose time has come, the oldest of each line and inbox. */
const headsSql = (
  now: number,
) => sql`select d.id, d.activity_id, a.actor_id, d.line, d.inbox, d.host, d.attempts, a.body
  from federation_deliveries as d join federation_activities as a on a.id = d.activity_id
  where d.next_utc <= ${now} and not exists (select 1 from federation_deliveries as o
    where o.inbox = d.inbox and o.line = d.line and o.id < d.id)`

/**
 * Returns the deliveries to hosts without failures, and some to each host that may be tried again. As many may wait for both as there were
 * events in a week: those of hosts that fail have their time when these are tried again, so that nobody else's wait behind them.
 */
async function dueIn(
  db: Db,
  now: number,
  { limit, ofHost, busy }: DueDeliveryChoice,
): Promise<readonly DueDelivery[]> {
  const idle = busy.length === 0 ? sql`` : sql` and d.host not in (${joinedSql(busy)})`
  const well = sql<DueDelivery>`${headsSql(now)}${idle}
    and not exists (select 1 from federation_hosts as h where h.host = d.host and h.failures > 0)
    order by d.next_utc, d.id limit ${limit}`
  const tried = sql<Pick<FailingFederationHostTable, 'host'>>`select host from federation_hosts
    where failures > 0 and retry_utc <= ${now} order by retry_utc, host limit ${TRIED_TOGETHER}`
  const found = fewOfEach(await queryRows(db, well), ofHost)
  for (const { host } of await queryRows(db, tried)) {
    const some = sql<DueDelivery>`${headsSql(now)} and d.host = ${host} order by d.attempts, d.id limit ${TRIED_AT_FAILING}`
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

async function hostsNamed(db: Db, names: readonly string[]) {
  if (names.length === 0) return new Map<string, FailingFederationHostTable>()
  const found = sql<FailingFederationHostTable>`select * from federation_hosts where host in (${joinedSql(names)})`
  return new Map((await queryRows(db, found)).map((one) => [one.host, one]))
}

/** Saves how a host stands that failed. A host that took something since it was read fails from now on. */
async function settleFailingHost(
  db: Db,
  { host, delivery, at_utc }: FederationDeliveryResult,
): Promise<void> {
  if (host === 'well') return
  const before = (await hostsNamed(db, [host.host])).get(host.host)
  await sql`insert into federation_hosts (host, failures, failing_since_utc, retry_utc)
    values (${host.host}, ${host.failures}, ${at_utc}, ${host.retry_utc})
    on conflict (host) do update set failures = excluded.failures, retry_utc = excluded.retry_utc`.execute(db)
  // It answers again, though not well to this one.
  if (host.failures === 0 && before !== undefined && before.failures > 0)
    await releaseDeliveries(db, host.host, at_utc, sql`id <> ${delivery.id}`)
  if (host.failures > 0)
    await sql`update federation_deliveries set next_utc = ${host.retry_utc}
      where host = ${host.host} and next_utc < ${host.retry_utc}`.execute(db)
}

/** Makes deliveries due that waited for their host, which `where` chooses. */
async function releaseDeliveries(db: Db, host: string, now: number, where: Sql): Promise<void> {
  await sql`update federation_deliveries set next_utc = ${now}
    where host = ${host} and next_utc > ${now} and ${where}`.execute(db)
}

/**
 * Notes that hosts are well. What waited for them goes at once; what was tried waits for its own time where the host failed but once: that may
 * be why it failed.
 */
async function settleWellHosts(db: Db, results: readonly FederationDeliveryResult[]): Promise<void> {
  const well = results.filter(({ host }) => host === 'well')
  const hosts = [...new Set(well.map(({ delivery }) => delivery.host))]
  if (hosts.length === 0) return
  const failed = await queryRows(
    db,
    sql<FailingFederationHostTable>`delete from federation_hosts where host in (${joinedSql(hosts)}) returning *`,
  )
  const now = Math.max(...well.map(({ at_utc }) => at_utc))
  for (const { host, failures } of failed)
    if (failures > 0) await releaseDeliveries(db, host, now, failures > 1 ? sql`1 = 1` : sql`attempts = 0`)
}

/** Whether nothing is to be noted but that it arrived. */
const hasArrived = ({ outcome }: FederationDeliveryResult) => outcome === 'delivered'

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
  else if (failure !== undefined) {
    const lost = isGone ? sql`inbox = ${delivery.inbox}` : sql`id = ${delivery.id}`
    await giveUpChosenDeliveries(db, lost, failure, at_utc)
    await dropIdleActivities(db)
  }
  if (isGone)
    await sql`delete from federation_followers
      where delivered_to = ${delivery.inbox} or inbox = ${delivery.inbox}`.execute(db)
  await settleFailingHost(db, result)
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
        await settleWellHosts(db, results)
        await noteDeliveryOutcomes(db, results)
      }),
    hasRoomFor: (host) => hasRoomForReplies(reader, host),
    health: () => healthOf(reader),
    troubles: (limit) => troublesIn(reader, limit),
  }
}
