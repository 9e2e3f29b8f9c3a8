/** Notes of events that name a person who is erased (contract §23): they are emptied, in events, in series and in all that is kept of them. */
import { containsTextSql } from '../database/dialects.ts'
import { type Db, queryRows } from '../database/rows.ts'
import { quotedName, type Sql, sql } from '../database/sql.ts'
import { changePatterns, touchEvents } from '../records/duties.ts'
import type { Person } from '../store.ts'

/** The shortest name that is looked for: shorter ones are parts of many words. */
const SHORTEST_NAME = 4

/** Tables whose JSON may hold notes, with their key. */
const kept = [
  ['audit', 'id', 'changes'],
  ['webhook_deliveries', 'id', 'body'],
] as const

/** Returns the value of JSON with its notes emptied, of one or before and after a change, that name the person. */
function withoutNotes(value: unknown, isNamed: (text: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutNotes(one, isNamed))
  if (typeof value !== 'object' || value === null) return value
  const emptied = (one: unknown): unknown => (typeof one === 'string' && isNamed(one) ? '' : one)
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      name === 'note' ? (Array.isArray(one) ? one.map(emptied) : emptied(one)) : withoutNotes(one, isNamed),
    ]),
  )
}

/** Empties the notes that name a person by e-mail address, login or name. */
export async function forgetNotesOf(db: Db, { user, email }: Person): Promise<void> {
  const names = [email, user?.login ?? '', user?.display_name ?? '']
    .map((name) => name.toLowerCase())
    .filter((name) => name.length >= SHORTEST_NAME)
  const isNamed = (text: string) => names.some((name) => text.toLowerCase().includes(name))
  const has = (column: Sql<string>) =>
    names.reduce(
      (all, name) => sql`${all} or ${containsTextSql(db.dialect, sql`lower(${column})`, name)}`,
      sql`1 = 0`,
    )
  const noted = sql<{ readonly id: number }>`update events set note = '', version = version + 1
    where note <> '' and (${has(sql`note`)}) returning id`
  await touchEvents(
    db,
    (await queryRows(db, noted)).map(({ id }) => id),
  )
  await changePatterns(db, sql`(${has(sql`pattern`)})`, (columns) =>
    isNamed(columns.note ?? '') ? { ...columns, note: '' } : columns,
  )
  for (const [table, key, column] of kept) {
    const found = sql<{ readonly id: number; readonly text: string }>`
      select ${quotedName(key)} as id, ${quotedName(column)} as text from ${quotedName(table)}
      where ${containsTextSql(db.dialect, quotedName(column), '"note"')} and (${has(quotedName(column))})`
    for (const { id, text } of await queryRows(db, found)) {
      const forgotten = JSON.stringify(withoutNotes(JSON.parse(text), isNamed))
      await sql`update ${quotedName(table)} set ${quotedName(column)} = ${forgotten}
        where ${quotedName(key)} = ${id}`.execute(db)
    }
  }
  // What an act on a series could be undone to, and answers for clients that repeat a request.
  await sql`delete from series_undo where ${containsTextSql(db.dialect, quotedName('state'), '"note"')}
    and (${has(quotedName('state'))})`.execute(db)
  await sql`delete from kept_answers where ${containsTextSql(db.dialect, quotedName('answer'), 'note')}
    and (${has(quotedName('answer'))})`.execute(db)
}
