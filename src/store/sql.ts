/**
 * SQL as it is written, each value a parameter where it stands. The tag of Kysely makes a tree of every statement and compiles
 * it each time, which takes several times as long as SQLite does to answer most of them; this one joins texts.
 */
import { CompiledQuery, type QueryExecutorProvider, type QueryResult, SqliteAdapter } from 'kysely'

/** What a database is given as a parameter. */
export type Parameter = string | number | bigint | boolean | null | Uint8Array

/** A part of a statement, or a value. */
export type Part = Sql | Parameter

/** A statement, or a part of one, that gives rows of `R`. */
export interface Sql<out R = unknown> {
  /** The statement with a mark for each value. */
  readonly text: string
  readonly values: readonly Parameter[]
  /** Runs it. Throws what the database does. */
  execute(db: QueryExecutorProvider): Promise<QueryResult<R>>
}

/** Stands for a value until the database is known; no statement has a NUL. */
const VALUE = '\0'

function numbered(text: string): string {
  let count = 0
  return text.replaceAll(VALUE, () => `$${++count}`)
}

const written = <R>(text: string, values: readonly Parameter[]): Sql<R> => ({
  text,
  values,
  execute(db) {
    const executor = db.getExecutor()
    const known = executor.adapter instanceof SqliteAdapter ? text.replaceAll(VALUE, '?') : numbered(text)
    return executor.executeQuery<R>(CompiledQuery.raw(known, [...values]))
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
