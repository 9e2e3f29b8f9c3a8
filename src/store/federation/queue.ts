/** The queue of deliveries to other servers. One process has its lease. */

import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { type OpenDatabase, runInSnapshot, runTransaction } from '../database/dialects.ts'
import {
  countRowsFrom,
  type Db,
  insertRow,
  insertRows,
  oneOfSql,
  quotedName,
  replacing,
  type Sql,
  sql,
} from '../database/sql.ts'
import { lastRevisionIn } from '../log/journal.ts'
import {
  type FailingFederationHost,
  type FederationOutcomeTable,
  type FederationSentTable,
  linkTables,
} from '../tables.ts'
import type {
  ChangedEvents,
  ContactedHost,
  DeliveryFailureCause,
  DueDelivery,
  DueDeliveryChoice,
  FederationDeliveryResult,
  FederationPlan,
  HostThatMissedActivity,
  LinkName,
  NewActivity,
  SentActivity,
} from '../types/index.ts'
import { leaseStore } from '../webhooks.ts'
import { isListedInMainCalendarSql, mayBeAnnouncedSql } from './events.ts'

// To how many servers activities went, and where that failed. That a server got an activity is not noted: it shows by nothing that waits or failed.

/** Activities of which is known what became of them. */
const KEPT_ACTIVITIES = 500
/** Servers of which is known how attempts ended. */
const KEPT_HOSTS = 5000
/** Servers that are named for one activity. */
const MAX_MISSED = 20

/** Notes that an activity was sent, and forgets old ones. */
async function noteSentActivity(db: Db, sent: FederationSentTable): Promise<void> {
  await insertRows(db, 'federation_sent', [{ ...sent }])
  const last = await sql<{ readonly id: number }>`select activity_id as id from federation_sent
      order by activity_id desc limit 1 offset ${KEPT_ACTIVITIES}`.first(db)
  if (last === undefined) return
  await sql`delete from federation_sent where activity_id <= ${last.id}`.execute(db)
  await sql`delete from federation_failures where activity_id <= ${last.id}`.execute(db)
}

/** Deletes deliveries, which `where` chooses among `federation_deliveries`, and notes that their servers never got them. */
export async function giveUpChosenDeliveries(
  db: Db,
  where: Sql,
  { reason, status }: DeliveryFailureCause,
  at: number,
): Promise<void> {
  await sql`insert into federation_failures (activity_id, host, reason, status, at_utc)
    select distinct activity_id, host, ${reason}, cast(${status} as bigint), cast(${at} as bigint)
    from federation_deliveries
    where activity_id in (select activity_id from federation_sent) and (${where})
    on conflict (activity_id, host) do nothing`.execute(db)
  await sql`delete from federation_deliveries where ${where}`.execute(db)
}

/** Deletes the activities that nobody waits for. */
export async function dropIdleActivities(db: Db): Promise<void> {
  await sql`delete from federation_activities where not exists (
    select 1 from federation_deliveries as d where d.activity_id = federation_activities.id)`.execute(db)
}

function outcomeAfter(
  before: FederationOutcomeTable | undefined,
  { delivery, at_utc, failure }: FederationDeliveryResult,
): FederationOutcomeTable {
  const none = { delivered: 0, delivered_utc: 0, failed: 0, failed_utc: 0, reason: '', status: 0 } as const
  const known = { ...none, ...before, host: delivery.host, tried_utc: at_utc }
  return failure === undefined
    ? { ...known, delivered: known.delivered + 1, delivered_utc: at_utc }
    : { ...known, failed: known.failed + 1, failed_utc: at_utc, ...failure }
}

const last = (column: string, counter: string) => `${column} = case when excluded.${counter} > 0
  then excluded.${column} else federation_outcomes.${column} end`
