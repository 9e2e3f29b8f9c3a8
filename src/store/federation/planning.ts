/** The plans of activities: the events that changed since the last one, and saving what is to be sent. */
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { type Db, insertRow, insertRows, queryFirstRow, queryRows } from '../database/rows.ts'
import { quotedName, sql } from '../database/sql.ts'
import { lastRevisionIn } from '../log/journal.ts'
import type { ChangedEvents, FederationPlan, LastTellingOfEventByOwnActor, NewActivity } from '../store.ts'
import type { FailingFederationHostTable } from '../tables.ts'
import { isListedInMainCalendarSql, mayBeAnnouncedSql } from './events.ts'
import { noteSentActivity } from './sent.ts'

const CURSOR = 'events'

interface Id {
  readonly id: number
}

async function cursorIn(db: Db): Promise<number | undefined> {
  const found = sql<{ readonly revision: number }>`select revision from federation_cursor
    where name = ${CURSOR}`
  return (await queryFirstRow(db, found))?.revision
}

/** The tables of what events are linked to. */
const linkTables = {
  venue: 'event_venues',
  organizer: 'event_organizers',
  category: 'event_categories',
  tag: 'event_tags',
} as const

/** Before every event. */
const EVER = Number.MIN_SAFE_INTEGER

/** Whether an actor of ours told of an event. */
const isTold = sql`exists (select 1 from federation_tellings as t where t.event_id = events.id and t.state = 'announced')`

/**
 * Returns the events that a write changed; those that were told of, whose venue or organizer it changed, or whose category or tag, if they
 * are not over; and the events of a group that it changed, where they were told of or are not over: a group may enter or leave the main
 * calendar.
 */
export async function eventsChangedByWrite(db: Db, limit: number, moment: Moment): Promise<ChangedEvents> {
  const newest = await lastRevisionIn(db)
  const cursor = await cursorIn(db)
  if (cursor === undefined || cursor >= newest)
    return { ids: [], since: cursor, removed: new Set(), upTo: newest }
  const upTo = Math.min(newest, cursor + limit)
  const between = sql`j.revision > ${cursor} and j.revision <= ${upTo}`
  const linked = (resource: keyof typeof linkTables, after: number) =>
    sql`select l.event_id as id from journal as j
      join ${quotedName(linkTables[resource])} as l on l.target_id = j.item_id join events on events.id = l.event_id
      where ${between} and j.resource = ${resource} and j.change <> '' and events.end_utc >= ${after} and ${isTold}`
  const now = epochOfInstant(moment.now)
  const found = sql<Id>`select j.item_id as id from journal as j
      where ${between} and j.resource = 'event' and j.change <> ''
    union ${linked('venue', EVER)} union ${linked('organizer', EVER)}
    union ${linked('category', now)} union ${linked('tag', now)}
    union select events.id from journal as j join events on events.group_id = j.item_id
      where ${between} and j.resource = 'group' and j.change <> ''
        and (events.end_utc >= ${now} or ${isTold})`
  const ids = (await queryRows(db, found)).map(({ id }) => id).sort((a, b) => a - b)
  // What was never listed is not told of when it goes, either.
  const gone = sql<Id>`select j.item_id as id from journal as j join events on events.id = j.item_id
    where ${between} and j.resource = 'event' and j.public_change = 'removed' and ${isListedInMainCalendarSql(moment)}`
  return { ids, since: cursor, removed: new Set((await queryRows(db, gone)).map(({ id }) => id)), upTo }
}

/** Returns the occurrences that come near and that nobody was told of. */
export async function unannouncedOccurrenceIds(
  db: Db,
  moment: Moment,
  limit: number,
): Promise<readonly number[]> {
  const found = sql<Id>`select events.id from events
    where events.series is not null and events.start_utc >= ${epochOfInstant(moment.now)} and ${mayBeAnnouncedSql(moment)}
      and not ${isTold}
    order by events.start_utc, events.id limit ${limit}`
  return (await queryRows(db, found)).map(({ id }) => id)
}

interface Inbox {
  readonly inbox: string
}

/** The inboxes of an actor's followers, each once. */
async function inboxesOf(db: Db, { actor_id, inboxes }: NewActivity): Promise<readonly string[]> {
  if (inboxes !== undefined) return inboxes
  const found = sql<Inbox>`select distinct delivered_to as inbox from federation_followers
    where actor_id = ${actor_id} and state = 'accepted' order by delivered_to`
  return (await queryRows(db, found)).map(({ inbox }) => inbox)
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
    Pick<FailingFederationHostTable, 'host' | 'retry_utc'>
  >`select host, retry_utc from federation_hosts`
  const retries = new Map((await queryRows(db, failing)).map(({ host, retry_utc }) => [host, retry_utc]))
  const rows = inboxes.map((inbox) => {
    const { host } = new URL(inbox)
    return { activity_id, line, inbox, host, attempts: 0, next_utc: Math.max(now, retries.get(host) ?? now) }
  })
  await insertRows(db, 'federation_deliveries', rows)
  if (about === undefined) return
  const hosts = new Set(rows.map(({ host }) => host)).size
  await noteSentActivity(db, { activity_id, actor_id, ...about, created_utc: now, hosts })
}

async function note(
  db: Db,
  { event_id, actor_id, state, fingerprint, changed_utc }: LastTellingOfEventByOwnActor,
): Promise<void> {
  await sql`insert into federation_tellings (event_id, actor_id, state, fingerprint, changed_utc)
    values (${event_id}, ${actor_id}, ${state}, ${fingerprint}, ${changed_utc})
    on conflict (event_id, actor_id) do update set state = excluded.state, fingerprint = excluded.fingerprint,
      changed_utc = excluded.changed_utc`.execute(db)
}

/** Saves activities with their deliveries, what other servers are told, and how far that goes. */
export async function saveFederationPlan(
  db: Db,
  { activities, announced, revision }: FederationPlan,
  now: number,
): Promise<void> {
  for (const activity of activities) await enqueue(db, activity, now)
  for (const telling of announced) await note(db, telling)
  if (revision !== undefined)
    await sql`insert into federation_cursor (name, revision) values (${CURSOR}, ${revision})
      on conflict (name) do update set revision = excluded.revision`.execute(db)
}
