/**
 * Reads and writes of the process that delivers. One process has the lease, by the clock of the database, so that only it
 * delivers; its cursor is the revision that each webhook has seen.
 */
import { type OpenDatabase, runInSnapshot, runTransaction } from '../database/dialects.ts'
import { type Db, insertRows, queryFirstRow, queryRows, updateRow } from '../database/rows.ts'
import { joinedSql, type Sql, sql } from '../database/sql.ts'
import { lastRevisionIn } from '../log/journal.ts'
import type { Delivery, JournalEntry, WebhookDeliveringStore, WebhookRoundToSave } from '../store.ts'
import type { WebhookTable } from '../tables.ts'
import { leaseStore } from './lease.ts'
import { signingSecrets, webhookOfRow } from './rows.ts'

const LEASE = 'deliveries'

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

/** The query for the journal's entries of some revisions and the submissions that they received, oldest first. */
const entriesWhere = (isWanted: Sql) => sql<JournalEntry>`
  select revision, resource, item_id, change, public_change, group_before, group_after from journal
    where ${isWanted} and (change <> '' or public_change <> '')
  union all select revision, 'submission', id, 'received', 'received', null, null from submissions where ${isWanted}
  order by revision`

async function entriesAfter(db: Db, after: number, limit: number) {
  const found = await queryRows(
    db,
    sql<JournalEntry>`${entriesWhere(sql`revision > ${after}`)} limit ${limit + 1}`,
  )
  const cut = found[limit]?.revision
  if (cut === undefined) return { entries: found, upTo: await lastRevisionIn(db) }
  const whole = found.filter(({ revision }) => revision < cut)
  const last = whole.at(-1)
  if (last !== undefined) return { entries: whole, upTo: last.revision }
  return { entries: await queryRows(db, entriesWhere(sql`revision = ${cut}`)), upTo: cut }
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
  const known = await queryRows(
    db,
    sql<{ readonly id: number }>`select id from webhooks where id in (${joinedSql(ids)})`,
  )
  const there = new Set(known.map(({ id }) => id))
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
    await sql`update webhooks set seen_revision = ${seen} where id in (${joinedSql(ids)})`.execute(db)
}

async function activeAt(db: Db, at: number): Promise<Awaited<ReturnType<WebhookDeliveringStore['active']>>> {
  const found = await queryRows(db, sql<WebhookTable>`select * from webhooks where active = 1 order by id`)
  return found.map((row) => ({
    ...webhookOfRow(row),
    secrets: signingSecrets(row, at),
    seen_revision: row.seen_revision,
    held_utc: row.held_utc,
  }))
}

/** Counts what waits and what is due, by webhook. */
async function waitingAt(
  db: Db,
  at: number,
): Promise<Awaited<ReturnType<WebhookDeliveringStore['waiting']>>> {
  // The sum makes SQLite read the index of what waits, and not that of all deliveries by webhook.
  const found = sql<WaitingOfOne>`select webhook_id + 0 as webhook_id, count(*) as waiting,
    count(case when next_utc <= ${at} then 1 end) as due
    from webhook_deliveries where state = 'waiting' group by 1`
  return new Map(
    (await queryRows(db, found)).map(({ webhook_id, waiting, due }) => [
      webhook_id,
      { waiting: Number(waiting), due: Number(due) },
    ]),
  )
}

async function waitingItems(db: Db, webhook: number) {
  const found = await queryRows(
    db,
    sql<{ readonly resource: string; readonly item_id: number }>`select resource, item_id
      from webhook_deliveries where webhook_id = ${webhook} and state = 'waiting'`,
  )
  return {
    items: new Set(found.map(({ resource, item_id }) => `${resource} ${item_id}`)),
    count: found.length,
  }
}

/** Returns what the process needs that delivers. */
export function deliveryProcessStore(connection: OpenDatabase): WebhookDeliveringStore {
  const { reader } = connection
  return {
    ...leaseStore(connection, LEASE),
    active: (at) => activeAt(reader, at),
    waiting: (at) => waitingAt(reader, at),
    due: (webhook, at, limit) =>
      queryRows(
        reader,
        sql<Delivery>`select * from webhook_deliveries
          where webhook_id = ${webhook} and state = 'waiting' and next_utc <= ${at} order by id limit ${limit}`,
      ),
    waitingItems: (webhook) => waitingItems(reader, webhook),
    entries: (after, limit) => runInSnapshot(connection, (view) => entriesAfter(view, after, limit)),
    settle: (rounds, holder, at) =>
      runTransaction(connection, async (trx) => {
        const held = sql<{ readonly holder: string }>`select holder from webhook_lease where name = ${LEASE}`
        if ((await queryFirstRow(trx, held))?.holder !== holder)
          throw new Error('another process delivers now')
        await settleAll(trx, rounds, at)
      }),
  }
}
