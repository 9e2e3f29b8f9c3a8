/** Webhooks, purges, and the lease of who sends them. */

import { createHash } from 'node:crypto'
import { epochOfInstant } from '../domain/time/moment.ts'
import { type OpenDatabase, runInSnapshot, runTransaction } from './database/dialects.ts'
import {
  countRowsFrom,
  type Db,
  hasValues,
  insertRow,
  insertRows,
  oneOfSql,
  rawSql,
  type Sql,
  sql,
  updateRow,
} from './database/sql.ts'
import { type ChangedItem, JOURNAL_DEPTH, lastRevisionIn } from './log/journal.ts'
import { addLogLine } from './log/log.ts'
import type { WebhookTable } from './tables.ts'
import type {
  Delivery,
  JournalEntry,
  NewDelivery,
  NewWebhook,
  WaitingPurge,
  Webhook,
  WebhookRoundToSave,
  WriteStamp,
} from './types/index.ts'

// The leases of processes: of all processes on one database, only the one that has a lease does its work, by the clock of the database.

/** Seconds since 1970 UTC, by the clock of the database. */
const clock = {
  sqlite: rawSql("cast(strftime('%s', 'now') as integer)"),
  postgres: rawSql('cast(extract(epoch from clock_timestamp()) as bigint)'),
}

export interface LeaseStore {
  /** Takes or renews the lease for so many seconds. Returns whether `holder` has it. */
  lease(holder: string, seconds: number): Promise<boolean>
  release(holder: string): Promise<void>
}

export function leaseStore({ writer, name: dialect }: OpenDatabase, name: string): LeaseStore {
  const now = clock[dialect]
  return {
    async lease(holder, seconds) {
      const taken = await sql<{ readonly holder: string }>`insert into webhook_lease (name, holder, until_utc)
          values (${name}, ${holder}, ${now} + ${rawSql(String(seconds))})
          on conflict (name) do update set holder = excluded.holder, until_utc = excluded.until_utc
            where webhook_lease.holder = excluded.holder or webhook_lease.until_utc <= ${now}
          returning holder`.first(writer)
      return taken?.holder === holder
    },
    async release(holder) {
      await sql`update webhook_lease set until_utc = 0 where holder = ${holder} and name = ${name}`.execute(
        writer,
      )
    },
  }
}

// Webhooks over one database.

/** A row as a webhook, without its secrets. */
function webhookOfRow(row: WebhookTable): Webhook {
  const { id, url, types, filter_args, is_private, active, created_utc, failures, exhausted } = row
  return {
    id,
    url,
    types: JSON.parse(types),
    filter: JSON.parse(filter_args),
    isPrivate: is_private === 1,
    active: active === 1,
    created_utc,
    failures,
    exhausted,
    switched_off: row.switched_off,
    switched_off_utc: row.switched_off_utc,
  }
}

/** The secrets of a row that sign at a time (seconds since 1970 UTC), newest first. */
const signingSecrets = (row: WebhookTable, now: number): readonly string[] =>
  row.old_secret !== '' && row.old_until_utc > now ? [row.secret, row.old_secret] : [row.secret]

/*
 * Reads and writes of the process that delivers. One process has the lease, by the clock of the database, so that only it
 * delivers; its cursor is the revision that each webhook has seen.
 */

/** The name of the lease. Processes of before the migration `091-followers-by-journal`, which can't deliver after it, renew one of another name. */
const LEASE = 'deliveries-by-journal'

/** Numbers that PostgreSQL returns as texts. */
interface WaitingOfOne {
  readonly webhook_id: number
  readonly waiting: number | string
  readonly due: number | string
}

/** Finished deliveries that are kept: the newest of each webhook, for so many seconds. */
const MAX_KEPT = 1000
const KEPT_FOR = 30 * 86_400

const PRUNED_EVERY = 20