const sum = (column: string) => `${column} = federation_outcomes.${column} + excluded.${column}`
const KEPT_ON_CONFLICT = ` on conflict (host) do update set tried_utc = excluded.tried_utc,
  ${['delivered', 'failed'].map(sum).join(', ')}, ${last('delivered_utc', 'delivered')},
  ${['failed_utc', 'reason', 'status'].map((column) => last(column, 'failed')).join(', ')}`

/** Notes how attempts ended, of each server at once. */
async function noteDeliveryOutcomes(db: Db, results: readonly FederationDeliveryResult[]): Promise<void> {
  const byHost = new Map<string, FederationOutcomeTable>()
  for (const result of results)
    byHost.set(result.delivery.host, outcomeAfter(byHost.get(result.delivery.host), result))
  const rows = [...byHost.values()].map((one) => ({ ...one }))
  await insertRows(db, 'federation_outcomes', rows, KEPT_ON_CONFLICT)
}

async function forgetOldOutcomes(db: Db): Promise<void> {
  const oldest = sql<{ readonly tried_utc: number }>`select tried_utc from federation_outcomes
    order by tried_utc desc limit 1 offset ${KEPT_HOSTS}`
  const found = await oldest.first(db)
  if (found !== undefined)
    await sql`delete from federation_outcomes where tried_utc <= ${found.tried_utc}`.execute(db)
}

type Counted = Readonly<Record<'activity_id' | 'unreached' | 'failed', number>>

/** How many servers do not have activities: those for which they wait or that failed, each once. */
const unreachedSql = (ids: readonly number[]) => sql<Counted>`select activity_id, count(*) as unreached,
    sum(failed) as failed
  from (select activity_id, host, max(failed) as failed from (
    select activity_id, host, 0 as failed from federation_deliveries where activity_id in ${oneOfSql(ids)}
    union all select activity_id, host, 1 as failed from federation_failures
      where activity_id in ${oneOfSql(ids)}) as missing group by activity_id, host) as hosts
  group by activity_id`

type Missed = HostThatMissedActivity & { readonly activity_id: number }

/** The servers that failed, some of each activity: those that never got it first. */
const missedSql = (ids: readonly number[]) => sql<Missed>`select * from (
    select missed.*, row_number() over (partition by activity_id order by waits, at_utc desc, host) as place from (
      select activity_id, host, reason, status, at_utc, 0 as waits from federation_failures
        where activity_id in ${oneOfSql(ids)}
      union all select distinct d.activity_id, d.host, o.reason, o.status, o.failed_utc as at_utc, 1 as waits
        from federation_deliveries as d join federation_outcomes as o on o.host = d.host
        where d.activity_id in ${oneOfSql(ids)} and o.reason <> ''
          and (d.attempts > 0 or exists (select 1 from federation_hosts as h where h.host = d.host))
    ) as missed) as placed
  where place <= ${MAX_MISSED} order by activity_id, place`

type FoundActivity = Omit<SentActivity, 'waiting' | 'failed' | 'missed'>

async function activitiesIn(db: Db, page: number, perPage: number) {
  const found =
    await sql<FoundActivity>`select a.kind, a.name, (select title from events where events.id = s.event_id) as title, s.*
      from federation_sent as s join federation_actors as a on a.id = s.actor_id
      order by s.activity_id desc limit ${perPage} offset ${(page - 1) * perPage}`.rows(db)
  const total = await countRowsFrom(db, sql`federation_sent`)
  if (found.length === 0) return { rows: [], total }
  const ids = found.map(({ activity_id }) => activity_id)
  const counted = new Map((await unreachedSql(ids).rows(db)).map((one) => [one.activity_id, one]))
  const missed = await missedSql(ids).rows(db)
  const rows = found.map((activity): SentActivity => {
    const { unreached = 0, failed = 0 } = counted.get(activity.activity_id) ?? {}
    const own = missed.filter(({ activity_id }) => activity_id === activity.activity_id)
    return {
      ...activity,
      waiting: Number(unreached) - Number(failed),
      failed: Number(failed),
      missed: own.map((one) => ({ ...one, waits: Boolean(one.waits) })),
    }
  })
  return { rows, total }
}

