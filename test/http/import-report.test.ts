import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const asTable = { 'content-type': 'text/csv; charset=utf-8' }

const foreign = [
  'Veranstaltung;Datum;Beginn Uhrzeit;Ort;Eintritt;Notiz, intern',
  'Chor;04.05.2027;20:00;Aula;12 €;x',
  'Markt;05.05.2027;8:00;Platz;frei;y',
  ';06.05.2027;8:00;Platz;;',
].join('\r\n')

for (const { name } of anyDialects()) {
  describe(`reports of imports on ${name}`, () => {
    let service: TestService
    beforeEach(async () => {
      service = await testService(name)
    })
    afterEach(() => service.close())
    const send = (text: string, query: string, headers: Record<string, string> = asTable) =>
      service.ask('POST', `/import${query}`, text, headers)
    const linesOf = (text: string): Json[] =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    const report = async (text: string, query = '', headers = asTable) =>
      linesOf((await send(text, `?report=lines${query}`, headers)).body)
    const mapping = encodeURIComponent('["title","start_date","start_time","venue","cost","-"]')
    const titles = async (reader = {}) =>
      (await service.get('/events?orderby=title&status=any&starts_after=2020-01-01', reader)).body.events.map(
        ({ title }: Json) => title,
      )

    it('§0 propose a mapping of the columns of a table from their names and values', async () => {
      const { status, body } = await send(foreign, '/preview')
      expect([status, body.format, body.dates]).toEqual([200, 'table', ''])
      expect(body.columns.map(({ column }: Json) => column)).toEqual([
        'title',
        'start_date',
        'start_time',
        'venue',
        'cost',
        '',
      ])
      expect(body.columns[0]).toEqual({ name: 'Veranstaltung', column: 'title', samples: ['Chor', 'Markt'] })
      const unnamed = await send('Foo,Bar\r\nChoir,2027-05-04\r\n', '/preview')
      expect(unnamed.body.columns.map(({ column }: Json) => column)).toEqual(['title', 'start_date'])
      for (const [table, columns] of [
        ['Titel;Datum;Beginn;Ende\r\nChor;1.12.2026;19.30 Uhr;22 Uhr\r\nMarkt;2.12.2026;;\r\n', 'date,time'],
        ['Titel;Beginn;Datum;Ende\r\nChor;20 Uhr;1.12.2026;\r\n', 'time,date'],
        ['Titel;Beginn;Notiz;Ende\r\nChor;5.12.;x;\r\n', 'date,'],
      ] as const)
        expect(
          (await send(table, '/preview')).body.columns.slice(1, 3).map(({ column }: Json) => column),
        ).toEqual(columns.split(',').map((kind) => kind && `start_${kind}`))
      expect((await send('BEGIN:VCALENDAR\r\n', '/preview')).body.format).toBe('calendar')
      expect((await send('{"title":"x"}', '/preview')).body.format).toBe('lines')
      expect((await send('', '/preview')).status).toBe(400)
    })

    it('name what is new besides events, and the writes by which the whole import is undone and can be repeated', async () => {
      const kept = (await service.post('/events', anEvent({ title: 'Kept', external_id: 'k@x' }))).body
      const table = (title: string) =>
        ['title,start_date,venue,categories,uid', `${title},2027-05-04 20:00,Aula,Choirs,${kept.external_id}`]
          .concat(['New,2027-05-05 20:00,Platz,Choirs,', 'Weekly,2027-05-06 20:00,Aula,,'])
          .join('\r\n')
      const made = [
        { resource: 'venue', name: 'Aula' },
        { resource: 'category', name: 'Choirs' },
        { resource: 'venue', name: 'Platz' },
      ]
      const summary = async (query = '') => (await send(table('Renamed'), query)).body
      const dry = await summary('?dry_run=true')
      expect(dry).toMatchObject({ created: 2, updated: 1, revisions: [] })
      expect(dry.made).toEqual(expect.arrayContaining(made))
      const { made: named, revisions } = await summary()
      expect(named).toEqual(expect.arrayContaining(made))
      const { headers } = await service.user('editor')
      for (const revision of revisions.toReversed())
        expect((await service.post('/undo', { revision }, headers)).status).toBe(200)
      expect(await titles(headers)).toEqual(['Kept'])
      expect((await service.get('/venues', headers)).body.total).toBe(0)
      expect((await send(table('Renamed'), '', { ...asTable, ...headers })).body).toMatchObject({
        created: 2,
        updated: 1,
      })
      expect(await titles(headers)).toEqual(['New', 'Renamed', 'Weekly'])
    })

    it('are about large files, too, sent as the body or in a form, with all their characters', async () => {
      const described = Array.from({ length: 24 }, (_, at) => 'x'.repeat(at) + '😀'.repeat(15_000))
      const lines = described.map((description, at) => anEvent({ title: `Large ${at}`, description }))
      const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
      expect(Buffer.byteLength(text)).toBeGreaterThan(1_048_576)
      const typed = { 'content-type': 'application/x-ndjson' }
      const asForm = [
        '--b',
        'Content-Disposition: form-data; name="file"; filename="a.jsonl"',
        '',
        text,
        '--b--',
        '',
      ]
      const sent = await report(text, '', typed)
      expect(sent.at(-1)?.report).toMatchObject({ created: 24, refused: 0 })
      const { events } = (await service.get('/events?per_page=50&orderby=id')).body
      expect(
        events.map(
          (one: Json) => String(one.description).replace(/<[^>]+>|\n/g, '') === described[Number(one.id) - 1],
        ),
      ).toEqual(described.map(() => true))
      const again = { 'content-type': 'multipart/form-data; boundary=b' }
      expect((await send(asForm.join('\r\n'), '', again)).body).toMatchObject({ unchanged: 24, refused: 0 })
    })

    it('undo the creation of a series', async () => {
      const line = { title: 'Choir', start_date: '2027-05-04 20:00', end_date: '2027-05-04 21:00' }
      const text = JSON.stringify({ ...line, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] })
      const { body } = await send(`${text}\n`, '', { 'content-type': 'application/x-ndjson' })
      expect(await titles()).toHaveLength(3)
      const { headers } = await service.user('editor')
      for (const revision of body.revisions.toReversed())
        expect((await service.post('/undo', { revision }, headers)).status).toBe(200)
      expect(await titles(headers)).toEqual([])
    })

    it('§0 recognise column names in every language', async () => {
      for (const header of [
        'Title,Date,Venue',
        'Título,Fecha,Lugar',
        'Titre,Date de début,Lieu',
        'Titolo,Data,Luogo',
        'タイトル,開始日,会場',
        'Titel,Begindatum,Locatie',
        'Título,Data,Local',
      ]) {
        const { body } = await send(`${header}\r\n`, '/preview')
        expect(
          body.columns.map(({ column }: Json) => column),
          header,
        ).toEqual(['title', 'start_date', 'venue'])
      }
    })

    it('§0 of a dry run contain the result of each line and the reasons of refusals, which the import then repeats', async () => {
      const dry = await report(foreign, `&dry_run=true&columns=${mapping}`)
      expect(dry[0]).toEqual({ total: 3 })
      expect(dry.slice(1, 4)).toEqual([
        {
          line: 2,
          outcome: 'created',
          title: 'Chor',
          start_date: '04.05.2027 20:00',
          starts: '2027-05-04 20:00:00',
          ...{ venue: 'Aula', cost: '12 €' },
          id: 0,
          changed: [],
          reason: '',
          faults: [],
        },
        {
          line: 3,
          outcome: 'created',
          title: 'Markt',
          start_date: '05.05.2027 08:00',
          starts: '2027-05-05 08:00:00',
          ...{ venue: 'Platz', cost: 'frei' },
          id: 0,
          changed: [],
          reason: '',
          faults: [],
        },
        {
          line: 4,
          outcome: 'refused',
          title: '',
          start_date: '06.05.2027 08:00',
          starts: '',
          ...{ venue: 'Platz', cost: '' },
          id: 0,
          changed: [],
          reason: expect.stringContaining('title'),
          faults: [{ field: 'title', reason: 'missing', values: {} }],
        },
      ])
      expect(dry[4]?.report).toMatchObject({ dry_run: true, created: 2, refused: 1, notes: [] })
      expect(await titles()).toEqual([])
      const done = await report(foreign, `&columns=${mapping}`)
      expect(done.slice(1, 3).map(({ outcome, id }) => [outcome, Number(id) > 0])).toEqual([
        ['created', true],
        ['created', true],
      ])
      expect(await titles()).toEqual(['Chor', 'Markt'])
      const again = await report(foreign, `&columns=${mapping}`)
      expect(again.slice(1, 3).map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged'])
    })

    it('§0 name each fault of a refused line for programs, with its values', async () => {
      const rows = [
        'title,start_date,venue,website,geo_lat',
        'Talk,soon,Hall,nowhere,',
        'Walk,2027-05-04 18:00,Hall,,',
      ]
      const [, talk, walk] = await report(rows.join('\r\n'))
      const fault = (field: string, reason: string) => ({ field, reason, values: {} })
      expect(talk?.faults).toEqual([fault('start_date', 'not_a_date'), fault('website', 'not_a_link')])
      expect(walk).toMatchObject({ outcome: 'created', faults: [] })
      const lines = `{"title":"cut\n[1]\n${JSON.stringify({ title: 'x' })}\n`
      const [, ...read] = await report(lines, '', { 'content-type': 'application/x-ndjson' })
      expect(read.slice(0, 3).map(({ faults }) => faults)).toEqual([
        [fault('', 'line_not_json')],
        [fault('', 'line_not_an_object')],
        [fault('start_date', 'missing'), fault('end_date', 'missing')],
      ])
    })

    it('§0 name the event and the fields that change', async () => {
      const table = (cost: string, room: string) =>
        `uid,title,start_date,cost,venue\r\na@x,Talk,2027-05-04 18:00,${cost},${room}\r\n`
      const [, first] = await report(table('5', 'Aula'))
      const [, next] = await report(table('6', 'Hall'), '&dry_run=true')
      const told = { line: 2, outcome: 'updated', id: first?.id, title: 'Talk', venue: 'Hall', cost: '6' }
      expect(next).toMatchObject(told)
      expect(next?.changed).toHaveLength(2)
      expect(next?.changed).toEqual(expect.arrayContaining(['cost', 'venue']))
      const lines = `${JSON.stringify(anEvent({ title: 'Line' }))}\n`
      expect((await report(lines, '', { 'content-type': 'application/x-ndjson' }))[1]).toMatchObject({
        line: 1,
        outcome: 'created',
        title: 'Line',
      })
      const calendar =
        'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:c\r\nDTSTART:20270504T180000Z\r\nSUMMARY:Cal\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'
      expect((await report(calendar, '', { 'content-type': 'text/calendar' }))[1]).toMatchObject({
        outcome: 'created',
        title: 'Cal',
      })
    })

    it('§0 columns can be mapped by position, so that names may contain commas, repeat, or be missing', async () => {
      const table = 'When, exactly,When,\r\nx,2027-05-04,Talk\r\n'.replace('When, exactly', '"When, exactly"')
      const columns = encodeURIComponent('["-","start_date","title"]')
      expect((await send(table, `?columns=${columns}`)).body).toMatchObject({ created: 1, notes: [] })
      expect(await titles()).toEqual(['Talk'])
      for (const wrong of ['["title","nonsense"]', '["title"', '[1]', '["title","title"]', 'When=start'])
        expect((await send(table, `?columns=${encodeURIComponent(wrong)}`)).body.data.params).toHaveProperty(
          'columns',
        )
    })

    it('§0 titles above the names of the columns are passed over, by the preview, too', async () => {
      const rows = 'Titel;Datum;Preis\r\nChor;5./6. Dezember 2027;12,50 €\r\n'
      for (const above of ['', 'Programm 2027;;\r\n', '\ufeffProgramm 2027\r\n\r\nStand: gestern;;\r\n']) {
        const { body } = await send(above + rows, '/preview')
        expect(body.columns.map(({ name, column }: Json) => [name, column])).toEqual([
          ['Titel', 'title'],
          ['Datum', 'start_date'],
          ['Preis', 'cost'],
        ])
        const columns = encodeURIComponent('["title","start_date","cost"]')
        const dry = (await send(above + rows, `?dry_run=true&columns=${columns}`)).body
        expect(dry).toMatchObject({ created: 1, refused: 0, notes: [] })
      }
      // A table of one column is read from its first row.
      expect((await send('title\r\nA\r\n', '?dry_run=true')).body.refusals).toMatchObject([{ line: 2 }])
    })

    it('§0 dates with slashes are read in the given order, which the preview proposes', async () => {
      const table = 'title,start_date\r\nA,04/05/2027 18:00\r\nB,31/05/2027 18:00\r\n'
      expect((await send(table, '/preview')).body.dates).toBe('day_first')
      expect((await send('title,start_date\r\nA,04/05/2027\r\n', '/preview')).body.dates).toBe('month_first')
      expect((await send(table, '?dry_run=true')).body).toMatchObject({ created: 1, refused: 1 })
      expect((await send(table, '?dates=day_first')).body).toMatchObject({ created: 2, refused: 0 })
      const { events } = (await service.get('/events?starts_after=2020-01-01')).body
      expect(events.map(({ start_date }: Json) => start_date)).toEqual([
        '2027-05-04 18:00:00',
        '2027-05-31 18:00:00',
      ])
    })

    it('§0 days without a year are the next ones in the zone of the site, which a note counts', async () => {
      const rows = ['Choir,5.12.,', 'Fair,30.12.–2.1.,', 'Talk,"Mi, 26.11.",', 'Walk,1.6.,3.6.'].join('\r\n')
      const table = `title,start_date,end_date\r\n${rows}\r\n`
      const [, ...lines] = await report(table, '&dry_run=true', {
        ...asTable,
        prefer: 'reasons',
      } as typeof asTable)
      expect(lines.slice(0, 4).map(({ outcome, starts }) => [outcome, String(starts).slice(4, 10)])).toEqual([
        ['created', '-12-05'],
        ['created', '-12-30'],
        ['refused', ''],
        ['created', '-06-01'],
      ])
      expect(lines[2]?.faults).toEqual([{ field: 'start_date', reason: 'weekday_of_no_year', values: {} }])
      const what = 'dates without a year: each is taken as the next such day'
      expect(lines[4]?.report).toMatchObject({
        notes: [{ what, count: 4, reason: 'year_not_written' }],
      })
      expect((await send('Wann,Was\r\n5. Dezember,Chor\r\n', '/preview')).body.columns).toMatchObject([
        { column: 'start_date' },
        {},
      ])
    })

    it('§0 states of events are read as people write them, in one column or in two', async () => {
      const rows: readonly (readonly [string, string, string, string])[] = [
        ['Abgesagt', '', 'publish', 'cancelled'],
        ['Entwurf', '', 'draft', 'scheduled'],
        ['', 'annulé', 'publish', 'cancelled'],
        ['brouillon', 'reporté', 'draft', 'postponed'],
        ['延期', '', 'publish', 'postponed'],
        ['draft', 'scheduled', 'draft', 'scheduled'],
        [' CANCELED ', '', 'publish', 'cancelled'],
      ]
      const lines = rows.map(
        ([status, outcome], at) => `u${at}@x,E${at},2027-05-04 18:00,${status},${outcome}`,
      )
      const table = [
        'uid,title,start_date,status,event_status',
        ...lines,
        'w@x,W,2027-05-04,vielleicht,',
      ].join('\r\n')
      expect((await send(table, '')).body).toMatchObject({ created: rows.length, refused: 1 })
      const { events } = (await service.get('/events?starts_after=2020-01-01&status=any&orderby=id')).body
      const states = events.map(({ status, event_status }: Json) => [status, event_status])
      expect(states).toEqual(rows.map(([, , status, outcome]) => [status, outcome]))
    })

    it('§0 the preview proposes the order of dates of the reader where no date decides', async () => {
      const table = 'title,start_date\r\nA,04/05/2027\r\n'
      const orderFor = async (accept: string) =>
        (await send(table, '/preview', { ...asTable, 'accept-language': accept })).body.dates
      for (const accept of ['es-ES,es;q=0.9', 'it', 'en-GB', 'pt-BR, en', 'sr-Latn-RS'])
        expect([accept, await orderFor(accept)]).toEqual([accept, 'day_first'])
      for (const accept of ['en-US,en;q=0.9', 'ja', '*', '', 'x'.repeat(5000), '<b>'])
        expect([accept, await orderFor(accept)]).toEqual([accept, 'month_first'])
    })

    it('§0 new events get the requested status; existing ones keep theirs', async () => {
      const table = (cost: string) =>
        `uid,title,start_date,status,cost\r\na@x,A,2027-05-04,,${cost}\r\nb@x,B,2027-05-04,private,${cost}\r\n`
      await send(table('5'), '?status=draft')
      const found = async () =>
        Object.fromEntries(
          (await service.get('/events?status=any&starts_after=2020-01-01')).body.events.map((one: Json) => [
            one.title,
            one.status,
          ]),
        )
      expect(await found()).toEqual({ A: 'draft', B: 'private' })
      const { events } = (await service.get('/events?status=draft&starts_after=2020-01-01')).body
      await service.patch(`/events/${events[0].id}`, { status: 'publish' })
      await send(table('6'), '?status=draft')
      expect(await found()).toEqual({ A: 'publish', B: 'private' })
    })

    it('§0 a fault of the whole file is returned as a problem, before any line', async () => {
      const answer = await send('title,start_date\r\n"never closed', '?report=lines')
      expect([answer.status, answer.body.code]).toEqual([400, 'rest_invalid_param'])
      const after = await send('title,start_date\r\nA,2027-05-04\r\n', '?report=lines')
      expect(after.status).toBe(200)
    })

    it('§5 a preview is for editors and administrators', async () => {
      const author = await service.user('author')
      const editor = await service.user('editor')
      expect((await send(foreign, '/preview')).status).toBe(401)
      expect((await send(foreign, '/preview', { ...asTable, ...author.headers })).status).toBe(403)
      expect((await send(foreign, '/preview', { ...asTable, ...editor.headers })).status).toBe(200)
    })
  })
}
