/** Webhooks over one database. */
import { epochOfInstant } from '../../domain/time/moment.ts'
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import { type Db, insertRow, queryFirstRow, queryRows, updateRow } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import { addAuditRow } from '../log/audit.ts'
import { lastRevisionIn } from '../log/journal.ts'
import type { NewWebhook, WebhookStore, WriteStamp } from '../store.ts'
import type { WebhookTable } from '../tables.ts'
import { deliveryStore } from './deliveries.ts'
import { deliveryProcessStore } from './delivering.ts'
import { signingSecrets, webhookOfRow } from './rows.ts'

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
  addAuditRow(db, writer, { verb, resource: 'webhook', item_id: id, title: new URL(url).host, slug: '' })

const rowOf = (db: Db, id: number) =>
  queryFirstRow(db, sql<WebhookTable>`select * from webhooks where id = ${id}`)

/** The other columns of a webhook that is switched on: it begins anew, and tries at once what is waiting. */
async function switchOn(db: Db, id: number, now: number): Promise<Partial<WebhookTable>> {
  await sql`update webhook_deliveries set next_utc = ${now}
    where webhook_id = ${id} and state = 'waiting' and next_utc is not null`.execute(db)
  const seen_revision = await lastRevisionIn(db)
  return { seen_revision, failures: 0, exhausted: 0, held_utc: 0, switched_off: '', switched_off_utc: null }
}

async function change(db: Db, id: number, changes: Partial<NewWebhook>, writer: WriteStamp): Promise<void> {
  const before = await rowOf(db, id)
  if (before === undefined) return
  const isSwitchedOn = changes.active === true && before.active === 0
  const more = isSwitchedOn ? await switchOn(db, id, epochOfInstant(writer.moment.now)) : {}
  await updateRow(db, 'webhooks', id, { ...columnsOf(changes), ...more })
  await noteOne(db, writer, 'update', { id, url: changes.url ?? before.url })
}

/** Returns the webhooks over one database. */
export function webhookStore(connection: OpenDatabase): WebhookStore {
  const { reader } = connection
  const write = <T>(act: (db: Db) => Promise<T>) => runTransaction(connection, act)
  return {
    ...deliveryStore(connection),
    delivering: deliveryProcessStore(connection),
    add: (webhook, secret, writer) =>
      write(async (db) => {
        const created_utc = epochOfInstant(writer.moment.now)
        const values = { ...columnsOf(webhook), secret, created_utc, seen_revision: await lastRevisionIn(db) }
        const id = await insertRow(db, 'webhooks', values)
        await noteOne(db, writer, 'create', { id, url: webhook.url })
        return id
      }),
    async all() {
      return (await queryRows(reader, sql<WebhookTable>`select * from webhooks order by id`)).map(
        webhookOfRow,
      )
    },
    change: (id, changes, writer) => write((db) => change(db, id, changes, writer)),
    rotate: (id, secret, oldUntil, writer) =>
      write(async (db) => {
        const before = await rowOf(db, id)
        if (before === undefined) return
        await updateRow(db, 'webhooks', id, { secret, old_secret: before.secret, old_until_utc: oldUntil })
        await noteOne(db, writer, 'update', before)
      }),
    remove: (id, writer) =>
      write(async (db) => {
        const before = await rowOf(db, id)
        if (before === undefined) return
        await sql`delete from webhooks where id = ${id}`.execute(db)
        await noteOne(db, writer, 'delete', before)
      }),
    async secretsOf(id, now) {
      const row = await rowOf(reader, id)
      return row === undefined ? [] : signingSecrets(row, now)
    },
  }
}
