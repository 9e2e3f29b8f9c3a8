/** A store within one transaction: for batches, and for rehearsals that keep nothing. */
import { accountStores } from './accounts/index.ts'
import type { Connection, Pool } from './database/connection.ts'
import type { Guard } from './database/guard.ts'
import type { Db } from './database/rows.ts'
import { auditPage } from './log/audit-pages.ts'
import { reading } from './records/reading.ts'
import { inSavepoint } from './records/transfer.ts'
import type { Snapshot, Store, WriteResult, Writing } from './store.ts'
import { submissionsOf } from './submissions/submissions.ts'
import { webhooksOf } from './webhooks/webhooks.ts'

/** Carries the result of a rehearsal past the transaction, which it undoes. */
class Rehearsed<T> extends Error {
  readonly outcome: WriteResult<T>
  constructor(outcome: WriteResult<T>) {
    super('This transaction was a rehearsal.')
    this.outcome = outcome
  }
}

/** Runs a write, and undoes it if `keeps` does not want to keep its result. Resolves to what the write returned. */
export async function orUndone<T>(
  keeps: ((result: T) => boolean) | undefined,
  write: (act: (outcome: WriteResult<T>) => WriteResult<T>) => Promise<WriteResult<T>>,
): Promise<WriteResult<T>> {
  if (keeps === undefined) return write((outcome) => outcome)
  try {
    return await write((outcome) => {
      if (keeps(outcome.result)) return outcome
      throw new Rehearsed(outcome)
    })
  } catch (error) {
    if (error instanceof Rehearsed) return (error as Rehearsed<T>).outcome
    throw error
  }
}

const free: Guard = { refuse: () => {}, within: (fn) => fn(), close: () => {} }

/** A connection whose statements all belong to the transaction `db`; its transactions are savepoints. */
function connectionWithin(db: Db, connection: Connection): Connection {
  const pool: Pool = {
    dialect: db.dialect,
    run: (text, values) => db.run(text, values),
    hold: (act) => act(db),
    transaction: (act) => inSavepoint(db, () => act(db)),
    close: async () => {},
  }
  return { ...connection, reader: pool, writer: pool, guard: free, bump: () => {} }
}

const noLists = (): never => {
  throw new Error('A store within a transaction has no lists.')
}

/** Reads of a transaction. Lists follow memory, which knows only what is committed. */
const snapshotWithin = (db: Db): Snapshot => ({
  ...reading(db),
  list: noLists,
  findEvents: noLists,
  events: noLists,
  eventBatches: noLists,
})

/** Returns the store whose reads and writes all belong to the transaction `db` at a revision. */
export function storeWithin(
  db: Db,
  outer: Store,
  connection: Connection,
  writing: Writing,
  revision: number,
): Store {
  const inner = connectionWithin(db, connection)
  return {
    ...outer,
    ...reading(db),
    ...accountStores(inner),
    webhooks: webhooksOf(inner),
    submissions: submissionsOf(inner),
    auditPage: (query) => auditPage(db, query),
    async write(_writer, act) {
      return { result: await writing.attempt(() => act(writing)), revision }
    },
    snapshot: (act) => act(snapshotWithin(db)),
    together: (_writer, act) =>
      act(storeWithin(db, outer, connection, writing, revision)).then((result) => ({ result, revision })),
  }
}
