/** Calendar subscriptions. The process that imports one leases it for a time, so that only one process imports it. */
import { importKeyPrefix } from '../../domain/import-source.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { type OpenDatabase, runTransaction, unlessTaken } from '../database/dialects.ts'
import { type Db, hasValues, insertRow, sql, updateRow } from '../database/sql.ts'
import { addLogLine } from '../log/log.ts'
import type { CalendarSubscriptionTable } from '../tables/accounts.ts'
import type {
  CalendarSubscription,
  NewCalendarSubscription,
  SubscriptionChangeResult,
  SubscriptionRunResult,
  WriteStamp,
} from '../types/index.ts'

function shown({
  leased_utc,
  login,
  categories,
  prunes,
  reason_values,
  refusals,
  ...rest
}: CalendarSubscriptionTable): CalendarSubscription {
  const names: readonly string[] = JSON.parse(categories)
  const values: CalendarSubscription['values'] = JSON.parse(reason_values)
  const refused: CalendarSubscription['refusals'] = JSON.parse(refusals)
  const told = { values, refusals: refused }
  return { ...rest, ...told, categories: names, prunes: prunes === 1, has_login: login !== '' }
}

interface Noted {
  readonly id: number
  readonly address: string
}

/** The audit records only the host of an address: the rest may be secret. */
const noteOne = (db: Db, writer: WriteStamp, verb: 'create' | 'update' | 'delete', { id, address }: Noted) =>
  addLogLine(db, writer, {
    verb,
    resource: 'subscription',
    item_id: id,
    title: new URL(address).host,
    slug: '',
  })

function columnsOf({
  categories,
  prunes,
  ...rest
}: Partial<NewCalendarSubscription>): Partial<CalendarSubscriptionTable> {
  return {
    ...rest,
    ...(categories !== undefined && { categories: JSON.stringify(categories) }),
    ...(prunes !== undefined && { prunes: prunes ? 1 : 0 }),
  }
}

/** Moves the import records of one address to another. */
async function renameImports(trx: Db, from: string, to: string): Promise<void> {
  const [old, next] = [importKeyPrefix(from), importKeyPrefix(to)]
  const isOld = sql`substr(key, 1, ${old.length}) = ${old}`
  // An item that was imported from both addresses already has a record of the new one.
  await sql`update imports set key = ${next} || substr(key, ${old.length + 1}) where ${isOld} and not exists
    (select 1 from imports as other where other.key = ${next} || substr(imports.key, ${old.length + 1}))`.execute(
    trx,
  )
  await sql`delete from imports where ${isOld}`.execute(trx)
}

/** Returns the schedule after a change: another source is due immediately and read as a whole. */
function rescheduled(
  before: CalendarSubscriptionTable,
  after: CalendarSubscriptionTable,
  isSame: boolean,
  now: number,
) {
  if (!isSame) return { etag: '', last_modified: '', next_utc: now }
  const { failures, tried_utc, next_utc } = before
  return { next_utc: failures > 0 || tried_utc === null ? next_utc : tried_utc + after.every_seconds }
}

async function change(
  trx: Db,
  id: number,
  changes: Partial<NewCalendarSubscription>,
  writer: WriteStamp,
): Promise<SubscriptionChangeResult> {
  const before = await sql<CalendarSubscriptionTable>`select * from subscriptions where id = ${id}`.first(trx)
  if (before === undefined) return 'unchanged'
  const now = epochOfInstant(writer.moment.now)
  const columns = columnsOf(changes)
  if (hasValues(before, columns)) return 'unchanged'
  const after: CalendarSubscriptionTable = { ...before, ...columns }
  // Whoever takes its name away wants that of the calendar.
  const isNamed = after.name !== '' || before.name === ''
  const isSame = (['address', 'login', 'categories', 'prunes'] as const).every(
    (column) => isNamed && before[column] === after[column],
  )
  if (!isSame && before.leased_utc > now) return 'busy'
  const { address, name, login, every_seconds, categories, group_id, prunes } = after
  const values = { address, name, login, every_seconds, categories, group_id, prunes }
  const next =
    after.every_seconds === before.every_seconds && isSame ? {} : rescheduled(before, after, isSame, now)
  await updateRow(trx, 'subscriptions', id, { ...values, ...next })
  if (address !== before.address) await renameImports(trx, before.address, address)
  await noteOne(trx, writer, 'update', { id, address })
  return 'done'
}

