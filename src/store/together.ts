/** A store within one transaction: for batches, and for rehearsals that keep nothing. */
import { pick } from '../contract/table-of.ts'
import {
  type DbPool,
  noFormerPages,
  type OpenDatabase,
  type TransactionNestingGuard,
} from './database/connection.ts'
import type { Db } from './database/sql.ts'
import { auditPage } from './log/audit-pages.ts'
import type { StoredResources } from './log/logged.ts'
import { accountStores } from './parts.ts'
import { proposalStore } from './proposals/proposals.ts'
import { inSavepoint } from './records/query-records.ts'
import { readOperations } from './records/reading.ts'
import type { Store, Writing } from './store.ts'
import { readTranslationQueue } from './translation-queue.ts'
import { webhookStore } from './webhooks.ts'

const free: TransactionNestingGuard = { refuse: () => {}, within: (fn) => fn(), close: () => {} }

/** A connection whose statements all belong to the transaction `db`; its transactions are savepoints. */
function connectionWithin(db: Db, connection: OpenDatabase): OpenDatabase {
  const pool: DbPool = {
    dialect: db.dialect,
    run: (text, values) => db.run(text, values),
    hold: (act) => act(db),
    transaction: (act) => inSavepoint(db, () => act(db)),
    close: async () => {},
  }
  return {
    ...connection,
    reader: pool,
    writer: pool,
    guard: free,
    bump: () => {},
    formerPages: noFormerPages,
  }
}

/** Lists follow memory, which knows only what is committed. */
const noLists = (): never => {
  throw new Error('A store within a transaction has no lists.')
}

/** A transaction that writes at a revision, on a connection of the store `outer`. */
interface OpenTransaction {
  readonly db: Db
  readonly outer: Store
  readonly connection: OpenDatabase
  readonly resources: StoredResources
  readonly writing: Writing
  readonly revision: number
}

/**
 * What the store within a transaction has of the one outside: what is about the process and its connections, and what reads no items. All
 * else is named below, so that the compiler asks for it where the store gets a new member.
 */
const ofOuter = [
  'changeCounter',
  'freshCounter',
  'measures',
  'damage',
  'outage',
  'staleness',
  'onOutage',
  'refusal',
  'onRefusal',
  'close',
  'settle',
  'correctTimes',
  'beginHistory',
  'noteUpkeep',
  'audit',
  'changes',
  'federation',
  'purges',
] as const satisfies readonly (keyof Store)[]

/** Returns the store whose reads and writes all belong to a transaction. */
export function storeInTransaction(transaction: OpenTransaction): Store {
  const { db, outer, connection, resources, writing, revision } = transaction
  const inner = connectionWithin(db, connection)
  return {
    ...pick(outer, ofOuter),
    ...readOperations(db),
    ...accountStores({ connection: inner, readable: inner, resources }),
    webhooks: webhookStore(inner),
    proposals: proposalStore(inner),
    auditPage: (query) => auditPage(db, query),
    translationQueue: (query) => readTranslationQueue(db, query),
    async write(_writer, act) {
      return { result: await writing.attempt(() => act(writing)), revision }
    },
    newestEvent: async () => undefined,
    readView: noLists,
    currentView: () => undefined,
    list: noLists,
    snapshot: (act) => act({ auditPage: (query) => auditPage(db, query), ...readOperations(db) }),
    together: (_writer, act) => act(storeInTransaction(transaction)).then((result) => ({ result, revision })),
  }
}
