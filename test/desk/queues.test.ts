import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, signedDesk } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import { anEvent } from '../support/service.ts'

const ENTRIES = 40

describeInBrowser('the lists of what waits for a decision', (open) => {
  let service: DeskService
  let venue: number
  beforeAll(async () => {
    let headers: Record<string, string>
    ;({ service, headers } = await signedDesk())
    const group = (await service.post('/groups', { name: 'Library', main: 'review' }, headers)).body.id
    venue = (await service.post('/venues', { venue: 'Crypt' }, headers)).body.id
    const event = (title: string, month: number, status: string) => {
      const day = `2030-0${month}-01`
      const times = { start_date: `${day} 18:00`, end_date: `${day} 20:00` }
      return { method: 'POST', path: '/events', body: anEvent({ ...times, title, venue, group, status }) }
    }
    for (const status of ['publish', 'pending']) {
      const entries = Array.from({ length: ENTRIES }, (_, at) =>
        event(`${status} ${at + 1}`, at < ENTRIES - 2 ? 4 : 5, status),
      )
      await service.post('/batch', { operations: entries }, headers)
    }
  })
  afterAll(() => service.close())

  it.each([
    ['/main-calendar', 'publish'],
    ['/review', 'pending'],
  ])('%s asks what else is at the venue of those in sight alone', async (path, status) => {
    const page = await service.desk(open, '/events')
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes(`venue=${venue}&ends_after=`)) asked += 1
    })
    await service.show(page, path)
    const row = (number: number) =>
      page.locator('.queue').getByRole('button', { name: new RegExp(`^${status} ${number}\\b`) })
    await row(1).getByText('Same venue, same time').waitFor()
    await row(ENTRIES).scrollIntoViewIfNeeded()
    await row(ENTRIES).getByText('Same venue, same time').waitFor()
    expect(asked).toBeLessThan(ENTRIES)
  })
})
