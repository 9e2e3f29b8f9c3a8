import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, deskService, eveningEvent } from '../support/at-desk.ts'
import { describeInBrowser, phone } from '../support/browser.ts'
import { onlyPriceOf, withScheme } from '../support/inside/desk.ts'
import type { Json } from '../support/service.ts'

describeInBrowser('details of the desk', (open) => {
  let service: DeskService
  beforeAll(async () => {
    service = await deskService(true, { FASTI_CURRENCY: 'CHF', FASTI_NAME: 'Alderhaven' })
  })
  afterAll(() => service.close())
  const made = (more: Json) => eveningEvent(service, more)

  it('include Undo on hover, the focus in the view after a bulk change, and Undo by a key', async () => {
    const id = await made({ title: 'Bulk' })
    const page = await service.desk(open, '/events?q=Bulk')
    await page.getByRole('checkbox', { name: 'Bulk' }).check()
    await page.getByRole('button', { name: 'Move to trash' }).click()
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.hover()
    const isSeen = page.evaluate(
      `(({ color, backgroundColor }) => color !== backgroundColor)(getComputedStyle(document.querySelector('.notice button')))`,
    )
    expect(await isSeen).toBe(true)
    await expect.poll(() => page.evaluate(`document.activeElement.closest('main') !== null`)).toBe(true)
    await page.keyboard.press('u')
    await expect.poll(async () => (await service.get(`/events/${id}`)).body.status).toBe('publish')
  })

  it('include notices that never cover Save', async () => {
    const id = await made({ title: 'Notice' })
    const page = await service.desk(open, `/events/${id}`, '', { ...phone, reducedMotion: 'no-preference' })
    await page.getByLabel('Title').fill('Noticed')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    await page.getByText('“Noticed” is saved.').waitFor()
    // The notice slides in, and moves on while the test reads one element after the other. An animation may end by being cancelled.
    const [notice, button] = await page.evaluate<
      readonly { readonly top: number; readonly bottom: number }[]
    >(
      `Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() =>
        ['.notice[data-shown=true]', '.savebar button'].map((one) => document.querySelector(one).getBoundingClientRect().toJSON()))`,
    )
    expect(notice?.bottom).toBeLessThanOrEqual(button?.top ?? 0)
    expect(notice?.top).toBeGreaterThan(0)
  })

  it('include long titles that wrap before they narrow the other columns', async () => {
    await made({ title: `Long${'long'.repeat(60)}`, venue: { venue: 'Fish Market Square' } })
    const page = await service.desk(open, '/events?q=Longlong')
    const where = await page.locator('td.where', { hasText: 'Fish Market' }).boundingBox()
    expect(where?.width).toBeGreaterThan(90)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })

  it('include faults that are named by the labels of their fields', async () => {
    const page = await service.desk(open, '/events/new')
    await page.getByLabel('Title').fill('Faulty')
    await page.getByRole('button', { name: 'Add a ticket' }).click()
    await page.locator('[name="tickets[0].price"]').fill('a lot')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('alert').getByRole('button', { name: 'Price of ticket 1' }).click()
    expect(await page.evaluate('document.activeElement.name')).toBe('tickets[0].price')
  })

  it('include prices such as 12,50, URLs without https, and tickets in the currency of the site', async () => {
    const page = await service.desk(open, '/events/new')
    await page.getByLabel('Title').fill('Completed')
    await page.getByLabel('Website').first().fill('town.example/fair')
    await page.getByRole('button', { name: 'Add a ticket' }).click()
    expect(await page.locator('[name="tickets[0].currency"]').inputValue()).toBe('CHF')
    await page.locator('[name="tickets[0].name"]').fill('Full')
    await page.locator('[name="tickets[0].price"]').fill('12,50')
    await page.locator('[name="tickets[0].url"]').fill('tickets.example')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('“Completed” is published.').waitFor()
    const { body } = await service.get('/events?search=Completed&starts_after=2020-01-01')
    expect(body.events[0]).toMatchObject({
      website: 'https://town.example/fair',
      tickets: [{ price: '12.50', currency: 'CHF', url: 'https://tickets.example' }],
    })
  })

  it('include the completion of prices and URLs, which leaves other texts unchanged', () => {
    const read = [
      '12,50',
      '1.250,00',
      '1 250,5',
      '12.50',
      '12',
      'a, b',
      '1,234',
      '1.200',
      '8 €',
      '8,–',
      'from 8 to 9',
    ]
    expect(read.map((text) => onlyPriceOf(text)?.value)).toEqual([
      '12.50',
      '1250.00',
      '1250.5',
      '12.50',
      '12',
      undefined,
      '1234',
      '1200',
      '8',
      '8',
      undefined,
    ])
    expect(
      ['town.example', 'www.köln.de/x?y', 'https://a.example', 'nowhere', 'a b.c', 'javascript:x.y', ''].map(
        withScheme,
      ),
    ).toEqual([
      'https://town.example',
      'https://www.köln.de/x?y',
      'https://a.example',
      'nowhere',
      'a b.c',
      'javascript:x.y',
      '',
    ])
  })

  it('include a filter for many categories', async () => {
    for (let at = 1; at <= 52; at += 1) await service.post('/categories', { name: `Genre ${at}` })
    const page = await service.desk(open, '/events/new')
    await page.getByLabel('Find a category').fill('genre 52')
    await expect.poll(() => page.locator('.categories .check').count()).toBe(1)
    await page.getByLabel('Genre 52').check()
    await page.getByLabel('Find a category').fill('')
    expect(await page.getByLabel('Genre 52').isChecked()).toBe(true)
  })

  it('include the reason and a retry for a response that ends within its body', async () => {
    const page = await service.desk(open, '/venues')
    await page.route('**/v1/events?**', (route) => route.fulfill({ status: 200, body: '{"events":[' }))
    await page.getByRole('link', { name: 'Overview' }).click()
    const failed = page.getByRole('region', { name: 'Drafts' }).getByRole('alert')
    await failed.getByText('The service can’t be reached.').waitFor()
    await page.unroute('**/v1/events?**')
    await failed.getByRole('button').click()
    await failed.waitFor({ state: 'detached' })
  })

  it('include the name of the site, the languages and the public calendar beside the views, and a link back', async () => {
    const page = await service.desk(open)
    await page.locator('header.top').getByText('Alderhaven').waitFor()
    await page.locator('nav.rooms summary', { hasText: 'English' }).click()
    await page.getByRole('link', { name: 'Nederlands' }).click()
    await page.getByRole('link', { name: 'De openbare agenda openen' }).click()
    await page.getByRole('link', { name: 'Voor de redactie' }).click()
    await page.waitForURL(`${service.base}/nl/desk**`)
  })
})
