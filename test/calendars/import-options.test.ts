/** Every option of an import, in every format. An option that this table does not know fails it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { importArgs } from '../../src/contract/operations/calendars/imports.ts'
import { namesOf } from '../../src/contract/table-of.ts'
import { anyDialects } from '../support/dialects.ts'
import { type Answered, type Json, type TestService, testService } from '../support/service.ts'

const calendar = (...uids: readonly string[]) =>
  [
    'BEGIN:VCALENDAR',
    ...uids.flatMap((uid) => [
      ...['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:${uid}`],
      ...['DTSTART:20270405T180000Z', 'END:VEVENT'],
    ]),
    ...['BEGIN:VEVENT', 'UID:series', 'SUMMARY:series', 'DTSTART:20270405T180000Z'],
    ...['RRULE:FREQ=WEEKLY;COUNT=3', 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n')

const rule = ['RRULE:FREQ=WEEKLY;COUNT=3']
const lines = (...titles: readonly string[]) =>
  [...titles.map((title) => ({ title })), { title: 'series', recurrence: rule }]
    .map(
      (line) =>
        `${JSON.stringify({ ...line, start_date: '2027-04-05 18:00', end_date: '2027-04-05 19:00' })}\n`,
    )
    .join('')

const table = (...titles: readonly string[]) =>
  [
    'What,start_date,recurrence',
    ...titles.map((title) => `${title},4/5/2027,`),
    `series,4/5/2027,${rule.join()}`,
    '',
  ].join('\r\n')

const formats = {
  calendar: { type: 'text/calendar', text: calendar, needs: {} },
  lines: { type: 'application/x-ndjson', text: lines, needs: {} },
  table: { type: 'text/csv', text: table, needs: { columns: 'What=title' } },
} as const
type Format = keyof typeof formats

for (const { name: dialect } of anyDialects()) {
  describe(`options of imports on ${dialect}`, () => {
    let service: TestService
    beforeEach(async () => {
      service = await testService(dialect)
    })
    afterEach(() => service.close())

    const send = (
      format: Format,
      options: Readonly<Record<string, string>>,
      ...titles: readonly string[]
    ) => {
      const { type, text, needs } = formats[format]
      const query = new URLSearchParams({ source: 'a', ...needs, ...options })
      return service.ask('POST', `/import?${query}`, text(...titles), {
        'content-type': `${type}; charset=utf-8`,
      })
    }
    const sendForm = async (format: Format, options: Readonly<Record<string, string>>) => {
      const { type, text, needs } = formats[format]
      const form = new FormData()
      form.set('file', new Blob([text('a')], { type }), 'file')
      for (const [name, value] of Object.entries({ ...needs, ...options })) form.set(name, value)
      const sent = new Response(form)
      const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
      return service.ask('POST', '/import', Buffer.from(await sent.arrayBuffer()), headers)
    }
    const events = async (status = 'any'): Promise<readonly Json[]> =>
      (await service.get(`/events?start_date=2027-01-01&orderby=id&per_page=50&status=${status}`)).body.events
    const refusedFor = ({ status, body }: Answered) => [status, Object.keys(Object(body.data).params ?? {})]

    const options: Readonly<Record<keyof typeof importArgs, (format: Format) => Promise<void>>> = {
      async file(format) {
        expect((await sendForm(format, {})).body).toMatchObject({ created: 2, refused: 0 })
        expect(await events()).toHaveLength(4)
      },
      async source(format) {
        expect((await send(format, { source: 'b' }, 'a')).body).toMatchObject({ created: 2 })
        expect((await send(format, { source: 'b' }, 'a')).body).toMatchObject({ created: 0, unchanged: 2 })
      },
      async prune(format) {
        await send(format, {}, 'a', 'b')
        const isRead = format === 'calendar'
        for (const dry_run of ['true', 'false'])
          for (const pruned of [await send(format, { prune: 'true', dry_run }, 'b')]) {
            if (isRead) expect(pruned.body).toMatchObject({ removed: 1 })
            else expect(refusedFor(pruned)).toEqual([400, ['prune']])
          }
        expect(await events('trash')).toHaveLength(isRead ? 1 : 0)
      },
      async dry_run(format) {
        expect((await send(format, { dry_run: 'true' }, 'a')).body).toMatchObject({
          dry_run: true,
          created: 2,
        })
        expect(await events()).toEqual([])
      },
      async columns(format) {
        const mapped = await send(format, { columns: 'What=title' }, 'a')
        if (format === 'table') expect(mapped.body).toMatchObject({ created: 2 })
        else expect(refusedFor(mapped)).toEqual([400, ['columns']])
      },
      async dates(format) {
        await send(format, { dates: 'day_first' }, 'a')
        const [first] = await events()
        expect(String(first?.start_date).slice(0, 10)).toBe(format === 'table' ? '2027-05-04' : '2027-04-05')
      },
      async charset(format) {
        const text = formats[format].text('K\u009aln')
        const bytes = Buffer.from(text, 'latin1')
        const { type, needs } = formats[format]
        const query = new URLSearchParams({ source: 'x', ...needs, charset: 'macintosh' })
        await service.ask('POST', `/import?${query}`, bytes, { 'content-type': type })
        expect((await events())[0]?.title).toBe('Köln')
        expect(refusedFor(await send(format, { charset: 'klingon' }, 'a'))).toEqual([400, ['charset']])
      },
      async status(format) {
        for (const status of ['draft', 'pending', 'private', 'publish']) {
          const sent =
            status === 'draft' ? await sendForm(format, { status }) : await send(format, { status }, status)
          expect([status, sent.body.refused]).toEqual([status, 0])
          const made = await events(status)
          const own = made.filter(({ title }) => title === (status === 'draft' ? 'a' : status))
          expect([status, own.map((one) => one.status)]).toEqual([status, [status]])
        }
        const series = (await events()).filter(({ title }) => title === 'series')
        expect(series[0]?.status).toBe('draft')
      },
      async group(format) {
        const { body } = await service.post('/groups', { name: 'Museum', main: 'none' })
        expect((await send(format, { group: 'museum' }, 'a')).body).toMatchObject({ created: 2, refused: 0 })
        const made = await events()
        expect(made.map(({ group, in_main }) => [Object(group).id, in_main])).toEqual(
          made.map(() => [body.id, false]),
        )
        expect(refusedFor(await sendForm(format, { group: 'nowhere' }))).toEqual([400, ['group']])
        await send(format, { source: 'other', group: String(body.id), dry_run: 'true' }, 'b')
        // It is of new events alone.
        await send(format, {}, 'a')
        expect((await service.get('/series?status=any')).body.series[0].group.id).toBe(body.id)
      },
      async report(format) {
        const { body } = await send(format, { report: 'lines' }, 'a')
        const said = String(body)
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
        expect(said.filter(({ outcome }) => outcome === 'created')).toHaveLength(2)
        expect(said.at(-1).report).toMatchObject({ created: 2 })
      },
    }

    for (const option of namesOf(importArgs))
      for (const format of namesOf(formats))
        it(`§0 "${option}" holds in a ${format}, or is refused`, () => options[option](format))

    it('§0 a status that is chosen leaves what a calendar marks as private, and what is here already', async () => {
      const text = calendar('a').replace('SUMMARY:a', 'SUMMARY:a\r\nCLASS:PRIVATE')
      const load = (status: string, more = text) =>
        service.ask('POST', `/import?source=a&status=${status}`, more, { 'content-type': 'text/calendar' })
      await load('publish')
      expect((await events('private')).map(({ title }) => title)).toEqual(['a'])
      expect((await load('draft', calendar('a'))).body).toMatchObject({ created: 0, updated: 0 })
      expect(await events('publish')).toHaveLength(3)
    })
  })
}
