/**
 * The format of a back-up: lines of JSON. The head comes first. Then comes each table, after the tables that it
 * references: a line with its name, and one line for each row with the values in the order of the columns. The
 * tallies come last.
 */
import type { TableTally } from './tally.ts'

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
