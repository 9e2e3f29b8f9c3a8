/** Rows as one JSON text. */
import { type DialectName, type Sql, sql } from './sql.ts'

/** Aggregates the values of rows into one JSON text. */
export const jsonAggregateSql = (dialect: DialectName, value: Sql): Sql<string> =>
  dialect === 'sqlite' ? sql`json_group_array(${value})` : sql`coalesce(json_agg(${value})::text, '[]')`
