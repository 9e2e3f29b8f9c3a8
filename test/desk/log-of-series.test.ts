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

  it('says in words which rule replaced which, and shows a rule as it is that the form cannot show', async () => {
    const weekly = anEvent({ title: 'Chess', recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4' })
    const { id } = (await service.post('/events', weekly, headers)).body
    for (const recurrence of [
      'RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=3',
      'RRULE:FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3',
    ])
      expect((await service.patch(`/events/${id}`, { apply_to: 'all', recurrence }, headers)).status).toBe(
        200,
      )
    const page = await service.desk(open, '/log')
    const lines = page.locator('.line', { hasText: 'the repetition' })
    const told = async (at: number) => {
      await lines.nth(at).getByText('Before and after').click()
      return lines.nth(at).locator('dl.values div', { hasText: 'Repeats' }).innerText()
    }
    expect(await told(1)).toMatch(/Every week, 4 dates\s*→\s*Repeat every: 2 weeks, 3 dates/)
    expect(await told(0)).toMatch(/→\s*RRULE:FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3/)
  })
})
