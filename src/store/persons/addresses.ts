/** An e-mail address that is forgotten (contract §22), with the telephone number beside it, wherever something was kept for a while. */
import { derivedColumns } from '../../contract/derived-columns.ts'
import { containsTextSql } from '../database/dialects.ts'
import { type Db, queryRows } from '../database/rows.ts'
import { quotedName, type Sql, sql } from '../database/sql.ts'
import type { OrganizerRecord } from '../store.ts'

interface KeptText {
  readonly id: number
  readonly text: string
}

/** Columns of JSON, each with the key of its row: what was changed, told to others, waits to be sent, or is not saved yet. */
const keptColumns = [
  ['audit', 'id', 'changes'],
  ['webhook_deliveries', 'id', 'body'],
  ['mail', 'id', 'data'],
  ['event_drafts', 'event_id', 'changes'],
  ['event_drafts', 'event_id', 'views'],
  ['event_templates', 'id', 'fields'],
] as const

/** A condition: a text of JSON contains the address, in any spelling. */
const hasAddressSql = (db: Db, column: Sql<string>, address: string) =>
  containsTextSql(db.dialect, sql`lower(${column})`, JSON.stringify(address.toLowerCase()).slice(1, -1))

/** The address, but not as a part of a longer one. */
const patternOf = (address: string) =>
  new RegExp(`(?<![\\w.+-])${address.replace(/[^\w@]/g, '\\$&')}(?![\\w-]|\\.\\w)`, 'gi')

const isAddress = (value: unknown, address: string) =>
  typeof value === 'string' && value.toLowerCase() === address.toLowerCase()

/** Returns a value of JSON without the address, and without the telephone number of an organizer that has it. */
function withoutAddress(value: unknown, address: string): unknown {
  if (typeof value === 'string') return value.replace(patternOf(address), '')
  if (Array.isArray(value)) return value.map((one) => withoutAddress(one, address))
  if (typeof value !== 'object' || value === null) return value
  const isOrganizer = isAddress(Reflect.get(value, 'email'), address)
  const entries = Object.entries(value).map(([name, one]) => [
    name,
    isOrganizer && name === 'phone' ? '' : withoutAddress(one, address),
  ])
  return Object.fromEntries(entries)
}

/** Empties the contact of merged organizers, so that they come back without it. */
async function forgetContactsOfMerged(db: Db, address: string): Promise<void> {
  const kept = sql<KeptText>`select id, record as text from merges
    where resource = 'organizer' and ${hasAddressSql(db, sql`record`, address)}`
  for (const { id, text } of await queryRows(db, kept)) {
    const record: OrganizerRecord = JSON.parse(text)
    if (!isAddress(record.email, address)) continue
    const forgotten = { ...record, email: '', phone: '' }
    const whole = JSON.stringify({ ...forgotten, ...derivedColumns.organizer(forgotten) })
    await sql`update merges set record = ${whole} where id = ${id}`.execute(db)
  }
}

/** Takes an address out of everything that is kept besides accounts and organizers. */
export async function forgetAddress(db: Db, address: string): Promise<void> {
  const lower = address.toLowerCase()
  await sql`update submissions set name = '', email = '', sent = '{}', is_erased = 1
    where lower(email) = ${lower}`.execute(db)
  await sql`delete from mail where lower(recipient) = ${lower}`.execute(db)
  await sql`delete from email_changes where lower(email) = ${lower}`.execute(db)
  // Who repeats the request writes again; with a part of the answer missing, nobody would know what was written.
  await sql`delete from kept_answers where ${hasAddressSql(db, sql`answer`, address)}`.execute(db)
  await forgetContactsOfMerged(db, address)
  for (const [table, key, column] of keptColumns) {
    const texts = sql<KeptText>`select ${quotedName(key)} as id, ${quotedName(column)} as text
      from ${quotedName(table)} where ${hasAddressSql(db, quotedName(column), address)}`
    for (const { id, text } of await queryRows(db, texts)) {
      const forgotten = JSON.stringify(withoutAddress(JSON.parse(text), address))
      await sql`update ${quotedName(table)} set ${quotedName(column)} = ${forgotten}
        where ${quotedName(key)} = ${id}`.execute(db)
    }
  }
}

/** Empties the values of e-mail addresses and telephone numbers that the audit has of organizers. */
export async function forgetContactsInAudit(db: Db, organizers: readonly number[]): Promise<void> {
  for (const organizer of organizers) {
    const kept = sql<KeptText>`select id, changes as text from audit
      where resource = 'organizer' and item_id = ${organizer} and changes <> '{}'`
    for (const { id, text } of await queryRows(db, kept)) {
      const { email: _, phone: __, ...others } = JSON.parse(text)
      await sql`update audit set changes = ${JSON.stringify(others)} where id = ${id}`.execute(db)
    }
  }
}
