/** Messages about a stored series that do not contain the series (RFC 5545 §3.8.4.4, RFC 5546 §3.2.5). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { importing, moment } from '../support/importing.ts'
import type { ImportSetup } from '../support/inside/exchange.ts'
import { importCalendar, trashEventsGoneFromSource } from '../support/inside/formats.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

const calendarOf = (...components: readonly string[]) =>
  ['BEGIN:VCALENDAR', ...components, 'END:VCALENDAR', ''].join('\r\n')
const eventOf = (uid: string, ...lines: readonly string[]) =>
  ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT'].join('\r\n')
const at = (time: string) => `TZID=Europe/Rome:${time}`
const weekly = (...more: readonly string[]) =>
  eventOf(
    'weekly',
    ...['SUMMARY:Weekly', `DTSTART;${at('20270302T180000')}`, 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=6'],
    ...more,
  )
const single = (uid: string) =>
  eventOf(uid, `SUMMARY:${uid}`, 'DTSTART:20270504T180000Z', 'DTEND:20270504T190000Z')
const cancelling = (...components: readonly string[]) => calendarOf('METHOD:CANCEL', ...components)

for (const { name: dialect } of anyDialects()) {
  describe(`messages of calendars about series on ${dialect}`, () => {
    let service: TestService
    const source = { name: 'calendar.ics', isConfined: false }
    const imported = (text: string, name = source.name, more: Partial<ImportSetup> = {}) =>
      importCalendar(text, { ...source, name }, importing(service, more))
    const message = (text: string) => imported(text, 'invite.ics')
    const events = async () =>
      (await service.get('/events?start_date=2027-01-01&end_date=2040-01-01&per_page=100')).body
        .events as Json[]
    const states = async () =>
      (await events()).map(
        ({ title, start_date, event_status }) =>
          `${title} ${String(start_date).slice(5, 16)}${event_status === 'scheduled' ? '' : ` ${event_status}`}`,
      )
    const dates = ['03-02', '03-09', '03-16', '03-23', '03-30', '04-06']
    const usual = dates.map((day) => `Weekly ${day} 18:00`)
    const usualBut = (changed: Readonly<Record<number, string>>) =>
      usual.map((one, index) => changed[index] ?? one)
    beforeEach(async () => {
      service = await testService(dialect)
      service.at('2027-01-15T12:00:00Z')
    })
    afterEach(() => service.close())

    it('§10.4 a RECURRENCE-ID alone changes that occurrence, by moment in any zone or by day, and creates no event', async () => {
      await imported(calendarOf(weekly()))
      const ids = (await events()).map(({ id }) => id)
      const moved = eventOf(
        'weekly',
        ...['SUMMARY:Moved', 'RECURRENCE-ID:20270309T170000Z', `DTSTART;${at('20270309T203000')}`],
        'DURATION:PT1H',
      )
      expect(await message(calendarOf(moved))).toMatchObject({ created: 0, updated: 1, refused: 0 })
      const onDay = eventOf(
        'weekly',
        ...['SUMMARY:Named', 'RECURRENCE-ID;VALUE=DATE:20270316', `DTSTART;${at('20270316T180000')}`],
        'DURATION:PT1H',
      )
      expect((await message(calendarOf(onDay))).updated).toBe(1)
      expect(await states()).toEqual(usualBut({ 1: 'Moved 03-09 20:30', 2: 'Named 03-16 18:00' }))
      expect((await events()).map(({ id }) => id)).toEqual(ids)
      expect(await message(calendarOf(moved, onDay))).toMatchObject({ updated: 0, unchanged: 2 })
      const nowhere = moved.replace('20270309T170000Z', '20270310T170000Z')
      const tally = await message(calendarOf(nowhere))
      expect([tally.unchanged, [...tally.notes.keys()]]).toEqual([
        1,
        ['RECURRENCE-ID of an occurrence that is not here'],
      ])
      await imported(calendarOf(weekly()))
      expect(await states()).toEqual(usual)
    })

    it('§10.4 RANGE=THISANDFUTURE alone changes all later occurrences, and an import of the full calendar finds them', async () => {
      await imported(calendarOf(weekly()))
      const ids = (await events()).map(({ id }) => id)
      const range = eventOf(
        'weekly',
        ...['SUMMARY:Late', `RECURRENCE-ID;RANGE=THISANDFUTURE;${at('20270323T180000')}`],
        ...[`DTSTART;${at('20270323T200000')}`, 'DURATION:PT1H'],
      )
      await message(calendarOf(range))
      const after = usualBut({ 3: 'Late 03-23 20:00', 4: 'Late 03-30 20:00', 5: 'Late 04-06 20:00' })
      expect(await states()).toEqual(after)
      expect(await imported(calendarOf(weekly(), range))).toMatchObject({
        created: 0,
        updated: 0,
        refused: 0,
      })
      expect([await states(), (await events()).map(({ id }) => id)]).toEqual([after, ids])
      const last = `RECURRENCE-ID;${at('20270406T180000')}`
      expect((await message(cancelling(eventOf('weekly', last)))).updated).toBe(1)
      expect((await states()).at(-1)).toBe('Late 04-06 20:00 cancelled')
    })

    it('§11 METHOD:CANCEL cancels one occurrence, with and without its times', async () => {
      await imported(calendarOf(weekly()))
      const second = `RECURRENCE-ID;${at('20270309T180000')}`
      const third = `RECURRENCE-ID;${at('20270316T180000')}`
      const text = cancelling(
        eventOf('weekly', second, 'SUMMARY:Off', `DTSTART;${at('20270309T180000')}`),
        eventOf('weekly', third),
      )
      expect(await message(text)).toMatchObject({ created: 0, updated: 2, refused: 0 })
      expect(await states()).toEqual(
        usualBut({ 1: 'Weekly 03-09 18:00 cancelled', 2: 'Weekly 03-16 18:00 cancelled' }),
      )
      expect((await message(text)).unchanged).toBe(2)
      await imported(calendarOf(weekly()))
      expect(await states()).toEqual(usual)
      await message(
        cancelling(eventOf('weekly', `RECURRENCE-ID;RANGE=THISANDFUTURE;${at('20270330T180000')}`)),
      )
      expect((await states()).slice(3)).toEqual([
        ...['Weekly 03-23 18:00', 'Weekly 03-30 18:00 cancelled', 'Weekly 04-06 18:00 cancelled'],
      ])
    })

    it('§11 METHOD:CANCEL of a UID cancels the whole series with its later parts, or the event; several at once', async () => {
      const range = eventOf(
        'weekly',
        ...['SUMMARY:Late', `RECURRENCE-ID;RANGE=THISANDFUTURE;${at('20270323T180000')}`],
        ...[`DTSTART;${at('20270323T200000')}`, 'DURATION:PT1H'],
      )
      await imported(calendarOf(weekly(), range, single('a'), single('b'), single('c')))
      const text = cancelling(eventOf('weekly'), eventOf('a', 'DTSTART:20270504T180000Z'), eventOf('b'))
      expect(await message(text)).toMatchObject({ created: 0, updated: 3, refused: 0 })
      const found = await states()
      expect(found.filter((one) => one.endsWith('cancelled'))).toHaveLength(8)
      expect(found.filter((one) => !one.endsWith('cancelled'))).toEqual(['c 05-04 18:00'])
      const described = cancelling(weekly())
      expect(await message(described)).toMatchObject({ updated: 0, unchanged: 1 })
      const unknown = await message(cancelling(eventOf('nowhere')))
      expect([unknown.created, unknown.unchanged]).toEqual([0, 1])
    })

    it('a calendar with only an occurrence never prunes its series', async () => {
      await imported(calendarOf(weekly(), single('a')))
      const lone = eventOf(
        'weekly',
        ...['SUMMARY:Moved', `RECURRENCE-ID;${at('20270309T180000')}`, `DTSTART;${at('20270309T203000')}`],
      )
      const tally = await imported(calendarOf(lone))
      const context = { ...importing(service).caller, store: service.store, moment }
      expect(await trashEventsGoneFromSource(source, tally, context)).toBe(1)
      expect((await states()).filter((one) => one.startsWith('Weekly'))).toHaveLength(5)
    })

    it('§10.1 §10.4 series and their exceptions are created up to FASTI_SERIES_HORIZON', async () => {
      const monthly = (...more: readonly string[]) =>
        eventOf(
          'monthly',
          ...['SUMMARY:Monthly', 'DTSTART:20270302T180000Z', 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY'],
          ...more,
        )
      const off = eventOf(
        'monthly',
        ...['SUMMARY:Off', 'RECURRENCE-ID:20310302T180000Z', 'DTSTART:20310302T200000Z', 'DURATION:PT1H'],
      )
      const far = { ...importing(service).caller, horizon: { months: 60 } }
      await imported(calendarOf(monthly(), off), source.name, { caller: far })
      const found = await states()
      expect([found.length, found.at(-1), found[48]]).toEqual([59, 'Monthly 01-02 18:00', 'Off 03-02 20:00'])
      const near = { ...importing(service).caller, horizon: { months: 3 } }
      const other = monthly().replace('UID:monthly', 'UID:other').replace('Monthly', 'Other')
      await imported(calendarOf(other), 'other.ics', { caller: near })
      expect((await states()).filter((one) => one.startsWith('Other'))).toEqual([
        ...['Other 03-02 18:00', 'Other 04-02 18:00'],
      ])
    })
  })
}