async function hostsIn(db: Db, page: number, perPage: number) {
  const found =
    await sql<ContactedHost>`select h.failing_since_utc, case when h.failures > 0 then h.retry_utc else
        (select min(d.next_utc) from federation_deliveries as d where d.host = o.host and d.attempts > 0) end as retry_utc,
        (select count(*) from federation_followers as f where f.host = o.host and f.state = 'accepted') as followers,
        (select count(*) from federation_deliveries as d where d.host = o.host) as waiting, o.*
      from federation_outcomes as o left join federation_hosts as h on h.host = o.host
      order by case when h.host is null then 1 else 0 end, h.failing_since_utc, o.tried_utc desc, o.host
      limit ${perPage} offset ${(page - 1) * perPage}`.rows(db)
  const rows = found.map((one) => ({
    ...one,
    followers: Number(one.followers),
    waiting: Number(one.waiting),
  }))
  return { rows, total: await countRowsFrom(db, sql`federation_outcomes`) }
}

/** Returns what was sent over one database. */
export const sentActivityStore = (connection: OpenDatabase) => ({
  /** A page of the activities, newest first, and how many there are. */
  activities: (page: number, perPage: number) =>
    runInSnapshot(connection, (db) => activitiesIn(db, page, perPage)),
  /** A page of the servers: those that fail first, the longest first, then those that were tried last. */
  hosts: (page: number, perPage: number) => runInSnapshot(connection, (db) => hostsIn(db, page, perPage)),
  /** Forgets servers that were tried long ago, where there are many. */
  prune: () => runTransaction(connection, forgetOldOutcomes),
})

// The plans of activities: the events that changed since the last one, and saving what is to be sent.

const CURSOR = 'events'

async function cursorIn(db: Db): Promise<number | undefined> {
  const found = sql<{ readonly revision: number }>`select revision from federation_cursor
    where name = ${CURSOR}`
  return (await found.first(db))?.revision
}

/** Before every event. */
const EVER = Number.MIN_SAFE_INTEGER

/** Whether an actor of ours told of an event. */
const isTold = sql`exists (select 1 from federation_tellings as t where t.event_id = events.id and t.state = 'announced')`

/**
 * Returns the events that a write changed; those that were told of, whose venue or organizer it changed, or whose category or tag, if they
 * are not over; and the events of a group that it changed, where they were told of or are not over: a group may enter or leave the main
 * calendar.
 */
async function eventsChangedByWrite(db: Db, limit: number, moment: Moment): Promise<ChangedEvents> {
  const newest = await lastRevisionIn(db)
  const cursor = await cursorIn(db)
  if (cursor === undefined || cursor >= newest)
    return { ids: [], since: cursor, removed: new Set(), upTo: newest }
  const upTo = Math.min(newest, cursor + limit)
  const between = sql`j.revision > ${cursor} and j.revision <= ${upTo}`
  const linked = (resource: LinkName, after: number) =>
    sql`select l.event_id as id from journal as j
      join ${quotedName(linkTables[resource])} as l on l.target_id = j.item_id join events on events.id = l.event_id
      where ${between} and j.resource = ${resource} and j.change <> '' and events.end_utc >= ${after} and ${isTold}`
  const now = epochOfInstant(moment.now)
  const found = sql`select j.item_id as id from journal as j
      where ${between} and j.resource = 'event' and j.change <> ''
    union ${linked('venue', EVER)} union ${linked('organizer', EVER)}
    union ${linked('category', now)} union ${linked('tag', now)}
    union select events.id from journal as j join events on events.group_id = j.item_id
      where ${between} and j.resource = 'group' and j.change <> ''
        and (events.end_utc >= ${now} or ${isTold})`
  const ids = [...(await found.column<number>(db))].sort((a, b) => a - b)
  // What was never listed is not told of when it goes, either.
  const gone = sql`select j.item_id as id from journal as j join events on events.id = j.item_id
    where ${between} and j.resource = 'event' and j.public_change = 'removed' and ${isListedInMainCalendarSql(moment)}`
  return { ids, since: cursor, removed: new Set(await gone.column<number>(db)), upTo }
}