async function add(trx: Db, wanted: NewCalendarSubscription, writer: WriteStamp): Promise<number> {
  const now = epochOfInstant(writer.moment.now)
  const id = await insertRow(trx, 'subscriptions', {
    ...columnsOf(wanted),
    created_utc: now,
    next_utc: now,
  })
  await noteOne(trx, writer, 'create', { id, address: wanted.address })
  return id
}

async function remove(trx: Db, id: number, writer: WriteStamp): Promise<boolean> {
  const gone = await sql<{
    readonly address: string
  }>`delete from subscriptions where id = ${id} returning address`.first(trx)
  if (gone !== undefined) await noteOne(trx, writer, 'delete', { id, address: gone.address })
  return gone !== undefined
}

/** Leases a subscription until a time (seconds since 1970 UTC): that with the id or, without one, the first that is due. */
function lease(db: Db, now: number, until: number, id: number | undefined) {
  const wanted = id === undefined ? sql`next_utc <= ${now}` : sql`id = ${id}`
  // The outer condition checks the row again: another process may have leased it after the inner query.
  return sql<CalendarSubscriptionTable>`update subscriptions set leased_utc = ${until}
      where leased_utc <= ${now} and id = (select id from subscriptions
        where leased_utc <= ${now} and ${wanted} order by next_utc, id limit 1)
      returning *`.first(db)
}

export function calendarSubscriptionStore(connection: OpenDatabase) {
  const { reader, writer: db } = connection
  return {
    /** Adds a subscription, due at once. Returns its id; undefined if the address is already subscribed to. */
    add: (wanted: NewCalendarSubscription, writer: WriteStamp) =>
      unlessTaken(() => runTransaction(connection, (trx) => add(trx, wanted, writer)), undefined),
    /** All subscriptions, by id. */
    async all() {
      const all = await sql<CalendarSubscriptionTable>`select * from subscriptions order by id`.rows(reader)
      return all.map(shown)
    },
    /**
     * Changes a subscription; nothing if there is none of that id. With a new interval, the next run is that long after
     * the last one; after a failure it stays as planned. Any other change makes it due now, to be read as a whole. With a new
     * address, what was imported from the old one counts as imported from the new one.
     */
    change: (id: number, changes: Partial<NewCalendarSubscription>, writer: WriteStamp) =>
      unlessTaken(() => runTransaction(connection, (trx) => change(trx, id, changes, writer)), 'taken'),
    /** Removes a subscription; its events stay. Returns whether it existed. */
    remove: (id: number, writer: WriteStamp) => runTransaction(connection, (trx) => remove(trx, id, writer)),
    /**
     * Takes one that is due, or that of `id` whether due or not, and reserves it for `seconds` or until it is
     * settled.
     */
    async take(moment: Moment, seconds: number, id?: number) {
      const now = epochOfInstant(moment.now)
      const taken = await lease(db, now, now + seconds, id)
      return taken && { ...shown(taken), login: taken.login }
    },
    /** Forgets what the source last said of its version, so that it is next read as a whole. */
    async forgetValidators(id: number) {
      await updateRow(db, 'subscriptions', id, { etag: '', last_modified: '' })
    },
    /** Keeps the result of a run. A subscription without a name gets that of its calendar. */
    async settle(id: number, { values, refusals, calendar = '', ...settled }: SubscriptionRunResult) {
      const told = { reason_values: JSON.stringify(values), refusals: JSON.stringify(refusals) }
      await updateRow(db, 'subscriptions', id, { ...settled, ...told, leased_utc: 0 })
      await sql`update subscriptions set name = ${calendar} where id = ${id} and name = ''`.execute(db)
    },
  }
}