/** The query for what some revisions changed and the submissions that they received, oldest first. */
const entriesWhere = (isWanted: Sql) => sql<JournalEntry>`
  select entries.*, (select id from histories where since <= entries.revision order by since desc limit 1) as history
    from (select revision, resource, item_id, change, public_change, group_before, group_after from journal
      where ${isWanted} and (change <> '' or public_change <> '')
    union all select revision, 'submission', id, 'received', 'received', null, null from proposals
      where ${isWanted}) as entries
  order by revision`

async function entriesAfter(db: Db, after: number, limit: number) {
  const found = await sql<JournalEntry>`${entriesWhere(sql`revision > ${after}`)} limit ${limit + 1}`.rows(db)
  const cut = found[limit]?.revision
  if (cut === undefined) return { entries: found, upTo: await lastRevisionIn(db) }
  const whole = found.filter(({ revision }) => revision < cut)
  const last = whole.at(-1)
  if (last !== undefined) return { entries: whole, upTo: last.revision }
  return { entries: await entriesWhere(sql`revision = ${cut}`).rows(db), upTo: cut }
}

/** Makes the next delivery of an item due, where the one before it is finished. */
async function unblock(db: Db, webhook: number, { id }: { readonly id: number }, now: number): Promise<void> {
  await sql`update webhook_deliveries set next_utc = ${now} where next_utc is null and state = 'waiting' and id = (
    select min(other.id) from webhook_deliveries as other, webhook_deliveries as done
    where done.id = ${id} and other.webhook_id = ${webhook} and other.state = 'waiting'
      and other.resource = done.resource and other.item_id = done.item_id)`.execute(db)
}

async function prune(db: Db, webhook: number, now: number): Promise<void> {
  await sql`delete from webhook_deliveries where webhook_id = ${webhook} and state <> 'waiting' and (
    created_utc < ${now - KEPT_FOR} or id <= (select id from webhook_deliveries
      where webhook_id = ${webhook} and state <> 'waiting' order by id desc limit 1 offset ${MAX_KEPT}))`.execute(
    db,
  )
}

async function settleOne(db: Db, round: WebhookRoundToSave, now: number): Promise<void> {
  const { webhook, inserts, updates, health, seen } = round
  for (const { id, ...changes } of updates) {
    await updateRow(db, 'webhook_deliveries', id, changes)
    if (changes.state !== 'waiting') await unblock(db, webhook, { id }, now)
  }
  const isOff = health !== undefined && health.switched_off !== ''
  if (health !== undefined)
    await updateRow(db, 'webhooks', webhook, {
      ...(seen !== undefined && { seen_revision: seen }),
      ...health,
      ...(isOff && { active: 0, switched_off_utc: now }),
    })
  const last = inserts.at(-1)
  // Each insert could prune; one in some is enough.
  if (last !== undefined && last.revision % PRUNED_EVERY === 0) await prune(db, webhook, now)
}

/**
 * Saves all rounds with few statements: the deliveries of all webhooks together, and the cursors of those that are at the same
 * revision and as healthy as before.
 */
async function settleAll(db: Db, all: readonly WebhookRoundToSave[], now: number): Promise<void> {
  const ids = all.map(({ webhook }) => webhook)
  const known = await sql`select id from webhooks where id in ${oneOfSql(ids)}`.column<number>(db)
  const there = new Set(known)
  // Some may have been deleted meanwhile.
  const rounds = all.filter(({ webhook }) => there.has(webhook))
  await insertRows(
    db,
    'webhook_deliveries',
    rounds.flatMap(({ inserts }) => inserts.map((one) => ({ ...one }))),
  )
  const moved = new Map<number, number[]>()
  for (const round of rounds) {
    await settleOne(db, round, now)
    if (round.health === undefined && round.seen !== undefined)
      moved.set(round.seen, [...(moved.get(round.seen) ?? []), round.webhook])
  }
  for (const [seen, ids] of moved)
    await sql`update webhooks set seen_revision = ${seen} where id in ${oneOfSql(ids)}`.execute(db)
}

