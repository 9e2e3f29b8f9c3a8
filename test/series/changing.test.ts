import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects, isAny } from '../support/dialects.ts'
import type { Json } from '../support/service.ts'
import { type Rome, romeService } from './support.ts'

const LATER = '2027-03-20T11:00:00Z'

for (const { name } of dialects) {
  describe(`changing a series on ${name}`, () => {
    let service: Rome
    const patch = (id: unknown, body: Json) => service.patch(`/events/${id}`, body, service.admin)
    const column = async (series: number, key: string, query?: string) =>
      (await service.occurrences(series, query)).map((one) => one[key])
    const changed = async (id: unknown, body: Json) => {
      const answer = await patch(id, body)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body
    }

    beforeAll(async () => {
      service = await romeService(name)
    })
    afterAll(() => service.close())

    it('§10.3 this: changed fields are the occurrence’s own until they equal the pattern again', async () => {
      const { series, ids } = await service.create()
      const one = await changed(ids[2], {
        title: 'Other',
        start_date: '2027-03-17 10:00',
        end_date: '2027-03-17 11:00',
      })
      expect(one.series).toMatchObject({
        is_exception: true,
        own_fields: ['title', 'start_date', 'end_date'],
        recurrence_id: '2027-03-16 18:00:00',
      })
      await changed(ids[0], { apply_to: 'all', title: 'New', excerpt: 'E' })
      expect((await column(series, 'title'))[2]).toBe('Other')
      expect(await column(series, 'excerpt')).toEqual(Array(10).fill('E'))
      const back = await changed(ids[2], { inherit: ['start_date', 'end_date'], title: 'New' })
      expect([back.start_date, back.title, back.series.own_fields]).toEqual([
        '2027-03-16 18:00:00',
        'New',
        [],
      ])
    })

    it.runIf(isAny(name))('§10.3 refuses a change that makes no sense, with the reason', async () => {
      const { ids } = await service.create()
      const single = { title: 'S', start_date: '2027-03-02', end_date: '2027-03-02' }
      const { id } = (await service.post('/events', single, service.admin)).body
      for (const [at, body, arg] of [
        [id, { apply_to: 'all', title: 'x' }, 'apply_to'],
        [id, { apply_to: 'following' }, 'apply_to'],
        [id, { inherit: ['title'] }, 'inherit'],
        [ids[1], { recurrence: 'FREQ=DAILY;COUNT=2' }, 'recurrence'],
        [ids[1], { apply_to: 'some' }, 'apply_to'],
        [ids[1], { inherit: ['slug'] }, 'inherit'],
        [
          ids[1],
          { apply_to: 'all', start_date: '2027-03-10 18:00', end_date: '2027-03-10 19:30' },
          'recurrence',
        ],
      ] as const) {
        const { status, body: answer } = await patch(at, body)
        expect([body, status, Object.keys(answer.data?.params ?? {})]).toEqual([body, 400, [arg]])
      }
      expect((await service.remove(`/events/${id}?apply_to=all`, service.admin)).status).toBe(400)
      expect((await service.remove(`/events/${id}?apply_to=this`, service.admin)).status).toBe(200)
    })

    it('§10.3 all: moves every occurrence by the same wall clock time, and back', async () => {
      const { series, ids } = await service.create()
      const before = await service.occurrences(series)
      await changed(ids[4], { apply_to: 'all', start_date: '2027-03-30 17:15', end_date: '2027-03-30 19:15' })
      const moved = await service.occurrences(series)
      expect(
        new Set(moved.map(({ start_date, end_date }) => `${start_date}`.slice(11) + `${end_date}`.slice(11))),
      ).toEqual(new Set(['17:15:0019:15:00']))
      expect(moved.map(({ id }) => id)).toEqual(ids)
      expect(moved.map(({ series: of }) => (of as Json).recurrence_id)).toEqual(
        moved.map(({ start_date }) => start_date),
      )
      await changed(ids[0], { apply_to: 'all', start_date: '2027-03-02 18:00', end_date: '2027-03-02 19:30' })
      const times = (all: readonly Json[]) =>
        all.map(({ utc_start_date, utc_end_date }) => [utc_start_date, utc_end_date])
      expect(times(await service.occurrences(series))).toEqual(times(before))
    })

    it.runIf(isAny(name))('§10.3 all: moves to another day together with the rule; ids stay', async () => {
      const { series, ids } = await service.create()
      await changed(ids[0], {
        apply_to: 'all',
        start_date: '2027-03-03 18:00',
        end_date: '2027-03-03 19:30',
        recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=10',
      })
      expect(await column(series, 'id')).toEqual(ids)
      expect((await column(series, 'start_date')).slice(0, 2)).toEqual([
        '2027-03-03 18:00:00',
        '2027-03-10 18:00:00',
      ])
    })

    it.runIf(isAny(name))('§10.3 all: moves a daily series to the dates of its own occurrences', async () => {
      const { series, ids } = await service.create({ recurrence: 'FREQ=DAILY;COUNT=10' })
      await changed(ids[0], { apply_to: 'all', start_date: '2027-03-03 18:00', end_date: '2027-03-03 19:30' })
      expect(await column(series, 'id')).toEqual(ids)
      expect((await column(series, 'start_date'))[9]).toBe('2027-03-12 18:00:00')
    })

    it('§10.3 all: changes zone, whole days, links and counts', async () => {
      const { series, ids } = await service.create({ categories: ['Sport'], venue: { venue: 'Hall' } })
      const count = async (term: string) =>
        (await service.get(`/categories?slug=${term}&hide_empty=false`)).body.categories[0]?.count
      expect(await count('sport')).toBe(10)
      await changed(ids[3], { categories: ['Outdoors'] })
      await changed(ids[0], {
        apply_to: 'all',
        categories: ['Health'],
        venue: { venue: 'Park' },
        all_day: true,
      })
      expect([await count('sport'), await count('outdoors'), await count('health')]).toEqual([0, 1, 9])
      const all = await service.occurrences(series)
      expect(new Set(all.map(({ venue }) => (venue as Json).venue))).toEqual(new Set(['Park']))
      expect(
        new Set(all.map(({ start_date, end_date }) => `${start_date}`.slice(11) + `${end_date}`.slice(11))),
      ).toEqual(new Set(['00:00:0023:59:59']))
      await changed(ids[0], { apply_to: 'all', status: 'draft' })
      expect([await count('outdoors'), await count('health')]).toEqual([0, 0])
    })

    it('§10.3 all: accepts a new rule: matching occurrences stay, the others move to the trash or become single events', async () => {
      const { series, ids } = await service.create()
      await changed(ids[8], { title: 'Own' })
      service.at(LATER)
      await changed(ids[0], { apply_to: 'all', recurrence: 'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;COUNT=6' })
      expect((await column(series, 'start_date')).map((start) => String(start).slice(5, 10))).toEqual([
        ...['03-02', '03-16', '03-30', '04-13', '04-27', '05-11'],
      ])
      expect((await column(series, 'id')).slice(0, 5)).toEqual([ids[0], ids[2], ids[4], ids[6], ids[8]])
      expect((await column(series, 'title'))[4]).toBe('Own')
      const [begun, ahead] = [
        await service.get(`/events/${ids[1]}`),
        await service.get(`/events/${ids[5]}`, service.admin),
      ]
      expect([begun.body.status, begun.body.series]).toEqual(['publish', null])
      expect([ahead.body.status, ahead.body.series]).toEqual(['trash', null])
      service.at('2027-01-10T11:00:00Z')
    })

    it('§10.3 all: ends the series with recurrence null; the event stays as a single event', async () => {
      const { series, ids } = await service.create()
      const one = await changed(ids[4], { apply_to: 'all', recurrence: null, title: 'Once' })
      expect([one.id, one.title, one.series, one.status]).toEqual([ids[4], 'Once', null, 'publish'])
      expect((await service.get(`/series/${series}`)).status).toBe(404)
      expect((await service.get(`/events/${ids[5]}`, service.admin)).body.status).toBe('trash')
    })

    it('§10.3 following: on the first occurrence equals all; a split keeps rules and exceptions', async () => {
      const { series, ids } = await service.create()
      await changed(ids[0], { apply_to: 'following', title: 'Whole' })
      expect(await column(series, 'title')).toEqual(Array(10).fill('Whole'))
      await changed(ids[7], { title: 'Own' })
      await service.remove(`/events/${ids[8]}`, service.admin)
      const cut = await changed(ids[5], {
        apply_to: 'following',
        title: 'Second',
        recurrence: 'FREQ=WEEKLY;BYDAY=TU;COUNT=7',
      })
      const next = cut.series.id
      expect([await column(series, 'id'), await column(next, 'title')]).toEqual([
        ids.slice(0, 5),
        ['Second', 'Second', 'Own', 'Second', 'Second', 'Second'],
      ])
      await service.patch(`/events/${ids[8]}`, { status: 'publish' }, service.admin)
      expect((await column(next, 'id')).slice(0, 5)).toEqual(ids.slice(5))
      const third = await changed(ids[7], { apply_to: 'following', excerpt: 'x' })
      const chain = [series, next, third.series.id]
      const links = await Promise.all(chain.map(async (id) => (await service.get(`/series/${id}`)).body))
      expect(links.map(({ continues, continued_by }) => [continues, continued_by])).toEqual([
        [null, chain[1]],
        [chain[0], chain[2]],
        [chain[1], null],
      ])
    })

    it('§10.3 removes and restores an occurrence, and never recreates a permanently deleted one', async () => {
      const { series, ids } = await service.create({ recurrence: 'FREQ=WEEKLY' })
      await service.remove(`/events/${ids[1]}?force=true`, service.admin)
      const { body } = await service.get(`/series/${series}`)
      expect(body.recurrence[1]).toMatch(/^EXDATE.*20270309T180000/)
      service.at('2027-02-10T11:00:00Z')
      await service.extendSeries()
      expect(await column(series, 'start_date')).not.toContain('2027-03-09 18:00:00')
      service.at('2027-01-10T11:00:00Z')
    })

    it('§10.3 skips a date through one that was moved, and the moved one by its place, by each way', async () => {
      const tool = (args: Json) =>
        service.post(
          '/mcp',
          { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'update_event', arguments: args } },
          { ...service.admin, accept: 'application/json, text/event-stream' },
        )
      const ways = {
        alone: (id: number, body: Json) => service.patch(`/events/${id}`, body, service.admin),
        'a batch': (id: number, body: Json) =>
          service.post(
            '/batch',
            { operations: [{ method: 'PATCH', path: `/events/${id}`, body }] },
            service.admin,
          ),
        'a tool': (id: number, body: Json) => tool({ id, ...body }),
      }
      for (const [way, change] of Object.entries(ways)) {
        const rule = 'RRULE:FREQ=WEEKLY;COUNT=5'
        const { series, ids } = await service.create({ recurrence: rule })
        const [, second = 0] = ids
        const moved = { start_date: '2027-03-10 21:00', end_date: '2027-03-10 22:30' }
        expect((await change(second, moved)).status, way).toBe(200)
        const skip = async (...excluded: readonly string[]) => {
          const recurrence = [rule, ...excluded.map((wall) => `EXDATE:${wall}`)]
          expect((await change(second, { apply_to: 'all', recurrence })).status, way).toBe(200)
          return column(series, 'id')
        }
        const others = ids.filter((_, at) => at !== 2)
        expect(await skip('20270316T180000'), way).toEqual(others)
        expect((await service.get(`/events/${second}`)).body.start_date).toBe('2027-03-10 21:00:00')
        expect(await skip('20270316T180000', '20270309T180000'), way).toEqual(
          others.filter((id) => id !== second),
        )
      }
    })

    it('§10.3 removes all occurrences that have not begun, and ends the rule; a restore undoes both', async () => {
      const { series, ids } = await service.create({ recurrence: 'FREQ=WEEKLY' })
      await service.remove(`/events/${ids[6]}`, service.admin)
      service.at(LATER)
      const { status } = await service.remove(`/series/${series}`, service.admin)
      expect(status).toBe(200)
      expect(await column(series, 'id')).toEqual(ids.slice(0, 3))
      const ended = (await service.get(`/series/${series}`, service.admin)).body
      expect([ended.status, ended.total]).toEqual(['trash', 3])
      expect((await service.get(`/series/${series}`)).body.code).toBe('series-no-longer-available')
      expect((await service.remove(`/series/${series}`, service.admin)).body.code).toBe('series-is-in-trash')
      await service.extendSeries()
      expect(await column(series, 'id')).toHaveLength(3)
      await changed(ids[8], { apply_to: 'all', status: 'publish' })
      const back = await column(series, 'id')
      expect(back.slice(0, 8)).toEqual([...ids.slice(0, 6), ids[7], ids[8]])
      expect((await service.get(`/series/${series}`)).body).toMatchObject({ status: 'publish', total: null })
      service.at('2027-01-10T11:00:00Z')
    })

    it('§10.3 removes following occurrences, and with force deletes all permanently', async () => {
      const { series, ids } = await service.create()
      await service.remove(`/events/${ids[4]}?apply_to=following`, service.admin)
      expect(await column(series, 'id')).toEqual(ids.slice(0, 4))
      const gone = await service.remove(`/events/${ids[0]}?apply_to=all&force=true`, service.admin)
      expect([gone.body.deleted, gone.body.previous.id]).toEqual([true, ids[0]])
      expect((await service.get(`/series/${series}`)).status).toBe(404)
      expect((await service.get(`/events/${ids[1]}`)).status).toBe(404)
      expect((await service.get(`/events/${ids[4]}`, service.admin)).body.status).toBe('trash')
    })

    it.runIf(isAny(name))('§10.3 changes a series at its own URL like all; its slug is its own', async () => {
      const { series, ids } = await service.create()
      await changed(ids[1], { title: 'Own' })
      const body = {
        title: 'Class',
        slug: 'class',
        start_date: '2027-03-02 19:00',
        end_date: '2027-03-02 20:00',
      }
      const answer = await service.patch(`/series/${series}`, body, service.admin)
      expect([answer.status, answer.body.title, answer.body.slug]).toEqual([200, 'Class', 'class'])
      expect((await column(series, 'title')).slice(0, 3)).toEqual(['Class', 'Own', 'Class'])
      expect(new Set((await column(series, 'start_date')).map((start) => String(start).slice(11)))).toEqual(
        new Set(['19:00:00']),
      )
      const same = await service.patch(`/series/${series}`, {}, service.admin)
      expect(same.headers.etag).toBe(answer.headers.etag)
    })

    it('§10.3 respects If-Match: of two simultaneous editors one is refused, or both are applied in turn', async () => {
      const { series, ids } = await service.create()
      const { headers } = await service.get(`/events/${ids[0]}`, service.admin)
      const match = { ...service.admin, 'if-match': headers.etag ?? '' }
      const answers = await Promise.all([
        service.patch(`/events/${ids[0]}`, { apply_to: 'all', title: 'A' }, match),
        service.patch(`/events/${ids[0]}`, { apply_to: 'all', title: 'B' }, match),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
      expect(new Set(await column(series, 'title')).size).toBe(1)
      await Promise.all([
        patch(ids[0], { apply_to: 'all', title: 'C', excerpt: 'C' }),
        patch(ids[5], { apply_to: 'all', title: 'D', excerpt: 'D' }),
      ])
      const both = await service.occurrences(series)
      expect(new Set(both.map(({ title, excerpt }) => `${title} ${String(excerpt)}`)).size).toBe(1)
    })

    it('§10.3 writes one audit entry and one revision for a change, with the number of changed events', async () => {
      const { series, ids } = await service.create()
      const before = await service.store.revision()
      await changed(ids[0], { apply_to: 'all', title: 'Audited' })
      expect(await service.store.revision()).toBe(before + 1)
      const { body } = await service.get(`/audit?resource=series&item=${series}`, service.admin)
      expect(body.changes.map(({ verb, fields, touched }: Json) => [verb, fields, touched])).toEqual([
        ['update', ['title'], 10],
        ['create', [], 10],
      ])
      const unchanged = await service.store.revision()
      await changed(ids[0], { apply_to: 'all', title: 'Audited' })
      expect((await service.get(`/audit?resource=series&item=${series}`, service.admin)).body.total).toBe(2)
      expect(await service.store.revision()).toBeGreaterThanOrEqual(unchanged)
    })

    it('§10.3 publishes a scheduled series as a whole when its date has come', async () => {
      const { series, ids } = await service.create({ date: '2027-01-20 12:00', categories: ['Soon'] })
      const count = async () =>
        (await service.get('/categories?slug=soon&hide_empty=false')).body.categories[0].count
      expect([await column(series, 'id'), await count()]).toEqual([[], 0])
      expect((await service.get(`/series/${series}`, service.admin)).body.status).toBe('future')
      service.at('2027-01-21T11:00:00Z')
      expect([await column(series, 'id'), await count()]).toEqual([ids, 10])
      await changed(ids[0], { title: 'Settled' })
      expect([await column(series, 'id'), await count()]).toEqual([ids, 10])
      const term = (await service.get('/categories?slug=soon')).body.categories[0]
      expect([term.count, (await service.get(`/series/${series}`)).body.status]).toEqual([10, 'publish'])
      service.at('2027-01-10T11:00:00Z')
    })

    it.runIf(isAny(name))('§10.3 checks rights on the series and on every occurrence', async () => {
      const author = await service.user('author', `author-${name}`)
      const { body: own } = await service.post(
        '/events',
        {
          title: 'Mine',
          start_date: '2027-03-02 18:00',
          end_date: '2027-03-02 19:00',
          recurrence: 'FREQ=DAILY;COUNT=3',
        },
        author.headers,
      )
      const ids = await column(own.series.id, 'id')
      expect(
        (await service.patch(`/events/${ids[1]}`, { apply_to: 'all', title: 'Ours' }, author.headers)).status,
      ).toBe(200)
      await changed(ids[2], { author: 1 })
      expect(
        (await service.patch(`/events/${ids[0]}`, { apply_to: 'all', title: 'No' }, author.headers)).status,
      ).toBe(403)
      expect((await service.remove(`/events/${ids[0]}?apply_to=all`, author.headers)).status).toBe(403)
      expect(new Set(await column(own.series.id, 'title'))).toEqual(new Set(['Ours']))
      expect((await service.patch(`/series/${own.series.id}`, { title: 'No' })).status).toBe(401)
      const contributor = await service.user('contributor', `contributor-${name}`)
      const { body: draft } = await service.post(
        '/events',
        {
          title: 'Idea',
          start_date: '2027-03-02 18:00',
          end_date: '2027-03-02 19:00',
          recurrence: 'FREQ=DAILY;COUNT=3',
          status: 'publish',
        },
        contributor.headers,
      )
      expect(draft.status).toBe('pending')
      const renamed = await service.patch(
        `/events/${draft.id}`,
        { apply_to: 'all', title: 'Better' },
        contributor.headers,
      )
      expect([renamed.status, renamed.body.status]).toEqual([200, 'pending'])
    })
  })
}