/** The inboxes of an actor's followers, each once. */
async function inboxesOf(db: Db, { actor_id, inboxes }: NewActivity): Promise<readonly string[]> {
  if (inboxes !== undefined) return inboxes
  return sql`select distinct delivered_to as inbox from federation_followers
    where actor_id = ${actor_id} and state = 'accepted' order by delivered_to`.column(db)
}

async function enqueue(db: Db, activity: NewActivity, now: number): Promise<void> {
  const inboxes = await inboxesOf(db, activity)
  if (inboxes.length === 0) return
  const { actor_id, line, body, about } = activity
  const activity_id = await insertRow(db, 'federation_activities', {
    actor_id,
    line,
    body,
    created_utc: now,
  })
  const failing = sql<
    Pick<FailingFederationHost, 'host' | 'retry_utc'>
  >`select host, retry_utc from federation_hosts`
  const retries = new Map((await failing.rows(db)).map(({ host, retry_utc }) => [host, retry_utc]))
  const rows = inboxes.map((inbox) => {
    const { host } = new URL(inbox)
    return { activity_id, line, inbox, host, attempts: 0, next_utc: Math.max(now, retries.get(host) ?? now) }
  })
  await insertRows(db, 'federation_deliveries', rows)
  if (about === undefined) return
  const hosts = new Set(rows.map(({ host }) => host)).size
  await noteSentActivity(db, { activity_id, actor_id, ...about, created_utc: now, hosts })
}

/** Saves activities with their deliveries, what other servers are told, and how far that goes. */
export async function saveFederationPlan(
  db: Db,
  { activities, announced, revision }: FederationPlan,
  now: number,
): Promise<void> {
  for (const activity of activities) await enqueue(db, activity, now)
  const replaced = replacing('event_id, actor_id', ['state', 'fingerprint', 'changed_utc'])
  for (const telling of announced) await insertRows(db, 'federation_tellings', [{ ...telling }], replaced)
  if (revision !== undefined)
    await sql`insert into federation_cursor (name, revision) values (${CURSOR}, ${revision})
      on conflict (name) do update set revision = excluded.revision`.execute(db)
}

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

/** Returns the first deliveries of each host, in their order. */
function fewOfEach(all: readonly DueDelivery[], most: number): DueDelivery[] {
  const counts = new Map<string, number>()
  return all.filter(({ host }) => {
    counts.set(host, (counts.get(host) ?? 0) + 1)
    return (counts.get(host) ?? 0) <= most
  })
}

