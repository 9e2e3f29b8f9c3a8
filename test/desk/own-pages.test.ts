import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, signedDesk, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'

describeInBrowser('own pages at the desk', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  beforeAll(async () => {
    ;({ service, headers } = await signedDesk({ FASTI_CONTENT_LANGUAGES: 'en,de' }))
    await service.person('edith', 'editor')
  })
  afterAll(() => service.close())

  it('are written by an administrator, and stand in the footer of the calendar', async () => {
    const page = await service.desk(open, '/pages')
    await page.getByRole('main').getByRole('link', { name: 'New page' }).click()
    await page.getByLabel('Title').fill('Imprint')
    await page.getByRole('textbox', { name: 'Text' }).fill('Ada Lovelace')
    await page.getByLabel('Place in the footer').fill('3')
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('“Imprint” is saved').waitFor()
    const { body } = await service.get('/pages/by-slug/imprint')
    expect(body).toMatchObject({ title: 'Imprint', in_footer: true, menu_order: 3, status: 'publish' })
    expect(body.content).toContain('Ada Lovelace')
    await page.goto(`${service.base}/calendar/`)
    await page.getByRole('link', { name: 'Imprint' }).click()
    expect(await page.locator('h1').innerText()).toBe('Imprint')
  })

  it('are translated, moved to the trash, and restored from there', async () => {
    const { id } = (await service.post('/pages', { title: 'Contact', content: '<p>Call us</p>' }, headers))
      .body
    const page = await service.desk(open, `/translate/pages/${id}?language=de`)
    await page.getByLabel('Title').fill('Kontakt')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(async () => (await service.get(`/pages/${id}?lang=de`)).body.title).toBe('Kontakt')
    await service.show(page, `/pages/${id}`)
    await page.getByRole('button', { name: 'Move to trash' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click()
    await page.getByText('“Contact” is in the trash.').waitFor()
    await service.show(page, '/trash')
    await page.getByRole('button', { name: 'Restore Contact' }).click()
    await expect.poll(async () => (await service.get(`/pages/${id}`)).status).toBe(200)
  })

  it('come back from the trash with the status that they had, as venues do', async () => {
    const page = await service.desk(open, '/pages')
    for (const [collection, name, status] of [
      ['pages', { title: 'Internal' }, 'private'],
      ['venues', { venue: 'Shed' }, 'draft'],
    ] as const) {
      const { id } = (await service.post(`/${collection}`, { ...name, status }, headers)).body
      await service.ask('DELETE', `/${collection}/${id}`, undefined, headers)
      await service.show(page, '/trash')
      await page.getByRole('button', { name: `Restore ${Object.values(name)[0]}` }).click()
      await page.getByText('is restored').waitFor()
      const { body } = await service.get(`/${collection}/${id}`, headers)
      expect({ collection, status: body.status }).toEqual({ collection, status })
    }
  })

  it('have a place in the footer that is a number, and nothing is saved for what is none', async () => {
    const page = await service.desk(open, '/pages/new')
    await page.getByLabel('Title').fill('About')
    const place = page.getByLabel('Place in the footer')
    for (const [typed, why] of [
      // No two answers after each other have the same words, so that each is awaited.
      ['first', 'must be a number'],
      ['−3', 'must be 0 or more'],
      ['2.5', 'must be a number'],
    ] as const) {
      await place.fill(typed)
      await page.getByRole('button', { name: 'Create' }).click()
      await page.locator('[data-field=menu_order] .wrong').getByText(why).waitFor()
      expect((await service.get('/pages/by-slug/about')).status).toBe(404)
    }
    await place.fill('１２')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('“About” is saved').waitFor()
    expect((await service.get('/pages/by-slug/about')).body.menu_order).toBe(12)
    expect(await place.inputValue()).toBe('12')
  })

  it('are for administrators alone', async () => {
    const page = await service.desk(open, '/', 'edith')
    expect(await page.locator('.rooms-groups').getByRole('link', { name: 'Pages' }).count()).toBe(0)
  })
})
