/** What this process knows of damage to a SQLite file: from the first query that hits it on, nothing more is written. */
import { unavailability } from './database-errors.ts'

/** What to do about a damaged database file. */
export const DAMAGE_REMEDY =
  'Stop the service, keep a copy of the file, and restore the last good back-up into a new data folder: fasti restore FILE.'

/** The damage of one file, shared by its connections. */
export interface Damage {
  /** The error to throw for an error of the driver: one that says what to do where it tells of damage, which is then known. */
  told(error: unknown): unknown
  /** The damage that is known; undefined while there is none. */
  known(): Error | undefined
  /** Throws where there is known damage and the statement does not undo something. */
  refuseWrite(sql: string): void
}

/** Nothing is known of damage yet. */
export function noDamage(): Damage {
  let known: Error | undefined
  return {
    told(error) {
      if (unavailability(error) !== 'damaged') return error
      const said = error instanceof Error ? error.message : String(error)
      known ??= new Error(
        `The database file is damaged (${said}). Nothing is written to it any more. ${DAMAGE_REMEDY}`,
        { cause: error },
      )
      return known
    },
    known: () => known,
    refuseWrite(sql) {
      if (known !== undefined && !sql.startsWith('rollback')) throw known
    },
  }
}