async function hostsNamed(db: Db, names: readonly string[]) {
  if (names.length === 0) return new Map<string, FailingFederationHost>()
  const found = sql<FailingFederationHost>`select * from federation_hosts where host in ${oneOfSql(names)}`
  return new Map((await found.rows(db)).map((one) => [one.host, one]))
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
  const failed =
    await sql<FailingFederationHost>`delete from federation_hosts where host in ${oneOfSql(hosts)} returning *`.rows(
      db,
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
  await sql`delete from federation_deliveries where id in ${oneOfSql(ids)}`.execute(db)
  await sql`delete from federation_activities where id in ${oneOfSql(activities)} and not exists (
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

/** Answers to activities of one host that may wait: one that sends many and takes none must not fill the database. */
const MAX_REPLIES = 1000

/** Returns the queue over one database. */
export function federationQueue(connection: OpenDatabase) {
  const { reader } = connection
  return {
    ...leaseStore(connection, 'federation'),
    /** The events whose changes are not planned yet, and the revision up to which; it begins with the newest one. */
    changed: (limit: number, moment: Moment) =>
      runInSnapshot(connection, (db) => eventsChangedByWrite(db, limit, moment)),
    /** The occurrences that come near and that nobody was told of. */
    async unannounced(moment: Moment, limit: number) {
      const found = sql`select events.id from events
        where events.series is not null and events.start_utc >= ${epochOfInstant(moment.now)} and ${mayBeAnnouncedSql(moment)}
          and not ${isTold}
        order by events.start_utc, events.id limit ${limit}`
      return found.column<number>(reader)
    },
    plan: (plan: FederationPlan, now: number) =>
      runTransaction(connection, (db) => saveFederationPlan(db, plan, now)),
    /**
     * Deliveries that are due, the oldest of each line and inbox, some of each host that may be tried again. As many may wait for both as there
     * were events in a week: those of hosts that fail have their time when these are tried again, so that nobody else's wait behind them.
     */
    async due(now: number, { limit, ofHost, busy }: DueDeliveryChoice) {
      const idle = busy.length === 0 ? sql`` : sql` and d.host not in ${oneOfSql(busy)}`
      const well = sql<DueDelivery>`${headsSql(now)}${idle}
        and not exists (select 1 from federation_hosts as h where h.host = d.host and h.failures > 0)
        order by d.next_utc, d.id limit ${limit}`
      const tried = sql<Pick<FailingFederationHost, 'host'>>`select host from federation_hosts
        where failures > 0 and retry_utc <= ${now} order by retry_utc, host limit ${TRIED_TOGETHER}`
      const found = fewOfEach(await well.rows(reader), ofHost)
      for (const { host } of await tried.rows(reader)) {
        const some = sql<DueDelivery>`${headsSql(now)} and d.host = ${host} order by d.attempts, d.id limit ${TRIED_AT_FAILING}`
        if (!busy.includes(host)) found.push(...(await some.rows(reader)))
      }
      return found
    },
    /** Those of these hosts that failed at the last attempt. */
    hosts: (names: readonly string[]) => hostsNamed(reader, names),
    settle: (results: readonly FederationDeliveryResult[]) =>
      runTransaction(connection, async (db) => {
        await endDeliveries(db, results.filter(hasArrived))
        for (const result of results) if (!hasArrived(result)) await settleOne(db, result)
        await settleWellHosts(db, results)
        await noteDeliveryOutcomes(db, results)
      }),
    /** Whether one more answer to activities of a host may wait. */
    async hasRoomFor(host: string) {
      const waiting = sql`(select 1 from federation_deliveries
        where host = ${host} and line like 'reply %' limit ${MAX_REPLIES}) as replies`
      return (await countRowsFrom(reader, waiting)) < MAX_REPLIES
    },
    /** How deliveries keep up, for monitoring. */
    async health() {
      const counted = await sql<{
        readonly waiting: number
        readonly failing: number
        readonly followers: number
      }>`select
          (select count(*) from federation_deliveries) as waiting,
          (select count(*) from federation_hosts) as failing,
          (select count(*) from federation_followers where state = 'accepted') as followers`.first(reader)
      return {
        waiting: Number(counted?.waiting ?? 0),
        failingHosts: Number(counted?.failing ?? 0),
        followers: Number(counted?.followers ?? 0),
      }
    },
    /** How many hosts deliveries wait for, and the hosts that fail, the longest first; at most `limit`. */
    async troubles(limit: number) {
      const counted = await sql<{
        readonly hosts: number
      }>`select count(distinct host) as hosts from federation_deliveries`.first(reader)
      const failing =
        await sql<FailingFederationHost>`select * from federation_hosts order by failing_since_utc, host limit ${limit}`.rows(
          reader,
        )
      return { waitingHosts: Number(counted?.hosts ?? 0), failing }
    },
  }
}
