/** Subscriptions to sources that fail, recover, remove and bring back (contract §10.4). */
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { isLong } from '../support/dialect-names.ts'
import { dialects, isAny } from '../support/dialects.ts'
import { importing } from '../support/importing.ts'
import { sha256Base64Url } from '../support/inside/domain.ts'
import { type FetchFeed, importDueSubscriptions } from '../support/inside/exchange.ts'
import { commandActor } from '../support/inside/people.ts'
import { storedSeriesFaults } from '../support/inside/series.ts'
import { type Json, testService } from '../support/service.ts'

const calendarOf = (...components: readonly string[]) =>
  ['BEGIN:VCALENDAR', ...components, 'END:VCALENDAR', ''].join('\r\n')
const eventOf = (uid: string, day: string, ...more: readonly string[]) =>
  [
    ...['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:${uid}`, `DTSTART;TZID=Europe/Rome:${day}T180000`],
    ...['DURATION:PT1H', ...more, 'END:VEVENT'],
  ].join('\r\n')

const choir = (...more: readonly string[]) => eventOf('choir', '20270302', ...more)
const WEEKLY = 'RRULE:FREQ=WEEKLY;COUNT=6'
const moved = eventOf('choir', '20270310', 'RECURRENCE-ID;TZID=Europe/Rome:20270309T180000')
const [concert, fair] = [eventOf('concert', '20270501'), eventOf('fair', '20270502')]
const whole = calendarOf(choir(WEEKLY), moved, concert, fair)

/** What a source may answer besides the whole calendar; undefined if it fails. */
const answers: Readonly<Record<string, string | undefined>> = {
  fails: undefined,
  'is no calendar': '<html>Maintenance</html>',
  'is cut off': whole.replace('20270501', '20270601').slice(0, whole.indexOf('UID:fair')),
  'is empty': calendarOf(),
  'has no event that can be read': calendarOf(eventOf('concert', 'never')),
  'has an event without a UID': calendarOf(fair.replace('UID:fair\r\n', '')),
  'has one date fewer': calendarOf(
    choir(WEEKLY, 'EXDATE;TZID=Europe/Rome:20270316T180000'),
    moved,
    concert,
    fair,
  ),
  'has lost the first date': calendarOf(
    choir(WEEKLY, 'EXDATE;TZID=Europe/Rome:20270302T180000'),
    moved,
    concert,
    fair,
  ),
  'ends earlier': calendarOf(choir('RRULE:FREQ=WEEKLY;COUNT=3'), moved, concert, fair),
  'has no series any more': calendarOf(choir(), concert, fair),
  'has lost the series': calendarOf(concert, fair),
  'has lost an event': calendarOf(choir(WEEKLY), moved, fair),
  'has lost the exception': calendarOf(choir(WEEKLY), concert, fair),
  'has other times': whole.replaceAll('T180000', 'T193000'),
  'is whole': whole,
}

for (const { name } of dialects) {
  describe(`any source on ${name}`, () => {
    it('§10.4 that is whole again gives back the same events, whatever it was meanwhile', async () => {
      const run = async (states: readonly string[]) => {
        const service = await testService(name)
        try {
          let now = Temporal.Instant.from('2027-01-15T12:00:00Z')
          await service.store.subscriptions.add(
            {
              address: 'https://feed.example/a.ics',
              categories: [],
              every_seconds: 3600,
              prunes: true,
              login: '',
            },
            { actor: commandActor, moment: { now, zone: 'UTC' } },
          )
          const follow = async (text: string | undefined) => {
            now = now.add({ hours: 25 })
            service.at(now.toString())
            const fetch: FetchFeed = async (_address, { etag }) => {
              if (text === undefined) throw new Error('it returned 503')
              const own = `"${sha256Base64Url(text)}"`
              return own === etag ? { isUnchanged: true } : { text, etag: own, lastModified: '' }
            }
            const importer = importing(service, { now: () => ({ now, zone: 'UTC' }) })
            for await (const _ of importDueSubscriptions(fetch, importer));
          }
          const shown = async () =>
            ((await service.get('/events?start_date=2027-01-01&per_page=50')).body.events as Json[])
              .filter(({ external_id }) => String(external_id).length !== 43)
              .map(({ id, slug, title, start_date, excerpt }) => [id, slug, title, start_date, excerpt])
          await follow(whole)
          const [, , third] = await shown()
          await service.patch(`/events/${third?.[0]}`, { excerpt: 'Ours' })
          const before = await shown()
          for (const state of states) await follow(answers[state])
          await follow(whole)
          expect(await shown()).toEqual(before)
          expect(await storedSeriesFaults(service)).toEqual([])
        } finally {
          await service.close()
        }
      }
      // An occurrence that was away while its source changed the times is a new one.
      const state = fc.constantFrom(...Object.keys(answers).filter((one) => one !== 'has other times'))
      if (isAny(name)) for (const one of Object.keys(answers)) await run([one])
      await fc.assert(fc.asyncProperty(fc.array(state, { minLength: 2, maxLength: 5 }), run), {
        numRuns: isLong() ? 40 : isAny(name) ? 10 : 3,
      })
    }, 120_000)
  })
}
