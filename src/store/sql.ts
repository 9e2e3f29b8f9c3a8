/**
 * SQL as it is written: a tag that joins texts and makes every value a parameter. Nothing is parsed or compiled, so that a
 * statement costs little beside what the database does for it.
 */
import type { DialectName } from './connection.ts'

/** A value that a database takes as a parameter. */
export type Parameter = string | number | bigint | boolean | null | Uint8Array

/** A part of a statement, or a value. */
export type Part = Sql | Parameter

/** What a condition gives: SQLite has no type for it. */
export type SqlBool = boolean | 0 | 1

/** What a statement gave. */
export interface QueryResult<R> {
  readonly rows: readonly R[]
  /** How many rows were inserted, updated or deleted. */
  readonly changes: number
}

/** What statements run on: a pool of connections, or one transaction or snapshot. */
export interface Db {
  readonly dialect: DialectName
  /** Runs a statement in the dialect's own notation. Throws what the database does. */
  run<R>(text: string, values: readonly Parameter[]): Promise<QueryResult<R>>
}

/** A statement, or a part of one, that gives rows of `R`. */
export interface Sql<out R = unknown> {
  /** The statement with a mark for each value. */
  readonly text: string
  readonly values: readonly Parameter[]
  /** Runs it. Throws what the database does. */
  execute(db: Db): Promise<QueryResult<R>>
}

/** Stands for a value until the dialect is known; no statement has a NUL. */
const VALUE = '\0'

function numbered(text: string): string {
  let count = 0
  return text.replaceAll(VALUE, () => `$${++count}`)
}

const written = <R>(text: string, values: readonly Parameter[]): Sql<R> => ({
  text,
  values,
  execute(db) {
    return db.run<R>(db.dialect === 'sqlite' ? text.replaceAll(VALUE, '?') : numbered(text), values)
  },
})

/** The text that stands for a part; its values come after those before it. */
function taken(part: Part, values: Parameter[]): string {
  if (typeof part === 'object' && part !== null && 'text' in part) {
    values.push(...part.values)
    return part.text
  }
  values.push(part)
  return VALUE
}

/** Writes a statement: what is no part of one becomes a parameter. */
export function sql<R = unknown>(around: TemplateStringsArray, ...parts: readonly Part[]): Sql<R> {
  const values: Parameter[] = []
  let text = around[0] ?? ''
  for (let at = 0; at < parts.length; at++) text += taken(parts[at] ?? null, values) + (around[at + 1] ?? '')
  return written(text, values)
}

/** Text as it is; never from outside. */
export const raw = <R = never>(text: string): Sql<R> => written(text, [])

const names = new Map<string, Sql<never>>()

/** A table, a column, or a `table.column`, by its name; there are no more of them than the catalog has. */
export function named(name: string): Sql<never> {
  const known = names.get(name)
  if (known !== undefined) return known
  const quoted = raw(`"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`)
  names.set(name, quoted)
  return quoted
}

/** Parts or values, one behind the other. */
export function joined(parts: readonly Part[], separator = ', '): Sql<never> {
  const values: Parameter[] = []
  const text = parts.map((part) => taken(part, values)).join(separator)
  return written(text, values)
}
