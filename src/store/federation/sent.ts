/** To how many servers activities went, and where that failed. That a server got an activity is not noted: it shows by nothing that waits or failed. */
import { type OpenDatabase, runInSnapshot, runTransaction } from '../database/dialects.ts'
import { countRowsFrom, type Db, insertRows, queryFirstRow, queryRows } from '../database/rows.ts'
import { insertStatement, joinedSql, type Sql, sql } from '../database/sql.ts'
import type {
  ContactedHost,
  DeliveryFailureCause,
  FederationDeliveryResult,
  HostThatMissedActivity,
  SentActivity,
  SentActivityStore,
} from '../store.ts'
import type { FederationOutcomeTable, FederationSentTable } from '../tables.ts'

/** Activities of which is known what became of them. */
const KEPT_ACTIVITIES = 500
/** Servers of which is known how attempts ended. */
const KEPT_HOSTS = 5000
/** Servers that are named for one activity. */
const MAX_MISSED = 20

/** Notes that an activity was sent, and forgets old ones. */
export async function noteSentActivity(db: Db, sent: FederationSentTable): Promise<void> {
  await insertRows(db, 'federation_sent', [{ ...sent }])
  const last = await queryFirstRow(
    db,
    sql<{ readonly id: number }>`select activity_id as id from federation_sent
      order by activity_id desc limit 1 offset ${KEPT_ACTIVITIES}`,
  )
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
export async function noteDeliveryOutcomes(
  db: Db,
  results: readonly FederationDeliveryResult[],
): Promise<void> {
  const byHost = new Map<string, FederationOutcomeTable>()
  for (const result of results)
    byHost.set(result.delivery.host, outcomeAfter(byHost.get(result.delivery.host), result))
  const rows = [...byHost.values()]
  const [first] = rows
  if (first === undefined) return
  const values = rows.flatMap((row) => Object.values(row))
  await insertStatement('federation_outcomes', Object.keys(first), values, KEPT_ON_CONFLICT).execute(db)
}

async function forgetOldOutcomes(db: Db): Promise<void> {
  const oldest = sql<{ readonly tried_utc: number }>`select tried_utc from federation_outcomes
    order by tried_utc desc limit 1 offset ${KEPT_HOSTS}`
  const found = await queryFirstRow(db, oldest)
  if (found !== undefined)
    await sql`delete from federation_outcomes where tried_utc <= ${found.tried_utc}`.execute(db)
}

type Counted = Readonly<Record<'activity_id' | 'unreached' | 'failed', number>>

/** How many servers do not have activities: those for which they wait or that failed, each once. */
const unreachedSql = (ids: readonly number[]) => sql<Counted>`select activity_id, count(*) as unreached,
    sum(failed) as failed
  from (select activity_id, host, max(failed) as failed from (
    select activity_id, host, 0 as failed from federation_deliveries where activity_id in (${joinedSql(ids)})
    union all select activity_id, host, 1 as failed from federation_failures
      where activity_id in (${joinedSql(ids)})) as missing group by activity_id, host) as hosts
  group by activity_id`

type Missed = HostThatMissedActivity & { readonly activity_id: number }

/** The servers that failed, some of each activity: those that never got it first. */
const missedSql = (ids: readonly number[]) => sql<Missed>`select * from (
    select missed.*, row_number() over (partition by activity_id order by waits, at_utc desc, host) as place from (
      select activity_id, host, reason, status, at_utc, 0 as waits from federation_failures
        where activity_id in (${joinedSql(ids)})
      union all select distinct d.activity_id, d.host, o.reason, o.status, o.failed_utc as at_utc, 1 as waits
        from federation_deliveries as d join federation_outcomes as o on o.host = d.host
        where d.activity_id in (${joinedSql(ids)}) and o.reason <> ''
          and (d.attempts > 0 or exists (select 1 from federation_hosts as h where h.host = d.host))
    ) as missed) as placed
  where place <= ${MAX_MISSED} order by activity_id, place`

type FoundActivity = Omit<SentActivity, 'waiting' | 'failed' | 'missed'>

async function activitiesIn(db: Db, page: number, perPage: number) {
  const found = await queryRows(
    db,
    sql<FoundActivity>`select s.*, a.kind, a.name, (select title from events where events.id = s.event_id) as title
      from federation_sent as s join federation_actors as a on a.id = s.actor_id
      order by s.activity_id desc limit ${perPage} offset ${(page - 1) * perPage}`,
  )
  const total = await countRowsFrom(db, sql`federation_sent`)
  if (found.length === 0) return { rows: [], total }
  const ids = found.map(({ activity_id }) => activity_id)
  const counted = new Map((await queryRows(db, unreachedSql(ids))).map((one) => [one.activity_id, one]))
  const missed = await queryRows(db, missedSql(ids))
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
  const found = await queryRows(
    db,
    sql<ContactedHost>`select o.*, h.failing_since_utc, case when h.failures > 0 then h.retry_utc else
        (select min(d.next_utc) from federation_deliveries as d where d.host = o.host and d.attempts > 0) end as retry_utc,
        (select count(*) from federation_followers as f where f.host = o.host and f.state = 'accepted') as followers,
        (select count(*) from federation_deliveries as d where d.host = o.host) as waiting
      from federation_outcomes as o left join federation_hosts as h on h.host = o.host
      order by case when h.host is null then 1 else 0 end, h.failing_since_utc, o.tried_utc desc, o.host
      limit ${perPage} offset ${(page - 1) * perPage}`,
  )
  const rows = found.map((one) => ({
    ...one,
    followers: Number(one.followers),
    waiting: Number(one.waiting),
  }))
  return { rows, total: await countRowsFrom(db, sql`federation_outcomes`) }
}

/** Returns what was sent over one database. */
export const sentActivityStore = (connection: OpenDatabase): SentActivityStore => ({
  activities: (page, perPage) => runInSnapshot(connection, (db) => activitiesIn(db, page, perPage)),
  hosts: (page, perPage) => runInSnapshot(connection, (db) => hostsIn(db, page, perPage)),
  prune: () => runTransaction(connection, forgetOldOutcomes),
})
