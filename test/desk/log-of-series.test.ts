/** Changes of series as a whole in the log of the desk. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, signedDesk, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import { anEvent, type Json } from '../support/service.ts'

describeInBrowser('the log of the desk about series', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  beforeAll(async () => {
    ;({ service, headers } = await signedDesk())
  })
  afterAll(() => service.close())

  it('shows the values before and after a change of all dates, its title of then, and leads to the next date', async () => {
    const weekly = anEvent({ title: 'Fencing', recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4' })
    const { id, series } = (await service.post('/events', weekly, headers)).body
    const { venue } = (await service.post('/venues', { venue: 'Loft' }, headers)).body
    const body = { apply_to: 'all', title: 'Fencing for all', venue: { venue } }
    expect((await service.patch(`/events/${id}`, body, headers)).status).toBe(200)
    const next = (await service.get(`/events?series=${series.id}&per_page=1&order=asc`, headers)).body.events
    const page = await service.desk(open, '/log')
    const line = page.locator('.line', { hasText: 'Fencing for all' })
    await line.getByText('Before and after').click()
    const values = line.locator('dl.values')
    await values.getByText('Loft').waitFor()
    expect(await values.locator('div').allInnerTexts()).toEqual([
      expect.stringMatching(/Title\s+Fencing\s*→\s*Fencing for all/),
      expect.stringMatching(/Venue\s+.+→\s*Loft/),
    ])
    expect(await violationsInView(page)).toEqual([])
    await line.getByRole('link', { name: 'Fencing for all' }).click()
    await page.waitForURL(new RegExp(`/events/${next.map((one: Json) => one.id).join()}$`))
  })
})
