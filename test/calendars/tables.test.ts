/** Tables as people and event tools write them, through the service. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

const reports = resolve('../shared/data/reports')
const report = (name: string) => readFileSync(resolve(reports, name))

for (const { name: dialect } of anyDialects()) {
  describe(`a table as people write it on ${dialect}`, () => {
    let service: TestService
    beforeEach(async () => {
      service = await testService(dialect)
    })
    afterEach(() => service.close())

    const load = async (table: string | Buffer, query = '') =>
      (
        await service.ask('POST', `/import?source=t${query}`, table, {
          'content-type': typeof table === 'string' ? 'text/csv; charset=utf-8' : 'text/csv',
        })
      ).body
    const events = async (): Promise<readonly Json[]> =>
      (await service.get('/events?start_date=1990-01-01&status=any&orderby=id&per_page=50')).body.events
    const times = async () =>
      (await events()).map(({ title, start_date, end_date, all_day }) => [
        title,
        start_date,
        end_date,
        all_day,
      ])
    const wholeDays = (title: string, first: string, last: string) => [
      ...[title, `${first} 00:00:00`, `${last} 23:59:59`, true],
    ]

    it('keeps the first month of a span over two months that begins with months', async () => {
      const spans = [
        'March 1 - April 20, 2027',
        'Mar. 1 – Apr. 20, 2027',
        'March 1st through April 20th, 2027',
      ]
      const rows = [
        ...spans,
        'January 5 - March 6, 2027',
        'March 28 - April 2, 2027',
        '1 de março a 20 de abril de 2027',
      ]
      const table = `title,start_date\n${rows.map((span) => `"${span}","${span}"\n`).join('')}`
      expect(await load(table)).toMatchObject({ created: 6, refused: 0 })
      expect(await times()).toEqual([
        ...spans.map((span) => wholeDays(span, '2027-03-01', '2027-04-20')),
        wholeDays('January 5 - March 6, 2027', '2027-01-05', '2027-03-06'),
        wholeDays('March 28 - April 2, 2027', '2027-03-28', '2027-04-02'),
        wholeDays('1 de março a 20 de abril de 2027', '2027-03-01', '2027-04-20'),
      ])
    })

    it('is refused where a weekday contradicts its date', async () => {
      const rows = [
        '"Sunday, March 28 - Friday, April 2, 2027"',
        '"Monday, March 28 - Friday, April 2, 2027"',
        '"So, 4.5.2027"',
      ]
      const body = await load(`title,start_date\n${rows.map((row, at) => `${at},${row}\n`).join('')}`)
      expect(body).toMatchObject({ created: 1, refused: 2 })
      expect(body.refusals).toEqual(
        [3, 4].map((line) => ({
          line,
          reason: expect.stringContaining('the weekday that it names'),
          faults: [{ field: 'start_date', reason: 'weekday_of_other_day', values: {} }],
        })),
      )
    })

    it('has whole days up to the midnight that Outlook writes, and with the day that others write', async () => {
      const table = [
        'title,start_date,start_time,end_date,end_time,all_day',
        'One,21-4-2027,00:00:00,22-4-2027,00:00:00,True',
        'Camp,2027-05-01,12:00:00 AM,2027-05-04,12:00:00 AM,yes',
        'In one cell,2027-05-15 00:00:00,,2027-05-16 00:00:00,,true',
        'Date alone,2027-05-15,,2027-05-16,,true',
        'Same day,2027-05-15,00:00,2027-05-15,23:59,true',
        'Same midnight,2027-05-15,00:00,2027-05-15,00:00,true',
        'With times,2027-05-15,00:00,2027-05-16,00:00,false',
      ].join('\n')
      expect(await load(table)).toMatchObject({ created: 7, refused: 0 })
      expect(await times()).toEqual([
        wholeDays('One', '2027-04-21', '2027-04-21'),
        wholeDays('Camp', '2027-05-01', '2027-05-03'),
        wholeDays('In one cell', '2027-05-15', '2027-05-15'),
        wholeDays('Date alone', '2027-05-15', '2027-05-16'),
        wholeDays('Same day', '2027-05-15', '2027-05-15'),
        wholeDays('Same midnight', '2027-05-15', '2027-05-15'),
        ['With times', '2027-05-15 00:00:00', '2027-05-16 00:00:00', false],
      ])
      expect(await load(table)).toMatchObject({ created: 0, unchanged: 7 })
    })

    it('has hours in any form, also beside a span and in the night that follows', async () => {
      const table = [
        'title,start_date,start_time,end_date,end_time',
        'EventON,06/07/2027,9:00:AM,06/07/2027,11:30:AM',
        'Lunch,3/28/2027,12 noon - 1 pm,,',
        'Gala,3/28/2027,7 p.m. until midnight,,',
        'Late,3/28/2027,7 pm - late,,',
        'Doors,3/28/2027,Doors 7pm,,',
        'Club,2027-03-27,22:00,2027-03-27,02:00',
        'Show,"March 1 - April 20, 2027 10am-5pm",,,',
        'Serial,46509.8125,,46509.875,',
        'Serial day,46508,,46508,',
        'Fair,"June 5 & 6, 2027",,,',
        'Market,Sat 27/03/2027,,,',
      ].join('\n')
      expect(await load(table)).toMatchObject({ created: 11, refused: 0, refusals: [] })
      expect((await times()).map(([, start, end, allDay]) => [start, end, allDay])).toEqual([
        ['2027-06-07 09:00:00', '2027-06-07 11:30:00', false],
        ['2027-03-28 12:00:00', '2027-03-28 13:00:00', false],
        ['2027-03-28 19:00:00', '2027-03-29 00:00:00', false],
        ['2027-03-28 19:00:00', '2027-03-28 19:00:00', false],
        ['2027-03-28 19:00:00', '2027-03-28 19:00:00', false],
        ['2027-03-27 22:00:00', '2027-03-28 02:00:00', false],
        ['2027-03-01 10:00:00', '2027-04-20 17:00:00', false],
        ['2027-05-02 19:30:00', '2027-05-02 21:00:00', false],
        ['2027-05-01 00:00:00', '2027-05-01 23:59:59', true],
        ['2027-06-05 00:00:00', '2027-06-06 23:59:59', true],
        ['2027-03-27 00:00:00', '2027-03-27 23:59:59', true],
      ])
    })

    it('ends on the day of its start where one of the two has seconds', async () => {
      const rows = [
        ['19:00:00', '19:00', '2027-05-04 19:00:00'],
        ['19:00', '19:00:00', '2027-05-04 19:00:00'],
        ['19:00:00', '19:01', '2027-05-04 19:01:00'],
        ['19:00:01', '19:00', '2027-05-05 19:00:00'],
        ['00:00:00', '00:00', '2027-05-04 00:00:00'],
        ['', '00:00', '2027-05-04 00:00:00'],
      ] as const
      const table = rows.map(([start, end], at) => `${at},2027-05-04,${start},${end}\n`).join('')
      expect(await load(`title,start_date,start_time,end_time\n${table}`)).toMatchObject({ created: 6 })
      expect((await times()).map(([, , end]) => end)).toEqual(rows.map(([, , end]) => end))
    })

    const proposed = async (headings: string, row: string) => {
      const text = `${headings}\n${row}\n`
      const { body } = await service.ask('POST', '/import/preview', text, {
        'content-type': 'text/csv; charset=utf-8',
      })
      return body.columns.map(({ column }: Json) => column)
    }

    it.each(
      Object.entries({
        venue: ['Venue Name', 'Location Name', 'location_name', 'VenueName', 'EVENT VENUE NAME'],
        location: ['Event Location', 'Location'],
        organizer: ['Organizer Name', 'Organiser Name', 'event_organizer'],
        description: ['Content', 'post_content', 'Notes', 'Event Notes', 'Event Description'],
        cost: ['Ticket Price', 'Admission', 'Fee', 'event_cost'],
        website: [
          'Booking Link',
          'ticket_url',
          'Event URL',
          'Registration Link',
          'Link to register',
          'Event Web Address',
        ],
        tags: ['Keywords', 'event_tags'],
        categories: ['Event Type', 'Type', 'Calendar Name', 'Category'],
        venue_country: ['Country', 'Venue Country Code', 'location_country'],
        venue_state: ['State', 'Venue State'],
        venue_zip: ['Venue Postal Code', 'Venue Zip', 'location_postcode'],
        venue_address: ['Venue Street Address', 'Venue Address 1', 'location_address'],
        venue_city: ['location_town', 'Venue City'],
        venue_geo_lat: ['location_latitude', 'Latitude'],
        published: ['Published'],
        status: ['publish_status', 'post_status'],
        image: ['Image URL', 'EVENT FEATURED IMAGE', 'image'],
        end_date: [
          'ends_at',
          'dtend',
          'event_end',
          'End Date/Time',
          'end_datetime',
          'EndDate',
          'Event End Date',
        ],
        end_time: ['Event End Time', 'EndTime'],
        start_time: [
          'Event Start Time',
          'start_time',
          'Uhr',
          'Beginn (Uhr)',
          'Hora de inicio',
          'Horaire',
          'Orario',
          'Uur',
          'Horário',
          '開始時間',
        ],
        '': [
          'freq',
          'until',
          'Timestamp',
          'Registration ends',
          'Your name',
          'Event Creator Name',
          'color',
          'Email Address',
        ],
      }),
    )('proposes %s for the headings of event tools: %s', async (column, headings) => {
      for (const heading of headings)
        expect([heading, await proposed(`title,start_date,${heading}`, 'A,2027-05-04,x')]).toEqual([
          heading,
          ['title', 'start_date', column],
        ])
    })

    it.each([
      ['a column of bare times as the start', 'Spalte 3,20:00', 'start_time'],
      ['times that say so by a word', 'When exactly,8 Uhr', 'start_time'],
      ['no numbers, which may be prices', 'Spalte 4,8.00', ''],
      ['no time at which doors open', 'Einlass,19:00', ''],
      ['no duration', 'Dauer,1:30', ''],
    ])('proposes by their content %s', async (_, column, field) => {
      const [heading = '', cell = ''] = column.split(',')
      expect(await proposed(`title,start_date,${heading}`, `A,2027-05-04,${cell}`)).toEqual([
        ...['title', 'start_date', field],
      ])
    })

    it('takes no bare times beside dates that have theirs', async () => {
      expect(await proposed('title,start_date,Round', 'A,2027-05-04 20:00,1:30')).toEqual([
        ...['title', 'start_date', ''],
      ])
    })

    it('prefers the surer heading, and knows a summary as the title where there is none', async () => {
      expect(
        await proposed(
          'uid,summary,dtstart,dtend,freq,until',
          ',A,1/8/2027 11:00,1/8/2027 12:00,WEEKLY,2027-09-20',
        ),
      ).toEqual([...['uid', 'title', 'start_date', 'end_date', '', '']])
      expect(await proposed('Timestamp,Event Name,Event Date', '11/20/2026 16:30:12,Swap,3/6/2027')).toEqual([
        ...['', 'title', 'start_date'],
      ])
      expect(await proposed('date,title,type,category,summary', '2027-03-15,A,exam,Exams,Short')).toEqual([
        ...['start_date', 'title', '', 'categories', 'excerpt'],
      ])
    })

    it('is imported without columns as its preview proposes it, and hidden things stay hidden', async () => {
      const jem = [
        'date,end_date,Name,type,category,venue,color,published',
        '2027-03-15,,Deadline,tax,,,#6f42c1,1',
        '2027-11-01,,Hidden,meeting,School,Aula,#198754,0',
      ].join('\n')
      expect(await load(jem)).toMatchObject({
        created: 2,
        refused: 0,
        notes: [
          { what: 'column color', count: 1 },
          { what: 'column type', count: 1 },
        ],
      })
      const eventOn = [
        'publish_status,event_name,event_start_date,event_start_time,event_end_date,event_end_time,location_name,event_location',
        'publish,Run,06/17/2027,9:00:AM,06/17/2027,11:30:AM,Bandstand,"Park, Leipzig"',
        'draft,New year,12/31/2027,10:00:PM,01/01/2028,1:00:AM,,',
      ].join('\n')
      expect(await load(eventOn, '&dates=month_first')).toMatchObject({ created: 2, refused: 0 })
      const found = await events()
      expect(found.map(({ title, status, start_date }) => [title, status, start_date])).toEqual([
        ['Deadline', 'publish', '2027-03-15 00:00:00'],
        ['Hidden', 'draft', '2027-11-01 00:00:00'],
        ['Run', 'publish', '2027-06-17 09:00:00'],
        ['New year', 'draft', '2027-12-31 22:00:00'],
      ])
      expect(found[2]?.venue).toMatchObject({ venue: 'Bandstand', address: 'Park, Leipzig' })
    })

    it('keeps columns of notes to itself, which its preview proposes as the description', async () => {
      const chosen = `&columns=${encodeURIComponent('["title","start_date","description"]')}`
      const notes = ['Notes', 'Anmerkungen', 'Bemerkungen', 'Notas', 'Remarques', 'Opmerkingen', '備考']
      const headings = [...notes, 'Internal notes', 'Event Notes', 'Observações']
      for (const heading of headings) {
        const header = `Event,When,${heading}`
        const row = `${heading},2027-05-04,Pay the band in cash`
        const proposal = await proposed(header, row)
        expect([heading, proposal]).toEqual([heading, ['title', 'start_date', 'description']])
        expect(await load(`${header}\n${row}\n`)).toMatchObject({
          created: 1,
          notes: [{ what: `column ${heading}`, count: 1 }],
        })
      }
      expect((await events()).map(({ description }) => description)).toEqual(headings.map(() => ''))
      await load('Event,When,Notes\nChosen,2027-05-05,All welcome\n', chosen)
      await load('Event,When,Content\nTold,2027-05-06,All welcome\n')
      expect((await events()).slice(-2).map(({ title, description }) => [title, description])).toEqual([
        ['Chosen', expect.stringContaining('All welcome')],
        ['Told', expect.stringContaining('All welcome')],
      ])
      expect(await load('When,Notes\n2027-05-07,Pay the band in cash\n')).toMatchObject({
        code: 'rest_invalid_param',
      })
    })

    it('has one order of dates, which a weekday beside a date may contradict', async () => {
      const table = 'What,When\nA,4/5/2027\nB,13/5/2027\nC,Thu 13/5/2027\nD,Mon 13/5/2027\n'
      expect((await load(table)).refusals.map(({ line }: Json) => line)).toEqual([3, 5])
      expect((await events()).map(({ start_date }) => String(start_date).slice(0, 10))).toEqual([
        ...['2027-04-05', '2027-05-13'],
      ])
      const other = await load(
        table.replaceAll('What', 'Name').replace('13/5', '5/13'),
        '&dates=day_first&dry_run=true',
      )
      expect(other.refusals.map(({ line }: Json) => line)).toEqual([3, 5])
    })

    it('has states in any case and language, and a refusal names its own column', async () => {
      const states = {
        draft: ['Draft', 'DRAFT', 'Entwurf', 'brouillon'],
        pending: ['Pending', 'pending review'],
        private: ['Private', 'PRIVAT'],
        publish: [
          'Published',
          'publish',
          'cancelled',
          'Cancelled',
          'scheduled',
          'CONFIRMED',
          'abgesagt',
          'active',
        ],
      }
      const words = Object.values(states).flat()
      const rows = words.map((word) => `${word},2027-03-06 10:00,${word}\n`).join('')
      expect(await load(`title,start_date,Event Status\n${rows}`)).toMatchObject({
        created: words.length,
        refused: 0,
      })
      for (const [status, all] of Object.entries(states)) {
        const found = (await events()).filter((one) => one.status === status)
        expect([status, found.map(({ title }) => title)]).toEqual([status, all])
      }
      const outcomes = (await events()).map(({ title, event_status }) => [title, event_status])
      expect(outcomes).toEqual(
        expect.arrayContaining([
          ['cancelled', 'cancelled'],
          ['Cancelled', 'cancelled'],
          ['scheduled', 'scheduled'],
          ['CONFIRMED', 'scheduled'],
        ]),
      )
      const { refusals } = await load(
        'title,start_date,Zustand\nA,2027-03-06,vielleicht\n',
        '&columns=Zustand%3Dstatus',
      )
      expect(refusals[0].reason).toContain('“Zustand” (')
      const own = await load('title,start_date,event_status\nA,2027-03-06,perhaps\n')
      expect(own.refusals[0].faults[0].field).toBe('event_status')
    })

    it('may be parted by bars, has no cells of MySQL’s NULL, several organizers, and pictures', async () => {
      await service.post('/organizers', { organizer: 'Jazz, Blues and More' })
      const table = [
        'name|date|time|categories|organizer|content|image',
        '1. Termin; Nachmittag|12.11.2027|08:00|Arts|Anna, Bob|\\N|images/math.jpg',
        '2. Termin|13.11.2027|\\N|\\N|Jazz, Blues and More|\\N|\\N',
      ].join('\n')
      const body = await load(table)
      expect(body).toMatchObject({
        created: 2,
        refused: 0,
        notes: [{ what: expect.stringContaining('IMAGE'), count: 1 }],
      })
      const [first, second] = await events()
      const names = ({ organizer }: Json) => [organizer].flat().map((one) => Object(one).organizer)
      expect([first?.title, first?.description, names(first ?? {})]).toEqual([
        '1. Termin; Nachmittag',
        '',
        ['Anna', 'Bob'],
      ])
      expect([second?.all_day, second?.categories, names(second ?? {})]).toEqual([
        true,
        [],
        ['Jazz, Blues and More'],
      ])
      expect(await load(table)).toMatchObject({ created: 0, unchanged: 2 })
    })

    it('is read in the encoding in which its letters are letters, or in the named one', async () => {
      const mac = Buffer.from(
        'Titel;Datum;Ort\nFr\x9fhst\x9fck f\x9fr Gro\xa7e;04.05.2027;Caf\x8e M\x9fller, K\x9aln\n',
        'latin1',
      )
      const dos = Buffer.from('Titel;Datum\nFr\x81hst\x81ck f\x81r Gro\xe1e;05.05.2027\n', 'latin1')
      const windows = Buffer.from(
        'Titel;Datum\nFrühstück für Große \x96 \x8450 \x80\x94;06.05.2027\n',
        'latin1',
      )
      for (const table of [mac, dos, windows]) expect(await load(table)).toMatchObject({ created: 1 })
      expect((await events()).map(({ title }) => title)).toEqual([
        'Frühstück für Große',
        'Frühstück für Große',
        'Frühstück für Große – „50 €”',
      ])
      expect((await events())[0]?.venue).toMatchObject({ venue: 'Café Müller, Köln' })
      const alone = Buffer.from('Titel;Datum\n\x9f;07.05.2027\n', 'latin1')
      const ask = async (query: string, table: Buffer, type = 'text/csv') => {
        const { body } = await service.ask('POST', `/import/preview?${query}`, table, {
          'content-type': type,
        })
        return [body.charset, ...body.columns[0].samples]
      }
      expect(await ask('charset=macintosh', alone)).toEqual(['macintosh', 'ü'])
      expect(await ask('charset=windows-1252', alone)).toEqual(['windows-1252', 'Ÿ'])
      // Says which one was taken, also where the named one does not fit.
      const utf8 = Buffer.from('Titel;Datum\nü;07.05.2027\n')
      const wide = Buffer.from('\ufeffTitel;Datum\nü;07.05.2027\n', 'utf16le')
      for (const [table, query, charset, title] of [
        [mac, '', 'macintosh', 'Frühstück für Große'],
        [dos, '', 'ibm850', 'Frühstück für Große'],
        [windows, 'charset=utf-8', 'windows-1252', 'Frühstück für Große – „50 €”'],
        [utf8, '', 'utf-8', 'ü'],
        [utf8, 'charset=ibm850', 'ibm850', '├╝'],
        [wide, 'charset=macintosh', 'utf-16le', 'ü'],
      ] as const)
        expect(await ask(query, table), query).toEqual([charset, title])
      expect(await ask('', alone, 'text/csv; charset=ISO-8859-1')).toEqual(['windows-1252', 'Ÿ'])
      expect(await load(alone, '&charset=macintosh')).toMatchObject({ created: 1 })
      expect((await events()).at(-1)?.title).toBe('ü')
    })

    it('may be a list in JSON, and a workbook is told to be saved as CSV', async () => {
      const row = { title: 'JA', start_date: '2027-07-01', end_date: '2027-07-02' }
      const list = JSON.stringify([row, { ...row, title: 'JB' }])
      expect(await load(list)).toMatchObject({ created: 2, refused: 0 })
      expect(await load('[{"title":"A"}')).toMatchObject({
        data: { params: { file: expect.stringContaining('JSON list') } },
      })
      for (const path of ['/import?source=x', '/import/preview'])
        expect(
          (
            await service.ask('POST', path, Buffer.from('PK\x03\x04abcdef', 'latin1'), {
              'content-type': 'text/csv',
            })
          ).body.data.params.file,
        ).toContain('save it as CSV')
    })

    it.skipIf(!existsSync(reports))('is read from reports without a refusal', async () => {
      const monthFirst = [
        '78-month-spans',
        '74-allday-ends',
        '20-outlook-allday-nl',
        '23-eventon',
        '24-evvnt',
        '25-jem-entries',
      ]
      const others = [
        '28-event-organiser',
        '29-backslash-n',
        '33-tec',
        '34-numeric-cats',
        '42-own-export-numeric',
        '50-macroman',
      ]
      const forms = ['56-google-form', '58-excel-serial', '66-google-form-notime']
      for (const name of [...monthFirst, ...others, ...forms])
        expect([name, (await load(report(`${name}.csv`), '&dry_run=true')).refusals]).toEqual([name, []])
      for (const name of ['69-spans', '32-ai1ec']) {
        const { refusals } = await load(
          report(`${name}.csv`),
          `&dry_run=true&dates=${name === '32-ai1ec' ? 'day_first' : 'month_first'}`,
        )
        // The date 27/03/2027 alone is in the other order.
        expect([name, refusals.length]).toEqual([name, name === '69-spans' ? 1 : 0])
      }
    })
  })
}
