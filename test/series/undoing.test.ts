import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects, isAny } from '../support/dialects.ts'
import { moment } from '../support/importing.ts'
import { commandActor } from '../support/inside/people.ts'
import { keepEarlierState } from '../support/inside/series.ts'
import type { Writing } from '../support/inside/store.ts'
import type { Json } from '../support/service.ts'
import { calendarOf, changed, daily, dayAfter } from './long-calendar.ts'
import { type Rome, romeService } from './support.ts'

for (const { name } of dialects) {
  describe(`undoing a change of a series as a whole on ${name}`, () => {
    let service: Rome
    let made = 0
    beforeAll(async () => {
      service = await romeService(name)
    })
    afterAll(() => service.close())
    const patch = (id: unknown, body: Json) => service.patch(`/events/${id}`, body, service.admin)
    const undo = (revision: unknown, by = service.admin) =>
      service.post('/undo', { revision: Number(revision) }, by)

    /** Everything of the events and series that somebody sees, but when they were changed. */
    const seen = async (ids: readonly number[]) => {
      const shown: Json[] = []
      for (const id of ids) {
        const {
          modified: _m,
          modified_utc: _u,
          modified_utc_details: _d,
          ...event
        } = (await service.get(`/events/${id}`, service.admin)).body
        shown.push(event)
      }
      const series = new Set(shown.map((event) => Object(event.series).id))
      const rules: unknown[] = []
      for (const id of series)
        if (id !== undefined) {
          const { body } = await service.get(`/series/${id}`, service.admin)
          rules.push([body.id, body.title, body.slug, body.recurrence, body.status, body.count])
        }
      const { categories } = (await service.get('/categories?hide_empty=false', service.admin)).body
      return { shown, rules, counts: categories.map(({ id, count }: Json) => [id, count]) }
    }

    /** A series with a moved date, one with another title, and one in the trash. */
    const lively = async () => {
      made += 1
      const more = {
        title: `Yoga ${made}`,
        categories: ['Sport'],
        venue: { venue: `Hall ${made}` },
        tags: ['calm'],
      }
      const all = await service.create(more)
      await patch(all.ids[2], { start_date: '2027-03-17 10:00', end_date: '2027-03-17 11:00' })
      await patch(all.ids[4], { title: 'Guest class', categories: ['Dance'] })
      await service.remove(`/events/${all.ids[6]}`, service.admin)
      return all
    }

    const acts: readonly (readonly [what: string, at: number, body: Json])[] = [
      ['the title and text of all dates', 0, { apply_to: 'all', title: 'Pilates', description: 'New' }],
      ['a field through a date of its own', 4, { apply_to: 'all', title: 'Guests', cost: '5' }],
      [
        'the place, categories and tags of all',
        1,
        { apply_to: 'all', venue: { venue: 'Loft' }, categories: ['Dance'], tags: [] },
      ],
      [
        'the times of all',
        0,
        { apply_to: 'all', start_date: '2027-03-02 20:00', end_date: '2027-03-02 21:00' },
      ],
      [
        'the weekday of all',
        0,
        {
          apply_to: 'all',
          start_date: '2027-03-03 18:00',
          end_date: '2027-03-03 19:30',
          recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=10',
        },
      ],
      [
        'the rule, by which dates leave and others come',
        0,
        { apply_to: 'all', recurrence: 'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;COUNT=8' },
      ],
      ['the status of all', 3, { apply_to: 'all', status: 'draft' }],
      ['the outcome of the following', 5, { apply_to: 'following', event_status: 'cancelled' }],
      [
        'the time of the following, which are a series of their own then',
        3,
        { apply_to: 'following', start_date: '2027-03-23 08:00', end_date: '2027-03-23 09:00' },
      ],
      [
        'the following by a week earlier',
        5,
        { apply_to: 'following', start_date: '2027-03-30 18:00', end_date: '2027-03-30 19:30' },
      ],
      ['that it repeats', 0, { apply_to: 'all', recurrence: null }],
    ]

    /** The ids of all dates of the series of these events. */
    const datesOf = async (ids: readonly number[]) => {
      const { shown } = await seen(ids)
      const series = new Set(shown.map((event) => Object(event.series).id))
      const dates = []
      for (const id of series)
        if (id !== undefined) dates.push(...(await service.occurrences(id)).map((one) => Number(one.id)))
      return dates
    }

    it.each(acts)('gives back %s, and what it made, as often as that is undone', async (_what, at, body) => {
      const { ids } = await lively()
      const before = await seen(ids)
      const changed = await patch(ids[at], body)
      expect(changed.status, JSON.stringify(changed.body)).toBe(200)
      const all = [...new Set([...ids, ...(await datesOf(ids))])]
      const between = await seen(all)
      let last = changed
      for (const _times of [1, 2]) {
        last = await undo(last.headers['x-fasti-revision'])
        expect(last.status, JSON.stringify(last.body)).toBe(200)
        expect(await seen(ids)).toEqual(before)
        for (const id of all.filter((one) => !ids.includes(one)))
          expect((await service.get(`/events/${id}`, service.admin)).status).toBe(404)
        last = await undo(last.headers['x-fasti-revision'])
        expect(last.status, JSON.stringify(last.body)).toBe(200)
        expect(await seen(all)).toEqual(between)
      }
    })

    it('gives back a series, or the rest of one, from the trash', async () => {
      for (const scope of ['all', 'following']) {
        const { ids } = await lively()
        const before = await seen(ids)
        const gone = await service.remove(`/events/${ids[3]}?apply_to=${scope}`, service.admin)
        expect(gone.status).toBe(200)
        expect((await undo(gone.headers['x-fasti-revision'])).status).toBe(200)
        expect(await seen(ids)).toEqual(before)
      }
    })

    it.runIf(isAny(name))('gives back the group of all dates', async () => {
      await service.post('/groups', { name: 'Museum' }, service.admin)
      const { ids } = await lively()
      const before = await seen(ids)
      const moved = await patch(ids[0], { apply_to: 'all', group: 'museum' })
      expect((await seen(ids)).shown.every(({ group }) => group !== null)).toBe(true)
      expect((await undo(moved.headers['x-fasti-revision'])).status).toBe(200)
      expect(await seen(ids)).toEqual(before)
    })

    it('leaves the tag alone that a series gives to its further dates, though none of these is there yet', async () => {
      const tag = await service.post('/tags', { name: 'to come' }, service.admin)
      const { series, ids } = await service.create({ title: 'Choir', tags: ['to come'] })
      for (const id of ids) await patch(id, { tags: [] })
      const refused = await undo(tag.headers['x-fasti-revision'])
      expect([refused.status, refused.body.code]).toEqual([409, 'change-overtaken'])
      const recurrence = 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=11'
      expect((await service.patch(`/series/${series}`, { recurrence }, service.admin)).status).toBe(200)
      const added = (await service.occurrences(series)).filter(({ id }) => !ids.includes(Number(id)))
      expect(added.map(({ tags }) => (tags as readonly Json[]).map((one) => one.name))).toEqual([['to come']])
      expect((await service.remove(`/series/${series}`, service.admin)).status).toBe(200)
      expect((await undo(tag.headers['x-fasti-revision'])).status).toBe(200)
    })

    it('gives a date that comes back another slug where somebody took its own meanwhile, as often as it is undone', async () => {
      const { ids } = await lively()
      const slugOf = async () => (await service.get(`/events/${ids[1]}`, service.admin)).body.slug
      const take = async (slug: unknown) => {
        const times = { start_date: '2027-05-05 10:00', end_date: '2027-05-05 11:00' }
        const other = await service.post('/events', { title: 'Other', slug, ...times }, service.admin)
        expect([other.status, other.body.slug]).toEqual([201, slug])
      }
      const first = await slugOf()
      const gone = await service.remove(`/events/${ids[0]}?apply_to=all`, service.admin)
      await take(first)
      const back = await undo(gone.headers['x-fasti-revision'])
      const second = await slugOf()
      expect(second).not.toBe(first)
      const again = await undo(back.headers['x-fasti-revision'])
      expect(again.status, JSON.stringify(again.body)).toBe(200)
      await take(second)
      const third = await undo(again.headers['x-fasti-revision'])
      expect(third.status, JSON.stringify(third.body)).toBe(200)
      expect([first, second]).not.toContain(await slugOf())
      const { status, slug } = (await service.get(`/events/${ids[1]}`, service.admin)).body
      expect([status, (await service.get(`/events/by-slug/${slug}`)).body.id]).toEqual(['publish', ids[1]])
    })

    it('leaves the event of which a person made a series, as it was before', async () => {
      const times = { start_date: '2027-03-02 18:00', end_date: '2027-03-02 19:00' }
      const { id } = (await service.post('/events', { title: 'Once', ...times }, service.admin)).body
      const before = await seen([id])
      const repeated = await patch(id, { title: 'Often', recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4' })
      const dates = await service.occurrences(repeated.body.series.id)
      expect(dates).toHaveLength(4)
      const undone = await undo(repeated.headers['x-fasti-revision'])
      expect(undone.status, JSON.stringify(undone.body)).toBe(200)
      expect(await seen([id])).toEqual(before)
      expect((await service.get(`/series/${repeated.body.series.id}`, service.admin)).status).not.toBe(200)
      for (const date of dates.slice(1))
        expect((await service.get(`/events/${date.id}`)).status).not.toBe(200)
    })

    it('leaves the event of which an import made a series, and the import can be repeated', async () => {
      const single = ['UID:joined', 'DTSTART;TZID=Europe/Rome:20270105T180000', 'DURATION:PT1H']
      const imported = async (...more: string[]) => {
        const text = calendarOf('BEGIN:VEVENT', ...single, ...more, 'END:VEVENT')
        const headers = { ...service.admin, 'content-type': 'text/calendar' }
        return (await service.ask('POST', '/import?source=joined', text, headers)).body
      }
      const shown = async () =>
        (
          await service.get('/events?starts_after=2000-01-01&search=Joined&status=any', service.admin)
        ).body.events.map(({ id, title, start_date, status, series }: Json) => [
          ...[id, title, start_date, status, series],
        ])
      await imported('SUMMARY:Joined')
      const before = await shown()
      expect(before).toHaveLength(1)
      const repeating = ['SUMMARY:Joined often', 'RRULE:FREQ=WEEKLY;COUNT=4']
      for (const _ of ['once', 'again']) {
        const { revisions } = await imported(...repeating)
        expect(await shown()).toHaveLength(4)
        for (const revision of revisions.toReversed()) expect((await undo(revision)).status).toBe(200)
        expect(await shown()).toEqual(before)
      }
    })

    it('is refused where a date was changed since, and changes nothing then', async () => {
      const { ids } = await lively()
      const changed = await patch(ids[0], { apply_to: 'all', title: 'Pilates' })
      await patch(ids[8], { cost: '9' })
      const before = await seen(ids)
      const refused = await undo(changed.headers['x-fasti-revision'])
      expect([refused.status, refused.body.code]).toEqual([409, 'change-overtaken'])
      expect(await seen(ids)).toEqual(before)
    })

    const alsoWritten: Readonly<
      Record<string, (store: Writing, ids: readonly number[]) => Promise<unknown>>
    > = {
      'a part was refused, once it was written': async (store, ids) => {
        const act = async () => {
          await store.updateEvents(ids, { title: 'Refused' })
          throw new Error('refused')
        }
        await expect(store.attempt(act)).rejects.toThrow('refused')
      },
      'dates were removed together': (store, ids) => store.removeEvents(ids.slice(0, 2)),
    }
    for (const [what, write] of Object.entries(alsoWritten))
      it(`takes back an act in which ${what}, after these dates were changed`, async () => {
        const { ids, series } = await lively()
        const before = await seen(ids)
        const { revision } = await service.store.write({ moment, actor: commandActor }, async (store) => {
          const keeping = keepEarlierState(store, { moment })
          await keeping.store.updateEvents(ids, { cost: '7' })
          await write(keeping.store, ids)
          await keeping.note(series)
        })
        expect(await seen(ids)).not.toEqual(before)
        const undone = await undo(revision)
        expect(undone.status, JSON.stringify(undone.body)).toBe(200)
        expect(await seen(ids)).toEqual(before)
      })

    it('takes back several acts, the last one first, with what was changed and undone between them', async () => {
      const { ids } = await lively()
      const before = await seen(ids)
      const day = [
        await patch(ids[0], { apply_to: 'all', title: 'Pilates' }),
        await patch(ids[8], { title: 'With guests', cost: '9' }),
        await patch(ids[1], {
          apply_to: 'all',
          start_date: '2027-03-09 20:00',
          end_date: '2027-03-09 21:00',
        }),
        await patch(ids[5], { apply_to: 'following', cost: '3' }),
      ]
      for (const { headers } of day.toReversed()) {
        const undone = await undo(headers['x-fasti-revision'])
        expect(undone.status, JSON.stringify(undone.body)).toBe(200)
      }
      expect(await seen(ids)).toEqual(before)
    })

    it.each([
      ['the title', { title: 'Pilates' }],
      ['the time', { start_date: '2027-03-02 20:00', end_date: '2027-03-02 21:30' }],
    ])('gives back %s of dates that were made since, each once', async (_what, body) => {
      service.at('2027-01-10T11:00:00Z')
      const { series, ids } = await service.create({
        title: 'Endless',
        recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU',
      })
      const changed = await patch(ids[0], { apply_to: 'all', ...body })
      service.at('2027-01-16T11:00:00Z')
      await service.extendSeries()
      const made = await service.occurrences(series)
      expect(made).toHaveLength(ids.length + 1)
      const undone = await undo(changed.headers['x-fasti-revision'])
      expect(undone.status, JSON.stringify(undone.body)).toBe(200)
      const all = await service.occurrences(series)
      expect(all).toHaveLength(made.length)
      expect(new Set(all.map(({ title }) => title))).toEqual(new Set(['Endless']))
      expect(new Set(all.map(({ start_date }) => String(start_date).slice(11)))).toEqual(
        new Set(['18:00:00']),
      )
      expect(new Set(all.map(({ start_date }) => start_date)).size).toBe(made.length)
      service.at('2027-01-10T11:00:00Z')
    })

    /** An endless series whose dates from the fourth on were made a series of their own, before time made one more. */
    const dividedAndExtended = async (title: string, body: Json) => {
      service.at('2027-01-10T11:00:00Z')
      const all = await service.create({ title, recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU' })
      const changed = await patch(all.ids[3], { apply_to: 'following', ...body })
      service.at('2027-01-16T11:00:00Z')
      await service.extendSeries()
      const later = await service.occurrences(Object(changed.body.series).id)
      expect(later).toHaveLength(all.ids.length - 3 + 1)
      return { ...all, later, revision: changed.headers['x-fasti-revision'] }
    }

    it.each([
      ['title', { title: 'Divided-title-later' }],
      ['time', { start_date: '2027-03-23 20:00', end_date: '2027-03-23 21:30' }],
    ])(
      'makes a series one again that was divided by another %s, with the date that was made since once',
      async (what, body) => {
        const title = `Divided-${what}`
        const { series, ids, revision } = await dividedAndExtended(title, body)
        const undone = await undo(revision)
        expect(undone.status, JSON.stringify(undone.body)).toBe(200)
        const all = await service.occurrences(series)
        expect(all).toHaveLength(ids.length + 1)
        await service.extendSeries()
        expect(await service.occurrences(series)).toEqual(all)
        expect(new Set(all.map(({ title }) => title))).toEqual(new Set([title]))
        expect(new Set(all.map(({ start_date }) => start_date)).size).toBe(all.length)
        const [next, last] = all.slice(-2)
        const query = `starts_after=${String(next?.start_date).slice(0, 10)}&search=${title}`
        const latest = (await service.get(`/events?${query}`, service.admin)).body.events
        expect(latest.map(({ id }: Json) => id)).toEqual([last?.id])
        service.at('2027-01-10T11:00:00Z')
      },
    )

    it('divides a series again whose division was undone, with the dates that were made since', async () => {
      const { series, ids, later, revision } = await dividedAndExtended('Redivided', { title: 'Later half' })
      const undone = await undo(revision)
      expect(undone.status, JSON.stringify(undone.body)).toBe(200)
      service.at('2027-01-23T10:00:00Z')
      await service.extendSeries()
      const again = await undo(undone.headers['x-fasti-revision'])
      expect(again.status, JSON.stringify(again.body)).toBe(200)
      expect(await service.occurrences(series)).toHaveLength(3)
      const of = Object((await service.get(`/events/${ids[3]}`)).body.series).id
      const known = (await service.occurrences(of)).map(({ id, title }) => [id, title])
      expect(known).toEqual(later.map(({ id }) => [id, 'Later half']))
      await service.extendSeries()
      const dates = (await service.occurrences(of)).map(({ start_date }) => start_date)
      expect(dates).toHaveLength(later.length + 1)
      expect(new Set(dates).size).toBe(dates.length)
      service.at('2027-01-10T11:00:00Z')
    })

    it('brings back what it deleted without what is gone meanwhile: a place, an author, a group', async () => {
      const { id: uma } = await service.user('editor', `uma-${made}`)
      const { ids } = await lively()
      const barn = (await service.post('/venues', { venue: 'Barn' }, service.admin)).body.id
      const group = (await service.post('/groups', { name: 'Barn friends' }, service.admin)).body.id
      const more = { apply_to: 'following', author: uma, venue: [{ id: barn }], title: 'Barn dance', group }
      const longer = { recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=9' }
      const changed = await patch(ids[3], { ...more, ...longer })
      expect(changed.status, JSON.stringify(changed.body)).toBe(200)
      const dates = await service.occurrences(Object(changed.body.series).id)
      const last = Number(dates.at(-1)?.id)
      expect(ids).not.toContain(last)
      const undone = await undo(changed.headers['x-fasti-revision'])
      expect(undone.status, JSON.stringify(undone.body)).toBe(200)
      expect((await service.remove(`/venues/${barn}?force=true`, service.admin)).status).toBe(200)
      expect((await service.remove(`/users/${uma}`, service.admin)).status).toBe(200)
      expect((await service.remove(`/groups/${group}`, service.admin)).status).toBe(200)
      const again = await undo(undone.headers['x-fasti-revision'])
      expect(again.status, JSON.stringify(again.body)).toBe(200)
      expect((await service.get(`/events/${last}`)).body).toMatchObject({
        title: 'Barn dance',
        venue: [],
        author: 0,
        group: null,
      })
    })

    it('keeps nothing of a date that is deleted for good, nor of any seven days after', async () => {
      const kept = async (series: number) => {
        const { result } = await service.store.write({ moment, actor: commandActor }, (store) =>
          store.recorded({ seriesBefore: series, from: 0 }),
        )
        return JSON.stringify(result.map(({ changes }) => changes))
      }
      const { ids, series } = await lively()
      const told = { apply_to: 'following', excerpt: 'Ring twice' }
      await patch(ids[5], { apply_to: 'all', excerpt: 'Ring once' })
      await patch(ids[5], told)
      expect(await kept(series)).toContain('Ring once')
      await service.remove(`/events/${ids[8]}?force=true`, service.admin)
      expect(await kept(series)).not.toContain('Ring once')
      const other = await lively()
      await patch(other.ids[5], { apply_to: 'all', excerpt: 'Ring thrice' })
      await patch(other.ids[5], { apply_to: 'all', excerpt: '' })
      expect(await kept(other.series)).toContain('Ring thrice')
      service.at('2027-01-18T11:00:00Z')
      await service.sendDue()
      expect(await kept(other.series)).toBe('[]')
      service.at('2027-01-10T11:00:00Z')
    })

    it('is refused where a date was changed that was made since in a series that the change made', async () => {
      const { series, later, revision } = await dividedAndExtended('Divided', { title: 'Second half' })
      const last = later.at(-1)?.id
      await patch(last, { title: 'Gala' })
      const refused = await undo(revision)
      expect([refused.status, refused.body.code]).toEqual([409, 'change-overtaken'])
      expect(refused.body.message).toContain('Gala')
      expect((await service.get(`/events/${last}`, service.admin)).body.title).toBe('Gala')
      expect(await service.occurrences(series)).toHaveLength(3)
      service.at('2027-01-10T11:00:00Z')
    })

    it.each(['all', 'following'])(
      'is refused where a date that time made since a change of %s has a draft or a part, and keeps them',
      async (apply_to) => {
        service.at('2027-01-10T11:00:00Z')
        const title = `Held-${apply_to}`
        const { ids } = await service.create({ title, recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU' })
        const changed = await patch(ids[3], { apply_to, title: `${title}-later` })
        service.at('2027-01-16T11:00:00Z')
        await service.extendSeries()
        const dates = await service.occurrences(Object(changed.body.series).id)
        const last = dates.at(-1)?.id
        expect(ids).not.toContain(last)
        const refused = async () => {
          const { status, body } = await undo(changed.headers['x-fasti-revision'])
          expect([status, body.code]).toEqual([409, 'change-overtaken'])
          expect(body.message).toContain(`${title}-later`)
        }
        await service.ask('PUT', `/events/${last}/draft`, { changes: { title: 'Gala' } }, service.admin)
        await refused()
        const { draft } = (await service.get(`/events/${last}/draft`, service.admin)).body
        expect(draft.changes).toEqual({ title: 'Gala' })
        await service.remove(`/events/${last}/draft`, service.admin)
        const times = { start_date: '2029-01-16 10:00', end_date: '2029-01-16 11:00' }
        const part = await service.post(
          '/events',
          { title: 'Part', ...times, post_parent: last },
          service.admin,
        )
        await refused()
        const kept = (await service.get(`/events/${part.body.id}`, service.admin)).body
        expect(kept.post_parent).toBe(last)
        await service.remove(`/events/${part.body.id}?force=true`, service.admin)
        const undone = await undo(changed.headers['x-fasti-revision'])
        expect(undone.status, JSON.stringify(undone.body)).toBe(200)
        service.at('2027-01-10T11:00:00Z')
      },
    )

    it('gives back those of more than a thousand dates, each with its own, and is undone itself', async () => {
      const own = ['SUMMARY:Long', 'DTSTART;TZID=Europe/Rome:20250601T180000', 'DURATION:PT1H']
      const text = calendarOf(
        ...['BEGIN:VEVENT', 'UID:long', 'RRULE:FREQ=DAILY;COUNT=1200', ...own, 'END:VEVENT'],
      )
      const headers = { ...service.admin, 'content-type': 'text/calendar' }
      expect((await service.ask('POST', '/import?source=long', text, headers)).body.created).toBe(1)
      const found = (await service.get('/series?search=Long', service.admin)).body.series
      const all = await service.occurrences(found[0].id)
      expect(all).toHaveLength(1200)
      await patch(all[700]?.id, {
        title: 'Guest',
        start_date: '2027-05-05 10:00',
        end_date: '2027-05-05 12:00',
      })
      const told = async () =>
        (await service.occurrences(found[0].id)).map(({ id, title, start_date, end_date, series }) => [
          ...[id, title, start_date, end_date, Object(series).recurrence_id],
        ])
      const before = await told()
      const times = { start_date: '2025-06-01 20:00', end_date: '2025-06-01 21:30' }
      const moved = await service.patch(`/series/${found[0].id}`, { title: 'Late', ...times }, service.admin)
      const after = await told()
      expect(after.filter(([, title]) => title === 'Late')).toHaveLength(1199)
      const undone = await undo(moved.headers['x-fasti-revision'])
      expect(undone.status, JSON.stringify(undone.body)).toBe(200)
      expect(await told()).toEqual(before)
      expect((await undo(undone.headers['x-fasti-revision'])).status).toBe(200)
      expect(await told()).toEqual(after)
    })

    it('gives back all but a password that was set along, which it names', async () => {
      const { ids } = await lively()
      const before = await seen(ids)
      const change = { apply_to: 'all', title: 'Pilates', password: 'correct horse' }
      const changed = await patch(ids[2], change)
      const undone = await undo(changed.headers['x-fasti-revision'])
      expect(undone.status, JSON.stringify(undone.body)).toBe(200)
      expect(undone.body.items).toContainEqual({ resource: 'event', id: ids[2], left: ['password'] })
      const { shown } = await seen(ids)
      const withoutSecret = ({ password_protected: _, json_ld: __, ...event }: Json) => event
      expect(shown.map(withoutSecret)).toEqual(before.shown.map(withoutSecret))
      expect((await service.get(`/events/${ids[2]}`)).body.code).toBe('event-password-protected')
      const again = await undo(undone.headers['x-fasti-revision'])
      expect([again.status, JSON.stringify(again.body).includes('left')]).toEqual([200, false])
      expect((await service.get(`/events/${ids[2]}`, service.admin)).body.title).toBe('Pilates')
      expect((await service.get(`/events/${ids[2]}`)).body.code).toBe('event-password-protected')
    })

    /** Gone: a tag whose making is undone, a venue and an organizer deleted for good, a category merged into another one, the author. */
    const withNames = async () => {
      const at = made
      const { id: author } = await service.user('author', `ulla-${at}`)
      const tag = await service.post('/tags', { name: `soon ${at}` }, service.admin)
      const of = async (path: string, body: Json) => (await service.post(path, body, service.admin)).body.id
      const [venue, organizer, category, other] = [
        await of('/venues', { venue: 'Barn' }),
        await of('/organizers', { organizer: 'Farmers' }),
        await of('/categories', { name: `Fair ${at}` }),
        await of('/categories', { name: `Fairs ${at}` }),
      ]
      const { ids, series } = await lively()
      const names = {
        ...{ author, venue: [venue], organizer: [organizer] },
        ...{ categories: [category], tags: [`soon ${at}`, 'calm'] },
      }
      const named = await patch(ids[0], { apply_to: 'all', ...names })
      expect(named.status, JSON.stringify(named.body)).toBe(200)
      const go = async () => {
        const gone = [
          await undo(tag.headers['x-fasti-revision']),
          await service.remove(`/venues/${venue}?force=true`, service.admin),
          await service.remove(`/organizers/${organizer}?force=true`, service.admin),
          await service.post(`/categories/${other}/merge`, { items: [category] }, service.admin),
          await service.remove(`/users/${author}`, service.admin),
        ]
        expect(gone.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
        return gone
      }
      const requireWithout = async () => {
        const { body } = await service.get(`/events/${ids[8]}`, service.admin)
        expect([body.status, body.venue, body.organizer]).toEqual(['publish', [], []])
        const namesOf = (terms: readonly Json[]) => terms.map((one) => one.name)
        expect([namesOf(body.categories), namesOf(body.tags)]).toEqual([[`Fairs ${at}`], ['calm']])
      }
      return { ids, series, named, go, requireWithout, soon: `soon ${at}` }
    }

    it('gives back a series from the trash without what it named and is gone meanwhile, as often as that is undone', async () => {
      const { series, go, requireWithout, soon } = await withNames()
      const trashed = await service.remove(`/series/${series}`, service.admin)
      const [tag] = await go()
      const back = await undo(trashed.headers['x-fasti-revision'])
      expect(back.status, JSON.stringify(back.body)).toBe(200)
      await requireWithout()
      const again = await undo(back.headers['x-fasti-revision'])
      expect(again.status, JSON.stringify(again.body)).toBe(200)
      const last = await undo(again.headers['x-fasti-revision'])
      expect(last.status, JSON.stringify(last.body)).toBe(200)
      await requireWithout()
      const returned = await undo(tag?.headers['x-fasti-revision'])
      expect(returned.status, JSON.stringify(returned.body)).toBe(200)
      const tags = (await service.occurrences(series)).map((one) =>
        (one.tags as readonly Json[]).map(({ name }) => name).sort(),
      )
      expect(tags).toContainEqual(['calm', soon])
    })

    it('is undone by an update of its status, too, without what is gone', async () => {
      const { ids, series, go, requireWithout } = await withNames()
      await service.remove(`/series/${series}`, service.admin)
      await go()
      const restored = await patch(ids[0], { apply_to: 'all', status: 'publish' })
      expect(restored.status, JSON.stringify(restored.body)).toBe(200)
      await requireWithout()
    })

    it('takes back what named others that are gone by now, but not what somebody linked since', async () => {
      const { ids, series, named, go } = await withNames()
      await service.remove(`/series/${series}`, service.admin)
      await go()
      await patch(ids[0], { apply_to: 'all', status: 'publish' })
      await service.remove(`/series/${series}`, service.admin)
      const refused = await undo(named.headers['x-fasti-revision'])
      expect([refused.status, refused.body.code]).toEqual([409, 'change-overtaken'])
      const other = await lively()
      const group = (await service.post('/groups', { name: `Barn ${made}` }, service.admin)).body.id
      const changed = await patch(other.ids[0], { apply_to: 'all', group, cost: '5' })
      await service.remove(`/groups/${group}?move_to=0`, service.admin)
      const undone = await undo(changed.headers['x-fasti-revision'])
      expect(undone.status, JSON.stringify(undone.body)).toBe(200)
      const linked = await patch(other.ids[0], { apply_to: 'all', cost: '7' })
      await patch(other.ids[8], { venue: { venue: 'Elsewhere' } })
      expect((await undo(linked.headers['x-fasti-revision'])).body.code).toBe('change-overtaken')
    })

    it('gives back long texts of many dates, of more than four million characters', async () => {
      const text = `DESCRIPTION:${'What happens on that evening is told at length. '.repeat(1500)}`
      const days = Array.from({ length: 64 }, (_, at) => dayAfter(at))
      const own = days.map((day) =>
        changed('talks', day, 'talks').replace('SUMMARY:talks', `SUMMARY:talks\r\n${text}${day}`),
      )
      const whole = calendarOf(daily('talks', 'RRULE:FREQ=DAILY;COUNT=720'), ...own)
      const headers = { ...service.admin, 'content-type': 'text/calendar' }
      expect((await service.ask('POST', '/import?source=talks', whole, headers)).body.refused).toBe(0)
      const [{ id }] = (await service.get('/series?search=talks', service.admin)).body.series
      const told = async () =>
        (await service.occurrences(id)).map(({ id, title, description }) => [id, title, description])
      const before = await told()
      const renamed = await service.patch(`/series/${id}`, { title: 'Lectures' }, service.admin)
      const after = await told()
      const undone = await undo(renamed.headers['x-fasti-revision'])
      expect(undone.status, JSON.stringify(undone.body)).toBe(200)
      expect(await told()).toEqual(before)
      expect((await undo(undone.headers['x-fasti-revision'])).status).toBe(200)
      expect(await told()).toEqual(after)
    })

    it.runIf(isAny(name))(
      'is refused to who may not edit it, after seven days, and where a password alone changed',
      async () => {
        const { ids } = await lively()
        const { headers: author } = await service.user('author', 'ada')
        const changed = await patch(ids[0], { apply_to: 'all', title: 'Pilates' })
        expect((await undo(changed.headers['x-fasti-revision'], author)).status).toBe(403)
        const secret = await patch(ids[0], { apply_to: 'all', password: 'secret' })
        const refused = await undo(secret.headers['x-fasti-revision'])
        expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('password')])
        const last = await patch(ids[0], { apply_to: 'all', excerpt: 'Soon' })
        service.at('2027-01-17T11:00:00Z')
        await patch(ids[0], { apply_to: 'all', cost: '3' })
        const late = (await undo(last.headers['x-fasti-revision'])).body
        expect([late.code, late.message]).toEqual([
          'change-not-recorded',
          expect.stringContaining('seven days'),
        ])
      },
    )
  })
}