/** Returns what the process needs that delivers. */
function deliveryProcessStore(connection: OpenDatabase) {
  const { reader } = connection
  return {
    ...leaseStore(connection, LEASE),
    async active(at: number) {
      const found = await sql<WebhookTable>`select * from webhooks where active = 1 order by id`.rows(reader)
      return found.map((row) => ({
        ...webhookOfRow(row),
        secrets: signingSecrets(row, at),
        seen_revision: row.seen_revision,
        held_utc: row.held_utc,
      }))
    },
    /** How many deliveries wait for each webhook that has some, and how many of them are due. */
    async waiting(at: number) {
      // The sum makes SQLite read the index of what waits, and not that of all deliveries by webhook.
      const found = sql<WaitingOfOne>`select webhook_id + 0 as webhook_id, count(*) as waiting,
        count(case when next_utc <= ${at} then 1 end) as due
        from webhook_deliveries where state = 'waiting' group by 1`
      return new Map(
        (await found.rows(reader)).map(({ webhook_id, waiting, due }) => [
          webhook_id,
          { waiting: Number(waiting), due: Number(due) },
        ]),
      )
    },
    /** The deliveries of a webhook that are due, oldest first. */
    due: (webhook: number, at: number, limit: number) =>
      sql<Delivery>`select * from webhook_deliveries
          where webhook_id = ${webhook} and state = 'waiting' and next_utc <= ${at} order by id limit ${limit}`.rows(
        reader,
      ),
    /** The items with waiting deliveries, as `resource id`, and how many deliveries wait. */
    async waitingItems(webhook: number) {
      const found = await sql<{
        readonly resource: string
        readonly item_id: number
      }>`select resource, item_id
          from webhook_deliveries where webhook_id = ${webhook} and state = 'waiting'`.rows(reader)
      return {
        items: new Set(found.map(({ resource, item_id }) => `${resource} ${item_id}`)),
        count: found.length,
      }
    },
    /** The journal's and the submissions' entries after a revision, by whole revisions, and the revision up to which that is complete. */
    entries: (after: number, limit: number) =>
      runInSnapshot(connection, (view) => entriesAfter(view, after, limit)),
    /** Saves rounds in one transaction. Throws if `holder` no longer has the lease. */
    settle: (rounds: readonly WebhookRoundToSave[], holder: string, at: number) =>
      runTransaction(connection, async (trx) => {
        const held = sql<{ readonly holder: string }>`select holder from webhook_lease where name = ${LEASE}`
        if ((await held.first(trx))?.holder !== holder) throw new Error('another process delivers now')
        await settleAll(trx, rounds, at)
      }),
  }
}

// The deliveries of webhooks, as administrators see them.

interface Counted {
  readonly in_step: number
  readonly failing: number
  readonly switched_off: number
  readonly seen: number | null
}

interface Waiting {
  readonly waiting: number
  readonly since: number | null
}

/** Returns the deliveries over one database. */
function deliveryStore(connection: OpenDatabase) {
  const { reader, writer: db } = connection
  const count = (id: number, where = sql`1 = 1`) =>
    countRowsFrom(reader, sql`webhook_deliveries where webhook_id = ${id} and ${where}`)
  return {
    /** One page of deliveries, newest first. */
    async deliveries(id: number, page: number, perPage: number) {
      const found = sql<Delivery>`select * from webhook_deliveries where webhook_id = ${id}
        order by id desc limit ${perPage} offset ${(page - 1) * perPage}`
      return { deliveries: await found.rows(reader), total: await count(id) }
    },
    /** How webhooks keep up, for monitoring. */
    async standing() {
      const counted =
        await sql<Counted>`select count(case when active = 1 and failures = 0 then 1 end) as in_step,
          count(case when active = 1 and failures > 0 then 1 end) as failing,
          count(case when switched_off <> '' then 1 end) as switched_off,
          min(case when active = 1 then seen_revision end) as seen from webhooks`.first(reader)
      const waited = await sql<Waiting>`select count(*) as waiting, min(d.created_utc) as since
          from webhook_deliveries as d join webhooks as w on w.id = d.webhook_id
          where d.state = 'waiting' and w.active = 1`.first(reader)
      const seen = counted?.seen ?? null
      return {
        /** How many are active and in step, are active and failed at the last attempt, or were switched off by the service. */
        inStep: Number(counted?.in_step ?? 0),
        failing: Number(counted?.failing ?? 0),
        switchedOff: Number(counted?.switched_off ?? 0),
        /** The deliveries of active webhooks that wait, and when the oldest of them was due first (null for none). */
        waiting: Number(waited?.waiting ?? 0),
        waitingSince: waited?.since ?? null,
        /** Revisions that the active webhook furthest behind has not seen. */
        behind: seen === null ? 0 : Math.max(0, (await lastRevisionIn(reader)) - seen),
      }
    },
    /** How many deliveries of a webhook wait. */
    waiting: (id: number) => count(id, sql`state = 'waiting'`),
    /** Makes a delivery due now, with all its attempts. Returns it; undefined if there is none. */
    redeliver: (id: number, delivery: number, now: number) =>
      sql<Delivery>`update webhook_deliveries set state = 'waiting', attempts = 0, next_utc = ${now}
          where id = ${delivery} and webhook_id = ${id} returning *`.first(db),
    /** Saves a delivery that was attempted outside the journal. Returns it. */
    async record(delivery: NewDelivery) {
      const id = await insertRow(db, 'webhook_deliveries', { ...delivery })
      return { ...delivery, id }
    },
  }
}

