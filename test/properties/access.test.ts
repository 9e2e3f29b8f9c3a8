import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, accessScopeOf, mayEdit, mayRead, type Role } from '../../src/api/policy.ts'
import { groupRoles, roles } from '../../src/contract/operations/account-names.ts'
import {
  type ItemStatus,
  isInMainCalendarByGroupAndOwnFlag,
  itemStatusAt,
  scopeMayEdit as mayEditWithin,
  scopeMayRead as mayReadWithin,
} from '../../src/domain/publication.ts'
import { isRecordShownTo } from '../../src/store/conditions/shown-records.ts'
import {
  type Condition,
  hasStatusSql,
  isEditableSql,
  isInMainCalendarSql,
  isNotPasswordHiddenFromViewerSql,
  isReadableSql,
  isShownToSql,
} from '../../src/store/conditions/visibility.ts'
import { connectDatabase, type OpenDatabase } from '../../src/store/database/dialects.ts'
import { insertRow, sql } from '../../src/store/database/sql.ts'
import type { EventQuery, Store } from '../../src/store/store.ts'
import type { DatabaseTables, OccurrenceColumns } from '../../src/store/tables.ts'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { openStore } from '../support/inside/store.ts'

const NOW = Temporal.Instant.from('2027-01-15T12:00:00Z')
const now = Math.floor(NOW.epochMilliseconds / 1000)
const moment = { now: NOW, zone: 'UTC' }

/** Every status, and a scheduled item just before, at and just after its date. */
const kept: readonly (readonly [status: ItemStatus, date: number])[] = [
  ['publish', now - 1],
  ['future', now - 1],
  ['future', now],
  ['future', now + 1],
  ['draft', now - 1],
  ['pending', now - 1],
  ['private', now - 1],
  ['trash', now - 1],
]
/** 0 is the author of items written in local mode. */
const authors = [0, 1, 2]
const flags = [0, 1] as const
/** No group, one with its events in the main calendar, one without, and one with review; each as it says, and set for the event. */
const groups = [
  { group_id: null, in_main: null },
  { group_id: 1, in_main: null },
  { group_id: 1, in_main: 0 as const },
  { group_id: 2, in_main: null },
  { group_id: 2, in_main: 1 as const },
  { group_id: 3, in_main: null },
  { group_id: 3, in_main: 1 as const },
]

const actors: readonly Actor[] = [
  { id: 0, login: '', role: 'anonymous' },
  { id: 0, login: '', role: 'administrator' },
  ...roles.flatMap((role: Role) => [1, 2].map((id) => ({ id, login: `${role}${id}`, role }))),
  // Members of the first group, and of none of the others.
  ...roles.flatMap((role: Role) =>
    groupRoles.map((own) => ({ id: 1, login: `${role} ${own}`, role, groups: new Map([[1, own]]) })),
  ),
]

const aGroup = {
  ...{ name: 'G', name_key: 'g', description: '', color: '', image: null, search_text: 'g' },
  ...{ version: 1, modified_utc: now, origins: '[]', language: '', translations: '{}', readable_in: '' },
}

type Row = Omit<DatabaseTables['events'], 'id' | keyof OccurrenceColumns>

const allEvents: readonly Row[] = kept.flatMap(([status, date_utc]) =>
  authors.flatMap((author) =>
    flags.flatMap((hide_from_listings) =>
      [null, 'a hash'].flatMap((password_hash) =>
        groups.map((group) => ({
          ...{ status, date_utc, author, hide_from_listings, password_hash, ...group },
          ...{
            version: 1,
            modified_utc: now,
            origins: '[]',
            date_set: 1 as const,
            pruned_status: '' as const,
          },
          slug: `e-${status}-${date_utc - now}-${author}-${hide_from_listings}-${password_hash === null}-${group.group_id}-${group.in_main}`,
          ...{
            uid: '',
            title: 'T',
            title_key: 't',
            excerpt: '',
            description: '',
            website: '',
            search_text: 't',
          },
          ...{
            image: null,
            all_day: 0 as const,
            timezone: 'UTC',
            cost: 'null',
            post_parent: null,
            note: '',
            assignee: null,
            origin: 'null',
          },
          ...{ start_date: '2027-02-01 10:00:00', end_date: '2027-02-01 11:00:00' },
          ...{ start_utc: now + 86_400, end_utc: now + 90_000 },
          ...{ show_map: 1 as const, show_map_link: 1 as const, sticky: 0 as const, featured: 0 as const },
          ...{ event_status: 'scheduled' as const, attendance_mode: 'offline' as const },
          ...{ online_url: '', status_reason: '', previous_start_date: '' },
          ...{
            was_public: 0 as const,
            ticketed: 0 as const,
            free: 0 as const,
            tickets: '[]',
            custom_fields: '{}',
            language: '',
            translations: '{}',
            readable_in: '',
          },
        })),
      ),
    ),
  ),
)

const statusOf = ({ status, date_utc }: Row) => itemStatusAt(status, date_utc, now)
const ownedOf = (row: Row) => ({ author: row.author, status: statusOf(row), group_id: row.group_id })
const itemOf = (row: Row) => ({
  author: row.author,
  isPublic: statusOf(row) === 'publish',
  group: row.group_id ?? 0,
})

