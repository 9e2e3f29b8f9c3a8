/** The log of the desk, as people read it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SignedDesk, signedDesk, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import { anEvent } from '../support/service.ts'

describeInBrowser('the log of the desk', (open) => {
  let desk: SignedDesk
  beforeAll(async () => {
    desk = await signedDesk()
    const { service, headers, made } = desk
    service.at('2025-12-31T22:59:00Z')
    const venue = (await service.post('/venues', { venue: 'Loft' }, headers)).body
    service.at('2026-01-01T08:00:00Z')
    const id = await made({ title: 'Jazz Night', status: 'draft' })
    const change = (body: object) => service.patch(`/events/${id}`, body, headers)
    await change({ start_date: '2030-05-04 19:00' })
    await change({ venue: venue.id, cost: '5 €', title: 'Jazz' })
    await change({
      venue: [],
      cost: '',
      title: 'Jazz Night',
      website: 'https://jazz.example.org/',
      sticky: true,
    })
    await change({ status: 'publish' })
    await change({ event_status: 'cancelled', status_reason: 'Storm' })
  })
  afterAll(() => desk.service.close())

  it.each([
    [
      'en',
      [
        'ada cancelled Jazz Night',
        'ada published Jazz Night',
        'ada changed the title, the place and 3 more fields of Jazz Night',
        'ada changed the title, the place and the price of Jazz',
        'ada changed the time of Jazz Night',
        'ada created Jazz Night',
        'ada created Loft Venue',
      ],
    ],
    [
      'de',
      [
        'ada hat Jazz Night abgesagt',
        'ada hat Jazz Night veröffentlicht',
        'ada hat den Titel, den Ort und 3 weitere Felder von Jazz Night geändert',
        'ada hat den Titel, den Ort und den Preis von Jazz geändert',
        'ada hat die Zeit von Jazz Night geändert',
        'ada hat Jazz Night angelegt',
        'ada hat Loft angelegt Ort',
      ],
    ],
  ])('tells in %s what people did, a sentence each', async (language, sentences) => {
    const page = await desk.service.desk(open, '/log')
    await page.goto(page.url().replace('/desk/', `/${language}/desk/`))
    const said = page.locator('.changes .said')
    await said.first().waitFor()
    const told = (await said.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
    expect(told.slice(0, sentences.length)).toEqual(sentences)
  })

  it('shows the view that is open in the navigation, above its foot', async () => {
    const page = await desk.service.desk(open, '/log', 'ada', { viewport: { width: 1280, height: 700 } })
    const [entry, foot] = [page.locator('.rooms [aria-current]'), page.locator('.rooms-foot')]
    await entry.waitFor()
    const bottom = async () => {
      const box = await entry.boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0)
    }
    await expect.poll(bottom).toBeLessThanOrEqual((await foot.boundingBox())?.y ?? 0)
  })

  it('names the settings that were changed as their form does, in a whole sentence', async () => {
    await desk.service.patch(
      '/settings',
      { theme: 'meadow', imprint_url: 'https://example.org' },
      desk.headers,
    )
    const page = await desk.service.desk(open, '/log')
    const said = page.locator('.changes .said', { hasText: 'settings' }).first()
    await expect
      .poll(() => said.innerText())
      .toBe('ada changed “Address of the imprint” and “Theme” in the settings')
    const line = page.locator('.line', { hasText: 'in the settings' }).first()
    await line.getByRole('button', { name: 'Before and after' }).click()
    expect((await line.locator('dl.values').innerText()).split(/\s*\n\s*/)).toEqual([
      'Address of the imprint',
      'empty → https://example.org',
      'Theme',
      'empty → Meadow',
    ])
    await desk.service.patch('/settings', { theme: 'fasti', imprint_url: '' }, desk.headers)
  })

  it('has the days as headings, with the year where it is not this one, and the hours beside them', async () => {
    const page = await desk.service.desk(open, '')
    await page.clock.setFixedTime(new Date('2026-02-01T12:00:00Z'))
    await desk.service.show(page, '/log')
    const days = page.locator('.changes > h2')
    await expect
      .poll(async () => (await days.allInnerTexts()).slice(0, 2))
      .toEqual([expect.stringMatching(/^\s*Thu,? 1 Jan$/), expect.stringMatching(/^\s*Wed,? 31 Dec 2025$/)])
    const venue = page.locator('.line', { hasText: 'Loft' }).filter({ hasNotText: 'Jazz' })
    expect(await venue.locator('.at').innerText()).toBe('23:59')
    expect(await violationsInView(page)).toEqual([])
  })

  it('unfolds what was replaced below its line', async () => {
    const page = await desk.service.desk(open, '/log')
    const line = page.locator('.line', { hasText: 'the time of' })
    const unfold = line.getByRole('button', { name: 'Before and after' })
    await unfold.click()
    await expect
      .poll(() => line.locator('dl.values div').allInnerTexts())
      .toEqual([expect.stringMatching(/Start.*\s+.*2030.* 18:00\s*→\s*.*2030.* 19:00/)])
    expect(await unfold.getAttribute('aria-expanded')).toBe('true')
  })

  it('keeps the words of paragraphs apart where it marks what was removed', async () => {
    const { service, headers, made } = desk
    const [kept, gone] = ['We meet at the old mill on the river, and bring boots and', 'Walk along the quay.']
    const id = await made({ title: 'Walk', description: `<p>${kept} water.</p><p>${gone}</p>` })
    await service.patch(`/events/${id}`, { description: `<p>${kept} some water.</p>` }, headers)
    const page = await service.desk(open, '/log')
    const line = page.locator('.line', { hasText: 'the text of Walk' })
    await line.getByRole('button', { name: 'Before and after' }).click()
    const values = line.locator('dl.values dd')
    await expect.poll(() => values.innerText()).toBe(`${kept} some water. ${gone}`)
    expect((await values.locator('del').allInnerTexts()).join('').trim()).toBe(gone)
  })

  it('is one line for all that one write made, of several kinds too', async () => {
    const operations = ['Barn', 'Mill', 'Dock', 'Tower'].flatMap((name) => [
      { method: 'POST', path: '/venues', body: { venue: name } },
      { method: 'POST', path: '/events', body: anEvent({ title: `Tour of the ${name}` }) },
    ])
    await desk.service.post('/batch', { operations }, desk.headers)
    const page = await desk.service.desk(open, '/log')
    const first = page.locator('.changes > .lines > li').first()
    await first.locator('summary', { hasText: 'Tour of the Tower and 7 more' }).waitFor()
  })

  it('says of the changes of one write only what is true of all: no kind and no fields where these differ', async () => {
    const { service, headers, made } = desk
    const operations = []
    for (const name of ['Pier', 'Quay', 'Lock']) {
      const venue = (await service.post('/venues', { venue: name }, headers)).body
      const event = await made({ title: `Tour of the ${name}` })
      operations.push(
        { method: 'PATCH', path: `/events/${event}`, body: { cost: '5 €' } },
        { method: 'PATCH', path: `/venues/${venue.id}`, body: { city: 'Bremen' } },
      )
    }
    const toldFirst = async () => {
      const page = await service.desk(open, '/log')
      return page.locator('.changes > .lines > li').first().locator('summary .said').innerText()
    }
    await service.post('/batch', { operations }, headers)
    expect(await toldFirst()).toBe('ada changed Lock and 5 more')
    service.at('2026-01-01T08:10:00Z')
    const venues = ['Ferry', 'Canal', 'Harbour', 'Bridge', 'Weir', 'Lake'].map((venue) => {
      return { method: 'POST', path: '/venues', body: { venue } }
    })
    await service.post('/batch', { operations: venues }, headers)
    expect(await toldFirst()).toBe('ada created Lake and 5 more Venue')
  })

  it('is one line for an act that is longer than a page, with all of it below, a page at a time', async () => {
    const { service, headers } = desk
    service.at('2026-01-01T08:20:00Z')
    for (const from of [1, 51]) {
      const operations = Array.from({ length: 50 }, (_, at) => {
        return { method: 'POST', path: '/venues', body: { venue: `Stall ${from + at}` } }
      })
      await service.post('/batch', { operations }, headers)
    }
    const page = await service.desk(open, '/log')
    const first = page.locator('.changes > .lines > li').first()
    await first.locator('summary', { hasText: 'ada created Stall 100 and 99 more' }).click()
    await first.getByText('Stall 51', { exact: true }).waitFor()
    expect(await first.locator('.line').count()).toBe(50)
    await first.getByRole('button', { name: 'Next' }).click()
    await first.getByText('Stall 1', { exact: true }).waitFor()
    expect(await violationsInView(page)).toEqual([])
  })

  it('names an item for an import that changed settings, too, which have no title', async () => {
    const { service, headers, made } = desk
    const lines: object[] = []
    for (const title of ['First', 'Second', 'Third', 'Fourth', 'Fifth']) {
      const id = await made({ title })
      const event = (await service.get(`/events/${id}`, headers)).body
      lines.push({ resource: 'event', ...event, image: null, post_parent: null, cost: '6 €' })
    }
    lines.push({ resource: 'settings', privacy_url: 'https://example.org/privacy' })
    const file = Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'))
    const type = { 'content-type': 'application/x-ndjson' }
    await service.ask('POST', '/import', file, { ...headers, ...type })
    const page = await service.desk(open, '/log')
    const first = page.locator('.changes > .lines > li').first()
    expect(await first.locator('summary .said').innerText()).toBe('ada changed Fifth and 5 more')
  })
})
