/** Lines of exports, which are imported together. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { moment } from '../support/importing.ts'
import { type Json, type TestService, testService } from '../support/service.ts'
import { dump, load } from '../support/transfer.ts'

const day = (at: number) => `2027-03-${String(1 + (at % 28)).padStart(2, '0')} 10:00:00`

/** The creates of a calendar of so many events that share places, categories and slugs. */
const createsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    title: `Concert ${at % 40}`,
    start_date: day(at),
    end_date: day(at),
    venue: [{ venue: `Hall ${at % 9}`, city: 'York' }],
    organizer: [{ organizer: `Choir ${at % 4}` }],
    categories: ['Music', at % 2 === 0 ? 'Jazz' : 'Folk'],
    tags: ['Live'],
    ...(at % 20 === 0 && { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] }),
  }))
/** UIDs of events that a test makes are random. */
const withoutUids = (text: string) => text.replace(/"uid":"[^"]*"/g, '')
const lines = (bodies: readonly Json[]) => bodies.map((body) => `${JSON.stringify(body)}\n`).join('')

for (const { name } of dialects) {
  describe(`lines of an export that are imported together (${name})`, () => {
    let services: TestService[]
    beforeEach(() => {
      services = []
    })
    afterEach(() => Promise.all(services.map((service) => service.close())))

    const newService = async (env: Record<string, string> = {}) => {
      const service = await testService(name, env)
      services.push(service)
      return service
    }
    const exported = async (count: number) => {
      const { store } = await newService()
      await load(store, lines(createsOf(count)), { now: () => moment })
      return dump(store)
    }
    /** Another calendar's export: its items have global ids of that one. */
    const exportedThere = async (count: number) =>
      (await exported(count)).replaceAll('"global_id":"', '"global_id":"there.example/')

    /** What a calendar has after an import of lines, in slices of so many. */
    const imported = async (text: string, slice?: number, here: readonly Json[] = []) => {
      const { store } = await newService()
      await load(store, lines(here), { now: () => moment })
      const before = store.measures().queries
      const results: Json[] = []
      const onResult = ({ line, outcome, id, reason }: Json) => results.push({ line, outcome, id, reason })
      await load(store, text, { slice, now: () => moment, onResult })
      return {
        store,
        results,
        queries: store.measures().queries - before,
        text: withoutUids(await dump(store)),
      }
    }
    const here = [{ title: 'Concert 3', start_date: day(1), end_date: day(1), venue: [{ venue: 'Hall 2' }] }]

    it('take few statements, into an empty calendar and into another one', async () => {
      const text = await exportedThere(120)
      for (const before of [[], here]) {
        const { queries, results } = await imported(text, undefined, before)
        expect(results.filter(({ outcome }) => outcome === 'created').length).toBeGreaterThan(120)
        expect(queries).toBeLessThan(results.length * 15)
      }
    })

    it('leave what they leave one by one, also where their ids are taken or lines repeat', async () => {
      const [own, there] = [await exported(30), await exportedThere(30)]
      const backwards = `${own.split('\n').reverse().join('\n')}\n${there}`
      // On PostgreSQL, refused lines use up ids, of which lines one by one use fewer.
      for (const text of [own, there, ...(name === 'sqlite' ? [there + own, backwards] : [])])
        for (const before of [[], here]) {
          const alone = await imported(text, 1, before)
          const together = await imported(text, undefined, before)
          expect(together.results).toEqual(alone.results)
          expect(together.text).toBe(alone.text)
        }
    })

    it('are refused for what they reference, however much that is', async () => {
      const event = (await exported(1)).split('\n').find((line) => line.includes('"resource":"event"'))
      const ids = (at: number) => Array.from({ length: 60 }, (_, of) => 1000 + at * 60 + of)
      const referring = Array.from({ length: 250 }, (_, at) => ({
        ...JSON.parse(String(event)),
        id: at + 1,
        global_id: `there.example/?id=${at + 1}`,
        series: undefined,
        recurrence_id: undefined,
        ...Object.fromEntries(['organizer', 'categories', 'tags'].map((field) => [field, ids(at)])),
      }))
      const { store } = await newService()
      const { created, refusals } = await load(store, lines(referring), { now: () => moment })
      expect([created, refusals[0]?.reason]).toEqual([0, expect.stringContaining('venue')])
    })

    it('leave ids that no item has to those that come after', async () => {
      const { store } = await imported(`${(await exported(20)).trim().split('\n').reverse().join('\n')}\n`)
      const more = await load(
        store,
        lines([{ ...createsOf(1)[0], title: 'Later', venue: [{ venue: 'New' }] }]),
      )
      expect(more).toMatchObject({ created: 1, refused: 0 })
    })
  })
}
