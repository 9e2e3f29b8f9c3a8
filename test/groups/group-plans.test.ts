/** The cost of groups: lists, feeds and changes of some read no whole table, and a calendar without any runs no statement for them (contract §16). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects, type FreshDatabase } from '../support/dialects.ts'
import { moment } from '../support/importing.ts'
import { parseListArgs } from '../support/inside/api.ts'
import {
  type Context,
  eventListsView,
  eventsOfFeed,
  findEventPage,
  idsOfReferencedGroups,
  listItems,
  viewerOf,
} from '../support/inside/items.ts'
import { mediaLibraryOf } from '../support/inside/media.ts'
import { type Actor, anonymousActor, commandActor } from '../support/inside/people.ts'
import {
  almanacFollower,
  changeLogOf,
  connectDatabase,
  type OpenDatabase,
  rawSql,
  storePartWithSnapshotsAndViews,
  tableShapesOf,
} from '../support/inside/store.ts'
import { type Explained, explainingReader, wholeReadsOf } from '../support/plans.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const EVENTS = 10_000
const GROUPS = 100
/** Of so many events one is an occurrence of a series of its own. */
const EACH = 3
const large = ['events', 'series', 'changes', 'kept', 'group_leavings', 'one', 'later', 'journal']
/** The names in a statement that is run for groups; the columns of events may be among those that it reads. */
const ofGroups = /\bgroups\b|group_members|group_leavings|group_id (=|in|is)|in_main (=|is)/
const numbers = (dialect: string) =>
  dialect === 'sqlite'
    ? `(with recursive n(n) as (select 2 union all select n + 1 from n where n < ${EVENTS}) select n from n)`
    : `(select n from generate_series(2, ${EVENTS}) as n) as n`

/** The columns of a copy that differ from those of the first row. */
const varied: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  series: { id: 'n', slug: `'serie-' || n`, uid: `'serie-' || n` },
  events: {
    id: 'n',
    slug: `'markt-' || n`,
    uid: `'uid-' || n`,
    series: `case when n % ${EACH} = 0 then n end`,
    recurrence_id: `case when n % ${EACH} = 0 then '2027-05-04 18:00:00' else '' end`,
  },
  changes: { item_id: 'n', revision: '10 + n', public_revision: '10 + n' },
}

/** Makes as many series, events and changes as there are numbers, by copies of the first of each; with groups, each is in one of these. */
async function fill({ name, writer }: OpenDatabase, hasGroups: boolean): Promise<void> {
  const run = (text: string) => rawSql(text).execute(writer)
  const shapes = await tableShapesOf(writer, name)
  for (const [table, own] of Object.entries(varied)) {
    const columns = shapes.find((one) => one.name === table)?.columns ?? []
    const values = { ...own, ...(hasGroups && { group_id: `1 + n % ${GROUPS}` }) }
    const copied = (column: string) =>
      Object.entries(values).find(([one]) => one === column)?.[1] ?? `e."${column}"`
    const first = table === 'changes' ? "e.resource = 'event' and e.item_id = 1" : 'e.id = 1'
    await run(`insert into ${table} (${columns.map((one) => `"${one}"`)}) select ${columns.map(copied)}
      from ${table} as e cross join ${numbers(name)} where ${first}`)
  }
  if (hasGroups)
    await run(`insert into group_leavings (group_id, resource, item_id, revision, author, public_revision)
      select 1 + (n + 1) % ${GROUPS}, 'event', n, 1000 + n, 0, 1000 + n from ${numbers(name)} where n % 2 = 0`)
  await run(`update revision set value = ${EVENTS + 1001}`)
  if (name === 'postgres') await run('analyze')
}

/** A calendar of many events, whose reads are explained. */
interface Calendar {
  readonly explained: Explained
  readonly connection: OpenDatabase
  /** Returns what an action reads, after memory is filled. */
  during(act: (context: Context) => Promise<unknown>, actor?: Actor): Promise<readonly string[]>
  close(): Promise<void>
}

async function calendarOf(
  service: TestService,
  { url, drop }: FreshDatabase,
  hasGroups: boolean,
): Promise<Calendar> {
  const connection = await connectDatabase(url)
  await fill(connection, hasGroups)
  const explained: Explained = { statements: [], steps: [] }
  const read = explainingReader(connection, explained)
  const almanac = almanacFollower()
  const sources = { connection: read, replica: undefined, almanac, counter: () => undefined }
  const store = {
    ...service.store,
    ...storePartWithSnapshotsAndViews(sources),
    changes: changeLogOf(read, 90 * 86_400),
  }
  const images = mediaLibraryOf({ dataDir: '/nowhere', imageHosts: [] })
  const contextOf = (actor: Actor): Context => ({ store, moment, actor, currency: undefined, images })
  // Memory is filled once, from whole tables.
  await listItems('event', parseListArgs('event', { categories: '' }), contextOf(commandActor))
  return {
    explained,
    connection,
    async during(act, actor = anonymousActor) {
      for (const list of [explained.statements, explained.steps]) list.length = 0
      await act(contextOf(actor))
      expect(explained.statements.length).toBeGreaterThan(0)
      return wholeReadsOf(large, connection.writer, explained)
    },
    async close() {
      await connection.close()
      await service.close()
      await drop()
    },
  }
}

