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

    it.skipIf(!existsSync(reports))(
      'is read from reports of spans, all-day ends and hours without a refusal',
      async () => {
        for (const name of [
          '69-spans.csv',
          '78-month-spans.csv',
          '74-allday-ends.csv',
          '20-outlook-allday-nl.csv',
        ])
          expect([name, (await load(report(name), '&dry_run=true')).refusals]).toEqual([name, []])
      },
    )
  })
}
