import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, eveningEvent, signedDesk, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import { anImage } from '../support/images.ts'
import { wordDiffParts } from '../support/inside/desk.ts'
import { type TranslationServer, translated, translationServer } from '../support/translation-server.ts'

describeInBrowser('translations at the desk', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  let machine: TranslationServer
  beforeAll(async () => {
    machine = await translationServer()
    const env = { FASTI_CONTENT_LANGUAGES: 'en,de,fr', FASTI_TRANSLATE_URL: machine.url }
    ;({ service, headers } = await signedDesk(env))
    const translations = { de: { title: 'Großer Markt' } }
    await eveningEvent(service, { title: 'Big market', translations }, headers)
    await service.patch('/events/1', { title: 'Very big market' }, headers)
    await eveningEvent(service, { title: 'Choir concert' }, headers)
    await service.post('/venues', { venue: 'Town hall' }, headers)
  })
  afterAll(async () => {
    await service.close()
    await machine.close()
  })

  const loaded = (page: Page) =>
    page.locator('.loaded[aria-busy=false]').first().waitFor({ state: 'attached' })
  const stored = async (path: string, tag: string) =>
    (await service.get(`${path}?translations=all`, headers)).body.translations[tag]

  it('has all views in sight in the navigation in a window of 900 pixels, in German, too', async () => {
    const { id } = (await service.post('/groups', { name: 'Museum', main: 'review' }, headers)).body
    const page = await service.desk(open, '', 'ada', {
      viewport: { width: 1280, height: 900 },
      locale: 'de-DE',
    })
    const views = page.locator('.rooms-groups')
    await views.getByRole('link', { name: 'Für den Hauptkalender' }).waitFor()
    expect(await views.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0)
    await service.remove(`/groups/${id}`, headers)
  })

  it('lists what is to translate, and goes from one to the next, where one types at once', async () => {
    const page = await service.desk(open, '/translations?language=de')
    await loaded(page)
    const rows = await page.locator('.translations > li').allInnerTexts()
    expect(rows.map((row) => row.split('\n').filter(Boolean)).sort()).toEqual([
      ['Choir concert', 'Sat, 4 May 2030, 18:00', 'Event', 'No translation yet'],
      ['Town hall', 'Venue', 'No translation yet'],
      ['Very big market', 'Sat, 4 May 2030, 18:00', 'Event', 'Outdated'],
    ])
    // How much is left in each language; nothing in that of the texts.
    const left = page.getByRole('group', { name: 'Language' }).getByRole('button')
    const counts = async () => (await left.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
    await expect.poll(counts).toEqual(['English ✓', 'German 3', 'French 3'])
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('link', { name: 'Choir concert' }).click()
    const focused = () => page.evaluate<string>('document.activeElement.getAttribute("name") ?? ""')
    await expect.poll(focused).toBe('title')
    await page.keyboard.type('Chorkonzert')
    await page.keyboard.press('Control+s')
    await page
      .locator('form.translating .original', { hasText: /market|Town/ })
      .first()
      .waitFor()
    await expect.poll(focused).toMatch(/^(?:title|venue)$/)
    expect(await stored('/events/2', 'de')).toMatchObject({ title: 'Chorkonzert', state: 'published' })
  })

  it('chooses the first language for which there is something to do, where the address names none of them', async () => {
    await service.patch('/events/2', { translations: { de: { title: 'Chorkonzert' } } }, headers)
    for (const query of ['', '?language=en', '?language=xx']) {
      const page = await service.desk(open, `/translate/events/2${query}`)
      await page.getByRole('heading', { name: 'French: Choir concert' }).waitFor()
      expect(new URL(page.url()).searchParams.get('language')).toBe('fr')
    }
  })

  it('undoes a save beside its notice, also once it has gone on to what is next', async () => {
    const ids: number[] = []
    for (const title of ['Oboe', 'Viola']) ids.push(await eveningEvent(service, { title }, headers))
    const page = await service.desk(open, `/translate/events/${ids[0]}?language=fr&state=`)
    await page.locator('form.translating [name=title]').fill('Hautbois')
    await page.keyboard.press('Control+s')
    await page.waitForURL((url) => !url.pathname.endsWith(`/${ids[0]}`))
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    await page.getByRole('heading', { name: 'French: Oboe' }).waitFor()
    expect(await stored(`/events/${ids[0]}`, 'fr')).toBeUndefined()
    for (const id of ids) await service.remove(`/events/${id}?force=true`, headers)
  })

  it('leaves the address of another view alone that is opened before the language is known', async () => {
    const page = await service.desk(open, '/venues')
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const address = /\/events\/2\?/
    await page.route(address, (route) => answered.then(() => route.continue()))
    const asked = page.waitForRequest(address)
    await service.show(page, '/translate/events/2')
    const response = (await asked).response()
    await service.show(page, '/venues')
    answer()
    await (await response)?.finished()
    await page.evaluate('new Promise(requestAnimationFrame)')
    expect(new URL(page.url()).search).toBe('')
    await page.unroute(address)
  })

  it('stays where one has gone while it looks for what is next', async () => {
    const title = 'Gone elsewhere'
    const id = await eveningEvent(service, { title }, headers)
    const page = await service.desk(open, '/venues')
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const address = /\/translations\?/
    await page.route(address, (route) => answered.then(() => route.continue()))
    const asked = page.waitForRequest(address)
    await service.show(page, `/translate/events/${id}?language=fr&state=`)
    await page.locator('form.translating [name=title]').fill('Ailleurs')
    await page.keyboard.press('Control+s')
    await page.getByText('Saved: French').waitFor()
    const response = (await asked).response()
    await page.locator('.rooms').getByRole('link', { name: 'Venues' }).click()
    await page.getByRole('heading', { name: 'Venues' }).waitFor()
    answer()
    await (await response)?.finished()
    await page.evaluate('new Promise(requestAnimationFrame)')
    expect(new URL(page.url()).pathname).toBe('/desk/venues')
    await page.unroute(address)
    await service.remove(`/events/${id}?force=true`, headers)
  })

  it('stays at another language of an item to which one went back while it looks for what is next', async () => {
    const translations = { de: { title: 'Zurück' } }
    const id = await eveningEvent(service, { title: 'Gone back', translations }, headers)
    const page = await service.desk(open, `/translate/events/${id}?language=de&state=`)
    await page.getByRole('heading', { name: 'German: Gone back' }).waitFor()
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const address = /\/translations\?/
    await page.route(address, (route) => answered.then(() => route.continue()))
    const asked = page.waitForRequest(address)
    await page.evaluate(`(history.pushState(null, '', '?language=fr&state='),
      dispatchEvent(new PopStateEvent('popstate')))`)
    await page.getByRole('heading', { name: 'French: Gone back' }).waitFor()
    const title = page.locator('form.translating [name=title]')
    expect(await title.inputValue()).toBe('')
    await title.fill('De retour')
    await page.keyboard.press('Control+s')
    await page.getByText('Saved: French').waitFor()
    const response = (await asked).response()
    await page.goBack()
    await page.getByRole('heading', { name: 'German: Gone back' }).waitFor()
    expect(await title.inputValue()).toBe('Zurück')
    answer()
    await (await response)?.finished()
    await page.evaluate('new Promise(requestAnimationFrame)')
    expect(new URL(page.url()).pathname).toBe(`/desk/translate/events/${id}`)
    await page.unroute(address)
    await service.remove(`/events/${id}?force=true`, headers)
  })

  it('marks in the original what changed since, and saving says that it is right again', async () => {
    const page = await service.desk(open, '/translate/events/1?language=de')
    await page.locator('.original ins').first().waitFor()
    expect(await page.locator('h1').innerText()).toBe('German: Very big market')
    expect(await page.locator('.original ins, .original del').allInnerTexts()).toEqual([
      'Big ',
      'Very ',
      'big ',
    ])
    expect(await page.locator('form.translating').innerText()).toContain('Published · Outdated')
    await page.getByText('The original has changed since this was translated: Title.').waitFor()
    expect(await page.locator('.side-by-side .status.outdated').count()).toBe(1)
    expect(await violationsInView(page)).toEqual([])
    await page.locator('form.translating [name=title]').fill('Sehr großer Markt')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.original ins').first().waitFor({ state: 'detached' })
    expect(await stored('/events/1', 'de')).toMatchObject({ title: 'Sehr großer Markt', is_outdated: false })
  })

  it('takes the own save of an event for nobody else’s, and says when another user saves', async () => {
    const id = await eveningEvent(service, { title: 'Open rehearsal' }, headers)
    const page = await service.desk(open, `/events/${id}`)
    const news = page.getByText('This event was saved elsewhere')
    const looked = page.waitForResponse(
      (one) => one.request().method() === 'GET' && one.url().includes(`/events/${id}?`),
    )
    await page.locator('form.editor [name=title]').fill('Open rehearsal, moved')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('“Open rehearsal, moved” is saved.').waitFor()
    // The editor asks again once it hears of its own save.
    await looked
    expect(await news.count()).toBe(0)
    await service.patch(`/events/${id}`, { title: 'Cancelled rehearsal' }, headers)
    await news.waitFor()
  })

  it('takes an own save for nobody else’s, though an answer of before comes after it', async () => {
    const id = await eveningEvent(service, { title: 'Late answer' }, headers)
    const page = await service.desk(open, `/events/${id}`)
    const title = page.locator('form.editor [name=title]')
    await title.fill('Late answer, once')
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    let asked = () => {}
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    const address = new RegExp(`/events/${id}\\?`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('“Late answer, once” is saved.').waitFor()
    // The editor asks again once it hears of its own save.
    await page.route(
      address,
      async (route) => {
        const response = await route.fetch()
        asked()
        await answered
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    const response = page.waitForResponse(
      (one) => one.request().method() === 'GET' && address.test(one.url()),
    )
    await isAsked
    await title.fill('Late answer, twice')
    await page.keyboard.press('Control+s')
    await page.getByText('“Late answer, twice” is saved.').waitFor()
    answer()
    await (await response).finished()
    await page.evaluate('new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))')
    expect(await page.getByText('This event was saved elsewhere').count()).toBe(0)
  })

  it('shows and saves the own texts of an event below another language', async () => {
    const page = await service.desk(open, '/events/1')
    const panel = page.locator('.translations')
    await panel.waitFor()
    expect(await panel.innerText()).toMatch(/German\s+Published\s+French\s+No translation yet/)
    await page.goto(`${service.base}/de/desk/events/1`)
    const title = page.locator('form.editor [name=title]')
    await title.waitFor()
    expect(await title.inputValue()).toBe('Very big market')
    await title.fill('Huge market')
    await page.keyboard.press('Control+s')
    await page.locator('.translations', { hasText: 'Veraltet' }).waitFor()
    expect(await title.inputValue()).toBe('Huge market')
    expect((await service.get('/events/1')).body.title).toBe('Huge market')
    expect(await stored('/events/1', 'de')).toMatchObject({ title: 'Sehr großer Markt', is_outdated: true })
  })

  /** The ids of the dates of the series of an event. */
  const datesOf = async (id: number): Promise<readonly number[]> => {
    const { series } = (await service.get(`/events/${id}`)).body
    const { body } = await service.get(`/events?series=${series.id}&start_date=2027-01-01`, headers)
    return body.events.map((event: { id: number }) => event.id)
  }
  const outdating = (page: Page) => page.locator('.outdating')
  const small = (page: Page) => page.getByLabel('This is a small correction')

  it('says which translations a change makes outdated, and leaves them right after a small correction', async () => {
    const translations = { de: { title: 'Lesung' }, fr: { title: 'Lecture', state: 'draft' } }
    const id = await eveningEvent(service, { title: 'Raeding', translations }, headers)
    const page = await service.desk(open, `/events/${id}`)
    const title = page.locator('form.editor [name=title]')
    await title.fill('Reading')
    expect(await outdating(page).innerText()).toContain('Becomes outdated: German and French')
    await small(page).check()
    expect(await outdating(page).innerText()).not.toContain('outdated')
    expect(await violationsInView(page)).toEqual([])
    await page.keyboard.press('Control+s')
    await outdating(page).waitFor({ state: 'detached' })
    expect(await stored(`/events/${id}`, 'de')).toMatchObject({ title: 'Lesung', is_outdated: false })
    expect(await stored(`/events/${id}`, 'fr')).toMatchObject({ state: 'draft', is_outdated: false })
    await title.fill('Reading and concert')
    expect(await small(page).isChecked()).toBe(false)
    await page.keyboard.press('Control+s')
    await page.locator('.translations', { hasText: 'Outdated' }).waitFor()
    expect(await stored(`/events/${id}`, 'de')).toMatchObject({ is_outdated: true })
    // What is outdated already stays so: a typo mends no translation.
    await title.fill('Reading and a concert')
    expect(await outdating(page).count()).toBe(0)
    await page.locator('form.editor [name=website]').fill('https://reading.example/')
    await page.keyboard.press('Control+s')
    await page.locator('.savebar [role=status]', { hasText: 'Nothing to save' }).first().waitFor()
    expect(await stored(`/events/${id}`, 'de')).toMatchObject({ is_outdated: true })
  })

  it('keeps the translations of one date, and of all dates, after a small correction', async () => {
    const weekly = {
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3',
      start_date: '2027-05-04 18:00',
      end_date: '2027-05-04 20:00',
      translations: { de: { title: 'Spielabend' } },
    }
    const id = await eveningEvent(service, { title: 'Game nihgt', ...weekly }, headers)
    const ids = await datesOf(id)
    const page = await service.desk(open, `/events/${ids[1]}`)
    const correct = async (title: string, scope: string) => {
      await page.locator('form.editor [name=title]').fill(title)
      await small(page).check()
      await page.keyboard.press('Control+s')
      await page.getByLabel(scope).check()
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await outdating(page).waitFor({ state: 'detached' })
    }
    const facts = async () => {
      const all = await Promise.all(ids.map((one) => service.get(`/events/${one}?translations=all`, headers)))
      return all.map(({ body: { title, translations } }) => [
        title,
        translations.de?.title,
        translations.de?.is_outdated,
      ])
    }
    await correct('Game night', 'Only this date')
    expect((await facts())[1]).toEqual(['Game night', 'Spielabend', false])
    expect((await facts())[0]).toEqual(['Game nihgt', 'Spielabend', false])
    await service.show(page, `/events/${ids[0]}`)
    await correct('Games night', 'All dates')
    expect((await facts())[0]).toEqual(['Games night', 'Spielabend', false])
    expect((await facts())[2]).toEqual(['Games night', 'Spielabend', false])
  })

  it('names at their fields the links and numbers that the draft of the machine lacks', async () => {
    const description = '<p>At 19:30 in <a href="https://hall.example/">the hall</a></p>'
    const id = await eveningEvent(service, { title: 'Opera', description }, headers)
    const page = await service.desk(open, `/translate/events/${id}?language=de`)
    await page.locator('form.translating [name=title]').focus()
    machine.answer(translated((_, { format }) => (format === 'text' ? 'Oper' : '<p>Um 19 Uhr im Saal</p>')))
    await page.keyboard.press('Alt+m')
    const described = page.locator('.translating .lost')
    await described.waitFor()
    expect(await described.locator('.field > .hint').innerText()).toBe(
      'Links of the original that are missing here: https://hall.example/. Numbers of the original that are missing here: 30.',
    )
    expect(await page.locator('.translating .lost').count()).toBe(1)
    expect(await page.locator('form.translating').innerText()).toContain('Draft · By the machine')
    // Whoever uses a screen reader hears it with the field.
    expect(await page.locator(':focus').getAttribute('data-name')).toBe('description')
    expect(await violationsInView(page)).toEqual([])
    expect(await stored(`/events/${id}`, 'de')).toMatchObject({ title: 'Oper', state: 'draft' })
    await page.locator('form.translating [name=state]').selectOption('published')
    await page.keyboard.press('Control+s')
    await described.waitFor({ state: 'detached' })
    expect(await stored(`/events/${id}`, 'de')).toMatchObject({ title: 'Oper', state: 'published' })
  })

  it('drafts by the machine once the texts are there, if its key is pressed before', async () => {
    machine.answer(translated((text) => `DE ${text}`))
    const id = await eveningEvent(service, { title: 'Late key' }, headers)
    const page = await service.desk(open, '/translations?language=de&state=missing')
    await loaded(page)
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(`**/events/${id}?**`, async (route) => {
      await answered
      await route.continue()
    })
    await page.getByRole('link', { name: 'Late key' }).click()
    await page.getByRole('heading', { name: 'German' }).waitFor()
    await page.keyboard.press('Alt+m')
    answer()
    await page.locator('form.translating .publish').waitFor()
    expect(await stored(`/events/${id}`, 'de')).toMatchObject({ title: 'DE Late key', origin: 'machine' })
  })

  it('drafts by the machine, publishes and goes on by keys, wherever the focus is', async () => {
    machine.answer(translated((text) => `DE ${text}`))
    const id = await eveningEvent(service, { title: 'Moon walk' }, headers)
    const page = await service.desk(open, '/translations?language=de&state=missing')
    await loaded(page)
    await page.getByRole('link', { name: 'Moon walk' }).click()
    await page.locator('form.translating .original', { hasText: 'Moon walk' }).waitFor()
    await page.locator('h1').click()
    await page.keyboard.press('Alt+m')
    await page.locator('form.translating .publish').waitFor()
    expect(await stored(`/events/${id}`, 'de')).toMatchObject({ state: 'draft', origin: 'machine' })
    expect(await violationsInView(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    await page.locator('form.translating .original', { hasText: 'Moon walk' }).waitFor({ state: 'detached' })
    expect(await stored(`/events/${id}`, 'de')).toMatchObject({ title: 'DE Moon walk', state: 'published' })
  })

  it('saves what one translator typed beside what another one saved first, and asks where both wrote the same', async () => {
    const id = await eveningEvent(service, { title: 'Ball' }, headers)
    const page = await service.desk(open, `/translate/events/${id}?language=de`)
    const title = page.locator('form.translating [name=title]')
    const state = page.locator('form.translating .savebar [role=status]')
    await title.fill('Tanzball')
    await service.patch(`/events/${id}`, { translations: { fr: { title: 'Bal' } } }, headers)
    await page.keyboard.press('Control+s')
    await state.getByText('Nothing to save').waitFor()
    expect(await stored(`/events/${id}`, 'de')).toMatchObject({ title: 'Tanzball' })
    expect(await stored(`/events/${id}`, 'fr')).toMatchObject({ title: 'Bal' })
    await title.fill('Tanzabend')
    await service.patch(`/events/${id}`, { translations: { de: { title: 'Ballnacht' } } }, headers)
    await page.keyboard.press('Control+s')
    const asked = page.getByRole('dialog', { name: 'This was changed elsewhere, too' })
    await asked.waitFor()
    expect(await asked.innerText()).toContain('Ballnacht')
    expect(await violationsInView(page)).toEqual([])
    expect(await stored(`/events/${id}`, 'de')).toMatchObject({ title: 'Ballnacht' })
    await asked.getByRole('button', { name: 'Save this choice' }).click()
    await state.getByText('Nothing to save').waitFor()
    expect(await stored(`/events/${id}`, 'de')).toMatchObject({ title: 'Tanzabend' })
  })

  it('tells in the history of an event what became of a translation', async () => {
    const id = await eveningEvent(service, { title: 'Fair' }, headers)
    for (const title of ['Messe', 'Jahrmarkt'])
      await service.patch(`/events/${id}`, { translations: { de: { title } } }, headers)
    const page = await service.desk(open, `/events/${id}`)
    await page.locator('.history > summary').click()
    const values = page.locator('.history .values', { hasText: 'Translations: German' }).first()
    await values.getByText('Messe · Published').waitFor()
    await values.getByText('Jahrmarkt · Published').waitFor()
    expect(await page.locator('.history').innerText()).not.toContain('[object')
    expect(await violationsInView(page)).toEqual([])
  })

  it('finds what is to translate by words and kind, and keeps them for the next', async () => {
    for (const title of ['Lantern walk', 'Lantern fair', 'Harbour fair'])
      await eveningEvent(service, { title }, headers)
    await service.post('/venues', { venue: 'Lantern house' }, headers)
    const page = await service.desk(open, '/translations?language=fr')
    await page.getByLabel('Search').fill('lantern')
    await page.waitForURL(/q=lantern/)
    const titles = async () =>
      (await page.locator('.translations > li a').allInnerTexts()).map((text) => text.trim()).sort()
    await expect.poll(titles).toEqual(['Lantern fair', 'Lantern house', 'Lantern walk'])
    await page.getByLabel('Type', { exact: true }).selectOption({ label: 'Events' })
    await expect.poll(titles).toEqual(['Lantern fair', 'Lantern walk'])
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('link', { name: 'Lantern walk' }).click()
    await page.locator('form.translating [name=title]').fill('Marche aux lanternes')
    await page.keyboard.press('Control+s')
    await page.locator('form.translating .original', { hasText: 'Lantern fair' }).first().waitFor()
    await page.locator('form.translating [name=title]').fill('Foire aux lanternes')
    await page.keyboard.press('Control+s')
    await page.waitForURL(/\/translations\?/)
  })

  it('leads to the next by a button, in the order of the list and around its end', async () => {
    for (const title of ['Tide one', 'Tide two', 'Tide three'])
      await eveningEvent(service, { title }, headers)
    const page = await service.desk(open, '/translations?language=fr&q=tide')
    const titles = page.locator('.translations > li a')
    await titles.nth(2).waitFor()
    const inOrder = (await titles.allInnerTexts()).map((text) => text.trim())
    await titles.first().click()
    for (const title of [...inOrder.slice(1), inOrder[0]]) {
      await page.getByRole('link', { name: `Next: ${title}` }).click()
      await page.locator('form.translating .original', { hasText: title ?? '' }).waitFor()
    }
    expect(await violationsInView(page)).toEqual([])
  })

  it('edits the own description of an image that is chosen below another language', async () => {
    const image = await anImage(61, 40)
    const { body } = await service.ask('POST', '/media?title=Lantern', image, {
      ...headers,
      'content-type': 'image/png',
    })
    const translations = { de: { alt_text: 'Eine Laterne' } }
    await service.patch(`/media/${body.id}`, { alt_text: 'A lantern', translations }, headers)
    const id = await eveningEvent(service, { title: 'Lanterns' }, headers)
    const page = await service.desk(open, '/')
    await page.goto(`${service.base}/de/desk/events/${id}`)
    await page.locator('form.editor [name=title]').waitFor()
    await page.getByRole('button', { name: 'Alle Felder zeigen' }).click()
    await page.getByRole('button', { name: 'Vorhandenes Bild wählen' }).click()
    await page.locator('dialog .grid button', { hasText: 'Lantern' }).click()
    const described = page.locator('.image-field [name=alt_text]')
    await described.waitFor()
    expect(await described.inputValue()).toBe('A lantern')
  })

  it('translates one date of a series or all of them, as is chosen', async () => {
    const weekly = {
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3',
      start_date: '2027-06-04',
      end_date: '2027-06-04',
    }
    const id = await eveningEvent(service, { title: 'Open studio', ...weekly }, headers)
    const ids = await datesOf(id)
    await service.patch(`/events/${ids[2]}`, { title: 'Last studio' }, headers)
    const titles = () => Promise.all(ids.map(async (one) => (await stored(`/events/${one}`, 'de'))?.title))
    const page = await service.desk(open, `/translate/events/${ids[1]}?language=de`)
    const save = async (title: string) => {
      await page.locator('form.translating [name=title]').fill(title)
      await page.keyboard.press('Control+s')
      await page.locator('form.translating [role=status]', { hasText: 'Nothing to save' }).waitFor()
    }
    const scope = page.locator('form.translating [name=apply_to]')
    await scope.waitFor()
    expect(await scope.inputValue()).toBe('all')
    expect(await violationsInView(page)).toEqual([])
    await save('Offenes Atelier')
    expect(await titles()).toEqual(['Offenes Atelier', 'Offenes Atelier', undefined])
    await scope.selectOption('this')
    await save('Atelierfest')
    expect(await titles()).toEqual(['Offenes Atelier', 'Atelierfest', undefined])
    // A date with texts of its own is translated alone.
    await service.show(page, `/translate/events/${ids[2]}?language=de`)
    await page.locator('.original', { hasText: 'Last studio' }).waitFor()
    expect(await scope.inputValue()).toBe('this')
    await save('Letztes Atelier')
    expect(await titles()).toEqual(['Offenes Atelier', 'Atelierfest', 'Letztes Atelier'])
    const { series } = (await service.get(`/events/${id}`)).body
    await service.show(page, `/translate/series/${series.id}?language=de`)
    await page.locator('form.translating').waitFor()
    expect(await scope.count()).toBe(0)
  })

  it('marks in lists what is missing, a draft or outdated', async () => {
    const rights = { de: { title: 'Flohmarkt' }, fr: { title: 'Puces', state: 'draft' } }
    const id = await eveningEvent(service, { title: 'Flea market', translations: rights }, headers)
    const page = await service.desk(open, '/events?q=flea')
    const row = page.getByRole('row', { name: 'Flea market' })
    await row.waitFor()
    const marks = async (of = row) =>
      of.locator('.tag[title]').evaluateAll((all) => all.map((one) => one.getAttribute('title')))
    await expect.poll(() => marks()).toEqual(['French: Draft'])
    await service.patch(`/events/${id}`, { title: 'Big flea market' }, headers)
    await service.patch(`/events/${id}`, { translations: { fr: null } }, headers)
    await service.show(page, '/events?q=flea')
    await page.getByRole('row', { name: 'Big flea market' }).waitFor()
    await expect.poll(() => marks()).toEqual(['German: Outdated · French: No translation yet'])
    expect(await violationsInView(page)).toEqual([])
    await service.post(
      '/organizers',
      { organizer: 'Flea club', translations: { fr: { organizer: 'Puces' } } },
      headers,
    )
    await service.show(page, '/organizers')
    const club = page.getByRole('listitem').filter({ hasText: 'Flea club' })
    await expect.poll(() => marks(club)).toEqual(['German: No translation yet'])
    expect(await violationsInView(page)).toEqual([])
  })

  it('translates terms, groups and images from their forms, lists and the queue', async () => {
    const image = await anImage(60, 40)
    const picture = await service.ask('POST', '/media?title=Poster', image, {
      ...headers,
      'content-type': 'image/png',
    })
    await service.patch(`/media/${picture.body.id}`, { alt_text: 'A market in summer' }, headers)
    const made = async (path: string, body: object) => (await service.post(path, body, headers)).body.id
    const kinds = [
      ['categories', await made('/categories', { name: 'Feast' }), 'name', 'Feast', 'Fest'],
      ['tags', await made('/tags', { name: 'Outdoors' }), 'name', 'Outdoors', 'Im Freien'],
      ['groups', await made('/groups', { name: 'Youth' }), 'name', 'Youth', 'Jugend'],
      ['media', picture.body.id, 'alt_text', 'A market in summer', 'Ein Markt im Sommer'],
    ] as const
    for (const [collection, id, field, original, translation] of kinds) {
      const page = await service.desk(open, `/${collection}`)
      const name = field === 'alt_text' ? 'Poster' : original
      const row = page.getByRole('listitem').filter({ hasText: name })
      await row.locator('.tag[title^="German: No translation yet"]').waitFor()
      if (collection === 'groups') await row.getByRole('link', { name }).first().click()
      else if (collection === 'media') await row.getByRole('button').click()
      else await row.getByRole('button', { name: `Edit ${name}` }).click()
      await page.locator('.translations').getByRole('link', { name: 'German' }).click()
      const text = page.locator(`form.translating [name=${field}]`)
      await text.fill(translation)
      expect(await page.locator('form.translating').innerText()).toContain(original)
      expect(await page.locator('form.translating .machine').count()).toBe(
        collection === 'categories' || collection === 'tags' ? 1 : 0,
      )
      expect([collection, await violationsInView(page)]).toEqual([collection, []])
      if (collection === 'media') await page.locator('form.translating [name=title]').fill('Plakat')
      await page.keyboard.press('Control+s')
      await page.locator('form.translating [role=status]', { hasText: 'Nothing to save' }).waitFor()
      expect(await stored(`/${collection}/${id}`, 'de')).toMatchObject({
        [field]: translation,
        state: 'published',
      })
      await page.close()
    }
    const page = await service.desk(open, '/translations?language=fr')
    await loaded(page)
    const work = (await page.locator('.translations > li').allInnerTexts()).join().replace(/\s+/g, ' ')
    for (const one of ['Feast Category', 'Outdoors Tag', 'Youth Group', 'Poster Image'])
      expect(work).toContain(one)
    await page.getByRole('link', { name: 'Poster' }).click()
    await page.locator('form.translating img').waitFor()
  })

  it('edits the original of terms, groups and images below another language, and asks for small corrections', async () => {
    const found = async (path: string, key: string) => (await service.get(path, headers)).body[key][0]
    const texts = [
      ['categories', 'categories?hide_empty=false&search=Feast', 'name', 'Feasts'],
      ['tags', 'tags?hide_empty=false&search=Outdoors', 'name', 'Outdoor'],
      ['groups', 'groups?search=Youth', 'name', 'Young people'],
      ['media', 'media?search=Poster', 'alt_text', 'A market in the summer'],
    ] as const
    for (const [collection, path, field, next] of texts) {
      const before = await found(`/${path}`, collection)
      const page = await service.desk(open, '/')
      await page.goto(
        `${service.base}/de/desk/${collection}${collection === 'groups' ? `/${before.id}` : ''}`,
      )
      const shown = (await service.get(`/${collection}/${before.id}?lang=de`, headers)).body
      const title = shown.title ?? shown.name
      if (collection !== 'groups')
        await page
          .locator('.lines li, .grid li')
          .filter({ hasText: title })
          .getByRole('button')
          .first()
          .click()
      const input = page.locator(`[name=${field}]`)
      await input.waitFor()
      expect(await input.inputValue()).toBe(before[field])
      await input.fill(next)
      expect(await outdating(page).innerText()).toContain('Danach veraltet: Deutsch')
      await page.getByLabel('Das ist nur eine kleine Korrektur').check()
      await page.getByRole('button', { name: 'Speichern', exact: true }).click()
      await outdating(page).waitFor({ state: 'detached' })
      const after = (await service.get(`/${collection}/${before.id}?translations=all`, headers)).body
      expect([after[field], after.translations.de.is_outdated]).toEqual([next, false])
      await page.close()
    }
  })

  it('asks for small corrections of venues and organizers, too', async () => {
    for (const [collection, name] of [
      ['venues', 'venue'],
      ['organizers', 'organizer'],
    ]) {
      const given = { [`${name}`]: 'Twon', translations: { de: { [`${name}`]: 'Stadt' } } }
      const { id } = (await service.post(`/${collection}`, given, headers)).body
      const page = await service.desk(open, `/${collection}/${id}`)
      await page.locator(`form.editor [name=${name}]`).fill('Town')
      expect(await outdating(page).innerText()).toContain('Becomes outdated: German')
      await small(page).check()
      await page.keyboard.press('Control+s')
      await outdating(page).waitFor({ state: 'detached' })
      expect(await stored(`/${collection}/${id}`, 'de')).toMatchObject({ is_outdated: false })
      await page.locator(`form.editor [name=${name}]`).fill('Old town')
      await page.keyboard.press('Control+s')
      await page.locator('.translations', { hasText: 'Outdated' }).waitFor()
      expect(await stored(`/${collection}/${id}`, 'de')).toMatchObject({ is_outdated: true })
    }
  })
})

it('marks the words that differ', () => {
  expect(wordDiffParts('at seven in the hall', 'at eight in the hall')).toEqual([
    { kind: 'same', text: 'at ' },
    { kind: 'gone', text: 'seven ' },
    { kind: 'new', text: 'eight ' },
    { kind: 'same', text: 'in ' },
    { kind: 'same', text: 'the ' },
    { kind: 'same', text: 'hall' },
  ])
  expect(wordDiffParts('', 'new')).toEqual([{ kind: 'new', text: 'new' }])
  expect(wordDiffParts('old', '')).toEqual([{ kind: 'gone', text: 'old' }])
})
