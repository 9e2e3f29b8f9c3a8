import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SignedDesk, signedDesk, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import { anImage } from '../support/images.ts'

describeInBrowser('the form of an event', (open) => {
  let desk: SignedDesk
  beforeAll(async () => {
    desk = await signedDesk()
  })
  afterAll(() => desk.service.close())
  const notice = (page: Page, text: string) => page.getByText(text).waitFor()
  /** Folds what is folded at first. */
  const fold = async (page: Page) => {
    await page.getByRole('button', { name: 'Show all fields' }).waitFor()
    const unfolded = page.getByRole('button', { name: 'Show all fields', pressed: true })
    if ((await unfolded.count()) > 0) await unfolded.click()
  }

  it('folds what is rarely filled, shows its value in a line, and opens all on request', async () => {
    const id = await desk.made({ title: 'Folded', cost: '12 €', tags: ['late'] })
    const page = await desk.service.desk(open, `/events/${id}`)
    await page.getByRole('button', { name: 'Show all fields' }).click()
    const cost = page.locator('details.fold', { hasText: 'Cost' }).first()
    expect(await cost.locator('summary .value').innerText()).toBe('€12')
    await page.locator('[name=cost]').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Show all fields' }).click()
    await page.locator('[name=cost]').waitFor()
  })

  it('shows beside it what is not saved yet', async () => {
    const id = await desk.made({ title: 'Old name' })
    const page = await desk.service.desk(open, `/events/${id}`)
    await page.getByLabel('Title').fill('New name')
    await page.locator('.live .headline', { hasText: 'New name' }).waitFor()
    expect((await desk.kept(id)).title).toBe('Old name')
  })

  it('cancels once it has told what that does, keeps what is not saved and the view, and takes it back', async () => {
    const id = await desk.made({ title: 'Regatta' })
    const page = await desk.service.desk(open, `/events/${id}`, 'ada', {
      viewport: { width: 390, height: 844 },
    })
    await page.getByLabel('Title').fill('Great regatta')
    const ask = async () => {
      await page.getByLabel('More actions').click()
      await page.getByRole('button', { name: 'Cancel or postpone…' }).click()
    }
    await ask()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Readers see this at once').waitFor()
    await dialog.getByText('Stays in the calendar, with its date crossed out.').waitFor()
    expect((await desk.kept(id)).event_status).toBe('scheduled')
    expect(await violationsInView(page)).toEqual([])
    await dialog.getByLabel('Reason').fill('Storm')
    await dialog.getByRole('button', { name: 'Cancel the event', exact: true }).click()
    await notice(page, '“Regatta” is marked: Cancelled.')
    expect(await desk.kept(id)).toMatchObject({
      event_status: 'cancelled',
      status_reason: 'Storm',
      title: 'Regatta',
    })
    expect(await page.getByLabel('Title').inputValue()).toBe('Great regatta')
    expect(await page.evaluate('scrollY')).toBe(0)
    await page.locator('.title').getByText('Cancelled', { exact: true }).waitFor()
    await ask()
    await dialog.getByRole('button', { name: 'Go ahead as planned' }).click()
    await notice(page, '“Regatta” is marked: As planned.')
    await dialog.waitFor({ state: 'hidden' })
    await page.keyboard.press('ControlOrMeta+s')
    await notice(page, '“Great regatta” is saved.')
    expect(await desk.kept(id)).toMatchObject({ event_status: 'scheduled', title: 'Great regatta' })
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect.poll(async () => (await desk.kept(id)).title).toBe('Regatta')
  })

  it('begins with the outcome, also of a series, and reads out why one is refused', async () => {
    const recurrence = ['RRULE:FREQ=WEEKLY;COUNT=3']
    const id = await desk.made({ title: 'Weekly talk', recurrence })
    const page = await desk.service.desk(open, `/events/${id}`)
    await page.getByLabel('More actions').click()
    await page.getByRole('button', { name: 'Cancel or postpone…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('[name=scope]').first().waitFor()
    expect(await dialog.locator('[autofocus]').count()).toBe(1)
    expect(await page.evaluate('document.activeElement.name')).toBe('event_status')
    const data = { details: { event_status: { message: 'Not now', reason: 'none' } } }
    await page.route(/\/events\/\d+\b/, (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status: 400, json: { code: 'rest_invalid_param', message: 'Invalid', data } }),
    )
    await dialog.getByRole('button', { name: 'Cancel the event', exact: true }).click()
    await dialog.locator('.radios').getByRole('alert').getByText('Not now').waitFor()
    await page.unroute(/\/events\/\d+\b/)
  })

  it('sends no reason that was typed for another state', async () => {
    const id = await desk.made({ title: 'Pilot talk' })
    const page = await desk.service.desk(open, `/events/${id}`)
    await page.getByLabel('More actions').click()
    await page.getByRole('button', { name: 'Cancel or postpone…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Storm')
    await dialog.getByLabel('Moved online').check()
    await dialog.locator('[name=online_url]').fill('https://talks.example/pilot')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await desk.kept(id)).toMatchObject({
      event_status: 'moved_online',
      status_reason: '',
      online_url: 'https://talks.example/pilot',
    })
  })

  /** Makes an event, and saves another title of it: the save runs until `answer`. */
  const saving = async (title: string, changed: string) => {
    const id = await desk.made({ title })
    const page = await desk.service.desk(open, `/events/${id}`)
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(`**/events/${id}**`, async (route) => {
      if (route.request().method() === 'PATCH') await answered
      await route.continue()
    })
    await page.getByLabel('Title').fill(changed)
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('Saving').waitFor()
    return { id, page, answer }
  }

  it('keeps what is typed while a save runs, and saves it with the next one', async () => {
    const { id, page, answer } = await saving('Tide', 'High tide')
    await page.getByLabel('Title').fill('High tide at noon')
    answer()
    await notice(page, '“High tide” is saved.')
    expect((await desk.kept(id)).title).toBe('High tide')
    expect(await page.getByLabel('Title').inputValue()).toBe('High tide at noon')
    await page.getByText('Not saved yet').waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await notice(page, '“High tide at noon” is saved.')
    expect((await desk.kept(id)).title).toBe('High tide at noon')
  })

  it('saves what was typed while a save ran once that has ended, where the keys were pressed meanwhile', async () => {
    const { id, page, answer } = await saving('Ebb', 'Low ebb')
    await page.getByLabel('Title').fill('Low ebb at dawn')
    await page.keyboard.press('ControlOrMeta+s')
    answer()
    await notice(page, '“Low ebb at dawn” is saved.')
    expect((await desk.kept(id)).title).toBe('Low ebb at dawn')
    await page.unroute(`**/events/${id}**`)
  })

  it('asks about a conflict alone where the keys were pressed again while the save ran', async () => {
    const id = await desk.made({ title: 'Neap', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] })
    const page = await desk.service.desk(open, `/events/${id}`)
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(`**/events/${id}**`, async (route) => {
      if (route.request().method() === 'PATCH') await answered
      await route.continue()
    })
    const dialog = page.getByRole('dialog')
    await page.getByLabel('Title').fill('Neap tide')
    await page.keyboard.press('ControlOrMeta+s')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saving').waitFor()
    await page.getByLabel('Title').fill('Neap tide at noon')
    await page.keyboard.press('ControlOrMeta+s')
    await desk.service.patch(`/events/${id}`, { title: 'Neaps' }, desk.headers)
    answer()
    await dialog.getByRole('button', { name: 'Save this choice' }).click()
    await notice(page, '“Neap tide at noon” is saved.')
    expect(await dialog.count()).toBe(0)
    expect((await desk.kept(id)).title).toBe('Neap tide at noon')
    await page.unroute(`**/events/${id}**`)
  })

  it('says how long an event lasts on the days on which the clocks change', async () => {
    const page = await desk.service.desk(open, '/events/new')
    const lasts = async (day: string, from: string, to: string) => {
      await page.locator('[name=start_date]').fill(day)
      await page.getByLabel('Start: time').fill(from)
      await page.getByLabel('End: time').fill(to)
    }
    const told = (text: string) => page.locator('p.length', { hasText: text }).waitFor()
    await lasts('2027-03-28', '01:00', '04:00')
    await told('Lasts 2 hours')
    await lasts('2027-10-31', '01:00', '04:00')
    await told('Lasts 4 hours')
    await lasts('2027-11-01', '01:00', '04:00')
    await told('Lasts 3 hours')
    await page.locator('[name=end_date]').fill('2027-11-02')
    await told('Lasts 1 day 3 hours')
  })

  it('keeps that an event has no end time, also when its start moves, until it gets one', async () => {
    const id = await desk.made({ title: 'Jam session' })
    const page = await desk.service.desk(open, `/events/${id}`)
    await page.getByLabel('No end time').check()
    await page.locator('[name=end_date]').waitFor({ state: 'detached' })
    await page.locator('[name=start_date]').fill('2030-05-04')
    await page.keyboard.press('ControlOrMeta+s')
    await notice(page, '“Jam session” is saved.')
    const open_ended = await desk.kept(id)
    expect(open_ended.start_date).toMatch(/^2030-05-04/)
    expect(open_ended).toMatchObject({ no_end_time: true, end_date: open_ended.start_date })
    await page.getByLabel('No end time').uncheck()
    await page.locator('[name=end_date]').fill('2030-05-05')
    await page.keyboard.press('ControlOrMeta+s')
    await expect.poll(async () => (await desk.kept(id)).end_date).toMatch(/^2030-05-05/)
  })

  it('shows the button that saves an image while its dialog is longer than the window, and folds many uses', async () => {
    const { body: image } = await desk.service.ask('POST', '/media', await anImage(400, 300), {
      ...desk.headers,
      'content-type': 'image/png',
    })
    for (let use = 1; use <= 6; use += 1) await desk.made({ title: `Use ${use}`, image: image.id })
    const page = await desk.service.desk(open, '/media')
    await page.locator('button.picture').first().click()
    const dialog = page.getByRole('dialog')
    const uses = dialog.locator('summary', { hasText: 'Used in' })
    await uses.waitFor()
    expect(await uses.textContent()).toContain('6')
    await expect.poll(() => dialog.evaluate((one) => one.scrollHeight > one.clientHeight)).toBe(true)
    const save = await dialog.getByRole('button', { name: 'Save' }).boundingBox()
    expect((save?.y ?? Infinity) + (save?.height ?? 0)).toBeLessThan(page.viewportSize()?.height ?? 0)
  })

  it('takes the focus of a picture from a tap on it, and saves it with who made it', async () => {
    const { body: image } = await desk.service.ask('POST', '/media', await anImage(400, 300), {
      ...desk.headers,
      'content-type': 'image/png',
    })
    const id = await desk.made({ title: 'Pictured', image: image.id })
    const page = await desk.service.desk(open, `/events/${id}`)
    const picture = page.locator('.focus-picture')
    await picture.waitFor()
    // Without its file, it has no height yet.
    await page.evaluate("document.querySelector('.focus-picture img').decode()")
    const { width, height } = (await picture.boundingBox()) ?? { width: 0, height: 0 }
    await picture.click({ position: { x: width / 4, y: height / 10 } })
    await picture.press('ArrowRight')
    await page.locator('[name=credit]').fill('Ada')
    await page.keyboard.press('ControlOrMeta+s')
    await expect.poll(async () => (await desk.kept(id)).image.credit).toBe('Ada')
    const { focus_x, focus_y } = (await desk.kept(id)).image
    expect(focus_x).toBe(30)
    // The picture is small: a pixel is more than half a percent.
    expect(Math.abs(focus_y - 10)).toBeLessThanOrEqual(1)
  })

  it('has on its first screen what most events need, and their title once', async () => {
    const id = await desk.made({ title: 'Lantern walk', description: '<p>Bring one.</p>' })
    await desk.service.post('/groups', { name: 'Library' }, desk.headers)
    const page = await desk.service.desk(open, '/events', 'ada', { viewport: { width: 1280, height: 800 } })
    // The desk knows the groups that there are when it is opened.
    await page.reload()
    for (const path of ['/events/new', `/events/${id}`]) {
      await desk.service.show(page, path)
      await fold(page)
      await page.locator('[name=group]').waitFor()
      const { y: bar = 0 } = (await page.locator('.savebar').boundingBox()) ?? {}
      for (const name of [
        'title',
        'start_date',
        'end_date',
        'venue',
        'description',
        'categories',
        'status',
        'group',
      ]) {
        const field = page.locator(`form.editor [data-field=${name}]`).last()
        const { y, height } = (await field.boundingBox()) ?? { y: 900, height: 0 }
        expect([path, name, y + height < bar]).toEqual([path, name, true])
      }
    }
    await page.getByRole('button', { name: 'Save', exact: true }).click({ trial: true })
    // The heading is for programs that read out: the title stands in its field.
    expect((await page.getByRole('heading', { name: 'Lantern walk' }).boundingBox())?.height).toBe(1)
  })

  it('begins with title, time and place on a telephone, with what saves it at the thumb, and nothing is cut', async () => {
    const id = await desk.made({ title: 'Lantern walk' })
    const page = await desk.service.desk(open, `/events/${id}`, 'ada', {
      viewport: { width: 360, height: 740 },
    })
    await fold(page)
    const of = (name: string) => page.locator(`form.editor [data-field=${name}]`).last()
    const topOf = async (name: string) => (await of(name).boundingBox())?.y ?? 0
    expect(await topOf('title')).toBeLessThan(160)
    const tops = [
      await topOf('title'),
      await topOf('start_date'),
      await topOf('venue'),
      await topOf('description'),
    ]
    expect(tops).toEqual(tops.toSorted((one, other) => one - other))
    await page.getByRole('heading', { name: 'Image', exact: true }).waitFor()
    // The preview comes after all that can be filled in.
    const [folded, live] = [
      await page.locator('.columns > .folded').boundingBox(),
      await page.locator('.live').boundingBox(),
    ]
    expect(live?.y).toBeGreaterThanOrEqual((folded?.y ?? 0) + (folded?.height ?? 0))
    await page.getByLabel('Title').fill('Lantern walk along the harbour')
    const save = await page.getByRole('button', { name: 'Save', exact: true }).boundingBox()
    expect((save?.y ?? 0) + (save?.height ?? 0)).toBeGreaterThan(680)
    expect((save?.x ?? 0) + (save?.width ?? 0)).toBeLessThanOrEqual(360)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  })

  it('asks of a picture what it shows, and tells the rest in a line', async () => {
    const { body: image } = await desk.service.ask('POST', '/media', await anImage(400, 300), {
      ...desk.headers,
      'content-type': 'image/png',
    })
    const texts = { alt_text: 'A boat', credit: 'Ada', license: 'CC0' }
    await desk.service.patch(`/media/${image.id}`, texts, desk.headers)
    const id = await desk.made({ title: 'Shown', image: image.id })
    const page = await desk.service.desk(open, `/events/${id}`)
    await fold(page)
    const field = page.locator('[data-field=image]')
    await field.locator('[name=credit]').waitFor({ state: 'hidden' })
    expect(
      await field.getByRole('textbox').evaluateAll((all) => all.map((one) => one.getAttribute('name'))),
    ).toEqual(['alt_text'])
    await field.getByText('Ada · CC0').click()
    await field.locator('[name=credit]').fill('Grace')
    await page.keyboard.press('ControlOrMeta+s')
    await notice(page, '“Shown” is saved.')
    expect((await desk.kept(id)).image).toMatchObject({ ...texts, credit: 'Grace' })
  })

  it('writes what an event costs as its readers see it, and as the review and quick add do', async () => {
    const id = await desk.made({
      title: 'Opera',
      status: 'pending',
      cost: '8-12 EUR',
      tickets: [{ name: 'Box', price: '1200', currency: 'EUR' }],
    })
    const page = await desk.service.desk(open, `/events/${id}`)
    const shown = /^€8\s?–\s?€?12$/
    const line = page.locator('details.fold', { has: page.locator('[name=cost]') }).locator('summary .value')
    await fold(page)
    expect(await line.innerText()).toMatch(/^€8\s?–\s?€?12 · Box €1,200$/)
    await page.locator('.live').getByText(shown).waitFor()
    await desk.service.show(page, `/review`)
    const card = page.getByRole('region', { name: 'Entry to review' })
    await card.getByText(shown).waitFor()
    await card.getByText('Box €1,200', { exact: true }).waitFor()
    await desk.service.show(page, '/events')
    await page.keyboard.press('q')
    await page.locator('[name=quick]').fill('Opera tomorrow 8pm 8–12 €')
    await page
      .locator('.quick-check')
      .getByText(/€8\s?–\s?€?12/)
      .waitFor()
    await desk.service.remove(`/events/${id}`, desk.headers)
  })

  it('makes a category from the form, and ticks it, without sending what is around it', async () => {
    const page = await desk.service.desk(open, '/events/new')
    await page.getByLabel('Title').fill('Herring days')
    for (const name of ['Harbour', 'Smoking']) {
      await page.getByRole('button', { name: 'New category' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('[name=name]').fill(name)
      if (name === 'Smoking') await dialog.locator('[name=parent]').selectOption({ label: 'Harbour' })
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('checkbox', { name, checked: true }).waitFor()
    }
    expect(new URL(page.url()).pathname).toMatch(/new$/)
    await page.keyboard.press('ControlOrMeta+s')
    await notice(page, '“Herring days” is published.')
    const { categories } = await desk.kept(Number(page.url().split('/').at(-1)))
    expect(categories.map(({ name }: { name: string }) => name).sort()).toEqual(['Harbour', 'Smoking'])
  })

  it('shows first which categories an event has, below those above them, and moves none while one ticks', async () => {
    const add = async (name: string, parent = 0) =>
      (await desk.service.post('/categories', { name, parent }, desk.headers)).body.id
    for (const name of ['Art', 'Books', 'Film']) await add(name)
    const music = await add('Music')
    await add('Ambient', music)
    const categories = [await add('Jazz', music), await add('Theatre')]
    const id = await desk.made({ title: 'Revue', categories })
    const page = await desk.service.desk(open, `/events/${id}`)
    const tree = page.locator('.categories .tree')
    const names = async () => (await tree.locator('li').allInnerTexts()).map((name) => name.trim())
    const others = ['Art', 'Books', 'Film']
    const expected = ['Music', 'Jazz', 'Ambient', 'Theatre', ...others]
    const listed = async () => (await names()).filter((name) => expected.includes(name))
    await tree.getByLabel('Theatre').waitFor()
    expect([(await names()).slice(0, 4), await listed()]).toEqual([expected.slice(0, 4), expected])
    const [box, last] = [await tree.boundingBox(), await tree.getByLabel('Theatre').boundingBox()]
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan((box?.y ?? 0) + (box?.height ?? 0))
    await tree.getByLabel('Film').check()
    await tree.getByLabel('Theatre').uncheck()
    expect(await listed()).toEqual(expected)
    await page.keyboard.press('ControlOrMeta+s')
    await notice(page, '“Revue” is saved.')
    expect(await listed()).toEqual(expected)
    await page.reload()
    await tree.getByLabel('Film').waitFor()
    await expect.poll(listed).toEqual(['Film', 'Music', 'Jazz', 'Ambient', 'Art', 'Books', 'Theatre'])
  })

  it('lists first the categories that are used most, each with those below it', async () => {
    const add = async (name: string, parent = 0) =>
      (await desk.service.post('/categories', { name, parent }, desk.headers)).body.id
    const [wings, zoo] = [await add('Wings'), await add('Zoo')]
    const owls = await add('Owls', zoo)
    for (const category of [owls, owls, owls, owls, owls, wings, wings, wings, wings])
      await desk.made({ title: 'Flight', categories: [category] })
    const page = await desk.service.desk(open, '/events/new')
    const tree = page.locator('.categories .tree')
    await tree.getByLabel('Owls').waitFor()
    const names = (await tree.locator('li').allInnerTexts()).map((name) => name.trim())
    expect(names.slice(0, 3)).toEqual(['Zoo', 'Owls', 'Wings'])
  })

  it('keeps a new event as a draft by a button beside the one that publishes it, and says what became of it', async () => {
    const page = await desk.service.desk(open, '/events/new')
    await page.getByLabel('Title').fill('Moonlight')
    const bar = page.locator('.savebar')
    await bar.getByRole('button', { name: 'Publish', exact: true }).waitFor()
    await bar.getByRole('button', { name: 'Save as draft' }).click()
    await notice(page, '“Moonlight” is saved as a draft.')
    await page.waitForURL(/\/events\/\d+$/)
    const id = Number(page.url().split('/').at(-1))
    expect((await desk.kept(id)).status).toBe('draft')
    await page.getByLabel('Title').fill('Moonlight walk')
    await bar.getByRole('button', { name: 'Publish', exact: true }).click()
    await notice(page, '“Moonlight walk” is published.')
    const { status, url } = await desk.kept(id)
    expect([status, await page.locator('.notice a').getAttribute('href')]).toEqual(['publish', url])
    expect(await violationsInView(page)).toEqual([])
  })

  it('leaves a series a draft if one goes back from the question for which dates it is published', async () => {
    const recurrence = ['RRULE:FREQ=WEEKLY;COUNT=3']
    const id = await desk.made({ title: 'Yoga', status: 'draft', recurrence })
    const page = await desk.service.desk(open, `/events/${id}`)
    const bar = page.locator('.savebar')
    await bar.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await bar.getByRole('button', { name: 'Save', exact: true }).waitFor()
    expect(await page.locator('[name=status]').inputValue()).toBe('draft')
  })

  it('asks for a further venue only by a button, which has the focus once one is chosen', async () => {
    await desk.service.post('/venues', { venue: 'Lighthouse' }, desk.headers)
    await desk.service.post('/venues', { venue: 'Boathouse' }, desk.headers)
    const page = await desk.service.desk(open, '/events/new')
    const field = page.getByRole('combobox', { name: 'Venue' })
    for (const name of ['Lighthouse', 'Boathouse']) {
      await field.fill(name)
      await page.getByRole('option', { name, exact: true }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('list', { name: 'Venues' }).getByRole('link', { name }).waitFor()
      expect(await field.count()).toBe(0)
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Add another venue')
      await page.keyboard.press('Enter')
    }
    expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('combobox')
  })

  it('shows no time span in the preview of an event that ends before it begins', async () => {
    const id = await desk.made({ title: 'Backwards' })
    const page = await desk.service.desk(open, `/events/${id}`)
    const preview = page.locator('.live')
    await preview.getByText(/2030/).waitFor()
    await page.getByLabel('End', { exact: true }).fill('3/5/2030')
    await preview.getByText('The end is before the start.').waitFor()
    expect(await preview.getByText(/2030/).count()).toBe(0)
  })

  it('lists all categories again once one that was searched is ticked, with that one in sight', async () => {
    for (let at = 10; at < 23; at += 1)
      await desk.service.post('/categories', { name: `Sort ${at}` }, desk.headers)
    const page = await desk.service.desk(open, '/events/new')
    const search = page.getByLabel('Find a category')
    const tree = page.locator('.categories .tree')
    await search.fill('sort 22')
    await expect.poll(() => tree.locator('li').count()).toBe(1)
    await tree.getByLabel('Sort 22').check()
    expect(await search.inputValue()).toBe('')
    await tree.getByLabel('Sort 10').waitFor()
    const [box, ticked] = [await tree.boundingBox(), await tree.getByLabel('Sort 22').boundingBox()]
    expect((ticked?.y ?? 0) + (ticked?.height ?? 0)).toBeLessThan((box?.y ?? 0) + (box?.height ?? 0) + 1)
    expect(ticked?.y).toBeGreaterThanOrEqual(box?.y ?? 0)
  })

  it('says in its head and preview that an event is postponed, not in the red of what is gone', async () => {
    const id = await desk.made({ title: 'Regatta', event_status: 'postponed' })
    const page = await desk.service.desk(open, `/events/${id}`)
    const marks = page.locator('.event-head, .live').getByText('Postponed', { exact: true })
    await marks.nth(1).waitFor()
    const colours = await page.evaluate<string[]>(`(() => {
      const amber = document.body.appendChild(document.createElement('i'))
      amber.style.color = 'var(--amber)'
      const all = [amber, ...document.querySelectorAll(':is(.event-head, .live) .tag')]
      return all.map((one) => getComputedStyle(one).color)
    })()`)
    expect(colours).toHaveLength(3)
    expect(new Set(colours).size).toBe(1)
  })

  it('asks why an event is called off, and tells of other changes only where there are some', async () => {
    const id = await desk.made({ title: 'Rowing' })
    const page = await desk.service.desk(open, `/events/${id}`)
    const told = async () => {
      await page.getByLabel('More actions').click()
      await page.getByRole('button', { name: 'Cancel or postpone…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Postponed').check()
      const text = await dialog.innerText()
      await dialog.getByRole('button', { name: 'Close' }).click()
      return text
    }
    const before = await told()
    expect(before).toContain('Readers see it, for example')
    expect(before).not.toContain('“Cancelled”')
    expect(before).not.toContain('stay unsaved')
    await page.getByLabel('Title').fill('Rowing at sea')
    expect(await told()).toContain('Your other changes stay unsaved.')
  })

  it('lists the real dates of a series with their state, and counts those of a change before it', async () => {
    const rule = {
      recurrence: 'FREQ=WEEKLY;COUNT=5',
      start_date: '2028-03-07 18:00',
      end_date: '2028-03-07 19:00',
    }
    const first = await desk.made({ title: 'Choir', ...rule })
    const series = (await desk.kept(first)).series.id
    const query = `/events?series=${series}&starts_after=1000-01-03`
    const dates = (await desk.service.get(query, desk.headers)).body.events
    const change = (at: number, body: object) =>
      desk.service.patch(`/events/${dates[at].id}`, body, desk.headers)
    await change(1, { start_date: '2028-03-15 18:00', end_date: '2028-03-15 19:00' })
    await change(2, { event_status: 'cancelled' })
    const page = await desk.service.desk(open, `/events/${dates[3].id}`)
    const lines = page.getByRole('list', { name: 'Dates of the series' }).getByRole('listitem')
    await lines.nth(4).waitFor()
    expect(await lines.count()).toBe(5)
    expect(await lines.nth(1).innerText()).toMatch(/moved from .*14/)
    expect(await lines.nth(2).innerText()).toContain('Cancelled')
    await page.getByLabel('Title').fill('Choir outside')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('dialog').getByText('This and the following dates · 2 dates').waitFor()
    await page.getByRole('dialog').getByText('All dates · 5 dates').waitFor()
    expect(await page.getByRole('dialog').getByLabel('Only this date').locator('..').innerText()).toMatch(
      /Only this date · .*28 Mar.*2028|Only this date · .*Mar 28.*2028/,
    )
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    // A skip leaves the rule as it is, however that is written.
    await page.getByRole('button', { name: /Skip .*4 Apr/ }).click()
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('dialog').getByText('All dates · 4 dates').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await lines.nth(1).getByRole('link').click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.waitForURL(`**/events/${dates[1].id}`)
    // The question about an outcome has the dates, and saves nothing else.
    await page.getByLabel('More actions').click()
    await page.getByRole('button', { name: 'Cancel or postpone…' }).click()
    const asked = page.getByRole('dialog', { name: 'Cancel or postpone' })
    await asked.getByText('All dates · 5 dates').waitFor()
    await asked.getByRole('button', { name: 'Cancel the event', exact: true }).click()
    await notice(page, '“Choir” is marked: Cancelled.')
    expect((await desk.kept(dates[1].id)).event_status).toBe('cancelled')
  })
})