function columnsOf({ url, types, filter, isPrivate, active }: Partial<NewWebhook>): Partial<WebhookTable> {
  return {
    ...(url !== undefined && { url }),
    ...(types !== undefined && { types: JSON.stringify(types) }),
    ...(filter !== undefined && { filter_args: JSON.stringify(filter) }),
    ...(isPrivate !== undefined && { is_private: isPrivate ? 1 : 0 }),
    ...(active !== undefined && { active: active ? 1 : 0 }),
  }
}

type Noted = Pick<WebhookTable, 'id' | 'url'>

/** The audit tells no more of a URL than its host: the rest may be a secret. */
const noteOne = (db: Db, writer: WriteStamp, verb: 'create' | 'update' | 'delete', { id, url }: Noted) =>
  addLogLine(db, writer, { verb, resource: 'webhook', item_id: id, title: new URL(url).host, slug: '' })

const rowOf = (db: Db, id: number) => sql<WebhookTable>`select * from webhooks where id = ${id}`.first(db)

/** The other columns of a webhook that is switched on: it begins anew, and tries at once what is waiting. */
async function switchOn(db: Db, id: number, now: number): Promise<Partial<WebhookTable>> {
  await sql`update webhook_deliveries set next_utc = ${now}
    where webhook_id = ${id} and state = 'waiting' and next_utc is not null`.execute(db)
  const seen_revision = await lastRevisionIn(db)
  return { seen_revision, failures: 0, exhausted: 0, held_utc: 0, switched_off: '', switched_off_utc: null }
}

async function change(
  db: Db,
  id: number,
  changes: Partial<NewWebhook>,
  writer: WriteStamp,
): Promise<boolean> {
  const before = await rowOf(db, id)
  if (before === undefined) return false
  const columns = columnsOf(changes)
  if (hasValues(before, columns)) return false
  const isSwitchedOn = changes.active === true && before.active === 0
  const more = isSwitchedOn ? await switchOn(db, id, epochOfInstant(writer.moment.now)) : {}
  await updateRow(db, 'webhooks', id, { ...columns, ...more })
  await noteOne(db, writer, 'update', { id, url: changes.url ?? before.url })
  return true
}

