/** Notes of events that name a person who is erased (contract §23): they are emptied, in events, in series and in all that is kept of them. */
import { unicodeNormalizedText } from '../../domain/text/normalized.ts'
import { isOneOfSql } from '../conditions/visibility.ts'
import { containsTextSql } from '../database/dialects.ts'
import { type Db, queryRows } from '../database/rows.ts'
import { quotedName, sql } from '../database/sql.ts'
import { changePatterns, touchEvents } from '../records/duties.ts'
import type { Person } from '../store.ts'

/** The shortest name that is looked for: shorter ones are words of their own, too. */
const SHORTEST_NAME = 4

/** Tables whose JSON may hold notes, with their key, and what becomes of those that name the person. */
const kept = [
  // What an act on a series could be undone to: it would not be as it was.
  ['audit', 'id', 'changes', 'deleted', sql`resource = 'series_before'`],
  ['audit', 'id', 'changes', 'emptied', sql`resource <> 'series_before'`],
  ['webhook_deliveries', 'id', 'body', 'emptied'],
  // Answers for clients that repeat a request.
  ['kept_answers', 'key', 'answer', 'deleted'],
] as const

const MAX_IDS = 500

/** Texts are compared in one spelling. The database knows no capitals beyond ASCII everywhere, so it decides nothing. */
const spelled = (text: string) => unicodeNormalizedText(text).toLowerCase()

/** A letter or a digit that may continue a word: Japanese has no spaces between words. */
const CONTINUES = '(?![\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー])[\\p{L}\\p{M}\\p{N}]'

/** Returns whether a text has one of the names, but not as a part of a longer word. */
function namesFinder(names: readonly string[]): (text: string) => boolean {
  const patterns = names
    .map(spelled)
    .filter((name) => name.length >= SHORTEST_NAME)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .map((name) => new RegExp(`(?<!${CONTINUES})${name}(?!${CONTINUES})`, 'u'))
  return (text) => patterns.some((pattern) => pattern.test(spelled(text)))
}

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

async function forgetNotesOfEvents(db: Db, isNamed: (text: string) => boolean): Promise<void> {
  const noted = sql<{
    readonly id: number
    readonly note: string
  }>`select id, note from events where note <> ''`
  const named = (await queryRows(db, noted)).filter(({ note }) => isNamed(note)).map(({ id }) => id)
  for (let at = 0; at < named.length; at += MAX_IDS)
    await sql`update events set note = '', version = version + 1
      where ${isOneOfSql(quotedName('id'), named.slice(at, at + MAX_IDS))}`.execute(db)
  await touchEvents(db, named)
}

/** Empties the notes that name a person by e-mail address, login or name. */
export async function forgetNotesOf(db: Db, { user, email }: Person): Promise<void> {
  const isNamed = namesFinder([email, user?.login ?? '', user?.display_name ?? ''])
  await forgetNotesOfEvents(db, isNamed)
  await changePatterns(
    db,
    sql`not ${containsTextSql(db.dialect, quotedName('pattern'), '"note":""')}`,
    (columns) => (isNamed(columns.note ?? '') ? { ...columns, note: '' } : columns),
  )
  for (const [table, key, column, fate, which = sql`1 = 1`] of kept) {
    const found = sql<{ readonly id: number | string; readonly text: string }>`
      select ${quotedName(key)} as id, ${quotedName(column)} as text from ${quotedName(table)}
      where ${which} and ${containsTextSql(db.dialect, quotedName(column), '"note"')}`
    for (const { id, text } of await queryRows(db, found)) {
      const value: unknown = JSON.parse(text)
      const forgotten = JSON.stringify(withoutNotes(value, isNamed))
      if (forgotten === JSON.stringify(value)) continue
      await (fate === 'deleted'
        ? sql`delete from ${quotedName(table)} where ${quotedName(key)} = ${id}`
        : sql`update ${quotedName(table)} set ${quotedName(column)} = ${forgotten} where ${quotedName(key)} = ${id}`
      ).execute(db)
    }
  }
}
