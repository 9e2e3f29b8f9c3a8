import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { importing, moment } from '../support/importing.ts'
import { eventFields, eventFlagNames, recordFromNames } from '../support/inside/api.ts'
import { namesCell, rowText } from '../support/inside/domain.ts'
import {
  csvRows,
  exportedTableChunks,
  importTable,
  namesInCell,
  plainColumnName,
} from '../support/inside/formats.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

async function exported(service: TestService): Promise<string> {
  let text = ''
  for await (const row of exportedTableChunks(service.store, moment)) text += row
  return text
}

for (const { name } of anyDialects()) {
  describe(`a table of events on ${name}`, () => {
    let service: TestService
    const load = (text: string, map: Readonly<Record<string, string>> = {}) =>
      importTable(
        text,
        new Map(Object.entries(map).map(([key, to]) => [plainColumnName(key), to])),
        importing(service),
      )
    const events = async (): Promise<readonly Json[]> =>
      (await service.get('/events?start_date=1990-01-01&status=any&orderby=id')).body.events
    beforeEach(async () => {
      service = await testService(name)
    })
    afterEach(() => service.close())

    it('§4.7 refuses rows with a password, whose events would be public, in any way to write its name', async () => {
      for (const header of ['password', 'Password', 'PASSWORD ']) {
        const rows = `title,start_date,end_date,${header},uid\nSecret,2027-06-01,2027-06-01,hush,\nOpen,2027-06-01,2027-06-01,,\n`
        const { created, unchanged, refused, refusals } = await load(rows)
        expect([created + unchanged, refused, refusals]).toMatchObject([
          1,
          1,
          [{ line: 2, reason: expect.stringContaining('is set by PATCH /events/{id} alone') }],
        ])
      }
      expect(
        (await load('title,start_date,end_date,Code\nA,2027-06-01,2027-06-01,x\n', { code: 'password' }))
          .refused,
      ).toBe(1)
      const known = 'title,start_date,end_date,password,uid\n'
      await load(`${known}Known,2027-06-02,2027-06-02,,k1\n`)
      expect((await load(`${known}Known,2027-06-02,2027-06-02,hush,k1\n`)).refused).toBe(1)
      expect((await load(`${known}Known,2027-06-02,2027-06-02,,k1\n`)).unchanged).toBe(1)
      expect((await events()).map(({ title }) => title).sort()).toEqual(['Known', 'Open'])
    })

    it('copies events to another service, and changes nothing when it is imported again', async () => {
      await service.post(
        '/events',
        anEvent({ title: '=HYPERLINK("http://evil.test")', cost: ['$10', '$20'] }),
      )
      const furnished = {
        title: 'Furnished, "quoted"',
        description: '<p>One</p>\n<p>Two; three</p>',
        venue: [{ venue: 'Hall', city: 'Turin', geo_lat: -45.5, geo_lng: 7 }, { venue: 'Second' }],
        organizer: { organizer: 'Org', email: 'o@x.test' },
        categories: ['Late, loud', 'Music'],
        tags: ['=1+1'],
        timezone: 'Europe/Rome',
        date_utc: '2026-12-01 10:00:00',
        tickets: [{ name: 'Stalls', price: '10', currency: 'EUR' }],
        custom_fields: { stalls: 40, dress: { label: 'Dress', value: 'black tie' } },
      }
      await service.post('/events', anEvent(furnished))
      await service.post(
        '/events',
        anEvent({ start_date: '2027-11-07T06:30:00Z', end_date: '2027-11-07T07:30:00Z' }),
      )
      await service.post('/events', anEvent({ all_day: true, status: 'draft' }))
      const table = await exported(service)
      expect(table).not.toMatch(/(^|[,"\n])[=@+]/)
      const before = await events()
      expect(await load(table)).toMatchObject({
        created: 0,
        updated: 0,
        unchanged: 4,
        refused: 0,
        unknown: [],
      })
      expect(await events()).toEqual(before)
      const other = await testService(name)
      expect(await importTable(table, new Map(), importing(other))).toMatchObject({ created: 4, refused: 0 })
      expect(await exported(other)).toBe(table)
      await load(table.replace('Turin', 'Milan').replace('2027-05-04 20:00:00', '2027-05-04 21:00:00'))
      const [first, second] = await events()
      expect(first?.end_date).toBe('2027-05-04 21:00:00')
      expect(second?.venue).toMatchObject([{ city: 'Milan' }, { venue: 'Second' }])
      await other.close()
    })

    it('contains publication dates, flags, tickets, custom fields, and further venues and organizers', async () => {
      const sent = {
        ...recordFromNames(eventFlagNames, (flag) => !eventFields[flag].byDefault),
        date_utc: '2026-12-01 10:00:00',
        tickets: [{ name: 'Stalls', price: '10', currency: 'EUR' }],
        custom_fields: { stalls: 40, dress: { label: 'Dress', value: 'black tie' } },
        venue: [{ venue: 'Hall' }, { venue: 'Second', city: 'Turin' }],
        organizer: [{ organizer: 'One' }, { organizer: 'Two', email: 'two@x.test' }],
      }
      await service.post('/events', anEvent(sent))
      const table = await exported(service)
      const other = await testService(name)
      expect(await importTable(table, new Map(), importing(other))).toMatchObject({ created: 1, refused: 0 })
      const shown = async (one: TestService) => {
        const { date_utc, tickets, custom_fields, venue, organizer, ...rest } = (await one.get('/events/1'))
          .body
        const flags = eventFlagNames.map((flag) => rest[flag])
        const names = (list: readonly Json[]) =>
          list.map(({ venue, organizer, city, email }) => [venue, organizer, city, email])
        return { date_utc, flags, tickets, custom_fields, venues: names(venue), organizers: names(organizer) }
      }
      expect(await shown(other)).toEqual(await shown(service))
      const changed = table.replace(/""dress"":\{.*?\}/, '""seats"":{""label"":""seats"",""value"":9}')
      expect(await load(changed)).toMatchObject({ updated: 1, refused: 0 })
      expect(Object.keys((await shown(service)).custom_fields)).toEqual(['stalls', 'seats'])
      await other.close()
    })

    it('reads tables as Google Calendar and The Events Calendar export them', async () => {
      const google = [
        'Subject,Start Date,Start Time,End Date,End Time,All Day Event,Description,Location,Private',
        'Exam,05/30/2027,10:00 AM,05/30/2027,1:00 PM,False,"50 questions","Columbia, 614 Schermerhorn Hall",True',
        'Trip,06/01/2027,,06/02/2027,,True,,,False',
      ].join('\n')
      expect(await load(google)).toMatchObject({ created: 2, refusals: [], unknown: [] })
      const tec = [
        'EVENT NAME,EVENT EXCERPT,EVENT VENUE NAME,EVENT ORGANIZER NAME,EVENT START DATE,EVENT START TIME,EVENT END DATE,EVENT END TIME,ALL DAY EVENT,TIMEZONE,HIDE FROM EVENT LISTINGS,STICKY IN MONTH VIEW,EVENT CATEGORY,EVENT TAGS,EVENT COST,EVENT CURRENCY SYMBOL,EVENT CURRENCY POSITION,EVENT WEBSITE,EVENT DESCRIPTION,FEATURED EVENT,ALLOW COMMENTS',
        'Gala,Short,Hall,Org,2027-07-01,6:00 PM,2027-07-01,9:30 PM,FALSE,Europe/Rome,FALSE,TRUE,"Music, Late",loud,15,€,suffix,https://x.test,Long,TRUE,FALSE',
      ].join('\n')
      expect(await load(tec)).toMatchObject({ created: 1, refusals: [], unknown: ['ALLOW COMMENTS'] })
      const [exam, trip, gala] = await events()
      expect(exam).toMatchObject({
        ...{ title: 'Exam', status: 'private', end_date: '2027-05-30 13:00:00' },
        venue: { venue: 'Columbia', address: '614 Schermerhorn Hall' },
      })
      expect(trip).toMatchObject({ all_day: true, end_date: '2027-06-02 23:59:59', status: 'publish' })
      expect(gala).toMatchObject({
        ...{ title: 'Gala', start_date: '2027-07-01 18:00:00', timezone: 'Europe/Rome', cost: '15€' },
        ...{ featured: true, sticky: true, website: 'https://x.test' },
        categories: [{ name: 'Late' }, { name: 'Music' }],
      })
    })

    it('may come from a spreadsheet, with other names of columns', async () => {
      const text = [
        'Event name;When;Start time;End time;Room;Tags;Notes;City',
        '"Talk; and more";2027-05-04;18:00;20:00;Hall;a,b;x;Turin',
        ';;;;;;;',
        "'=Sum;2027-05-05;;;;;;",
        'No date;;;;;;;',
      ].join('\r\n')
      const map = { 'Event name': 'title', when: 'start_date', Room: 'venue', City: 'venue_city', notes: '-' }
      const tally = await load(`\ufeff${text}`, map)
      expect(tally).toMatchObject({ created: 2, refused: 1, unknown: [] })
      expect(tally.refusals).toEqual([
        {
          line: 5,
          reason: 'Missing: start_date, end_date.',
          faults: ['start_date', 'end_date'].map((field) => ({ field, reason: 'missing', values: {} })),
        },
      ])
      const [talk, sum] = await events()
      expect(talk).toMatchObject({
        title: 'Talk; and more',
        start_date: '2027-05-04 18:00:00',
        end_date: '2027-05-04 20:00:00',
        venue: { venue: 'Hall', city: 'Turin' },
        tags: [{ name: 'a' }, { name: 'b' }],
      })
      expect(sum).toMatchObject({
        title: '=Sum',
        start_date: '2027-05-05 00:00:00',
        end_date: '2027-05-05 23:59:59',
        all_day: true,
      })
      expect(await load(text, map)).toMatchObject({ created: 0, unchanged: 2 })
      expect((await load('title,start_date,colour\nA,2027-05-06,red', {})).unknown).toEqual(['colour'])
    })

    it('has whole days where no cell of a row has a time, and midnight where one says so', async () => {
      const rows = [
        ['title,start_date,end_date,start_time,end_time,all_day,no_end_time', '', '', false],
        ['Fair,4.5.2027,,,,,', '2027-05-04 00:00:00', '2027-05-04 23:59:59', true],
        ['Week,2027-05-05,2027-05-07,,,,', '2027-05-05 00:00:00', '2027-05-07 23:59:59', true],
        ['Words,8 May 2027,,,,,', '2027-05-08 00:00:00', '2027-05-08 23:59:59', true],
        ['Night,2027-05-09 00:00,,,,,', '2027-05-09 00:00:00', '2027-05-09 00:00:00', false],
        ['Timed,2027-05-10,,0:00,,,', '2027-05-10 00:00:00', '2027-05-10 00:00:00', false],
        ['Ending,2027-05-11,,,18:00,,', '2027-05-11 00:00:00', '2027-05-11 18:00:00', false],
        ['Until,2027-05-12,2027-05-13 02:00,,,,', '2027-05-12 00:00:00', '2027-05-13 02:00:00', false],
        ['Said,2027-05-14,,,,false,', '2027-05-14 00:00:00', '2027-05-14 00:00:00', false],
        ['Open,2027-05-15,,,,,true', '2027-05-15 00:00:00', '2027-05-15 00:00:00', false],
      ] as const
      const text = rows.map(([row]) => row).join('\n')
      expect(await load(text)).toMatchObject({ created: 9, refused: 0 })
      const found = (await events()).map(({ start_date, end_date, all_day }) => [
        start_date,
        end_date,
        all_day,
      ])
      expect(found).toEqual(rows.slice(1).map(([, ...times]) => times))
      expect(await load(text)).toMatchObject({ created: 0, unchanged: 9 })
    })

    it('is refused as a whole if it is not a table of events', async () => {
      await expect(load('')).rejects.toThrow('The file is empty.')
      await expect(load('a,b\n1,2')).rejects.toThrow('there is no title among a, b')
      await expect(load('title,Title\n1,2')).rejects.toThrow('two columns are title')
      await expect(load('title\n"open')).rejects.toThrow('line 2: a quote is not closed')
      const broken = load(`title,start_date\nFirst,2027-05-04\n${'"x'.repeat(6_000_000)}`)
      await expect(broken).rejects.toThrow('line 3: a quote is not closed')
      await expect(load(`title\n"${'x'.repeat(12_000_000)}`)).rejects.toThrow('line 2: a quote is not closed')
      await expect(load(`title\n${'x'.repeat(2_000_000)}`)).rejects.toThrow('line 2: a cell has more than')
      await expect(load(`title\n${','.repeat(2_000_000)}`)).rejects.toThrow('line 2: a row has more than')
      expect(await events()).toEqual([])
    })
  })
}

describe('cells', () => {
  it('with any content are read as they were written, and none is a formula', () => {
    const cell = fc
      .oneof(fc.string(), fc.stringMatching(/^[=+@＝＋－＠'\-",;\s\t]{0,4}[a-z0-9.]{0,3}$/))
      .map((one) => one.replaceAll('\0', ''))
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (cells) => {
        fc.pre(cells.some((one) => one !== ''))
        const text = rowText(cells)
        expect([...csvRows(text, ',')]).toEqual([{ number: 1, cells }])
        for (const one of cells) expect(rowText([one]).slice(0, -2)).not.toMatch(/^"?[=+@＝＋－＠\t\r\n]/)
      }),
    )
    expect(namesInCell(namesCell([';x', ';x']))).toEqual([';x', ';x'])
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }).map((one) => one.replace(/\s/g, 'x'))), (names) => {
        fc.pre(!names.some((one) => /^'*[=+\-@＝＋－＠]/.test(one)))
        expect(namesInCell(namesCell(names))).toEqual(names)
      }),
    )
  })
})
