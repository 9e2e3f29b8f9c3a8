/** What a source removes from a series and gives again comes back as itself (contract §10.4). */
import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects, isAny } from '../support/dialects.ts'
import { importing } from '../support/importing.ts'
import { type CalendarTally, importCalendar, trashEventsGoneFromSource } from '../support/inside/formats.ts'
import { storedSeriesFaults } from '../support/inside/series.ts'
import { type Json, type TestService, testService } from '../support/service.ts'
import { dump, load } from '../support/transfer.ts'

const calendarOf = (...components: readonly string[]) =>
  ['BEGIN:VCALENDAR', ...components, 'END:VCALENDAR', ''].join('\r\n')
const choir = (...more: readonly string[]) =>
  [
    ...['BEGIN:VEVENT', 'UID:choir', 'SUMMARY:Choir', 'CATEGORIES:Music'],
    ...['DTSTART;TZID=Europe/Rome:20270302T180000', 'DURATION:PT1H', ...more, 'END:VEVENT'],
  ].join('\r\n')
const WEEKLY = 'RRULE:FREQ=WEEKLY;COUNT=4'

const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' }
const source = { name: 'https://feed.example/a.ics' }

for (const { name } of dialects) {
  describe(`occurrences that come back on ${name}`, () => {
    let service: TestService
    beforeEach(async () => {
      service = await testService(name)
    })
    afterEach(() => service.close())

    const follow = (text: string, isConfined = true) => {
      return importCalendar(text, { ...source, isConfined }, importing(service, { now: () => moment }))
    }
    const prune = (read: CalendarTally) => {
      const { caller, now } = importing(service, { now: () => moment })
      return trashEventsGoneFromSource(source, read, { ...caller, store: service.store, moment: now() })
    }
    const listed = async (status = 'publish'): Promise<readonly Json[]> =>
      (await service.get(`/events?start_date=2027-01-01&per_page=50&orderby=start_date&status=${status}`))
        .body.events
    const shown = async (status?: string) =>
      (await listed(status)).map(({ id, slug, title, excerpt, series, start_date }) => [
        ...[id, slug, title, excerpt, start_date],
        (Object(series) as Json).id,
      ])
    const counted = async () =>
      (await service.get('/categories')).body.categories.map(({ count }: Json) => count)

    const removals: Readonly<Record<string, string>> = {
      'an EXDATE': choir(WEEKLY, 'EXDATE;TZID=Europe/Rome:20270309T180000'),
      'an EXDATE of the first': choir(WEEKLY, 'EXDATE;TZID=Europe/Rome:20270302T180000'),
      'a smaller COUNT': choir('RRULE:FREQ=WEEKLY;COUNT=2'),
      'an earlier UNTIL': choir('RRULE:FREQ=WEEKLY;UNTIL=20270310T000000Z'),
      'another rule': choir('RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=2'),
      'a later start': choir('RRULE:FREQ=WEEKLY;COUNT=3').replace('20270302', '20270309'),
      'its end as a series': choir(),
    }
    for (const [what, removed] of Object.entries(removals))
      it(`§10.4 by ${what} come back with id, slug and their own fields`, async () => {
        await follow(calendarOf(choir(WEEKLY)))
        for (const { id } of (await listed()).slice(0, 2))
          await service.patch(`/events/${id}`, { excerpt: `own ${id}` })
        const before = await shown()
        for (const _ of [1, 2]) {
          await follow(calendarOf(removed))
          expect((await shown()).length).toBeLessThan(4)
          await follow(calendarOf(choir(WEEKLY)))
          expect(await shown()).toEqual(before)
        }
        expect([await shown('trash'), await counted()]).toEqual([[], [4]])
        expect(await storedSeriesFaults(service)).toEqual([])
        const tally = await follow(calendarOf(choir(WEEKLY)))
        expect([tally.updated, tally.unchanged]).toEqual([0, 1])
      })

    it('§10.4 come back with an exception that the source had meanwhile without the rule', async () => {
      const exception = choir('RECURRENCE-ID;TZID=Europe/Rome:20270309T180000').replace('0302T18', '0310T20')
      const whole = calendarOf(choir(WEEKLY), exception)
      await follow(whole)
      const before = await shown()
      expect(before).toHaveLength(4)
      for (const part of [
        calendarOf(choir(), exception),
        calendarOf(exception),
        calendarOf(exception, choir()),
      ]) {
        await prune(await follow(part))
        await prune(await follow(whole))
        expect(await shown()).toEqual(before)
      }
      expect(await storedSeriesFaults(service)).toEqual([])
    })

    it('§10.4 have the texts that the source has by then', async () => {
      await follow(calendarOf(choir(WEEKLY)))
      const ids = (await listed()).map(({ id }) => id)
      await follow(calendarOf(choir('RRULE:FREQ=WEEKLY;COUNT=2')))
      await follow(calendarOf(choir(WEEKLY).replace('SUMMARY:Choir', 'SUMMARY:Gospel')))
      expect((await listed()).map(({ id, title }) => [id, title])).toEqual(ids.map((id) => [id, 'Gospel']))
    })

    it('§10.4 come back into the trash if a person moved them there, and not at all if one deleted them for good', async () => {
      await follow(calendarOf(choir(WEEKLY)))
      const [first, second, third, fourth] = await listed()
      await service.remove(`/events/${second?.id}?force=true`)
      await service.remove(`/events/${third?.id}`)
      await service.remove(`/events/${fourth?.id}`)
      expect((await follow(calendarOf(choir(WEEKLY)))).unchanged).toBe(1)
      await follow(calendarOf(choir('RRULE:FREQ=WEEKLY;COUNT=2')))
      for (const excluded of ['20270309', '20270316']) {
        await follow(calendarOf(choir(WEEKLY, `EXDATE;TZID=Europe/Rome:${excluded}T180000`)))
        await follow(calendarOf(choir(WEEKLY)))
        expect(await listed()).toHaveLength(1)
        const trashed = await listed('trash')
        expect(trashed.map(({ id }) => id)).toEqual([third?.id, fourth?.id])
        expect(trashed.every(({ series }) => series !== null && series !== undefined)).toBe(true)
      }
      await follow(calendarOf(choir(WEEKLY).replace('T180000', 'T190000')))
      expect((await listed()).map(({ start_date }) => start_date)).toEqual(['2027-03-02 19:00:00'])
      await service.remove(`/events/${first?.id}?force=true`)
      await follow(calendarOf(choir(WEEKLY)))
      expect((await listed('any,trash')).map(({ id }) => id)).toEqual([third?.id, fourth?.id])
      expect(await storedSeriesFaults(service)).toEqual([])
    })

    it('§10.4 of a subscription stay deleted for good as single events and whole series, too', async () => {
      const single = choir().replace('UID:choir', 'UID:single')
      await follow(calendarOf(choir(WEEKLY), single))
      const all = await listed()
      for (const { id, series } of all)
        if (series === null || series === undefined) await service.remove(`/events/${id}?force=true`)
      await service.remove(`/events/${all[2]?.id}?force=true&apply_to=all`)
      const tally = await follow(calendarOf(choir(WEEKLY), single))
      expect([tally.created, tally.unchanged, await listed('any,trash')]).toEqual([0, 2, []])
      // An invitation to one date, which names no rule.
      const date = calendarOf(choir('RECURRENCE-ID;TZID=Europe/Rome:20270309T180000'), single)
      expect([(await follow(date)).created, await listed('any,trash')]).toEqual([0, []])
      expect((await follow(calendarOf(choir(WEEKLY), single))).created).toBe(0)
      expect((await follow(calendarOf(choir(WEEKLY), single), false)).created).toBe(2)
    })

    for (const isConfined of [true, false])
      it(`§10.4 stay in the trash as a single event that the source makes a series of, ${isConfined ? 'followed' : 'imported'}`, async () => {
        await follow(calendarOf(choir()), isConfined)
        const [single] = await listed()
        await service.remove(`/events/${single?.id}`)
        for (const start of ['20270302', '20270309'])
          for (const _ of [1, 2]) {
            const tally = await follow(calendarOf(choir(WEEKLY).replace('20270302', start)), isConfined)
            expect([tally.created, tally.updated, tally.unchanged]).toEqual([0, 0, 1])
            expect([...tally.notes.keys()]).toEqual(['an event that was deleted here'])
          }
        expect([await listed(), (await listed('trash')).map(({ id }) => id)]).toEqual([[], [single?.id]])
        await service.patch(`/events/${single?.id}`, { status: 'publish' })
        await follow(calendarOf(choir(WEEKLY)), isConfined)
        expect(await listed()).toHaveLength(4)
        expect((await listed())[0]?.id).toBe(single?.id)
        expect(await storedSeriesFaults(service)).toEqual([])
      })

    it('§10.4 stay in the trash as dates that came before their series', async () => {
      const date = choir('RECURRENCE-ID;TZID=Europe/Rome:20270309T180000').replace('0302T18', '0309T18')
      await follow(calendarOf(date))
      const [single] = await listed()
      await service.remove(`/events/${single?.id}`)
      for (const _ of [1, 2, 3]) {
        await follow(calendarOf(choir(WEEKLY)))
        expect((await listed()).map(({ start_date }) => String(start_date).slice(5, 10))).toEqual([
          ...['03-02', '03-16', '03-23'],
        ])
        expect((await listed('trash')).map(({ id }) => id)).toEqual([single?.id])
      }
      expect(await storedSeriesFaults(service)).toEqual([])
    })

    it('§10.4 come back as themselves where the source had removed the single event that it makes a series of', async () => {
      const other = choir().replace('UID:choir', 'UID:other')
      await prune(await follow(calendarOf(choir(), other)))
      const [single] = (await listed()).map(({ id }) => id)
      await service.patch(`/events/${single}`, { excerpt: 'own' })
      await prune(await follow(calendarOf(other)))
      expect((await listed('trash')).map(({ id }) => id)).toEqual([single])
      await prune(await follow(calendarOf(choir(WEEKLY), other)))
      expect([await listed('trash'), (await listed())[0]]).toEqual([
        [],
        expect.objectContaining({ id: single, excerpt: 'own' }),
      ])
      expect(await listed()).toHaveLength(5)
      expect(await storedSeriesFaults(service)).toEqual([])
    })

    const hour = ['T180000', 'T190000'] as const
    const atLaterHour = (text: string) => text.replaceAll(...hour)
    for (const [what, removed] of Object.entries(removals).filter(([, text]) => text.includes('RRULE')))
      it(`§10.4 by ${what} come back as themselves where the source moved by an hour meanwhile`, async () => {
        await follow(calendarOf(choir(WEEKLY)))
        const all = await listed()
        for (const { id } of all) await service.patch(`/events/${id}`, { cost: `${id} EUR` })
        const before = await shown()
        await follow(calendarOf(removed))
        await follow(calendarOf(atLaterHour(removed)))
        await follow(calendarOf(atLaterHour(choir(WEEKLY))))
        const later = JSON.parse(JSON.stringify(before).replaceAll(' 18:', ' 19:'))
        expect(JSON.parse(JSON.stringify(await shown()))).toEqual(later)
        expect((await listed()).map(({ cost, id }) => cost === `${id} EUR`)).toEqual([true, true, true, true])
        expect([await shown('trash'), await storedSeriesFaults(service)]).toEqual([[], []])
        // Moved here meanwhile, and back by the source.
        await follow(calendarOf(atLaterHour(removed)))
        const [first] = await listed()
        const day = String(first?.start_date).slice(0, 10)
        const early = { start_date: `${day} 09:00`, end_date: `${day} 10:00`, apply_to: 'all' }
        expect((await service.patch(`/events/${first?.id}`, early)).status).toBe(200)
        await follow(calendarOf(removed))
        await follow(calendarOf(choir(WEEKLY)))
        expect(await shown()).toEqual(before)
      })

    it('§10.4 that an export of this calendar leaves out stay where they are: in the trash, and as drafts', async () => {
      const made = await service.post('/events', {
        ...{
          title: 'Own',
          start_date: '2027-03-02 18:00',
          end_date: '2027-03-02 19:00',
          timezone: 'Europe/Rome',
        },
        recurrence: 'RRULE:FREQ=WEEKLY;COUNT=5',
      })
      const [first, second, third, fourth] = await listed()
      await service.remove(`/events/${first?.id}`)
      await service.remove(`/events/${second?.id}`)
      await service.patch(`/events/${third?.id}`, { status: 'draft', title: 'A draft' })
      await service.remove(`/events/${fourth?.id}?force=true`)
      const before = await dump(service.store)
      const ics = String((await service.get('/events.ics?start_date=2027-01-01')).body)
      expect(made.status).toBe(201)
      expect(ics).toContain('EXDATE')
      const tally = await follow(ics, false)
      expect([tally.updated, tally.refused]).toEqual([0, 0])
      expect(await dump(service.store)).toBe(before)
    })

    it.runIf(isAny(name))('§10.4 are known again after an export and an import', async () => {
      await follow(calendarOf(choir(WEEKLY)))
      const ids = (await listed()).map(({ id }) => id)
      await follow(calendarOf(choir('RRULE:FREQ=WEEKLY;COUNT=2')))
      const text = await dump(service.store)
      await service.close()
      service = await testService(name)
      await load(service.store, text)
      await follow(calendarOf(choir(WEEKLY)), false)
      expect((await listed()).map(({ id }) => id)).toEqual(ids)
    })
  })
}
