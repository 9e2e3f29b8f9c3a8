import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, signedDesk } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import { anEvent } from '../support/service.ts'

describeInBrowser('the time zone of a venue in another country at the desk', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  beforeAll(async () => {
    ;({ service, headers } = await signedDesk())
    const venues = [
      { venue: 'Blue Note Tokyo', city: 'Tokyo', country: 'Japan' },
      { venue: 'Blue Harbour', country: 'United States' },
      { venue: 'Blue Hall', country: 'Germany' },
    ]
    for (const venue of venues) await service.post('/venues', venue, headers)
    await service.post(
      '/events',
      anEvent({
        timezone: 'America/Los_Angeles',
        start_date: '2026-05-04 18:00',
        end_date: '2026-05-04 19:00',
        venue: 2,
      }),
      headers,
    )
  })
  afterAll(() => service.close())

  it.each([
    ['Blue Note Tokyo', 'Asia/Tokyo'],
    ['Blue Harbour', 'America/Los_Angeles'],
  ])('of %s is offered and set', async (venue, zone) => {
    const page = await service.desk(open, '/events/new')
    const field = page.getByRole('combobox', { name: 'Venue' })
    await field.fill(venue)
    await page.getByRole('option', { name: venue }).first().click()
    await page
      .getByRole('button', { name: `Use the time zone of ${venue}: ${zone.replace('_', ' ')}` })
      .click()
    await expect.poll(() => page.locator('[name=timezone]').inputValue()).toBe(zone)
    expect(await page.getByRole('button', { name: 'Use the time zone' }).count()).toBe(0)
  })

  it('is not offered where it is that of the event', async () => {
    const page = await service.desk(open, '/events/new')
    const asked = page.waitForResponse((response) => /\/events\?.*venue=3/.test(response.url()))
    await page.getByRole('combobox', { name: 'Venue' }).fill('Blue Hall')
    await page.getByRole('option', { name: 'Blue Hall' }).first().click()
    await asked
    expect(await page.getByRole('button', { name: 'Use the time zone' }).count()).toBe(0)
  })
})
