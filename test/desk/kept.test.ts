import type { Dialog, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, eveningEvent, signedDesk } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import { anImage } from '../support/images.ts'
import { anEvent } from '../support/service.ts'

describeInBrowser('what an editor has typed and not saved', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  beforeAll(async () => {
    ;({ service, headers } = await signedDesk())
  })
  afterAll(() => service.close())
  const made = (title: string) => eveningEvent(service, { title }, headers)
  const upload = async (page: Page, name: string, at = 0) => {
    const file = { name, mimeType: 'image/png', buffer: await anImage(200, 100) }
    await page.locator('.drop input[type=file]').nth(at).setInputFiles(file)
  }
  const described = async (title: string) =>
    (await service.get(`/media?search=${title}`, headers)).body.media[0].alt_text
  const fill = async (page: Page, name: string, text: string) => {
    await page.locator(`[name="${name}"]`).first().click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
  }
  const reload = async (page: Page) => {
    const leave = (dialog: Dialog) => void dialog.accept()
    page.on('dialog', leave)
    await page.reload()
    page.off('dialog', leave)
    await page.locator('h1').waitFor()
  }
  const restore = (page: Page) => page.getByRole('button', { name: 'Restore them' }).click()
  const typedIn = (page: Page, name: string) => page.locator(`[name="${name}"]`).first().inputValue()

  it('is the description of an image, typed after the upload, and saved along with its form', async () => {
    const id = await made('Pictured')
    const page = await service.desk(open, `/events/${id}`)
    await upload(page, 'boat.png')
    await page.getByLabel('What the image shows').waitFor()
    await fill(page, 'alt_text', 'A blue boat')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('“Pictured” is saved.').waitFor()
    expect((await service.get(`/events/${id}`, headers)).body.image.alt_text).toBe('A blue boat')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByText('Nothing to save').waitFor()
    await fill(page, 'alt_text', 'A red boat')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('“Pictured” is saved.').waitFor()
    expect(await described('boat')).toBe('A red boat')
  })

  it('is the description of an image of a venue and of the site', async () => {
    const { body } = await service.post('/venues', { venue: 'Quay' }, headers)
    const page = await service.desk(open, `/venues/${body.id}`)
    await upload(page, 'quay.png')
    await fill(page, 'alt_text', 'The quay at night')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('“Quay” is saved.').waitFor()
    expect(await described('quay')).toBe('The quay at night')
    await service.show(page, '/settings')
    await upload(page, 'logo.png')
    await fill(page, 'alt_text', 'A lighthouse')
    // It is never cropped, and its maker is not named.
    expect(await page.locator('[data-field=image] :is([name=credit], .focus-picture)').count()).toBe(0)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The settings are saved.').waitFor()
    expect(await described('logo')).toBe('A lighthouse')
  })

  /** Refuses the next change of an image, as that of somebody else. */
  const refuseImage = (page: Page) =>
    page.route(
      '**/media/*',
      (route) =>
        route.fulfill({ status: 403, json: { code: 'rest_forbidden', message: 'It is not yours.' } }),
      { times: 1 },
    )

  it('is the description of an image that is refused, beside the event, which is saved, and saved once', async () => {
    const id = await made('Described')
    const page = await service.desk(open, `/events/${id}`)
    await upload(page, 'sail.png')
    await page.getByLabel('What the image shows').waitFor()
    await fill(page, 'alt_text', 'A white sail')
    await fill(page, 'title', ' Well described ')
    await refuseImage(page)
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('It is not yours.').waitFor()
    expect(await typedIn(page, 'title')).toBe('Well described')
    expect(await typedIn(page, 'alt_text')).toBe('A white sail')
    await fill(page, 'title', 'Better described')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('“Better described” is saved.').waitFor()
    expect((await service.get(`/events/${id}`, headers)).body.image.alt_text).toBe('A white sail')
  })

  it('is the description of an image that is refused, beside a new event, which is made once', async () => {
    const page = await service.desk(open, '/events/new')
    await fill(page, 'title', 'Made once')
    await upload(page, 'oar.png')
    await page.getByLabel('What the image shows').waitFor()
    await fill(page, 'alt_text', 'An oar')
    await refuseImage(page)
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('It is not yours.').waitFor()
    await fill(page, 'title', 'Made only once')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('“Made only once” is saved.').waitFor()
    const { events } = (await service.get('/events?search=once&start_date=1970-01-01', headers)).body
    expect(events.map(({ title }: { title: string }) => title)).toEqual(['Made only once'])
    expect(await described('oar')).toBe('An oar')
  })

  it('stays with the tab of a new event while another tab begins and saves another one', async () => {
    const page = await service.desk(open, '/events/new')
    const other = await page.context().newPage()
    await other.goto(`${service.base}/desk/events/new`)
    await fill(page, 'title', 'Begun here')
    await fill(other, 'title', 'Begun there')
    await reload(page)
    await page.getByText('Begun here').waitFor()
    expect(await page.getByText('Begun there').count()).toBe(0)
    await other.keyboard.press('ControlOrMeta+s')
    await other.getByText('“Begun there” is published.').waitFor()
    await other.close()
    await reload(page)
    await restore(page)
    expect(await typedIn(page, 'title')).toBe('Begun here')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('“Begun here” is published.').waitFor()
    await service.show(page, '/events/new')
    expect(await page.getByRole('button', { name: 'Restore them' }).count()).toBe(0)
  })

  it('is offered after a reload in the forms of venues, organizers and settings, until it is discarded', async () => {
    const { body } = await service.post('/venues', { venue: 'Mill' }, headers)
    const page = await service.desk(open, `/venues/${body.id}`)
    for (const [path, name, text] of [
      [`/venues/${body.id}`, 'city', 'Kiel'],
      ['/venues/new', 'venue', 'New hall'],
      ['/organizers/new', 'organizer', 'Sailors'],
      ['/settings', 'description', 'What is on'],
      ['/account', 'display_name', 'Ada L.'],
    ] as const) {
      await service.show(page, path)
      await page.locator(`[name="${name}"]`).first().waitFor()
      const before = await typedIn(page, name)
      await fill(page, name, text)
      await page.getByRole('link', { name: 'Overview' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      expect([path, await typedIn(page, name)]).toEqual([path, text])
      await reload(page)
      await page.getByRole('button', { name: 'Restore them' }).waitFor()
      expect([path, await typedIn(page, name)]).toEqual([path, before])
      await restore(page)
      expect([path, await typedIn(page, name)]).toEqual([path, text])
      await page.getByRole('link', { name: 'Overview' }).click()
      await page.getByRole('button', { name: 'Discard changes' }).click()
      await page.getByRole('heading', { name: 'Overview' }).waitFor()
      expect(
        await page.evaluate('Object.keys(localStorage).filter((key) => key.includes("-kept:"))'),
      ).toEqual([])
    }
  })

  it('is each letter typed once something new is made, whose form goes on with it', async () => {
    const page = await service.desk(open, '/venues/new')
    for (const [collection, name] of [
      ['venues', 'venue'],
      ['organizers', 'organizer'],
      ['groups', 'name'],
      ['pages', 'title'],
    ] as const) {
      await service.show(page, `/${collection}/new`)
      await fill(page, name, 'Tide')
      await page.keyboard.press('ControlOrMeta+s')
      await page.getByText('“Tide” is saved.').waitFor()
      await page.keyboard.type('s of May')
      expect([collection, await typedIn(page, name)]).toEqual([collection, 'Tides of May'])
      await page.waitForURL(new RegExp(`/${collection}/\\d+$`))
      await page.keyboard.press('ControlOrMeta+s')
      await page.getByText('“Tides of May” is saved.').waitFor()
      await page.locator('.notice').getByRole('button', { name: 'Undo' }).click()
      await expect.poll(() => typedIn(page, name)).toBe('Tide')
    }
  })

  it('is restored onto what somebody else saved meanwhile, and asked about where both changed the same', async () => {
    const { id } = (await service.post('/venues', { venue: 'Sluice' }, headers)).body
    const page = await service.desk(open, `/venues/${id}`)
    await fill(page, 'city', 'Kiel')
    await service.patch(`/venues/${id}`, { city: 'Husum', zip: '25813' }, headers)
    await reload(page)
    await restore(page)
    expect([await typedIn(page, 'city'), await typedIn(page, 'zip')]).toEqual(['Kiel', '25813'])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const asked = page.getByRole('dialog', { name: 'This was changed elsewhere, too' })
    await asked.waitFor()
    expect((await service.get(`/venues/${id}`, headers)).body.city).toBe('Husum')
    await asked.getByRole('button', { name: 'Save this choice' }).click()
    await page.getByText('“Sluice” is saved.').waitFor()
    expect((await service.get(`/venues/${id}`, headers)).body).toMatchObject({ city: 'Kiel', zip: '25813' })
  })

  it('is asked about where both changed a title, also after more was typed or saved alone since it was restored', async () => {
    const id = await made('Regatta')
    const page = await service.desk(open, `/events/${id}`)
    await fill(page, 'title', 'Rowing')
    await service.patch(`/events/${id}`, { title: 'Sailing' }, headers)
    for (const _ of ['once', 'and once more']) {
      await reload(page)
      await restore(page)
      expect(await typedIn(page, 'title')).toBe('Rowing')
    }
    await fill(page, 'title', 'Rowing race')
    await page.getByLabel('More actions').click()
    await page.getByRole('button', { name: 'Cancel or postpone…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the event', exact: true }).click()
    await page.locator('.title').getByText('Cancelled', { exact: true }).waitFor()
    // The keys save what the topmost dialog has, until it is closed.
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.keyboard.press('ControlOrMeta+s')
    const asked = page.getByRole('dialog', { name: 'This was changed elsewhere, too' })
    await asked.waitFor()
    expect(await asked.textContent()).toContain('Rowing raceTheir versionSailing')
    expect((await service.get(`/events/${id}`, headers)).body).toMatchObject({
      title: 'Sailing',
      event_status: 'cancelled',
    })
    await asked.getByRole('button', { name: 'Save this choice' }).click()
    await page.getByText('“Rowing race” is saved.').waitFor()
  })

  it('is the removal of an image, too', async () => {
    const { id } = (await service.post('/venues', { venue: 'Lighthouse' }, headers)).body
    const page = await service.desk(open, `/venues/${id}`)
    const image = async () => (await service.get(`/venues/${id}`, headers)).body.image
    const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
    await upload(page, 'light.png')
    await page.getByLabel('What the image shows').waitFor()
    await save()
    await page.getByText('“Lighthouse” is saved.').waitFor()
    expect(await image()).toBeTruthy()
    await service.show(page, `/venues/${id}`)
    await page.getByRole('button', { name: 'Remove the image' }).click()
    await reload(page)
    await restore(page)
    await save()
    await page.getByText('“Lighthouse” is saved.').waitFor()
    expect(await image()).toBeFalsy()
  })

  it('is offered when a dialog is opened again that a reload or Escape closed, but without passwords', async () => {
    const page = await service.desk(open, '/categories')
    for (const [path, opener, name, text] of [
      ['/categories', 'New category', 'name', 'Readings'],
      ['/tags', 'New tag', 'name', 'late'],
      ['/subscriptions', 'Subscribe', 'address', 'https://example.org/a.ics'],
      ['/webhooks', 'Add', 'url', 'https://example.org/hook'],
      ['/users', 'New user', 'login', 'grace'],
    ] as const) {
      await service.show(page, path)
      const show = () => page.locator('#main').getByRole('button', { name: opener }).first().click()
      await show()
      await fill(page, name, text)
      const password = page.getByRole('dialog').locator('[name=password]')
      if ((await password.count()) > 0) await fill(page, 'password', 'open sesame twice')
      await page.keyboard.press('Escape')
      await reload(page)
      await show()
      await restore(page)
      expect([path, await typedIn(page, name)]).toEqual([path, text])
      if ((await password.count()) > 0) expect(await password.inputValue()).toBe('')
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await show()
      expect([path, await page.getByRole('button', { name: 'Restore them' }).count()]).toEqual([path, 0])
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    }
  })

  for (const when of ['before it was opened there', 'after it was opened there'])
    it(`is offered where the form is open in another tab, once its own tab is closed: typed ${when}`, async () => {
      const page = await service.desk(open, '/tags')
      const show = (tab: Page) =>
        tab.locator('#main').getByRole('button', { name: 'New tag' }).first().click()
      const type = () => fill(page, 'name', 'from the other tab')
      await show(page)
      if (when.startsWith('before')) await type()
      const other = await page.context().newPage()
      await other.goto(page.url())
      await show(other)
      const offer = other.getByRole('button', { name: 'Restore them' })
      expect(await offer.count()).toBe(0)
      if (when.startsWith('after')) await type()
      await page.close()
      await offer.click()
      expect(await typedIn(other, 'name')).toBe('from the other tab')
      await other.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await other.close()
    })

  for (const [way, leave] of [
    ['Back', (page: Page) => page.goBack()],
    ['a link', (page: Page) => page.getByRole('link', { name: 'Overview' }).click()],
    ['a key', (page: Page) => page.keyboard.press('/')],
  ] as const)
    it(`is offered after it was sent in vain, and the view was left by ${way}`, async () => {
      const page = await service.desk(open, '/categories')
      await service.show(page, '/account')
      const add = page.getByRole('button', { name: 'New token' })
      const token = page.locator('[name=name]')
      await add.click()
      await token.fill('Sync')
      await page.context().setOffline(true)
      await page.getByRole('button', { name: 'Create the token' }).click()
      await page.getByText('The service can’t be reached').first().waitFor()
      await page.context().setOffline(false)
      await page.keyboard.press('Escape')
      await leave(page)
      await add.waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Your account' }).click()
      await add.click()
      await restore(page)
      expect(await token.inputValue()).toBe('Sync')
      await page.getByRole('button', { name: 'Create the token' }).click()
      await page.getByText('Copy').first().waitFor()
      await page.getByRole('button', { name: 'Close' }).click()
      await page.getByRole('link', { name: 'Overview' }).click()
      await page.getByRole('link', { name: 'Your account' }).click()
      await add.click()
      await token.waitFor()
      expect(await page.getByRole('button', { name: 'Restore them' }).count()).toBe(0)
    })

  it('is the message for an entry of the review, while others are read and after a reload', async () => {
    await service.person('cora', 'contributor')
    const { cookie, csrf } = await service.session('cora')
    for (const title of ['One', 'Two'])
      await service.post('/events', anEvent({ title, status: 'pending' }), { ...cookie, ...csrf })
    const page = await service.desk(open, '/review')
    await page.getByRole('heading', { name: 'One' }).waitFor()
    await fill(page, 'message', 'Which door?')
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.getByRole('heading', { name: 'Two' }).waitFor()
    expect(await typedIn(page, 'message')).toBe('')
    await page.keyboard.press('k')
    await page.getByRole('heading', { name: 'One' }).waitFor()
    expect(await typedIn(page, 'message')).toBe('Which door?')
    await reload(page)
    await page.getByRole('heading', { name: 'One' }).waitFor()
    expect(await typedIn(page, 'message')).toBe('Which door?')
  })

  it('is not needed: the desk works where the browser blocks its storage', async () => {
    const blocked = `for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, { configurable: true, get() { throw new DOMException('blocked', 'SecurityError') } })`
    const page = await service.desk(open, '/events')
    const faults: Error[] = []
    page.on('pageerror', (fault) => faults.push(fault))
    await page.evaluate(blocked)
    await page.keyboard.press('q')
    const line = page.getByRole('dialog').locator('input').first()
    await line.fill('Regatta tomorrow 18:00')
    await line.fill('')
    await page.keyboard.press('Escape')
    await page.locator('.rooms').getByRole('link', { name: 'Venues' }).click()
    await page.getByRole('main').getByRole('link', { name: 'New venue' }).click()
    await fill(page, 'venue', 'Quayside')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('“Quayside” is saved.').waitFor()
    expect(faults).toEqual([])
    await page.reload()
  })
})
