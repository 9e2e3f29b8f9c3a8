/** Calendar subscriptions with series (contract §10.4). */
import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects, isAny } from '../support/dialects.ts'
import { importing } from '../support/importing.ts'
import { type FetchFeed, importDueSubscriptions } from '../support/inside/exchange.ts'
import { commandActor } from '../support/inside/people.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

const at = (time: string) => `TZID=Europe/Rome:${time}`
const eventOf = (uid: string, title: string, start: string, ...more: readonly string[]) =>
  [
    ...['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:${title}`, `DTSTART;${at(start)}`, 'DURATION:PT1H'],
    ...[...more, 'END:VEVENT'],
  ].join('\r\n')
const calendarOf = (...components: readonly string[]) =>
  ['BEGIN:VCALENDAR', ...components, 'END:VCALENDAR', ''].join('\r\n')
const uid = 'abc@google.com'
const yoga = (start: string, rule = 'FREQ=WEEKLY;COUNT=6', ...more: readonly string[]) =>
  eventOf(uid, 'Yoga', start, `RRULE:${rule}`, ...more)
const other = eventOf('other', 'Other', '20270601T180000')

for (const { name } of dialects) {
  describe(`subscriptions with series on ${name}`, () => {
    let service: TestService
    let now: Temporal.Instant
    let answer: () => ReturnType<FetchFeed>
    const is = (text: string) => {
      answer = async () => ({ text, etag: '', lastModified: '' })
    }
    const subscribe = (prunes: boolean) =>
      service.store.subscriptions.add(
        { address: 'https://feed.example/a.ics', categories: [], every_seconds: 3600, prunes, login: '' },
        { actor: commandActor, moment: { now, zone: 'UTC' } },
      )
    /** Imports the feed again. Returns the result. */
    const followed = async () => {
      now = now.add({ hours: 25 })
      service.at(now.toString())
      const importer = importing(service, { now: () => ({ now, zone: 'UTC' }) })
      const results: string[] = []
      for await (const { settled } of importDueSubscriptions(() => answer(), importer))
        results.push(settled.result)
      return results.join()
    }
    const counts = (created: number, updated: number, unchanged: number, removed = 0) =>
      `${created} created, ${updated} updated, ${unchanged} unchanged, ${removed} removed, 0 refused`
    const events = async () =>
      (await service.get('/events?start_date=2027-01-01&end_date=2040-01-01&per_page=100')).body
        .events as Json[]
    const ids = async () => (await events()).map(({ id }) => id)
    const shown = async () =>
      (await events()).map(({ title, start_date }) => `${title} ${String(start_date).slice(5, 16)}`)
    const series = async () => (await service.get('/series')).body.series as Json[]
    beforeEach(async () => {
      service = await testService(name)
      now = Temporal.Instant.from('2027-01-15T12:00:00Z')
    })
    afterEach(() => service.close())

    it.runIf(isAny(name))(
      '§10.4 keep the series when its times and its rule change, and write nothing without a change',
      async () => {
        is(calendarOf(yoga('20270302T180000')))
        await subscribe(false)
        expect(await followed()).toBe(counts(1, 0, 0))
        const before = await ids()
        is(calendarOf(yoga('20270304T193000')))
        expect(await followed()).toBe(counts(0, 1, 0))
        expect([await ids(), (await shown())[0], (await series()).length]).toEqual([
          before,
          'Yoga 03-04 19:30',
          1,
        ])
        const revision = await service.store.revision()
        expect(await followed()).toBe(counts(0, 0, 1))
        expect(await service.store.revision()).toBe(revision)
        is(calendarOf(yoga('20270304T193000', 'FREQ=WEEKLY;COUNT=3')))
        expect(await followed()).toBe(counts(0, 1, 0))
        expect(await ids()).toEqual(before.slice(0, 3))
      },
    )

    it("§10.4 recognise Google's split by UID and date, with pruning", async () => {
      is(calendarOf(yoga('20270302T180000'), other))
      await subscribe(true)
      await followed()
      const before = await ids()
      const late = eventOf(
        'abc_R20270323T180000@google.com',
        'Late yoga',
        '20270323T190000',
        'RRULE:FREQ=WEEKLY;COUNT=3',
      )
      is(calendarOf(yoga('20270302T180000', 'FREQ=WEEKLY;UNTIL=20270323T165959Z'), late, other))
      expect(await followed()).toBe(counts(0, 2, 1))
      expect(await ids()).toEqual(before)
      expect(await shown()).toEqual([
        ...['Yoga 03-02 18:00', 'Yoga 03-09 18:00', 'Yoga 03-16 18:00', 'Late yoga 03-23 19:00'],
        ...['Late yoga 03-30 19:00', 'Late yoga 04-06 19:00', 'Other 06-01 18:00'],
      ])
      expect(await followed()).toBe(counts(0, 0, 3))
      is(calendarOf(yoga('20270302T180000', 'FREQ=WEEKLY;UNTIL=20270323T165959Z'), other))
      expect(await followed()).toBe(counts(0, 0, 2, 1))
      expect(await ids()).toEqual([...before.slice(0, 3), ...before.slice(-1)])
    })

    it('§10.4 prune a series as a whole, and restore it with its ids and exceptions when it reappears in the source', async () => {
      const moved = eventOf(uid, 'Yoga outdoors', '20270309T200000', `RECURRENCE-ID;${at('20270309T180000')}`)
      is(calendarOf(yoga('20270302T180000'), moved, other))
      await subscribe(true)
      await followed()
      const [before, texts] = [await ids(), await shown()]
      is(calendarOf(other))
      expect(await followed()).toBe(counts(0, 0, 1, 1))
      expect(await shown()).toEqual(['Other 06-01 18:00'])
      is(calendarOf(yoga('20270302T180000'), moved, other))
      expect(await followed()).toBe(counts(0, 1, 1))
      expect([await ids(), await shown()]).toEqual([before, texts])
    })

    it.runIf(isAny(name))(
      '§10.4 remove nothing while the source is cut off, fails, or has a rule that is not understood, and continue when it recovers',
      async () => {
        const whole = calendarOf(yoga('20270302T180000'), other)
        is(whole)
        await subscribe(true)
        await followed()
        const before = await ids()
        is(whole.slice(0, whole.indexOf('UID:other')))
        expect(await followed()).toMatch(/^failed: the calendar is cut off/)
        answer = () => Promise.reject(new Error('answers 503'))
        expect(await followed()).toBe('failed: answers 503')
        now = now.add({ hours: 25 })
        is(calendarOf(yoga('20270302T180000', 'FREQ=FORTNIGHTLY'), other))
        expect(await followed()).toBe(counts(0, 0, 2))
        is(calendarOf(yoga('20270302T180000', 'FREQ=WEEKLY;COUNT=6', 'EXDATE:nonsense'), other))
        expect(await followed()).toBe(counts(0, 0, 2))
        expect(await ids()).toEqual(before)
        is(calendarOf(yoga('20270302T180000', 'FREQ=WEEKLY;COUNT=7'), other))
        expect(await followed()).toBe(counts(0, 1, 1))
        expect(await ids()).toHaveLength(before.length + 1)
      },
    )

    it.runIf(isAny(name))(
      '§10.4 leave occurrences in the trash that a user removed, and never change a series that was created here',
      async () => {
        is(calendarOf(yoga('20270302T180000')))
        await subscribe(true)
        await followed()
        const [, second] = await ids()
        await service.remove(`/events/${second}`)
        const made = await service.post('/events', {
          ...{ title: 'Own', start_date: '2027-03-02 08:00', end_date: '2027-03-02 09:00' },
          recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3',
        })
        const own = String((await service.get(`//cal/events/v1/events/${made.body.id}.ics`)).body)
        const stolen = eventOf(
          /UID:(\S+)/.exec(own)?.[1] ?? '',
          'Stolen',
          '20270302T080000',
          'RRULE:FREQ=DAILY;COUNT=3',
        )
        is(calendarOf(yoga('20270302T180000', 'FREQ=WEEKLY;COUNT=6', 'DESCRIPTION:New'), stolen))
        expect(await followed()).toMatch(
          /^0 created, 1 updated, 0 unchanged, 0 removed, 1 refused: .*was made here/,
        )
        expect((await shown()).filter((one) => one.startsWith('Yoga'))).toHaveLength(5)
        expect((await shown()).filter((one) => one.startsWith('Own'))).toHaveLength(3)
      },
    )
  })
}
