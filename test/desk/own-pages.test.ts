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
  /** The titles of the pages in the footer, in their stored order. */
  const inFooter = async (): Promise<readonly string[]> => {
    const { body } = await service.get('/pages?in_footer=true')
    return body.pages.map(({ title }: { title: string }) => title)
  }

  it('are written by an administrator, and stand in the footer of the calendar', async () => {
    const page = await service.desk(open, '/pages')
    await page.getByRole('main').getByRole('link', { name: 'New page' }).click()
    await page.getByLabel('Title').fill('Imprint')
    await page.getByRole('textbox', { name: 'Text' }).fill('Ada Lovelace')
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('“Imprint” is saved').waitFor()
    const { body } = await service.get('/pages/by-slug/imprint')
    expect(body).toMatchObject({ title: 'Imprint', in_footer: true, status: 'publish' })
    expect(body.content).toContain('Ada Lovelace')
    await page.goto(`${service.base}/calendar/`)
    await page.getByRole('link', { name: 'Imprint' }).click()
    expect(await page.locator('h1').innerText()).toBe('Imprint')
  })

  it('say that they are saved without covering the button that saves, and take it back', async () => {
    const { id } = (await service.post('/pages', { title: 'Team', content: '<p>Us</p>' }, headers)).body
    const page = await service.desk(open, `/pages/${id}`)
    const save = page.getByRole('button', { name: 'Save', exact: true })
    for (const [title, height] of [
      ['Our team', 900],
      ['The team', 700],
      ['The whole team', 500],
    ] as const) {
      await page.setViewportSize({ width: 1440, height })
      await page.getByLabel('Title').fill(title)
      await save.click()
      await page.getByText(`“${title}” is saved`).waitFor()
      const [bar, notice] = await Promise.all(
        ['.savebar', '.notice'].map((name) => page.locator(name).boundingBox()),
      )
      if (!bar || !notice) throw new Error('not on the page')
      expect(notice.y + notice.height <= bar.y || notice.y >= bar.y + bar.height, title).toBe(true)
    }
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('The team')
    expect((await service.get(`/pages/${id}`)).body.title).toBe('The team')
    await service.ask('DELETE', `/pages/${id}?force=true`, undefined, headers)
  })

  it('offer no undo of a save that changed nothing, which would be of what somebody else wrote before', async () => {
    const { id } = (await service.post('/pages', { title: 'Access', content: '<p>Ramp</p>' }, headers)).body
    const page = await service.desk(open, `/pages/${id}`)
    const { body: venue } = await service.post('/venues', { venue: 'Foreign' }, headers)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('“Access” is saved').waitFor()
    expect(await page.locator('.notice').getByRole('button', { name: 'Undo' }).count()).toBe(0)
    expect((await service.get(`/venues/${venue.id}`)).status).toBe(200)
    await service.ask('DELETE', `/pages/${id}?force=true`, undefined, headers)
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

  it('stand in the footer behind those before, and are moved up and down in their list, by keys too', async () => {
    for (const [title, menu_order] of [
      ['About', 40],
      ['Press', 40],
    ] as const)
      await service.post('/pages', { title, in_footer: true, menu_order }, headers)
    const page = await service.desk(open, '/pages/new')
    await page.getByLabel('Title').fill('Jobs')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('“Jobs” is saved').waitFor()
    expect((await service.get('/pages/by-slug/jobs')).body.menu_order).toBe(41)
    await service.show(page, '/pages')
    const before = await inFooter()
    expect(before.slice(-3)).toEqual(['About', 'Press', 'Jobs'])
    const up = page.getByRole('button', { name: 'Move up: Jobs' })
    expect(await page.getByRole('button', { name: 'Move down: Jobs' }).isDisabled()).toBe(true)
    await up.focus()
    await page.keyboard.press('Enter')
    await page
      .getByText(`“Jobs” now has place ${before.length - 1} of ${before.length} in the footer.`)
      .waitFor()
    await expect.poll(inFooter).toEqual([...before.slice(0, -2), 'Jobs', 'Press'])
    await expect.poll(() => up.and(page.locator(':focus')).count()).toBe(1)
    for (let at = before.length - 2; at > 0; at -= 1) {
      await page.keyboard.press('Enter')
      await page.getByText(`“Jobs” now has place ${at} of`).waitFor()
    }
    // At the top, only the way down is left.
    const down = page.getByRole('button', { name: 'Move down: Jobs' })
    await expect.poll(() => down.and(page.locator(':focus')).count()).toBe(1)
    expect((await inFooter())[0]).toBe('Jobs')
    expect(await violationsInView(page)).toEqual([])
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone').waitFor()
    expect((await inFooter()).indexOf('Jobs')).toBe(1)
  })

  it('are stored in the order that is shown, though the first of two quick moves arrives late', async () => {
    for (const [title, menu_order] of [
      ['Terms', 80],
      ['Team', 81],
      ['Thanks', 82],
    ] as const)
      await service.post('/pages', { title, in_footer: true, menu_order }, headers)
    const page = await service.desk(open, '/pages')
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    let sent = 0
    await page.route('**/batch', async (route) => {
      sent += 1
      if (sent === 1) await answered
      await route.continue()
    })
    const shown = async () =>
      (await page.locator('main a.name').allInnerTexts()).filter((one) => /^T/.test(one))
    await page.getByRole('button', { name: 'Move up: Thanks' }).click()
    await page.getByRole('button', { name: 'Move up: Thanks' }).click()
    await expect.poll(shown).toEqual(['Thanks', 'Terms', 'Team'])
    // What the desk had sent by now would have come before this.
    await page.evaluate('fetch(location.href).then(({ status }) => status)')
    expect(sent).toBe(1)
    answer()
    const count = (await inFooter()).length
    await page.getByText(`“Thanks” now has place ${count - 2} of ${count} in the footer.`).waitFor()
    expect((await inFooter()).slice(-3)).toEqual(['Thanks', 'Terms', 'Team'])
    await page.unroute('**/batch')
  })

  it('are for administrators alone', async () => {
    const page = await service.desk(open, '/', 'edith')
    expect(await page.locator('.rooms-groups').getByRole('link', { name: 'Pages' }).count()).toBe(0)
  })

  it('are seen as readers will see them before they are published', async () => {
    const { id } = (await service.post('/pages', { title: 'Plans', status: 'draft' }, headers)).body
    const page = await service.desk(open, `/pages/${id}`)
    const address = await page.getByRole('link', { name: 'Preview' }).getAttribute('href')
    await page.goto(address ?? '')
    expect(await page.locator('h1').innerText()).toBe('Plans')
  })
})
