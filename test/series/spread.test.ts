/** A change of a long series by its source, which reaches the occurrences in several transactions. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { importing, moment } from '../support/importing.ts'
import type { ImportSetup } from '../support/inside/exchange.ts'
import { importCalendar, trashEventsGoneFromSource } from '../support/inside/formats.ts'
import { MAX_OCCURRENCES_PER_TRANSACTION } from '../support/inside/series.ts'
import type { Store } from '../support/inside/store.ts'
import type { Json } from '../support/service.ts'
import { calendarOf, changed, daily, source } from './long-calendar.ts'
import { type Rome, romeService } from './support.ts'

const COUNT = 350

/** A store that records how many events each of its transactions changes; `onWrite` is called before each, with its number. */
function watched(store: Store, changes: number[], onWrite: (count: number) => Promise<void> | void): Store {
  return {
    ...store,
    write: async (writer, act) => {
      await onWrite(changes.length)
      changes.push(0)
      return store.write(writer, (writing) =>
        act({
          ...writing,
          updateEvents(ids, values) {
            changes[changes.length - 1] = (changes.at(-1) ?? 0) + ids.length
            return writing.updateEvents(ids, values)
          },
        }),
      )
    },
  }
}

const titled = (title: string, ...more: readonly string[]) =>
  daily('a', `RRULE:FREQ=DAILY;COUNT=${COUNT}`, `SUMMARY:${title}`, ...more).replace('SUMMARY:a\r\n', '')
const special = changed('a', '20260301', 'Special')

