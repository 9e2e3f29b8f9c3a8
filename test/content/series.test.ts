import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const env = { FASTI_CONTENT_LANGUAGES: 'de,fr', FASTI_LANGUAGE: 'de' }

for (const { name } of dialects) {
  describe(`translations of series and of copies on ${name}`, () => {
    let service: TestService
    beforeAll(async () => {
      service = await testService(name, env)
    })
    afterAll(() => service.close())

    const weekly = async () => {
      const translations = { fr: { title: 'Marché', excerpt: 'Bref' } }
      const { body } = await service.post(
        '/events',
        anEvent({ title: 'Markt', translations, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' }),
      )
      const { events } = (await service.get(`/events?series=${body.series.id}`)).body
      return { series: body.series.id, ids: events.map(({ id }: Json) => id) as number[] }
    }
    const french = async (id: number | undefined) => {
      const { title, excerpt, series } = (await service.get(`/events/${id}?lang=fr`)).body
      return [title, excerpt, series.own_fields]
    }

    it('gives the occurrences the translations of the pattern, and the series its title', async () => {
      const { series, ids } = await weekly()
      for (const id of ids) expect(await french(id)).toEqual(['Marché', 'Bref', []])
      const { body } = await service.get(`/series/${series}?lang=fr&translations=all`)
      expect(body).toMatchObject({ title: 'Marché', language: 'fr', languages: ['de', 'fr'] })
      expect(body.translations.fr.excerpt).toBe('Bref')
    })

    it('makes a translation of one occurrence its own, text by text', async () => {
      const { ids } = await weekly()
      const [first, second] = ids
      await service.patch(`/events/${second}`, { translations: { fr: { title: 'Grand marché' } } })
      expect((await french(second))[2]).toContain('translations.fr.title')
      await service.patch(`/events/${first}`, {
        apply_to: 'all',
        translations: { fr: { title: 'Le marché', excerpt: 'Court' } },
      })
      expect((await french(second)).slice(0, 2)).toEqual(['Grand marché', 'Court'])
      expect((await french(ids[2])).slice(0, 2)).toEqual(['Le marché', 'Court'])
    })

    it('shows no translation of the pattern for a field that is the occurrence’s own', async () => {
      const { ids } = await weekly()
      const [first, second] = ids
      await service.patch(`/events/${second}`, { title: 'Weihnachtsmarkt' })
      expect((await french(second)).slice(0, 2)).toEqual(['Weihnachtsmarkt', 'Bref'])
      await service.patch(`/events/${first}`, {
        apply_to: 'all',
        translations: { fr: { title: 'Le marché' } },
      })
      expect((await french(second))[0]).toBe('Weihnachtsmarkt')
      await service.patch(`/events/${second}`, { inherit: ['title'] })
      expect((await french(second))[0]).toBe('Le marché')
    })

    it('keeps a translation that is sent with a text of one occurrence, though it is that of the pattern', async () => {
      const { ids } = await weekly()
      const [, second] = ids
      const translations = { fr: { title: 'Marché' } }
      await service.patch(`/events/${second}`, { title: 'Mrakt', translations })
      await service.patch(`/events/${second}`, { excerpt: 'Kurz' })
      expect((await french(second)).slice(0, 2)).toEqual(['Marché', 'Kurz'])
      expect((await french(second))[2]).toContain('translations.fr.title')
      await service.patch(`/events/${second}`, { translations: { fr: { title: null } } })
      expect((await french(second))[0]).toBe('Mrakt')
      expect((await french(second))[2]).not.toContain('translations.fr.title')
    })

    it('marks the translations of all occurrences as outdated when the pattern’s text changes', async () => {
      const { series, ids } = await weekly()
      await service.patch(`/series/${series}`, { title: 'Großer Markt' })
      for (const id of ids) {
        const { body } = await service.get(`/events/${id}?translations=all`)
        expect([body.title, body.translations.fr.is_outdated]).toEqual(['Großer Markt', true])
      }
    })

    it('copies translations with an event, and brings them back by a revert', async () => {
      const { body } = await service.post(
        '/events',
        anEvent({ title: 'Markt', translations: { fr: { title: 'Marché' } } }),
      )
      const copies = await service.post(`/events/${body.id}/duplicate`, { dates: ['2027-06-01'] })
      const [copy] = copies.body.events
      expect((await service.get(`/events/${copy.id}?lang=fr`)).body.title).toBe('Marché')
      await service.patch(`/events/${body.id}`, { translations: { fr: { title: 'Foire' } } })
      const { changes } = (await service.get(`/events/${body.id}/history`)).body
      expect(changes[0].values.translations.before.fr.title).toBe('Marché')
      const reverted = await service.post(`/events/${body.id}/revert`, { change: changes[1].id })
      expect(reverted.status).toBe(200)
      expect((await service.get(`/events/${body.id}?lang=fr`)).body.title).toBe('Marché')
    })
  })
}
