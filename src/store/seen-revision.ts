/** The newest revision that this process has seen, and what is done where the server that answers does not have it. */
import type { OnServerReturn, OpenDatabase } from './database/connection.ts'
import { type Db, sql } from './database/sql.ts'
import type { AlmanacFollower } from './events/almanac/follower.ts'
import { lastRevisionIn } from './log/journal.ts'

/** The newest revisions of its primary that a process has seen. */
export interface SeenRevisionTracker {
  /** Notes a revision that the primary has shown. */
  note(revision: number): void
  /**
   * Empties the almanac where a server has lost writes that this process has seen, and raises its revision above them, so that no other write gets
   * a number that caches and clients know.
   */
  readonly onReturn: OnServerReturn
}

/** Returns what a process knows of the primary of `connection`, whose journal `almanac` follows. */
export function seenRevisionTracker({ bump }: OpenDatabase, almanac: AlmanacFollower): SeenRevisionTracker {
  let noted = 0
  return {
    note(revision) {
      noted = Math.max(noted, revision)
    },
    async onReturn(db: Db, isOther: boolean) {
      const newest = Math.max(noted, almanac.revision())
      const revision = await lastRevisionIn(db)
      if (!isOther && revision >= newest) return
      await sql`update revision set value = ${Math.max(revision, newest) + 1}`.execute(db)
      await almanac.forget()
      bump()
    },
  }
}