/** Returns the webhooks over one database. */
export function webhookStore(connection: OpenDatabase) {
  const { reader } = connection
  const write = <T>(act: (db: Db) => Promise<T>) => runTransaction(connection, act)
  return {
    ...deliveryStore(connection),
    delivering: deliveryProcessStore(connection),
    /** Adds a webhook, which gets changes from now on. Returns its id. */
    add: (webhook: NewWebhook, secret: string, writer: WriteStamp) =>
      write(async (db) => {
        const created_utc = epochOfInstant(writer.moment.now)
        const values = { ...columnsOf(webhook), secret, created_utc, seen_revision: await lastRevisionIn(db) }
        const id = await insertRow(db, 'webhooks', values)
        await noteOne(db, writer, 'create', { id, url: webhook.url })
        return id
      }),
    /** All webhooks, by id. */
    async all() {
      return (await sql<WebhookTable>`select * from webhooks order by id`.rows(reader)).map(webhookOfRow)
    },
    /** Changes a webhook. One that is switched on again gets changes from now on, and keeps its waiting deliveries. Returns whether anything differed. */
    change: (id: number, changes: Partial<NewWebhook>, writer: WriteStamp) =>
      write((db) => change(db, id, changes, writer)),
    /** Sets a new secret; the old one signs as well until `oldUntil`. */
    rotate: (id: number, secret: string, oldUntil: number, writer: WriteStamp) =>
      write(async (db) => {
        const before = await rowOf(db, id)
        if (before === undefined) return
        await updateRow(db, 'webhooks', id, { secret, old_secret: before.secret, old_until_utc: oldUntil })
        await noteOne(db, writer, 'update', before)
      }),
    remove: (id: number, writer: WriteStamp) =>
      write(async (db) => {
        const before = await rowOf(db, id)
        if (before === undefined) return
        await sql`delete from webhooks where id = ${id}`.execute(db)
        await noteOne(db, writer, 'delete', before)
      }),
    /** The secrets of a webhook that sign now, newest first. */
    async secretsOf(id: number, now: number) {
      const row = await rowOf(reader, id)
      return row === undefined ? [] : signingSecrets(row, now)
    },
  }
}

// Writes that caches in front of the service have not been told yet: all that the journal has after a cursor.

const NAME = 'purges'
/** More items than the keys of one purge have room for. */
const MAX_ITEMS = 1000

interface Cursor {
  readonly revision: number
  readonly state: string
}

const cursorIn = (db: Db) =>
  sql<Cursor>`select revision, state from purge_cursor where name = ${NAME}`.first(db)

/** Returns a digest of the configuration and the settings of the site: with others, every answer may be another one. */
async function stateOf(db: Db, configuration: string): Promise<string> {
  const settings = await sql<{
    readonly name: string
    readonly value: string
  }>`select name, value from settings order by name`.rows(db)
  const text = JSON.stringify([configuration, settings.map(({ name, value }) => [name, value])])
  return createHash('sha256').update(text).digest('base64url')
}

export function cachePurgeStore(connection: OpenDatabase) {
  return {
    ...leaseStore(connection, NAME),
    /** The revision of the newest write. */
    revision: () => lastRevisionIn(connection.reader),
    /** The writes since the last purge, up to a revision; undefined if there are none, and the configuration is the same. */
    waiting: (upTo: number, configuration: string) =>
      runInSnapshot(connection, async (db) => {
        const cursor = await cursorIn(db)
        const state = await stateOf(db, configuration)
        if (cursor?.revision === upTo && cursor.state === state) return undefined
        const since = cursor?.revision ?? 0
        // The journal has no more, or a server that lost writes was raised above them.
        const isBroken = since > upTo || (await lastRevisionIn(db)) - since >= JOURNAL_DEPTH
        const isOfAll = cursor?.state !== state || isBroken
        if (isOfAll) return { items: [], isOfAll, upTo, state }
        const found = sql<ChangedItem>`select distinct resource, item_id from journal
          where revision > ${since} and revision <= ${upTo} limit ${MAX_ITEMS}`
        return { items: await found.rows(db), isOfAll, upTo, state }
      }),
    /** Saves that a purge was sent. */
    async sent({ upTo, state }: WaitingPurge) {
      await sql`insert into purge_cursor (name, revision, state) values (${NAME}, ${upTo}, ${state})
        on conflict (name) do update set revision = excluded.revision, state = excluded.state`.execute(
        connection.writer,
      )
    },
    /** How many revisions were written since the last purge; 0 before the first one. */
    async behind() {
      const cursor = await cursorIn(connection.reader)
      return cursor === undefined
        ? 0
        : Math.max(0, (await lastRevisionIn(connection.reader)) - cursor.revision)
    },
  }
}