describe('the rule of access', () => {
  it.each(actors)('gives the policy and the access scope of $role $id the same result', (actor) => {
    for (const row of allEvents) {
      const scope = accessScopeOf(actor)
      expect(mayReadWithin(scope, itemOf(row))).toBe(mayRead(actor, ownedOf(row)))
      expect(mayEditWithin(scope, itemOf(row))).toBe(mayEdit(actor, ownedOf(row)))
    }
  })

  it('lets every actor read what they may edit', () => {
    for (const actor of actors)
      for (const row of allEvents)
        expect(!mayEdit(actor, ownedOf(row)) || mayRead(actor, ownedOf(row))).toBe(true)
  })
})

for (const { name, freshUrl } of dialects) {
  describe(`access to items on ${name}`, () => {
    let database: FreshDatabase
    let connection: OpenDatabase
    let store: Store
    const events = new Map<number, Row>()

    beforeAll(async () => {
      database = name === 'sqlite' ? await freshSqliteFile() : await freshUrl()
      store = await openStore(database.url, moment)
      connection = await connectDatabase(database.url)
      for (const [at, main] of ['all', 'none', 'review'].entries())
        await insertRow(connection.writer, 'groups', { ...aGroup, id: at + 1, slug: main, main })
      for (const row of allEvents) events.set(await insertRow(connection.writer, 'events', { ...row }), row)
    })
    afterAll(async () => {
      await connection.close()
      await store.close()
      await database.drop()
    })

    const idsWhere = async (condition: Condition) =>
      await sql`select id from events where ${condition} order by id`.column<number>(connection.reader)
    const idsOf = (holds: (row: Row) => boolean) =>
      [...events].filter(([, row]) => holds(row)).map(([id]) => id)
    const viewerOf = (actor: Actor) => ({ scope: accessScopeOf(actor), moment })

    /** Returns what a list of events finds in memory. */
    async function listed(
      actor: Actor,
      status: EventQuery['status'],
      hidden: boolean,
      more: Partial<EventQuery> = {},
    ) {
      const query: EventQuery = {
        ...{ page: 1, per_page: 1000, order: 'asc', orderby: 'id', status, hidden },
        window: {},
        ...more,
      }
      const found = await (await store.readView(0)).findEvents(query, viewerOf(actor))
      return [...found.ids]
    }

    it.each(actors)('follows the access rule in SQL for $role $id', async (actor) => {
      const viewer = viewerOf(actor)
      expect(await idsWhere(isReadableSql('events', viewer))).toEqual(
        idsOf((row) => mayReadWithin(viewer.scope, itemOf(row))),
      )
      expect(await idsWhere(isShownToSql('events', viewer))).toEqual(
        idsOf((row) => isRecordShownTo(row, viewer)),
      )
      expect(await idsWhere(isEditableSql('events', viewer))).toEqual(
        idsOf((row) => mayEditWithin(viewer.scope, itemOf(row))),
      )
      expect(await idsWhere(isNotPasswordHiddenFromViewerSql(viewer))).toEqual(
        idsOf((row) => row.password_hash === null || mayEditWithin(viewer.scope, itemOf(row))),
      )
    })

    it('has in the main calendar what the rule says, in SQL and in lists', async () => {
      const mains = new Map([
        [1, { main: 'all' as const }],
        [2, { main: 'none' as const }],
        [3, { main: 'review' as const }],
      ])
      const isIn = (row: Row) => isInMainCalendarByGroupAndOwnFlag(mains.get(row.group_id ?? 0), row.in_main)
      expect(await idsWhere(isInMainCalendarSql)).toEqual(idsOf(isIn))
      const administrator = { id: 0, login: '', role: 'administrator' } as const
      for (const in_main of [true, false])
        expect(await listed(administrator, ['draft'], false, { in_main })).toEqual(
          idsOf((row) => statusOf(row) === 'draft' && row.hide_from_listings === 0 && isIn(row) === in_main),
        )
      const awaits = (row: Row) => row.group_id === 3 && row.in_main === null
      for (const awaits_main of [true, false])
        expect(await listed(administrator, ['draft'], false, { awaits_main })).toEqual(
          idsOf(
            (row) => statusOf(row) === 'draft' && row.hide_from_listings === 0 && awaits(row) === awaits_main,
          ),
        )
      for (const group of [[0], [1], [2, 0]])
        expect(await listed(administrator, ['draft'], false, { group })).toEqual(
          idsOf(
            (row) =>
              statusOf(row) === 'draft' && row.hide_from_listings === 0 && group.includes(row.group_id ?? 0),
          ),
        )
    })

    it.each(actors)('follows the access rule in lists of every status for $role $id', async (actor) => {
      const viewer = viewerOf(actor)
      for (const status of ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const) {
        const wanted = (row: Row) => statusOf(row) === status && mayReadWithin(viewer.scope, itemOf(row))
        expect(await idsWhere(hasStatusSql('events', [status], viewer))).toEqual(idsOf(wanted))
        expect(await listed(actor, [status], false)).toEqual(
          idsOf((row) => wanted(row) && row.hide_from_listings === 0),
        )
        expect(await listed(actor, [status], true)).toEqual(
          idsOf(
            (row) => wanted(row) && row.hide_from_listings === 1 && mayEditWithin(viewer.scope, itemOf(row)),
          ),
        )
      }
    })
  })
}
