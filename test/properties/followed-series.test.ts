/** A series of a subscription, whose source fails, recovers, removes and brings back, while people change its dates (contract §10.4). */
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import { isLong } from '../support/dialect-names.ts'
import { dialects, isAny } from '../support/dialects.ts'
import { importing } from '../support/importing.ts'
import { importCalendar, trashEventsGoneFromSource } from '../support/inside/formats.ts'
import { storedSeriesFaults } from '../support/inside/series.ts'
import { type Json, testService } from '../support/service.ts'

const calendarOf = (...components: readonly string[]) =>
  ['BEGIN:VCALENDAR', ...components, 'END:VCALENDAR', ''].join('\r\n')
const choir = (...more: readonly string[]) =>
  [
    'BEGIN:VEVENT',
    'UID:choir',
    'SUMMARY:Choir',
    'DTSTART;TZID=Europe/Rome:20270302T180000',
    'DURATION:PT1H',
    ...more,
    'END:VEVENT',
  ].join('\r\n')
const exception = choir('RECURRENCE-ID;TZID=Europe/Rome:20270309T180000').replace('0302T18', '0310T20')
const other = choir().replace('UID:choir', 'UID:other')

const rules = ['FREQ=WEEKLY;COUNT=5', 'FREQ=WEEKLY;UNTIL=20270401T000000Z', 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=6']

/** What a source serves meanwhile. */
const states: Readonly<Record<string, (whole: string) => string>> = {
  'is cut off': (whole) => whole.slice(0, whole.indexOf('UID:other')),
  'has no event that can be read': () => calendarOf(choir().replace('20270302T18', 'never')),
  'has one date fewer': (whole) => whole.replace('RRULE', 'EXDATE;TZID=Europe/Rome:20270316T180000\r\nRRULE'),
  'has lost the first date': (whole) =>
    whole.replace('RRULE', 'EXDATE;TZID=Europe/Rome:20270302T180000\r\nRRULE'),
  'ends earlier': () => calendarOf(choir('RRULE:FREQ=WEEKLY;COUNT=2'), other),
  'is no series any more': () => calendarOf(choir(), other),
  'is no series, but has the exception': () => calendarOf(choir(), exception, other),
  'has lost the series': () => calendarOf(other),
  'is whole': (whole) => whole,
}

const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' }
const source = { name: 'https://feed.example/a.ics', isConfined: true }
/** What a person does with one date, and those with it and the following ones, or with all. */
const acts = [
  ...(['nothing', 'text', 'trash', 'delete'] as const),
  ...(['text of all', 'text of the following', 'trash of the following', 'trash of all'] as const),
]
const deletions = ['delete of the following', 'delete of all'] as const
const step = fc.record({
  act: fc.constantFrom(...acts),
  at: fc.integer({ min: 0, max: 5 }),
  state: fc.constantFrom(...Object.keys(states)),
})

type Step = {
  readonly act: (typeof acts)[number] | (typeof deletions)[number]
  readonly at: number
  readonly state: string
}

for (const { name } of dialects)
  it(`§10.4 a series is as people left it whenever its source is whole again, on ${name}`, async () => {
    const run = async (rule: string, hasException: boolean, steps: readonly Step[]) => {
      const service = await testService(name)
      try {
        const follow = async (text: string) => {
          const port = importing(service, { now: () => moment })
          const read = await importCalendar(text, source, port)
          await trashEventsGoneFromSource(source, read, { ...port.caller, store: service.store, moment })
        }
        const listed = async (status: string): Promise<readonly Json[]> =>
          (
            await service.get(
              `/events?start_date=2027-01-01&per_page=50&orderby=start_date&search=choir&status=${status}`,
            )
          ).body.events.filter(({ external_id }: Json) => external_id !== 'other')
        const thrown: unknown[] = []
        let texts = 0
        // A date that only the exception named meanwhile may be in the trash, too.
        const shown = async () => ({
          live: (await listed('publish')).map((one) => [one.id, one.slug, one.excerpt, one.start_date]),
          thrown: (await listed('trash')).flatMap(({ id }) => (thrown.includes(id) ? [id] : [])),
        })
        const whole = calendarOf(choir(`RRULE:${rule}`), ...(hasException ? [exception] : []), other)
        await follow(whole)
        for (const { act, at, state } of steps) {
          const all = await listed('publish')
          const id = all[at % Math.max(1, all.length)]?.id
          const [verb, , which] = act.split(' ').map((word) => word.replace('the', 'following'))
          const reach = which === undefined ? 'this' : which
          if (id !== undefined && verb === 'text')
            await service.patch(`/events/${id}`, { excerpt: `Ours ${++texts}`, apply_to: reach })
          if (id !== undefined && verb === 'trash') await service.remove(`/events/${id}?apply_to=${reach}`)
          if (id !== undefined && verb === 'delete')
            await service.remove(`/events/${id}?force=true&apply_to=${reach}`)
          if (verb === 'trash') {
            const left = new Set((await listed('publish')).map((one) => one.id))
            thrown.push(...all.flatMap((one) => (left.has(one.id) ? [] : [one.id])))
          }
          const before = await shown()
          await follow(states[state]?.(whole) ?? '')
          await follow(whole)
          expect(await shown(), `${act}, then the source ${state}`).toEqual(before)
        }
        expect(await storedSeriesFaults(service)).toEqual([])
      } finally {
        await service.close()
      }
    }
    await run('FREQ=WEEKLY;COUNT=5', false, [
      { act: 'delete', at: 2, state: 'is cut off' },
      { act: 'delete', at: 0, state: 'has lost the series' },
    ])
    await run('FREQ=WEEKLY;COUNT=5', false, [
      { act: 'trash of the following', at: 1, state: 'is no series, but has the exception' },
      { act: 'delete', at: 0, state: 'is cut off' },
    ])
    await run('FREQ=WEEKLY;COUNT=5', false, [
      { act: 'nothing', at: 0, state: 'has lost the first date' },
      { act: 'nothing', at: 0, state: 'has lost the series' },
    ])
    if (isAny(name))
      for (const act of [...acts, ...deletions])
        for (const state of ['is whole', 'has lost the series', 'has one date fewer'])
          await run('FREQ=WEEKLY;COUNT=5', true, [{ act, at: 2, state }])
    if (isAny(name))
      for (const state of Object.keys(states))
        for (const hasException of [true, false])
          await run('FREQ=WEEKLY;COUNT=5', hasException, [{ act: 'text', at: 1, state }])
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...rules),
        fc.boolean(),
        fc.array(step, { minLength: 1, maxLength: 4 }),
        run,
      ),
      { numRuns: isLong() ? 60 : isAny(name) ? 12 : 4 },
    )
  }, 240_000)
