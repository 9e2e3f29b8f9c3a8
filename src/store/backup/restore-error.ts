/** What keeps a back-up from being restored. */

/** A back-up that can't be restored, or a database that can't take it, with what to do. */
export class RestoreError extends Error {
  override readonly name = 'RestoreError'
}
