/**
 * The format of a back-up: lines of JSON. The head comes first. Then comes each table, after the tables that it
 * references: a line with its name, and one line for each row with the values in the order of the columns. The
 * tallies come last.
 */
import { createHash } from 'node:crypto'
import { beforeFirstReleaseMessage } from '../database/errors.ts'
import {
  allMigrationNames,
  isPreReleaseMigration,
  replacePreReleaseMigrationNames,
} from '../migrations/migrate.ts'

// A checksum of a table: independent of the order of its rows and of the database.

export interface TableTally {
  readonly rows: number
  /** The sum of the digests of the rows, hexadecimal. */
  readonly sum: string
}

export interface TableTallier {
  add(row: string): void
  tally(): TableTally
}

const RANGE = 1n << 64n

/** Returns a counter of rows. Each row is the JSON of its values. */
export function makeRowTallier(): TableTallier {
  let [rows, sum] = [0, 0n]
  return {
    add(row) {
      rows += 1
      sum = (sum + createHash('sha256').update(row).digest().readBigUInt64BE()) % RANGE
    },
    tally: () => ({ rows, sum: sum.toString(16) }),
  }
}

export const BACKUP_FORMAT_VERSION = 1

export interface BackupHead {
  readonly fasti: 'backup'
  readonly format: number
  /** Seconds since 1970 UTC. */
  readonly created_utc: number
  readonly migrations: readonly string[]
  readonly revision: number
}

export interface BackupTableHead {
  readonly table: string
  readonly columns: readonly string[]
  /** The highest id ever assigned; null if the database assigns none. */
  readonly last_id: number | null
}

export type BackupValue = string | number | null
export type BackupRow = readonly BackupValue[]

/** Whether a line is a row. */
export const isBackupRow = (line: BackupLine): line is BackupRow => Array.isArray(line)

export interface BackupTail {
  readonly tallies: Readonly<Record<string, TableTally>>
}

export type BackupLine = BackupHead | BackupTableHead | BackupRow | BackupTail

/** Rows from outside the database, such as the files of images. */
export interface BackupRowsOutsideDatabase {
  readonly table: string
  readonly columns: readonly string[]
  rows(): AsyncIterable<BackupRow>
}

/** Where these rows are restored to. */
export interface ExtraTableRestore {
  readonly table: string
  restore(row: BackupRow): Promise<void>
  /** Called after the last row. */
  end(): Promise<void>
}

/**
 * Sessions and used assertions, which hold for minutes, are not restored; the applied migrations are in the head; what the text index has follows from the events; and caches in front,
 * which may have newer answers, are told that all of them changed.
 */
export const unrestoredTables = ['sessions', 'used_assertions', 'migrations', 'text_index', 'purge_cursor']

// Checks the first line of a back-up.

/** The back-up can't be restored, or the database can't take it. The message says what to do. */
export class RestoreError extends Error {
  override readonly name = 'RestoreError'
}

/** Returns the head of a back-up. Throws `RestoreError` unless the line is one, of a back-up that this version can read. */
export function validBackupHead(line: BackupLine | undefined): BackupHead {
  if (line === undefined || isBackupRow(line) || !('fasti' in line))
    throw new RestoreError('This is not a back-up of Fasti.')
  const migrations = replacePreReleaseMigrationNames(line.migrations)
  const unknown = migrations
    .filter((name) => !allMigrationNames.includes(name))
    .sort()
    .at(-1)
  if (unknown !== undefined && isPreReleaseMigration(unknown))
    throw new RestoreError(beforeFirstReleaseMessage('This back-up', unknown))
  if (line.format !== BACKUP_FORMAT_VERSION || unknown !== undefined)
    throw new RestoreError('This back-up comes from a newer version of Fasti: restore it with that version.')
  return { ...line, migrations }
}
