/** Imports that change series, in several transactions, and are undone. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import type { Json } from '../support/service.ts'
import { calendarOf, changed, daily } from './long-calendar.ts'
import { type Rome, romeService } from './support.ts'

const COUNT = 260
const rule = `RRULE:FREQ=DAILY;COUNT=${COUNT}`

for (const { name } of dialects) {
  describe(`an import of series that is undone on ${name}`, () => {
    let service: Rome
    beforeEach(async () => {
      service = await romeService(name)
    })
    afterEach(() => service.close())
    const imported = async (text: string, query = '') => {
      const headers = { ...service.admin, 'content-type': 'text/calendar' }
      const { status, body } = await service.ask('POST', `/import?source=long${query}`, text, headers)
      expect([status, body.refused], JSON.stringify(body)).toEqual([200, 0])
      return body
    }
    /** Undoes as the desk does: each write, the last one first. Returns the revisions of the undos, in their order. */
    const undo = async (revisions: readonly number[]) => {
      const undone: number[] = []
      for (const revision of revisions.toReversed()) {
        const { status, body, headers } = await service.post('/undo', { revision }, service.admin)
        expect(status, JSON.stringify(body)).toBe(200)
        undone.push(Number(headers['x-fasti-revision']))
      }
      return undone
    }
    /** The dates, those in the trash too, and the series. */
    const told = async () => {
      const dates: Json[] = []
      for (const status of ['any', 'trash'])
        for (let page = 1; ; page += 1) {
          const path = `/events?starts_after=2000-01-01&status=${status}&per_page=100&page=${page}&orderby=id`
          const { body } = await service.get(path, service.admin)
          for (const { id, title, status, slug, start_date, end_date, series } of body.events) {
            const { id: of = null, recurrence_id, own_fields } = Object(series)
            dates.push({
              ...{ id, title, status, slug, start_date, end_date },
              of,
              recurrence_id,
              own_fields,
            })
          }
          if (page >= body.total_pages) break
        }
      const { body } = await service.get('/series?status=any&per_page=100', service.admin)
      const series = body.series.map(
        ({ id, title, slug, recurrence, start_date, count, made_until }: Json) => [
          ...[id, title, slug, recurrence, start_date, count, made_until],
        ],
      )
      return { dates, series }
    }
    const shown = async () => (await told()).dates.filter(({ status }) => status === 'publish')
    const was = calendarOf(daily('a', rule), changed('a', '20260301', 'Guests'))

    it('leaves a new series of many transactions in the trash', async () => {
      const { revisions } = await imported(was)
      expect(await shown()).toHaveLength(COUNT)
      await undo(revisions)
      expect(await shown()).toEqual([])
      await service.extendSeries()
      expect(await shown()).toEqual([])
      await imported(was)
      expect(await shown()).toHaveLength(COUNT)
    })

    it.each([
      ['another time', was.replaceAll('T180000', 'T193000')],
      [
        'another title, and other exceptions',
        calendarOf(
          daily('a', rule).replace('SUMMARY:a', 'SUMMARY:New'),
          changed('a', '20260401', 'Festival'),
        ),
      ],
      ['another rule', calendarOf(daily('a', rule.replace('DAILY', 'WEEKLY').replace(`${COUNT}`, '80')))],
      ['more dates', was.replace(`COUNT=${COUNT}`, `COUNT=${COUNT + 120}`)],
    ])('gives a series back that got %s', async (_what, text) => {
      await imported(was)
      const before = await told()
      const { revisions } = await imported(text)
      const after = await told()
      expect(after).not.toEqual(before)
      const undone = await undo(revisions)
      expect(await told()).toEqual(before)
      await service.extendSeries()
      expect(await told()).toEqual(before)
      expect(undone.length).toBe(revisions.length)
    })

    it('gives a series back that its source no longer has', async () => {
      await imported(
        calendarOf(
          daily('a', rule.replace('COUNT=260', 'COUNT=700')),
          daily('b', 'RRULE:FREQ=DAILY;COUNT=700'),
        ),
      )
      const before = await told()
      const { revisions, removed } = await imported(
        calendarOf(daily('b', 'RRULE:FREQ=DAILY;COUNT=700')),
        '&prune=true',
      )
      expect(removed).toBe(1)
      expect(await told()).not.toEqual(before)
      await undo(revisions)
      expect(await told()).toEqual(before)
    })
  })
}
