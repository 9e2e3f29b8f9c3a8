/** Checks the first line of a back-up. */
import { olderThanRelease } from '../database/errors.ts'
import { asBaseline, isBeforeRelease } from '../migrations/applied.ts'
import { allMigrations } from '../migrations/migrate.ts'
import { type BackupHead, type BackupLine, FORMAT, isRow } from './format.ts'
import { RestoreError } from './restore-error.ts'

/** Returns the head of a back-up. Throws `RestoreError` unless the line is one, of a back-up that this version can read. */
export function allowHead(line: BackupLine | undefined): BackupHead {
  if (line === undefined || isRow(line) || !('fasti' in line))
    throw new RestoreError('This is not a back-up of Fasti.')
  const migrations = asBaseline(line.migrations)
  const unknown = migrations
    .filter((name) => !allMigrations.includes(name))
    .sort()
    .at(-1)
  if (unknown !== undefined && isBeforeRelease(unknown))
    throw new RestoreError(olderThanRelease('This back-up', unknown))
  if (line.format !== FORMAT || unknown !== undefined)
    throw new RestoreError('This back-up comes from a newer version of Fasti: restore it with that version.')
  return { ...line, migrations }
}
