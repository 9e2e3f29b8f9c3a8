/** Our actors, over one database: the calendar's, and those of groups and organizers that are federated. */
import type { Moment } from '../../domain/time/moment.ts'
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import { queryFirstRow, queryRows } from '../database/rows.ts'
import { insertStatement, type Sql, sql } from '../database/sql.ts'
import type {
  FederatedItemWithoutActor,
  ListedOwnActor,
  OwnActor,
  OwnActorStore,
  OwnActorWithStanding,
} from '../store.ts'
import { saveFederationPlan } from './planning.ts'
import { isFederatedOrganizerSql, isItemOfActorFederatedSql } from './standing.ts'

const standing = (moment: Moment) => sql`case when ${isItemOfActorFederatedSql('a', moment)} then 'open'
  when (a.kind = 'group' and exists (select 1 from groups where groups.id = a.item_id))
    or (a.kind = 'organizer' and exists (select 1 from organizers where organizers.id = a.item_id)) then 'closed'
  else 'gone' end`

const found = (moment: Moment, end: Sql) =>
  sql<OwnActorWithStanding>`select * from (select a.*, ${standing(moment)} as standing from federation_actors as a) as actors ${end}`

const unmadeItems = (moment: Moment, limit: number) => sql<FederatedItemWithoutActor>`select * from (
  select 'group' as kind, groups.id as item_id, groups.slug from groups where groups.federated = 1
    and not exists (select 1 from federation_actors as a where a.kind = 'group' and a.item_id = groups.id)
  union all
  select 'organizer' as kind, organizers.id as item_id, organizers.slug from organizers
    where ${isFederatedOrganizerSql(moment)}
    and not exists (select 1 from federation_actors as a where a.kind = 'organizer' and a.item_id = organizers.id)
  ) as unmade order by kind, item_id limit ${limit}`

const listedActors = (
  moment: Moment,
  limit: number,
) => sql<ListedOwnActor>`select a.id, a.name, a.kind, a.item_id,
    a.created_utc, a.state, ${standing(moment)} as standing,
    (select count(*) from federation_followers as f where f.actor_id = a.id and f.state = 'accepted') as followers
  from federation_actors as a order by a.kind, a.name limit ${limit}`

/** Returns our actors over one database. */
export function ownActorStore(connection: OpenDatabase): OwnActorStore {
  const { reader, writer } = connection
  return {
    named: (name, moment) => queryFirstRow(reader, found(moment, sql`where name = ${name}`)),
    byId: (id) => queryFirstRow(reader, sql<OwnActor>`select * from federation_actors where id = ${id}`),
    ofItem: (kind, id) =>
      queryFirstRow(
        reader,
        sql<OwnActor>`select * from federation_actors where kind = ${kind} and item_id = ${id}`,
      ),
    list: (moment, limit) => queryRows(reader, listedActors(moment, limit)),
    async add(actor) {
      const end = ' on conflict do nothing'
      const statement = insertStatement('federation_actors', Object.keys(actor), Object.values(actor), end)
      return (await statement.execute(writer)).changes > 0
    },
    unmade: (moment, limit) => queryRows(reader, unmadeItems(moment, limit)),
    changed: (moment) => queryRows(reader, found(moment, sql`where standing <> state order by id`)),
    settle: (actor, activities, now) =>
      runTransaction(connection, async (db) => {
        await saveFederationPlan(db, { activities, announced: [] }, now)
        await sql`update federation_actors set state = ${actor.standing} where id = ${actor.id}`.execute(db)
        if (actor.standing === 'gone')
          await sql`delete from federation_followers where actor_id = ${actor.id}`.execute(db)
      }),
  }
}
