import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { importing, moment } from '../support/importing.ts'
import { importTextOfDetectedFormat } from '../support/inside/exchange.ts'
import { exportedTableChunks, importCalendar, importTable } from '../support/inside/formats.ts'
import { commandActor } from '../support/inside/people.ts'
import { random } from '../support/pairwise.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { dump, load } from '../support/transfer.ts'

const lines = (bodies: readonly Json[]) => bodies.map((body) => `${JSON.stringify(body)}\n`).join('')
const day = (at: number) => `2027-03-${String(1 + (at % 28)).padStart(2, '0')} 10:00:00`

/** Lines that name few things in many ways, so that most name what a line before has made. */
function tangledLines(seed: number, count: number, refuses: boolean): readonly Json[] {
  const below = random(seed)
  const one = <T>(of: readonly T[]): T | undefined => of[below(of.length)]
  const perhaps = (share: number, more: () => Json): Json => (below(share) === 0 ? more() : {})
  const venue = () => ({
    venue: one(['Town Hall', 'TOWN HALL', 'St John’s', "St John's", 'Arena']),
    ...perhaps(2, () => ({ city: one(['York', 'Leeds']) })),
  })
  const organizer = () => ({
    organizer: one(['Choir', 'choir', 'The Band']),
    ...perhaps(2, () => ({ website: one(['https://choir.example', 'https://band.example']) })),
  })
  const text = () => one(['Jazz', 'jazz', 'JAZZ', 'Folk', 'rock-pop', 'Rock Pop'])
  const event = (at: number): Json => ({
    title: one(['Fair', 'fair', 'Fair!', 'Concert', 'Walk 2', 'Walk']),
    start_date: day(at),
    end_date: day(at),
    ...perhaps(2, () => ({ venue: below(6) === 0 ? [1 + below(refuses ? 3 : 1)] : [venue()] })),
    ...perhaps(2, () => ({ organizer: [organizer(), organizer()] })),
    ...perhaps(3, () => ({ categories: [text(), text()] })),
    ...perhaps(3, () => ({ tags: [text()] })),
    ...perhaps(6, () => ({ slug: one(['fair', 'walk-2', 'concert-3']) })),
    ...perhaps(6, () => ({ status: one(['draft', 'pending', 'private']) })),
    ...perhaps(9, () => ({ post_parent: 1 + below(refuses ? 4 : 1) })),
    ...perhaps(25, () => ({ recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'] })),
    ...perhaps(refuses ? 12 : 1_000_000, () => ({ tags: [{ id: 999 }] })),
  })
  return Array.from({ length: count }, (_, at) => {
    if (at === 0) return { ...event(0), venue: [{ venue: 'Arena' }], recurrence: [] }
    const kind = below(20)
    if (kind === 0 && refuses) return { resource: 'category', name: text() }
    if (kind === 1) return { resource: 'venue', ...venue() }
    if (kind === 2) return event(3)
    return event(at)
  })
}

for (const { name } of dialects) {
  describe(`lines that are imported together (${name})`, () => {
    let services: TestService[]
    beforeEach(() => {
      services = []
    })
    afterEach(() => Promise.all(services.map((service) => service.close())))

    const imported = async (sent: readonly Json[], slice?: number) => {
      const service = await testService(name)
      services.push(service)
      const results: Json[] = []
      const onResult = ({ line, outcome, id, reason, title }: Json) =>
        results.push({ line, outcome, id, reason, title })
      await load(service.store, lines(sent), { slice, now: () => moment, onResult })
      const text = (await dump(service.store)).replace(/"uid":"[^"]*"/g, '')
      return { service, results, text }
    }

    for (const seed of [1, 2, 3])
      it(`leave what they leave one by one, whatever they name (${seed})`, async () => {
        const sent = tangledLines(seed, 90, name === 'sqlite')
        const alone = await imported(sent, 1)
        for (const slice of [undefined, 7]) {
          const together = await imported(sent, slice)
          expect(together.results).toEqual(alone.results)
          expect(together.text).toBe(alone.text)
        }
      })

    it('link a draft to the public organizer of its name once a line before has made it, as a line of its own would', async () => {
      const event = (at: number, status: string) => ({
        title: `Fair ${at}`,
        status,
        start_date: day(at),
        end_date: day(at),
        organizer: [{ organizer: 'Choir' }],
      })
      const sent = [event(1, 'draft'), event(2, 'publish'), event(3, 'draft')]
      const organizersOf = async ({ store }: TestService) =>
        (await dump(store)).match(/"organizer":\[[\d,]*\]/g)
      const { service } = await imported(sent)
      const apart = await testService(name)
      services.push(apart)
      for (const line of sent) await load(apart.store, lines([line]), { now: () => moment })
      expect(await organizersOf(service)).toEqual(['"organizer":[1]', '"organizer":[2]', '"organizer":[2]'])
      expect(await organizersOf(service)).toEqual(await organizersOf(apart))
    })

    it('take few statements, however many they are', async () => {
      const service = await testService(name)
      services.push(service)
      const of = (from: number) =>
        Array.from({ length: 200 }, (_, at) => ({
          title: `Concert ${at % 150}`,
          start_date: day(at + from),
          end_date: day(at + from),
          venue: [{ venue: `Hall ${at % 90}`, city: 'York' }],
          organizer: [{ organizer: `Choir ${at % 40}` }],
          categories: ['Music'],
        }))
      await load(service.store, lines(of(0)))
      const before = service.store.measures().queries
      const tally = await load(service.store, lines(of(1)))
      expect(tally).toMatchObject({ created: 200, refused: 0 })
      expect(service.store.measures().queries - before).toBeLessThan(100)
    })

    it('take few statements in calendars and tables of another program, too', async () => {
      const service = await testService(name)
      services.push(service)
      const at = (of: number) => `202703${String(1 + (of % 28)).padStart(2, '0')}T100000Z`
      const events = Array.from({ length: 100 }, (_, of) => of)
      const calendar = [
        'BEGIN:VCALENDAR',
        ...events.flatMap((of) => [
          'BEGIN:VEVENT',
          `UID:event-${of}@there.example`,
          `DTSTART:${at(of)}`,
          `DTEND:${at(of)}`,
          `SUMMARY:Concert ${of % 60}`,
          `LOCATION:Hall ${of % 20}`,
          'END:VEVENT',
        ]),
        'END:VCALENDAR',
      ].join('\r\n')
      const table = `uid,title,start_date,venue\n${events
        .map((of) => `row-${of},Walk ${of % 60},${day(of)},Gate ${of % 20}`)
        .join('\n')}`
      for (const text of [calendar, table]) {
        const before = service.store.measures().queries
        const request = { text, source: 'there', prunes: false, columns: new Map() }
        expect(await importTextOfDetectedFormat(request, importing(service))).toMatchObject({
          created: 100,
          refused: 0,
        })
        const made = service.store.measures().queries
        expect(made - before).toBeLessThan(46)
        const again = await importTextOfDetectedFormat(request, importing(service))
        expect(again).toMatchObject({ unchanged: 100, refused: 0 })
        expect(service.store.measures().queries - made).toBeLessThan(30)
      }
    })

    const weekly = (of: number, lines: readonly string[] = []) => [
      ...['BEGIN:VEVENT', `UID:series-${of}@there.example`, 'RRULE:FREQ=WEEKLY;COUNT=12'],
      ...['DTSTART;TZID=Europe/Rome:20270304T180000', 'DTEND;TZID=Europe/Rome:20270304T190000'],
      ...[`SUMMARY:Choir ${of}`, `LOCATION:Hall ${of % 5}`, 'CATEGORIES:Music'],
      ...[...lines, 'END:VEVENT'],
    ]
    const calendarOf = (of: readonly (readonly string[])[]) =>
      ['BEGIN:VCALENDAR', ...of.flat(), 'END:VCALENDAR'].join('\r\n')

    it('change what they change one by one where a calendar is read again, in part with other texts, places and categories', async () => {
      const below = random(4)
      const one = (of: readonly string[]) => of[below(of.length)] ?? ''
      const entries = (from: number) =>
        Array.from({ length: 60 }, (_, at) => [
          ...['BEGIN:VEVENT', `UID:entry-${at}@there.example`, 'DTSTART:20270301T100000Z'],
          `SUMMARY:${below(3) < from ? one(['Fair', 'Walk', 'Talk']) : `Concert ${at}`}`,
          `LOCATION:${below(4) < from ? one(['Arena', 'Old Mill', 'Hall 1']) : `Hall ${at % 5}`}`,
          `CATEGORIES:${below(4) < from ? one(['Jazz', 'Folk,Jazz', 'Rock']) : 'Music'}`,
          ...(below(8) < from ? [`STATUS:${one(['CANCELLED', 'CONFIRMED'])}`] : []),
          'END:VEVENT',
        ])
      const [first, second] = [entries(0), entries(1)]
      const leftBy = async (parts: readonly string[]) => {
        const service = await testService(name)
        services.push(service)
        const sums = { created: 0, updated: 0, unchanged: 0, refused: 0 }
        for (const text of parts) {
          const request = { text, source: 'there', prunes: false, columns: new Map() }
          const tally = await importTextOfDetectedFormat(request, importing(service))
          for (const outcome of ['created', 'updated', 'unchanged', 'refused'] as const)
            sums[outcome] += tally[outcome]
        }
        const { categories } = (await service.get('/categories?hide_empty=false')).body
        const counts = categories.map(({ slug, count }: Json) => [slug, count])
        return { sums, counts, text: await dump(service.store) }
      }
      const alone = await leftBy([...first, ...second].map((entry) => calendarOf([entry])))
      expect(await leftBy([calendarOf(first), calendarOf(second)])).toEqual(alone)
    })

    it('take few statements where series have not changed, in files and in subscriptions', async () => {
      const service = await testService(name)
      services.push(service)
      const text = calendarOf(Array.from({ length: 20 }, (_, of) => weekly(of)))
      const sources = [
        { name: 'file.ics', isConfined: false },
        { name: 'https://there.example/a.ics', isConfined: true, host: 'there.example' },
      ]
      for (const [at, source] of sources.entries()) {
        const own = text.replace(/@there/g, `@${at}`)
        expect(await importCalendar(own, source, importing(service))).toMatchObject({ created: 20 })
        const before = service.store.measures().queries
        expect(await importCalendar(own, source, importing(service))).toMatchObject({ unchanged: 20 })
        expect(service.store.measures().queries - before).toBeLessThan(40)
      }
    })

    it('take few statements where series have not changed, in tables', async () => {
      const service = await testService(name)
      services.push(service)
      const text = calendarOf(Array.from({ length: 20 }, (_, of) => weekly(of)))
      await importCalendar(text, { name: 'file.ics', isConfined: false }, importing(service))
      const { events } = (await service.get('/events?start_date=2027-01-01&per_page=9')).body
      for (const { id } of events) await service.patch(`/events/${id}`, { title: `Concert ${id}` })
      let table = ''
      for await (const chunk of exportedTableChunks(service.store, moment)) table += chunk
      const before = service.store.measures().queries
      const tally = await importTable(table, new Map(), importing(service))
      expect(tally).toMatchObject({ unchanged: 29, updated: 0, created: 0, refused: 0 })
      expect(service.store.measures().queries - before).toBeLessThan(60)
    })

    it('change what they change one by one where series are read again, in part changed there or here', async () => {
      const below = random(9)
      const changed = Array.from({ length: 20 }, (_, of) => {
        const lines: readonly (readonly string[])[] = [
          [],
          [],
          ['EXDATE;TZID=Europe/Rome:20270318T180000'],
          ['DESCRIPTION:Bring a cake.'],
          ['STATUS:CANCELLED'],
        ]
        return weekly(of, lines[below(lines.length)])
      })
      const first = Array.from({ length: 20 }, (_, of) => weekly(of))
      const exception = weekly(3, ['RECURRENCE-ID;TZID=Europe/Rome:20270325T180000']).map((line) =>
        line.startsWith('RRULE') ? 'COMMENT:Other' : line.replace('Choir', 'Party'),
      )
      const leftBy = async (parts: readonly (readonly (readonly string[])[])[]) => {
        const service = await testService(name)
        services.push(service)
        const sums = { created: 0, updated: 0, unchanged: 0, refused: 0 }
        const read = async (entries: readonly (readonly string[])[]) => {
          const source = { name: 'there', isConfined: false }
          const tally = await importCalendar(calendarOf(entries), source, importing(service))
          for (const outcome of ['created', 'updated', 'unchanged', 'refused'] as const)
            sums[outcome] += tally[outcome]
        }
        await read(first)
        const { events } = (await service.get('/events?search="choir 7"&start_date=2027-01-01')).body
        await service.patch(`/events/${events[2].id}`, { title: 'Concert' })
        await service.remove(`/events/${events[4].id}`)
        for (const part of parts) await read(part)
        const text = await dump(service.store)
        return { sums, text: text.replace(/"(?:uid|slug)":"[^"]*"/g, '') }
      }
      const entries = [...changed.slice(0, 3), [...(changed[3] ?? []), ...exception], ...changed.slice(4)]
      const alone = await leftBy(entries.map((entry) => [entry]))
      expect(alone.sums.updated).toBeGreaterThan(5)
      expect(await leftBy([entries])).toEqual(alone)
    })

    it('know an event and what it links to until a line before changes that', async () => {
      const service = await testService(name)
      services.push(service)
      const sent = { title: 'Fair', venue: { venue: 'Hall' }, categories: ['Music'] }
      const { id, external_id, venue, categories } = (await service.post('/events', anEvent(sent))).body
      const viewer = { scope: { user: undefined, reads: 'all', edits: 'all' }, moment } as const
      const { result } = await service.store.write({ actor: commandActor, moment }, async (store) => {
        // Events that several lines make are written late, when nothing tells of them but their counts.
        const expected = { event: ['One', 'Two'], venue: [], organizer: [], addresses: [] }
        await store.expect({ ...expected, uids: [external_id] })
        const read = async () => {
          const record = await store.find('event', { id }, moment)
          if (record === undefined) throw new Error('The event is gone.')
          const [item] = await store.items('event', [record], viewer)
          return {
            title: record.title,
            venues: item?.venues.map(({ record }) => record.name),
            categories: item?.categories.map(({ record: { name, count } }) => [name, count]),
            links: await store.linksOf(id),
          }
        }
        const all = [await read()]
        const { id: _, ...values } = (await store.find('event', { id }, moment)) ?? {}
        const other = { ...values, slug: 'one', uid: 'one', category: [categories[0].id] }
        await store.put('event', undefined, other)
        all.push(await read())
        await store.put('venue', [venue].flat()[0].id, { name: 'Arena' })
        all.push(await read())
        await store.put('event', id, { title: 'Flea market', category: [] })
        return [...all, await read()]
      })
      const none = { venue: [], organizer: [], category: [], tag: [] }
      const links = { ...none, venue: [[venue].flat()[0].id], category: [categories[0].id] }
      const first = { title: 'Fair', venues: ['Hall'], categories: [['Music', 1]], links }
      expect(result).toEqual([
        first,
        { ...first, categories: [['Music', 2]] },
        { ...first, venues: ['Arena'], categories: [['Music', 2]] },
        { title: 'Flea market', venues: ['Arena'], categories: [], links: { ...links, category: [] } },
      ])
    })

    it('take an event for imported no more once its source is another one', async () => {
      const service = await testService(name)
      services.push(service)
      const [first, second] = [
        (await service.post('/events', anEvent())).body,
        (await service.post('/events', anEvent())).body,
      ]
      const writer = { actor: commandActor, moment }
      const key = 'ics-from:source:entry'
      await service.store.write(writer, (store) => store.rememberImport(key, 'event', first.id))
      const { result } = await service.store.write(writer, async (store) => {
        const uids = [first.external_id, second.external_id]
        await store.expect({ event: [], venue: [], organizer: [], addresses: [], uids })
        const keys = () => Promise.all([first, second].map(({ id }) => store.importKeysOf('event', id)))
        const before = await keys()
        await store.rememberImport(key, 'event', second.id)
        return [before, await keys()]
      })
      expect(result).toEqual([
        [[key], []],
        [[], [key]],
      ])
    })

    it('share no transaction once they have worked long, or make many dates', async () => {
      const service = await testService(name)
      services.push(service)
      const revisionsOf = async (sent: readonly Json[], options: object = {}) => {
        const before = await service.store.revision()
        expect(await load(service.store, lines(sent), options)).toMatchObject({ created: sent.length })
        return (await service.store.revision()) - before
      }
      const event = (title: string, at: number, more: object = {}): Json => ({
        ...{ title: `${title} ${at}`, start_date: day(at), end_date: day(at), ...more },
      })
      const three = [1, 2, 3]
      expect(await revisionsOf(three.map((at) => event('Short', at)))).toBe(1)
      expect(
        await revisionsOf(
          three.map((at) => event('Long', at)),
          { longest: 0 },
        ),
      ).toBe(3)
      const recurring = (count: number) => ({ recurrence: [`RRULE:FREQ=DAILY;COUNT=${count}`] })
      expect(await revisionsOf(three.map((at) => event('Few', at, recurring(3))))).toBe(1)
      expect(await revisionsOf(three.map((at) => event('Many', at, recurring(60))))).toBe(3)
    })

    it('are refused alone where no database takes their UID or a name', async () => {
      const service = await testService(name)
      services.push(service)
      const row = (uid: string, venue: string) => `${uid},Walk,2027-03-01,${venue}`
      const rows = [row('one', 'Gate'), row('t\u0000wo', 'Gate'), row('three', 'Ga\u0000te')]
      const text = `uid,title,start_date,venue\n${[...rows, row('four', 'Gate')].join('\n')}`
      const request = { text, source: 'there', prunes: false, columns: new Map() }
      const { refusals } = await importTextOfDetectedFormat(request, importing(service))
      const lines = refusals.map(({ line }) => line)
      expect(lines.filter((line) => line === 2 || line === 5)).toEqual([])
      expect(lines).toContain(4)
    })

    it('are told to the journal and the audit, each with what it makes', async () => {
      const { service } = await imported([
        { title: 'Fair', start_date: day(1), end_date: day(1), venue: [{ venue: 'Hall' }], tags: ['Jazz'] },
        { title: 'Walk', start_date: day(2), end_date: day(2), organizer: [{ organizer: 'Choir' }] },
      ])
      const { body } = await service.get('/audit')
      expect(
        body.changes.map(({ verb, resource, title }: Json) => `${verb} ${resource} ${title}`).sort(),
      ).toEqual([
        'create event Fair',
        'create event Walk',
        'create organizer Choir',
        'create tag Jazz',
        'create venue Hall',
      ])
      const next = await service.post('/events', { title: 'Later', start_date: day(3), end_date: day(3) })
      expect(next.body.id).toBe(3)
    })
  })
}
