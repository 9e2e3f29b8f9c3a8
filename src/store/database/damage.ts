/** Tracks damage to a SQLite file: after the first query that detects it, the process writes nothing more. */
import { unavailabilityReason } from './errors.ts'

/** The remedy for a damaged database file. */
export const DAMAGE_REMEDY =
  'Stop the service, keep a copy of the file, and restore the last good back-up into a new data folder: fasti restore FILE.'

/** The damage to one file, shared by its connections. */
export type DamageTracker = ReturnType<typeof newDamageTracker>

/** Returns a tracker without recorded damage. */
export function newDamageTracker() {
  let known: Error | undefined
  return {
    /** Returns the error to throw for a driver error. Where the driver reports damage, this is recorded and the error says what to do. */
    noted(error: unknown): unknown {
      if (unavailabilityReason(error) !== 'damaged') return error
      const said = error instanceof Error ? error.message : String(error)
      known ??= new Error(
        `The database file is damaged (${said}). The service no longer writes to it. ${DAMAGE_REMEDY}`,
        { cause: error },
      )
      return known
    },
    /** The recorded damage; undefined while there is none. */
    known: () => known,
    /** Throws if damage is recorded and the statement is not a rollback. */
    refuseWrite(sql: string) {
      if (known !== undefined && !sql.startsWith('rollback')) throw known
    },
  }
}
