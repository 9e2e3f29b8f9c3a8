import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type DeskService,
  deskService,
  eveningEvent,
  signedDesk,
  violationsInView,
} from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import { imageHost } from '../support/image-host.ts'
import { anEvent, type Json } from '../support/service.ts'

describeInBrowser('the overview', (open) => {
  let service: DeskService
  beforeAll(async () => {
    service = await deskService(true)
    const venue = { venue: 'Town Hall' }
    await at('2030-05-03', { title: 'Friday talk', venue })
    await at('2030-05-04', { title: 'Saturday fair', venue })
    await at('2030-05-04', { title: 'Saturday choir', venue })
    await at('2030-05-05', { title: 'Sunday walk' })
    await at('2030-05-05', { title: 'Sunday off', event_status: 'cancelled' })
    await at('2030-05-06', { title: 'Monday class', status: 'draft' })
  })
  afterAll(() => service.close())
  const at = (day: string, more: Json) =>
    eveningEvent(service, { start_date: `${day} 18:00`, end_date: `${day} 20:00`, ...more })
  /** The overview as a browser shows it at a moment. The site zone is Europe/Berlin. */
  const overviewAt = async (moment: string) => {
    const page = await service.desk(open, '/events')
    await page.clock.install({ time: moment })
    await page.goto(`${service.base}/desk/`)
    return page
  }
  const titlesIn = (page: Awaited<ReturnType<typeof overviewAt>>, name: string) =>
    page.getByRole('region', { name }).locator('li a')

  it('begins with the events of today in the site zone, also after a night with the desk open', async () => {
    const page = await overviewAt('2030-05-03T21:55:00Z')
    await expect.poll(() => titlesIn(page, 'Today').allInnerTexts()).toEqual(['Friday talk'])
    await page.clock.fastForward('10:00')
    await service.show(page, '/events')
    await service.show(page, '/')
    await expect
      .poll(async () => (await titlesIn(page, 'Today').allInnerTexts()).toSorted())
      .toEqual(['Saturday choir', 'Saturday fair'])
  })

  it('has a long place beside its event, below which nothing stands under the hour', async () => {
    const venue = { venue: 'Sports hall of the primary and secondary school at the old quay' }
    const title = 'Annual meeting of the society for the preservation of harbour lights and lightships'
    const id = await at('2030-05-08', { title, venue })
    const page = await overviewAt('2030-05-08T10:00:00Z')
    const line = page.getByRole('region', { name: 'Today' }).locator('li', { hasText: title })
    await line.waitFor()
    const [name, place] = await Promise.all(
      ['.name', '.facts'].map((part) => line.locator(part).boundingBox()),
    )
    expect(place?.x).toBeGreaterThan(name?.x ?? 0)
    await service.remove(`/events/${id}?force=true`)
  })

  it('says what the events of this weekend lack, on its last day too, and of no cancelled one', async () => {
    for (const moment of ['2030-05-01T10:00:00Z', '2030-05-05T20:00:00Z']) {
      const page = await overviewAt(moment)
      const lines = page.getByRole('region', { name: 'Missing this weekend' }).locator('li')
      await expect.poll(() => lines.count()).toBe(3)
      const [fair, walk] = ['Saturday fair', 'Sunday walk'].map((hasText) => lines.filter({ hasText }))
      await fair?.getByText('No picture, Same venue, same time').waitFor()
      await walk?.getByText('No picture, No place').waitFor()
    }
    const page = await overviewAt('2030-05-06T10:00:00Z')
    await page.getByText('Nothing is missing.').waitFor()
  })

  it('shows what waits, and who changed what', async () => {
    const page = await overviewAt('2030-05-06T10:00:00Z')
    await expect.poll(() => titlesIn(page, 'Drafts').allInnerTexts()).toEqual(['Monday class'])
    await expect.poll(() => titlesIn(page, 'Last changed').first().innerText()).toBe('Monday class')
    const changed = page.getByRole('region', { name: 'Last changed' }).locator('li')
    await changed.filter({ hasText: 'Monday class' }).getByText('Somebody created it · ').waitFor()
    // What nothing waits in takes no room.
    expect(await page.getByRole('region', { name: 'Scheduled' }).count()).toBe(0)
  })

  it('says once what all dates of a series on a weekend lack, in the signs of the language', async () => {
    await at('2030-06-01', { title: 'Ferry', recurrence: 'RRULE:FREQ=DAILY;COUNT=2' })
    const page = await overviewAt('2030-05-30T10:00:00Z')
    await expect.poll(() => titlesIn(page, 'Missing this weekend').allInnerTexts()).toEqual(['Ferry'])
    await page.goto(`${service.base}/ja/desk/`)
    await page.getByText('画像なし、会場なし').waitFor()
  })

  it('lists five of what the weekend lacks beside the days, and all when they are asked for', async () => {
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six'])
      await at('2030-08-03', { title: `Stall ${name}` })
    const page = await overviewAt('2030-08-01T10:00:00Z')
    const lacking = titlesIn(page, 'Missing this weekend')
    await expect.poll(() => lacking.count()).toBe(5)
    const [missing, days] = await Promise.all(
      ['Missing this weekend', 'The coming days'].map((name) =>
        page.getByRole('region', { name }).boundingBox(),
      ),
    )
    expect(missing?.x).toBeGreaterThan((days?.x ?? 0) + (days?.width ?? 0))
    await page.getByRole('button', { name: 'All 6' }).click()
    await expect.poll(() => lacking.count()).toBe(6)
    // The button is gone: who goes on by keys is at the first entry that it brought.
    const focused = () => page.evaluate<string>('document.activeElement.textContent')
    await expect.poll(focused).toBe(await lacking.nth(5).innerText())
  })
})

