import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { type TestSite, testSite } from '../support/site.ts'

for (const { name } of anyDialects()) {
  describe(`prices on ${name}`, () => {
    let site: TestSite

    beforeAll(async () => {
      site = await testSite(name)
    })
    afterAll(() => site.service.close())

    it.each([
      ['₹1,00,000', '₹100000', '₹100,000', { '@type': 'Offer', price: '100000', priceCurrency: 'INR' }],
      ['5 à 8 €', '5 € – 8 €', '€5 – €8', { lowPrice: '5', highPrice: '8', priceCurrency: 'EUR' }],
      ['20 euros', '20 euros', '€20', { '@type': 'Offer', price: '20', priceCurrency: 'EUR' }],
      ['$10$20', '$10$20', '$10$20', { lowPrice: '10', highPrice: '20', priceCurrency: 'USD' }],
      ['1 0000', '1 0000', '1 0000', undefined],
    ])('%j is read alike by the API, its linked data and the page', async (sent, cost, written, offers) => {
      const body = await site.create({ title: 'Priced', cost: sent })
      expect(body.cost).toBe(cost)
      if (offers === undefined) expect(body.json_ld).not.toHaveProperty('offers')
      else expect(body.json_ld).toMatchObject({ offers })
      expect(body.json_ld).not.toHaveProperty('isAccessibleForFree')
      const page = await site.page(`/event/${body.slug}/`)
      expect(page.body).toContain(written)
    })
  })
}
