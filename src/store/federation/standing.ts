/** Which of our actors are open: those whose items are federated, and public. */
import type { Moment } from '../../domain/time/moment.ts'
import { isPublicSql } from '../conditions/visibility.ts'
import { quotedName, type Sql, type SqlBool, sql } from '../database/sql.ts'

/** Whether an organizer is public and federated. */
export function isFederatedOrganizerSql(moment: Moment): Sql<SqlBool> {
  const scope = { user: undefined, reads: 'none', edits: 'none' } as const
  return sql`organizers.federated = 1 and ${isPublicSql('organizers', { scope, moment })}`
}

/** Whether the item of an actor, a row of `table`, is federated. */
export function isItemOfActorFederatedSql(table: string, moment: Moment): Sql<SqlBool> {
  const [kind, item] = [quotedName(`${table}.kind`), quotedName(`${table}.item_id`)]
  return sql`(${kind} = 'calendar'
    or (${kind} = 'group' and exists (select 1 from groups where groups.id = ${item} and groups.federated = 1))
    or (${kind} = 'organizer' and exists (select 1 from organizers
      where organizers.id = ${item} and ${isFederatedOrganizerSql(moment)})))`
}