describeInBrowser('the overview of an editor', (open) => {
  it('tells who changed what, and what was changed at once in one line', async () => {
    const { service, headers } = await signedDesk()
    const operations = ['First', 'Second', 'Third'].map((title) => ({
      method: 'POST',
      path: '/events',
      body: anEvent({ title: `${title} stall`, status: 'draft' }),
    }))
    await service.post('/batch', { operations }, headers)
    await service.person('edith', 'editor')
    const page = await service.desk(open, '', 'edith')
    const changed = page.getByRole('region', { name: 'Last changed' }).locator('li')
    await changed.filter({ hasText: 'stall' }).getByText('and 2 more · ada').waitFor()
    expect(await changed.filter({ hasText: 'stall' }).count()).toBe(1)
    await service.close()
  })

  it('has an event that was changed many times once, with its newest change', async () => {
    const { service, headers, made } = await signedDesk()
    await made({ title: 'Reading' })
    const id = await made({ title: 'Choir' })
    for (const cost of ['1 EUR', '2 EUR', '3 EUR', '4 EUR', '5 EUR', '6 EUR'])
      await service.patch(`/events/${id}`, { cost }, headers)
    await service.patch(`/events/${id}`, { title: 'Choir of May' }, headers)
    const page = await service.desk(open)
    const lines = page.getByRole('region', { name: 'Last changed' }).locator('li')
    await lines.filter({ hasText: 'Reading' }).getByText('ada created it · ').waitFor()
    const titles = await lines.getByRole('link').allInnerTexts()
    expect(titles).toEqual(['Choir of May', 'Reading'])
    await lines.first().getByText('changed the title').waitFor()
    await service.close()
  })

  it('has a series once, with its next date, and tells who made it', async () => {
    const { service } = await signedDesk()
    await service.person('edith', 'editor')
    const { cookie, csrf } = await service.session('edith')
    const series = {
      ...anEvent({ title: 'Drumming', status: 'pending' }),
      start_date: '2030-05-07 19:00',
      end_date: '2030-05-07 21:00',
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=10',
    }
    const first = (await service.post('/events', series, { ...cookie, ...csrf })).body
    const page = await service.desk(open, '', 'edith')
    for (const [name, detail] of [
      ['Pending review', '7 May 2030'],
      ['Last changed', 'edith created it · '],
    ] as const) {
      const line = page.getByRole('region', { name }).locator('li')
      await expect.poll(() => line.filter({ hasText: 'Drumming' }).innerText()).toContain(detail)
      expect(await line.getByRole('link').getAttribute('href')).toMatch(new RegExp(`/events/${first.id}$`))
    }
    await service.close()
  })
})

describeInBrowser('the overview where there are no events to see', (open) => {
  it('tells administrators what does not work', async () => {
    const feeds = await imageHost()
    const { host } = new URL(feeds.address)
    const { service, headers } = await signedDesk({ FASTI_IMAGE_HOSTS: host })
    const empty = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//example//EN\r\nEND:VCALENDAR\r\n'
    const address = feeds.put('/season.ics', Buffer.from(empty))
    expect((await service.post('/subscriptions', { address }, headers)).status).toBe(201)
    feeds.put('/season.ics', (_, reply) => reply.writeHead(404).end())
    expect((await service.post('/subscriptions/1/run', {}, headers)).body.failures).toBe(1)
    const page = await service.desk(open)
    await page.getByText('The calendar is still empty.').waitFor()
    const line = page.getByRole('region', { name: 'Not working' }).locator('li', { hasText: host })
    expect(await line.innerText()).toContain('Subscription')
    expect(await violationsInView(page)).toEqual([])
    await service.close()
    await feeds.close()
  })

  it('does not call the calendar empty before those who see no drafts of others', async () => {
    const { service, made } = await signedDesk()
    await made({ title: 'Not ready yet', status: 'draft' })
    await service.person('cor', 'contributor')
    const page = await service.desk(open, '', 'cor')
    await page.getByRole('heading', { name: 'You see no events yet. Begin here:' }).waitFor()
    expect(await page.locator('.first-steps a').allInnerTexts()).toEqual(['New event', 'New venue'])
    await service.close()
  })
})