for (const { name } of dialects) {
  describe(`a long series that its source changes, on ${name}`, () => {
    let service: Rome
    let series: number
    let changes: number[]
    const imported = (text: string, more?: Partial<ImportSetup>) =>
      importCalendar(text, source, importing(service, more))
    /** Imports a text in transactions of which the one with that number fails. */
    const brokenOff = async (text: string, at: number) => {
      const store = watched(service.store, changes, (count) => {
        if (count === at) throw new Error('The database is away.')
      })
      await expect(imported(text, { store, isFatal: () => true })).rejects.toThrow('away')
    }
    const titles = async () => {
      const found = new Map<string, number>()
      for (const { title } of await service.occurrences(series))
        found.set(String(title), (found.get(String(title)) ?? 0) + 1)
      return Object.fromEntries(found)
    }
    const occurrenceOn = async (day: string) =>
      (await service.occurrences(series)).find(({ start_date }) => String(start_date).startsWith(day)) as Json
    beforeEach(async () => {
      service = await romeService(name)
      service.at('2027-01-15T12:00:00Z')
      changes = []
      await imported(calendarOf(titled('Old'), special))
      series = (await service.get('/series', service.admin)).body.series[0].id
    })
    afterEach(() => service.close())

    it('changes in many transactions, between which others write, and keeps what is its own', async () => {
      const others: Promise<number>[] = []
      const store = watched(service.store, changes, (count) => {
        const sent = { title: 'Other', start_date: '2027-05-04', end_date: '2027-05-04' }
        if (count === 2)
          others.push(service.post('/events', sent, service.admin).then(({ status }) => status))
      })
      const place = ['LOCATION:Hall', 'CATEGORIES:Sport'] as const
      const text = calendarOf(
        titled('New', ...place),
        special.replace('SUMMARY', `${place.join('\r\n')}\r\nSUMMARY`),
      )
      expect(await imported(text, { store })).toMatchObject({ updated: 1, lines: 1 })
      expect(await Promise.all(others)).toEqual([201])
      expect(Math.max(...changes)).toBeLessThanOrEqual(MAX_OCCURRENCES_PER_TRANSACTION)
      expect(changes.filter((count) => count > 0).length).toBeGreaterThan(3)
      expect(await titles()).toEqual({ New: COUNT - 1, Special: 1 })
      const one = await occurrenceOn('2026-03-01')
      expect(one).toMatchObject({ title: 'Special', venue: { venue: 'Hall' } })
      expect(one).toMatchObject({ series: { own_fields: ['title'] } })
      const [sport] = (await service.get('/categories', service.admin)).body.categories
      expect(sport).toMatchObject({ name: 'Sport', count: COUNT })
      expect(await imported(text)).toMatchObject({ unchanged: 1 })
      const { body } = await service.get(`/series/${series}/history`, service.admin)
      expect(body.changes.filter(({ verb }: Json) => verb === 'update')).toMatchObject([{ touched: COUNT }])
    })

    it('is completed by the service after an import that broke off', async () => {
      const text = calendarOf(titled('New'), special)
      await brokenOff(text, 3)
      expect(await titles()).toMatchObject({ Old: expect.any(Number), New: expect.any(Number) })
      expect((await service.get(`/series/${series}`, service.admin)).body.title).toBe('New')
      await service.extendSeries()
      expect(await titles()).toEqual({ New: COUNT - 1, Special: 1 })
      expect(await imported(text)).toMatchObject({ unchanged: 1 })
    })

    it('follows a source that takes back a change of which the import broke off', async () => {
      await brokenOff(calendarOf(titled('New'), special), 2)
      await imported(calendarOf(titled('Old'), special))
      expect(await titles()).toEqual({ Old: COUNT - 1, Special: 1 })
      expect((await service.get(`/series/${series}`, service.admin)).body.title).toBe('Old')
    })

    it('keeps what people change while it is half changed', async () => {
      await brokenOff(calendarOf(titled('New'), special), 2)
      const [single, last] = [await occurrenceOn('2026-10-01'), await occurrenceOn('2026-12-01')]
      expect([single.title, last.title]).toEqual(['Old', 'Old'])
      const patched = async (id: unknown, sent: Json) =>
        expect((await service.patch(`/events/${id}`, sent, service.admin)).status).toBe(200)
      await patched(single.id, { website: 'https://one.example' })
      await patched(last.id, { website: 'https://all.example', apply_to: 'following' })
      await service.extendSeries()
      const part = (await service.get(`/events/${last.id}`, service.admin)).body.series.id
      expect(part).not.toBe(series)
      for (const id of [series, part])
        expect((await service.get(`/series/${id}`, service.admin)).body.title).toBe('New')
      expect((await service.occurrences(series)).map(({ title }) => title)).not.toContain('Old')
      const rest = await service.occurrences(part)
      expect(new Set(rest.map(({ title, website }) => `${title} ${website}`))).toEqual(
        new Set(['New https://all.example']),
      )
      const one = await service.get(`/events/${single.id}`, service.admin)
      expect(one.body).toMatchObject({ title: 'New', website: 'https://one.example' })
      expect(one.body.series.own_fields).toEqual(['website'])
    })

    it('is previewed while it is half changed, or lacks occurrences', async () => {
      await brokenOff(calendarOf(titled('New'), special), 2)
      const preview = await imported(calendarOf(titled('New'), special), { isDry: true })
      expect(preview).toMatchObject({ lines: 1, refused: 0 })
      const endless = (title: string) => calendarOf(daily('b', 'RRULE:FREQ=DAILY', `DESCRIPTION:${title}`))
      await brokenOff(endless('One'), changes.length + 10)
      expect(await imported(endless('Two'), { isDry: true })).toMatchObject({ updated: 1 })
    })

    it('goes to the trash in many transactions, where its source no longer has it, and comes back', async () => {
      const endless = calendarOf(daily('c', 'RRULE:FREQ=DAILY', 'CATEGORIES:Sport'))
      const without = calendarOf(daily('d', 'RRULE:FREQ=DAILY;COUNT=2'))
      await imported(endless)
      const found = await service.get(
        '/events?search=c&search_in=title&starts_after=2027-02-01',
        service.admin,
      )
      const { id } = found.body.events[0].series
      const before = await service.occurrences(id)
      const context = (store: Store) => ({ ...importing(service).caller, store, moment })
      const prune = async (store: Store) => {
        const tally = await imported(without)
        return trashEventsGoneFromSource({ ...source }, tally, context(store))
      }
      const breaking = watched(service.store, changes, (count) => {
        if (count === 2) throw new Error('The database is away.')
      })
      await expect(prune(breaking)).rejects.toThrow('away')
      expect(Math.max(...changes)).toBeLessThanOrEqual(MAX_OCCURRENCES_PER_TRANSACTION)
      await service.extendSeries()
      const past = await service.occurrences(id)
      expect(past.every(({ start_date }) => String(start_date) < '2027-01-16')).toBe(true)
      const count = async () =>
        (await service.get('/categories?search=Sport', service.admin)).body.categories[0].count
      expect(await count()).toBe(past.length)
      await imported(endless)
      expect(await service.occurrences(id)).toEqual(
        before.map((one) => expect.objectContaining({ id: one.id, slug: one.slug })),
      )
      expect(await count()).toBe(before.length)
    })
  })
}