const args = (query: object) => parseListArgs('event', { start_date: '2020-01-01', per_page: '50', ...query })
const viewOf = async (query: object, context: Context) => {
  const { find, view } = await eventListsView(context, 0)
  const { ids } = await find(args(query))
  return (await view.listedEvents(ids, viewerOf(context), ['venue', 'category'])).length
}

/** The ways in which a calendar is read, each with the filters of a list; each returns how many items it found. */
const ways: Readonly<
  Record<string, (query: { readonly group?: string }, context: Context) => Promise<number>>
> = {
  'a list': async (query, context) => {
    const { view, ids } = await findEventPage(args(query), context, 0)
    return (await view.events(ids, viewerOf(context))).length
  },
  'a list by title': async (query, context) =>
    (await listItems('event', args({ ...query, orderby: 'title' }), context)).items.length,
  'a page or feed': viewOf,
  'a file of events': async (query, context) => {
    let count = 0
    for await (const some of eventsOfFeed({ ...args(query), format: 'csv' }, 20, context, 0))
      count += some.length
    return count
  },
  'a list of series': async (query, context) =>
    (await listItems('series', parseListArgs('series', { start_date: '2020-01-01', ...query }), context))
      .items.length,
  changes: async ({ group }, context) => {
    const { changes } = (await context.store.changes.page(EVENTS / 2, 50, {
      viewer: viewerOf(context),
      groups: await idsOfReferencedGroups(
        context.store,
        group === undefined ? undefined : group.split(',').map((text) => ({ text })),
        context,
      ),
    })) ?? { changes: [] }
    return changes.length
  },
}

const member: Actor = {
  id: 7,
  login: 'eve',
  role: 'subscriber',
  groups: new Map([
    [1, 'editor'],
    [2, 'author'],
  ]),
}

for (const { name, freshUrl } of dialects) {
  describe(`what is read of ${EVENTS} events on ${name}`, () => {
    let [within, without]: (Calendar | undefined)[] = []
    const opened = async (hasGroups: boolean) => {
      const database = await freshUrl()
      const service = await testService(name, { DATABASE_URL: database.url })
      for (let id = 1; hasGroups && id <= GROUPS; id++) await service.post('/groups', { name: `G ${id}` })
      const { status } = await service.post('/events', anEvent({ recurrence: 'FREQ=DAILY;COUNT=1' }))
      expect(status).toBe(201)
      return calendarOf(service, database, hasGroups)
    }
    beforeAll(async () => {
      within = await opened(true)
      without = await opened(false)
    }, 120_000)
    afterAll(async () => {
      await within?.close()
      await without?.close()
    })

    const callers = { anonymous: anonymousActor, member, administrator: commandActor }
    const asked = Object.keys(ways).flatMap((way) =>
      Object.keys(callers).map((caller) => [way, caller] as const),
    )

    it.each(asked)('§16 of groups: %s for %s reads no table whole', async (way, caller) => {
      for (const group of ['g-2', '3', 'g-2,g-5']) {
        let found = 0
        const whole = await within?.during(
          async (context) => {
            found = (await ways[way]?.({ group }, context)) ?? 0
          },
          callers[caller as keyof typeof callers],
        )
        expect([group, found > 0, whole]).toEqual([group, true, []])
      }
    })

    it('§16 groups are counted by an index alone', async () => {
      let counts: readonly number[] = []
      await within?.during(async (context) => {
        const { items } = await listItems('group', parseListArgs('group', {}), context)
        counts = items.map(({ count }) => count)
      })
      expect(Math.max(...counts)).toBeGreaterThan(0)
      const counting = within?.explained.steps.filter((step) => /events_of_group/.test(step))
      expect(counting).toHaveLength(1)
      if (name === 'sqlite') expect(counting?.[0]).toContain('USING COVERING INDEX')
    })

    const readers = { ...callers, author: { ...member, role: 'author', groups: new Map() } } as const
    it.each(Object.keys(readers))('§13 changes for %s are read in the order of an index', async (reader) => {
      let found = 0
      const whole = await without?.during(
        async (context) => {
          found = await (ways.changes?.({}, context) ?? 0)
        },
        readers[reader as keyof typeof readers],
      )
      const sorted = without?.explained.steps.filter((step) => /TEMP B-TREE|^Sort\b/.test(step))
      expect([found, whole, sorted]).toEqual([50, [], []])
    })

    it.each(Object.keys(ways))('§16 without groups: %s runs no statement for them', async (way) => {
      let found = 0
      const list = async (context: Context) => {
        found = (await ways[way]?.({}, context)) ?? 0
      }
      // The order of titles is read once by each process.
      await without?.during(list)
      const whole = await without?.during(list)
      expect([found > 0, whole]).toEqual([true, []])
      const statements = without?.explained.statements.filter((text) => ofGroups.test(text))
      expect(statements).toEqual([])
    })
  })
}
