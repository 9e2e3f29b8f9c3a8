/** Checks the first line of a back-up. */
import { beforeFirstReleaseMessage } from '../database/errors.ts'
import { isPreReleaseMigration, replacePreReleaseMigrationNames } from '../migrations/applied.ts'
import { allMigrationNames } from '../migrations/migrate.ts'
import { BACKUP_FORMAT_VERSION, type BackupHead, type BackupLine, isBackupRow } from './format.ts'

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
