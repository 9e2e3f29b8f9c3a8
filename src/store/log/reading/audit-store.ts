/** The audit of one database. */
import { type OpenDatabase, runTransaction } from '../../database/dialects.ts'
import type { Store } from '../../store.ts'
import { addUpkeepRow } from '../acts.ts'
import { auditPage, auditRowsSinceTime } from './audit-pages.ts'

/** Returns what reads the audit of a database, and notes what is done with the service as a whole. */
export const auditStore = (connection: OpenDatabase): Pick<Store, 'audit' | 'auditPage' | 'noteUpkeep'> => ({
  audit: (since) => auditRowsSinceTime(connection.reader, since),
  auditPage: (query) => auditPage(connection.reader, query),
  noteUpkeep: (act, writer) => runTransaction(connection, (db) => addUpkeepRow(db, writer, act)),
})
