/** The plans of statements: each is explained before it runs. */
import type { OpenDatabase } from '../../src/store/database/dialects.ts'
import type { Db, QueryResult } from '../../src/store/database/sql.ts'

/** The statements that ran, and the steps of their plans. */
export interface Explained {
  readonly statements: string[]
  readonly steps: string[]
}

/** Returns the same database, which notes each statement, and explains it before it runs it. */
export function explaining(db: Db, { statements, steps }: Explained): Db {
  return {
    dialect: db.dialect,
    async run<R>(text: string, values: Parameters<Db['run']>[1]): Promise<QueryResult<R>> {
      statements.push(text)
      const { rows } = await db.run<object>(
        `${db.dialect === 'sqlite' ? 'explain query plan' : 'explain'} ${text}`,
        values,
      )
      steps.push(...rows.map((row) => String(Object.values(row).at(-1)).trim()))
      return db.run<R>(text, values)
    },
  }
}

/** Returns the same connection, which explains all that is read in snapshots. */
export function explainingReader(connection: OpenDatabase, explained: Explained): OpenDatabase {
  const { reader } = connection
  return {
    ...connection,
    reader: {
      ...reader,
      ...explaining(reader, explained),
      transaction: (act, options) => reader.transaction((db) => act(explaining(db, explained)), options),
    },
  }
}

/** Returns the steps that read one of these tables, or what they are called in a statement, whole. */
export function wholeReadsOf(
  tables: readonly string[],
  { dialect }: Pick<Db, 'dialect'>,
  { steps }: Explained,
): readonly string[] {
  const named = `(${tables.join('|')})`
  const whole = dialect === 'sqlite' ? new RegExp(`^SCAN ${named}$`) : new RegExp(`Seq Scan on ${named}\\b`)
  return steps.filter((step) => whole.test(step))
}
