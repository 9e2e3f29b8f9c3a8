/** The terms whose counts will change without a write: those of scheduled events. */
import { type TermName, termNames } from '../../contract/resources/index.ts'
import { termTableAndLinkTable } from '../conditions/term.ts'
import { isOneOfSql } from '../conditions/visibility.ts'
import { type Db, queryRows } from '../database/rows.ts'
import { joinedSql, quotedName, sql } from '../database/sql.ts'
import type { RememberedRecords } from '../types/records.ts'

interface Term {
  readonly resource: TermName
  readonly item_id: number
}

const MAX_IDS = 500

/** Returns the terms of those of the events that are scheduled. Events that are known not to be are not read. */
export async function termsOfScheduledEvents(
  db: Db,
  events: readonly number[],
  known: RememberedRecords,
): Promise<readonly Term[]> {
  const possible = events.filter((id) => (known.record('event', id)?.status ?? 'future') === 'future')
  const found: Term[] = []
  for (let at = 0; at < possible.length; at += MAX_IDS) {
    const some = isOneOfSql(quotedName('events.id'), possible.slice(at, at + MAX_IDS))
    const selects = termNames.map(
      (name) => sql`select ${name} as resource, link.target_id as item_id from events
        join ${quotedName(termTableAndLinkTable(name).links)} as link on link.event_id = events.id
        where events.status = 'future' and ${some}`,
    )
    found.push(...(await queryRows(db, sql<Term>`${joinedSql(selects, ' union ')}`)))
  }
  return found
}
