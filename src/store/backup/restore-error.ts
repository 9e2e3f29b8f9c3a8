/** The error of a failed restore. */

/** The back-up can't be restored, or the database can't take it. The message says what to do. */
export class RestoreError extends Error {
  override readonly name = 'RestoreError'
}
