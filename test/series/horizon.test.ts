import { afterEach, describe, expect, it } from 'vitest'
import { dialects, freshSqliteFile, isAny } from '../support/dialects.ts'
import { storedSeriesFaults } from '../support/inside/series.ts'
import { databaseFaults } from '../support/inside/store.ts'
import { onDatabase } from '../support/on-database.ts'
import { type Rome, romeService } from './support.ts'

const daily = {
  title: 'Daily',
  start_date: '2027-01-12 18:00',
  end_date: '2027-01-12 19:00',
  recurrence: 'FREQ=DAILY',
}

for (const { name, freshUrl } of dialects) {
  describe(`the horizon of series on ${name}`, () => {
    const open: (() => Promise<void>)[] = []
    afterEach(async () => {
      for (const close of open.splice(0).reverse()) await close()
    })
    async function services(count: number, env: Record<string, string> = {}) {
      const { url, drop } = await (name === 'sqlite' ? freshSqliteFile() : freshUrl())
      open.push(drop)
      const [first] = [await romeService(name, { DATABASE_URL: url, ...env })]
      const others = await Promise.all(
        Array.from({ length: count - 1 }, () => romeService(name, { DATABASE_URL: url, ...env }, false)),
      )
      for (const one of [first, ...others]) open.push(() => one.close())
      return { url, all: [first, ...others] as readonly Rome[] }
    }
    const last = async (service: Rome, series: number) => {
      const query = `series=${series}&starts_after=2000-01-01&order=desc&per_page=1&_fields=events.start_date`
      return (await service.get(`/events?${query}`, service.admin)).body.events[0]?.start_date
    }

    it('§10.5 6: a day later one more occurrence is created, by only one of two instances', async () => {
      const { all } = await services(2, { FASTI_SERIES_HORIZON: '2 months' })
      const [one, other] = all
      if (one === undefined || other === undefined) throw new Error('no services')
      const { series } = await one.create(daily)
      expect(await last(one, series)).toBe('2027-03-10 18:00:00')
      const before = await one.store.revision()
      expect(await one.extendSeries()).toEqual({ series: 0, occurrences: 0 })
      expect(await one.store.revision()).toBe(before)
      for (const service of all) service.at('2027-01-11T11:00:00Z')
      const made = await Promise.all(all.map((service) => service.extendSeries()))
      expect(made.reduce((sum, { occurrences }) => sum + occurrences, 0)).toBe(1)
      expect([await one.store.revision(), await other.store.revision()]).toEqual([before + 1, before + 1])
      for (const service of all) {
        expect(await last(service, series)).toBe('2027-03-11 18:00:00')
        expect(await service.extendSeries()).toEqual({ series: 0, occurrences: 0 })
      }
      const { body } = await one.get(`/audit?resource=series&item=${series}`, one.admin)
      expect(body.changes[0]).toMatchObject({ login: '(series)', verb: 'update', touched: 1 })
    })

    it.runIf(isAny(name))('§10.1 is set by FASTI_SERIES_HORIZON; past occurrences stay', async () => {
      const { all } = await services(1, { FASTI_SERIES_HORIZON: '1 month' })
      const [service] = all
      if (service === undefined) throw new Error('no service')
      const { series, ids } = await service.create(daily)
      expect([ids.length, await last(service, series)]).toEqual([30, '2027-02-10 18:00:00'])
      service.at('2027-06-10T11:00:00Z')
      await service.extendSeries()
      expect(await last(service, series)).toBe('2027-07-10 18:00:00')
      expect((await service.occurrences(series)).slice(0, 30).map(({ id }) => id)).toEqual(ids)
      await service.remove(`/series/${series}`, service.admin)
      service.at('2027-07-10T11:00:00Z')
      expect(await service.extendSeries()).toEqual({ series: 0, occurrences: 0 })
    })

    it('§10.3 rolls back a change that fails halfway', async () => {
      const { all } = await services(1)
      const [service] = all
      if (service === undefined) throw new Error('no service')
      const { series, ids } = await service.create({})
      const state = async () => [
        (await service.get(`/series/${series}`)).body,
        (await service.get('/series?status=any', service.admin)).body.total,
        await service.occurrences(series, 'status=any'),
      ]
      const before = await state()
      const wrong = await service.patch(
        `/events/${ids[4]}`,
        { apply_to: 'following', title: 'Half', recurrence: 'FREQ=DAILY;UNTIL=20200101T000000Z' },
        service.admin,
      )
      expect(wrong.status).toBe(400)
      expect(await state()).toEqual(before)
      const writer = {
        moment: { now: (await import('temporal-polyfill')).Temporal.Now.instant(), zone: 'UTC' },
        actor: { id: 0, login: '' },
      }
      const crashed = service.store.write(writer, async (store) => {
        await store.updateEvents(ids, { title: 'Half' })
        throw new Error('crash')
      })
      await expect(crashed).rejects.toThrow('crash')
      expect(await state()).toEqual(before)
    })

    it('fasti check finds no faults after changes, and finds occurrences that do not fit', async () => {
      const { all, url } = await services(1, { FASTI_SERIES_HORIZON: '6 months' })
      const [service] = all
      if (service === undefined) throw new Error('no service')
      const { ids, series } = await service.create({ categories: ['Sport'] })
      await service.create(daily)
      await service.patch(`/events/${ids[2]}`, { title: 'Own' }, service.admin)
      await service.patch(
        `/events/${ids[4]}`,
        { apply_to: 'following', start_date: '2027-03-30 17:00' },
        service.admin,
      )
      await service.remove(`/events/${ids[1]}?force=true`, service.admin)
      await service.remove(`/events/${ids[6]}?apply_to=all`, service.admin)
      await service.patch(`/events/${ids[7]}`, { apply_to: 'all', status: 'publish' }, service.admin)
      expect(await databaseFaults(url)).toEqual([])
      expect(await storedSeriesFaults(service)).toEqual([])
      await onDatabase(url, `update events set recurrence_id = '2027-03-17 18:00:00' where id = ${ids[2]}`)
      expect(await storedSeriesFaults(service)).toEqual([
        `series ${series}: events that the rule does not give: ${ids[2]}`,
        `series ${series}: occurrences without an event: 2027-03-16 18:00:00`,
      ])
      await onDatabase(url, `update events set series = null where id = ${ids[2]}`)
      expect(await databaseFaults(url)).toEqual([expect.stringMatching(/half an occurrence/)])
    })

    it.runIf(isAny(name))('counts created occurrences in the metrics', async () => {
      const { all } = await services(1, { FASTI_SERIES_HORIZON: '6 months' })
      const [service] = all
      if (service === undefined) throw new Error('no service')
      await service.create(daily)
      service.at('2027-01-13T11:00:00Z')
      await service.extendSeries()
      const { body } = await service.get('//metrics', service.admin)
      expect(body).toContain('fasti_series_occurrences_made_total 3')
      expect(body).toMatch(/fasti_series_extended_timestamp_seconds 1799838000/)
    })
  })
}
