import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, eveningEvent, signedDesk, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import { groupRoles } from '../support/inside/api.ts'
import { anEvent, type Json } from '../support/service.ts'

const siteRoles = ['subscriber', 'contributor', 'author', 'editor'] as const

describeInBrowser('groups at the desk', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  let library: Json
  let archive: Json
  const headersOf = async (login: string) => {
    const { cookie, csrf } = await service.session(login)
    return { ...cookie, ...csrf }
  }
  const member = (group: Json, login: string, role: string) =>
    service.ask('PUT', `/groups/${group.id}/members/${login}`, { role }, headers)
  beforeAll(async () => {
    ;({ service, headers } = await signedDesk())
    library = (await service.post('/groups', { name: 'Library', main: 'review' }, headers)).body
    archive = (await service.post('/groups', { name: 'Archive' }, headers)).body
    for (const role of siteRoles) await service.person(role, role)
    for (const role of groupRoles) {
      await service.person(`group-${role}`, 'subscriber')
      await member(library, `group-${role}`, role)
    }
    await eveningEvent(service, { title: 'Of the library', group: library.id, status: 'pending' }, headers)
    await eveningEvent(service, { title: 'Of the archive', group: archive.id }, headers)
    await eveningEvent(service, { title: 'Of the site' }, headers)
  })
  afterAll(() => service.close())

  const offered = async (page: Page) =>
    (await page.locator('.rooms-groups a').allInnerTexts()).map((name) => name.trim())
  const isOffered = async (page: Page, name: string) => (await offered(page)).includes(name)
  const rowOf = async (page: Page) => ({
    creates: (await page.getByRole('link', { name: 'New event' }).count()) > 0,
    reviews: await isOffered(page, 'Review'),
    images: await isOffered(page, 'Images'),
    groups: await isOffered(page, 'Groups'),
    main: await isOffered(page, 'For the main calendar'),
    makes: (await page.getByRole('link', { name: 'New group' }).count()) > 0,
  })
  /** Goes on to the entry of a queue that has this title. */
  const showEntry = async (page: Page, title: string) => {
    const shown = page.locator('.entry-card h2')
    for (let last = await shown.innerText(); last !== title; last = await shown.innerText()) {
      await page.keyboard.press('j')
      await expect.poll(() => shown.innerText()).not.toBe(last)
    }
  }
  /** Holds the requests of a page to an address until `send`; `asked` says when the first one came. */
  const held = async (page: Page, address: string) => {
    let send = () => {}
    const sent = new Promise<void>((resolve) => {
      send = resolve
    })
    const asked = page.waitForRequest(address)
    await page.route(address, (route) => sent.then(() => route.continue()))
    return { asked, send }
  }
  const nothing = { creates: false, reviews: false, images: false, groups: false, main: false, makes: false }

  it('offers each role on the site and in a group what it may do, and nothing else', async () => {
    const writes = { ...nothing, creates: true }
    const inGroup = { ...writes, groups: true }
    const ofSite = { ...inGroup, reviews: true, images: true, main: true }
    const expected = {
      subscriber: nothing,
      contributor: writes,
      author: { ...writes, images: true },
      editor: ofSite,
      'group-contributor': inGroup,
      'group-author': { ...inGroup, images: true },
      'group-editor': { ...inGroup, images: true, reviews: true },
      'group-manager': { ...inGroup, images: true, reviews: true },
      ada: { ...ofSite, makes: true },
    }
    for (const [login, offers] of Object.entries(expected)) {
      const page = await service.desk(open, '/groups', login)
      await page.locator('.loaded[aria-busy=false]').first().waitFor({ state: 'attached' })
      await expect.poll(() => rowOf(page), { message: login }).toEqual(offers)
    }
  })

  it('a member without a role on the site creates in the group by default, as the role there allows', async () => {
    for (const [login, status, act, done] of [
      ['group-contributor', 'draft', 'Save as draft', 'saved as a draft'],
      ['group-author', 'publish', 'Publish', 'published'],
    ] as const) {
      const page = await service.desk(open, '/events/new', login)
      await page.getByLabel('Title').fill(`By ${login}`)
      expect(await page.locator('[name=group] option').allInnerTexts()).toEqual(['Library'])
      expect(await page.locator('[name=status]').inputValue()).toBe(status)
      await page.getByText('Editors of the site decide whether').waitFor()
      expect(await violationsInView(page)).toEqual([])
      await page.getByRole('button', { name: act, exact: true }).click()
      await page.getByText(`“By ${login}” is ${done}.`).waitFor()
      const [event] = (
        await service.get(
          `/events?group=${library.id}&status=any&starts_after=1000-01-03&search=By+${login}`,
          headers,
        )
      ).body.events
      expect([event.group.id, event.status, event.in_main]).toEqual([library.id, status, false])
    }
  })

  it('the switch in the head shows what is of a group, stays in the address of other views, and new events begin in it', async () => {
    const page = await service.desk(open, '/events?when=ever', 'editor')
    await page.getByRole('link', { name: 'Of the site' }).waitFor()
    await page.locator('.top').getByLabel('Group').selectOption('Archive')
    await page.getByRole('link', { name: 'Of the site' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Of the archive' }).waitFor()
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    expect(new URL(page.url()).searchParams.get('group')).toBe(String(archive.id))
    await page.getByRole('link', { name: 'New event' }).click()
    await page.getByLabel('Title').waitFor()
    expect(await page.locator('main [name=group]').inputValue()).toBe(String(archive.id))
    expect(await page.getByLabel('In the main calendar').isChecked()).toBe(true)
    await page.locator('main [name=group]').selectOption('Library')
    expect(await page.getByLabel('In the main calendar').isChecked()).toBe(false)
  })

  it('the switch in the head names a group as it is, also once a new name is undone', async () => {
    const page = await service.desk(open, `/groups/${archive.id}`)
    const named = (name: string) =>
      page
        .locator('.top')
        .getByLabel('Group')
        .locator('option', { hasText: name })
        .waitFor({ state: 'attached' })
    await named('Archive')
    await page.locator('main').getByLabel('Name', { exact: true }).fill('Cellar')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await named('Cellar')
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).click()
    await named('Archive')
  })

  it('a group has its name once in sight, in its field, above the bar that saves it', async () => {
    const page = await service.desk(open, `/groups/${library.id}`)
    await page.locator('.members .line').first().waitFor()
    const name = page.locator('main').getByLabel('Name', { exact: true })
    expect((await page.getByRole('heading', { level: 1 }).boundingBox())?.height).toBeLessThanOrEqual(1)
    const [field, save] = [
      await name.boundingBox(),
      await page.getByRole('button', { name: 'Save', exact: true }).boundingBox(),
    ]
    const height = page.viewportSize()?.height ?? 0
    expect([(field?.y ?? height) < height, (save?.y ?? height) < height]).toEqual([true, true])
  })

  it('a manager finds people by name or by the whole e-mail address, which is not shown', async () => {
    await service.person('joan', 'subscriber')
    const { users } = (await service.get('/users', headers)).body
    const { id } = users.find(({ login }: Json) => login === 'joan')
    await service.patch(`/users/${id}`, { display_name: 'Joan Clarke', email: 'jc@example.org' }, headers)
    const page = await service.desk(open, `/groups/${library.id}`, 'group-manager')
    const person = page.getByRole('combobox', { name: 'Person' })
    await person.fill('clark')
    await page.getByRole('option', { name: 'Joan Clarke' }).waitFor()
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const candidates = /\/candidates\?/
    await page.route(candidates, (route) => answered.then(() => route.continue()))
    const asked = page.waitForRequest(candidates)
    await person.fill('jc@example')
    await asked
    // What isn't answered is no number.
    const told = page.getByText(/^\d+ suggestions?$/)
    expect(await told.count()).toBe(0)
    answer()
    await page.getByText('0 suggestions').waitFor()
    await page.unroute(candidates)
    await person.fill('jc@example.org')
    const option = page.getByRole('option', { name: 'Joan Clarke' })
    expect(await option.innerText()).not.toContain('@')
    await option.click()
    await page.getByRole('button', { name: 'Add a member' }).click()
    await page.getByText('Joan Clarke is a member now.').waitFor()
    // Who is a member is found no more.
    await person.fill('clarke')
    await page.getByText('0 suggestions').waitFor()
    const author = await headersOf('group-author')
    expect((await service.get(`/groups/${library.id}/candidates?search=joan`, author)).status).toBe(403)
    await service.remove(`/groups/${library.id}/members/joan`, headers)
  })

  it('says before a group is deleted how many events leave the main calendar, or come into it', async () => {
    const { id } = (await service.post('/groups', { name: 'Guests' }, headers)).body
    await eveningEvent(service, { title: 'Guest', group: id }, headers)
    const page = await service.desk(open, `/groups/${id}`)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByLabel('Its events').selectOption('Library')
    await page.getByText('1 event leaves the main calendar.').waitFor()
    expect(await violationsInView(page)).toEqual([])
  })

  it('a manager adds a member by the login, changes the role and removes, and unknown logins are told at the field', async () => {
    await service.person('nora', 'subscriber')
    const page = await service.desk(open, `/groups/${library.id}`, 'group-manager')
    await page.getByRole('combobox', { name: 'Person' }).fill('nobody')
    await page.getByRole('button', { name: 'Add a member' }).click()
    await page.getByText('Nobody here is named “nobody”.').waitFor()
    await page.getByRole('combobox', { name: 'Person' }).fill('nora')
    await page.getByRole('button', { name: 'Add a member' }).click()
    await page.getByText('nora is a member now.').waitFor()
    expect(await violationsInView(page)).toEqual([])
    await page.getByLabel('Role of nora').selectOption('Editor')
    await page.getByText('nora is now: Editor.').waitFor()
    const roles = async () =>
      (await service.get(`/groups/${library.id}/members`, headers)).body.members
        .filter(({ login }: Json) => login === 'nora')
        .map(({ role }: Json) => role)
    expect(await roles()).toEqual(['editor'])
    await page.getByRole('button', { name: 'Remove nora' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).last().click()
    await page.getByText('nora is no longer a member of Library.').waitFor()
    expect(await roles()).toEqual([])
  })

  it('a manager goes on to the next member while one is added: both get the role that was seen', async () => {
    for (const login of ['olga', 'otto']) await service.person(login, 'subscriber')
    const page = await service.desk(open, `/groups/${library.id}`, 'group-manager')
    const members = `**/groups/${library.id}/members/*`
    const answer = await held(page, members)
    const person = page.getByRole('combobox', { name: 'Person' })
    await page.getByLabel('Role', { exact: true }).selectOption('Contributor')
    await person.fill('olga')
    await page.keyboard.press('ControlOrMeta+s')
    await answer.asked
    await person.fill('otto')
    await page.keyboard.press('ControlOrMeta+s')
    answer.send()
    await page.getByText('otto is a member now.').waitFor()
    expect(await person.inputValue()).toBe('')
    const all: Json[] = (await service.get(`/groups/${library.id}/members`, headers)).body.members
    const added = all.filter(({ login }) => login === 'olga' || login === 'otto')
    expect(added.map(({ role }) => role)).toEqual(['contributor', 'contributor'])
    for (const login of ['olga', 'otto'])
      await service.remove(`/groups/${library.id}/members/${login}`, headers)
    await page.unroute(members)
  })

  it('other members see who belongs to the group, and change nothing', async () => {
    const page = await service.desk(open, `/groups/${library.id}`, 'group-author')
    await page.getByText('group-manager').first().waitFor()
    const roles = page.locator('.members .facts')
    expect(await roles.allInnerTexts()).toEqual(['Manager', 'Editor', 'Author', 'Contributor'])
    await page.getByTitle('Publishes own events of the group.').waitFor()
    expect(await page.locator('main :is(input, select, [type=submit])').count()).toBe(0)
    expect(await violationsInView(page)).toEqual([])
  })

  it('an editor of a group publishes what is pending in it, and does not see what waits elsewhere', async () => {
    await eveningEvent(service, { title: 'Waits on the site', status: 'pending' }, headers)
    const page = await service.desk(open, '/review', 'group-editor')
    await page.getByRole('heading', { name: 'Of the library' }).waitFor()
    await page.getByRole('navigation', { name: '1 of 1' }).waitFor()
    await page.keyboard.press('a')
    await page.getByText('Nothing is waiting for a decision').waitFor()
  })

  it('the main calendar takes an event again that was taken out before the list had lost it', async () => {
    const { id } = (
      await service.post('/events', anEvent({ title: 'Torch walk', group: library.id }), headers)
    ).body
    const isInMain = async () => (await service.get(`/events/${id}`, headers)).body.in_main
    const page = await service.desk(open, '/main-calendar', 'editor')
    await showEntry(page, 'Torch walk')
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const list = /\/events\?.*awaits_main/
    await page.route(list, (route) => answered.then(() => route.continue()))
    const listed = page.waitForRequest(list)
    await page.keyboard.press('a')
    await listed
    const again = page.waitForRequest(list)
    await page.getByRole('button', { name: 'Undo' }).click()
    await again
    expect(await isInMain()).toBe(false)
    answer()
    await page.keyboard.press('a')
    await expect.poll(isInMain).toBe(true)
    await page.unroute(list)
    await service.remove(`/events/${id}?force=true`, headers)
  })

  it('neither the review nor the overview says that nothing waits in a group before it is known', async () => {
    const id = await eveningEvent(
      service,
      { title: 'Queued choir', group: library.id, status: 'pending' },
      headers,
    )
    const page = await service.desk(open, `/review?group=${archive.id}`, 'editor')
    for (const [path, none] of [
      ['/review', 'Nothing is waiting for a decision.'],
      ['/', 'Nothing is waiting for review.'],
    ] as const) {
      await service.show(page, `${path}?group=${archive.id}`)
      await page.getByText(none).waitFor()
      let answer = () => {}
      const answered = new Promise<void>((resolve) => {
        answer = resolve
      })
      const pending = /\/events\?.*status=pending/
      await page.route(pending, (route) => answered.then(() => route.continue()))
      const asked = page.waitForRequest(pending)
      await page.locator('.top').getByLabel('Group').selectOption('Library')
      await asked
      expect([path, await page.getByText(none).count()]).toEqual([path, 0])
      answer()
      await page.getByText('Queued choir').first().waitFor()
      await page.unroute(pending)
    }
    await service.remove(`/events/${id}?force=true`, headers)
  })

  it('editors of the site go through what a group published, and take it into the main calendar by a key, with undo', async () => {
    const { id } = (
      await service.post('/events', anEvent({ title: 'Lantern walk', group: library.id }), headers)
    ).body
    const isInMain = async () => (await service.get(`/events/${id}`, headers)).body.in_main
    const page = await service.desk(open, '/main-calendar', 'editor')
    await showEntry(page, 'Lantern walk')
    // What waits stands in a list beside it.
    expect(await page.locator('.queue [aria-current=true]').innerText()).toMatch(/^Lantern walk/)
    expect(await violationsInView(page)).toEqual([])
    await page.keyboard.press('a')
    await page.getByText('“Lantern walk” is in the main calendar.').waitFor()
    expect(await isInMain()).toBe(true)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(isInMain).toBe(false)
    await expect.poll(async () => (await service.get('/events?search=Lantern')).body.total).toBe(0)
  })

  it('an administrator puts the events of somebody who leaves into a group', async () => {
    await service.person('leaver', 'author')
    const own = await headersOf('leaver')
    const id = await eveningEvent(service, { title: 'Farewell' }, own)
    const page = await service.desk(open, '/users')
    await page.getByRole('button', { name: 'Edit leaver' }).click()
    await page.getByLabel('Hand over everything of leaver to').selectOption('Group: Archive')
    await page.getByRole('button', { name: 'Hand over', exact: true }).click()
    await page.getByText('1 event is handed over.').waitFor()
    expect((await service.get(`/events/${id}`)).body.group.name).toBe('Archive')
  })

  it('an administrator deletes a group, and its events stay in another one', async () => {
    const club = (await service.post('/groups', { name: 'Club' }, headers)).body
    const id = await eveningEvent(service, { title: 'Dance', group: club.id }, headers)
    const page = await service.desk(open, `/groups/${club.id}`)
    // As what goes to the trash elsewhere.
    await page.locator('.savebar').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByLabel('Its events then belong to').selectOption('Archive')
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByText('“Club” is deleted.').waitFor()
    expect((await service.get(`/events/${id}`, await headersOf('ada'))).body.group.name).toBe('Archive')
  })

  it('an editor of a group keeps an event as a template, and a member begins a new one with it', async () => {
    const venue = (await service.post('/venues', { venue: 'Reading room' }, headers)).body
    const id = await eveningEvent(
      service,
      { title: 'Story hour', cost: '3', group: library.id, venue: venue.id, description: '<p>With tea.</p>' },
      headers,
    )
    const page = await service.desk(open, `/events/${id}`, 'group-editor')
    await page.getByLabel('More actions').click()
    await page.getByRole('button', { name: 'Save as a template' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Story')
    await page.locator('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The template “Story” is saved.').waitFor()
    const desk = await service.desk(open, '/events/new', 'group-author')
    await desk.getByRole('button', { name: 'Story', exact: true }).click()
    await expect.poll(() => desk.getByLabel('Title').inputValue()).toBe('Story hour')
    expect(await violationsInView(desk)).toEqual([])
    expect(await desk.getByRole('button', { name: 'Edit the templates' }).count()).toBe(0)
    await desk.getByLabel('Title').fill('Story hour again')
    await desk.getByRole('button', { name: 'Publish', exact: true }).click()
    await desk.getByText('“Story hour again” is published.').waitFor()
    const path = new URL(desk.url()).pathname.replace('/desk', '')
    const made = (await service.get(path, headers)).body
    expect([made.cost, made.venue.venue, made.group.name, made.description, made.status]).toEqual([
      '3',
      'Reading room',
      'Library',
      '<p>With tea.</p>',
      'publish',
    ])
  })

  it('an editor goes on with the name of a template while it is renamed, and saves that by the keys', async () => {
    const { id } = (await service.post('/templates', { name: 'Chess', fields: { title: 'Chess' } }, headers))
      .body
    const page = await service.desk(open, '/events/new', 'editor')
    await page.getByRole('button', { name: 'Edit the templates' }).click()
    const renamed = `**/templates/${id}`
    const name = page.locator(`[name=template-${id}]`)
    const first = await held(page, renamed)
    await name.fill('Chess club')
    await page.keyboard.press('Enter')
    await first.asked
    await page.keyboard.type(' on Mondays')
    first.send()
    await page.getByRole('button', { name: 'Delete Chess club', exact: true }).waitFor()
    expect(await name.inputValue()).toBe('Chess club on Mondays')
    await page.unroute(renamed)
    const second = await held(page, renamed)
    await page.keyboard.press('Enter')
    await second.asked
    await page.keyboard.type(' at 7')
    await page.keyboard.press('Enter')
    second.send()
    await page.getByText('The template “Chess club on Mondays at 7” is saved.').waitFor()
    const { templates } = (await service.get('/templates', headers)).body
    expect(templates.find((one: Json) => one.id === id).name).toBe('Chess club on Mondays at 7')
    await page.unroute(renamed)
    await service.remove(`/templates/${id}`, headers)
  })

  it('a template asks before it replaces what was typed while it was loaded', async () => {
    const slow = (await service.post('/templates', { name: 'Slow', fields: { title: 'Slow read' } }, headers))
      .body
    const page = await service.desk(open, '/events/new', 'editor')
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/events?dry_run=true', (route) => answered.then(() => route.continue()))
    await page.getByRole('button', { name: 'Slow', exact: true }).click()
    await page.getByLabel('Title').fill('Typed meanwhile')
    answer()
    const question = page.getByRole('dialog')
    await question.getByText('The template replaces what you have typed.').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await page.getByLabel('Title').inputValue()).toBe('Typed meanwhile')
    await page.unroute('**/events?dry_run=true')
    await service.remove(`/templates/${slow.id}`, headers)
  })

  it('a template whose category is gone still begins an event, and editors rename and delete templates', async () => {
    const category = (await service.post('/categories', { name: 'Gone' }, headers)).body
    const fields = { title: 'Market', categories: [category.id] }
    await service.post('/templates', { name: 'Market day', fields }, headers)
    await service.remove(`/categories/${category.id}`, headers)
    const page = await service.desk(open, '/events/new', 'editor')
    await page.getByRole('button', { name: 'Market day', exact: true }).click()
    await page.getByText('Left out of the template: Categories').waitFor()
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Market')
    await page.getByRole('button', { name: 'Edit the templates' }).click()
    await page.getByLabel('Of the site').fill('Market')
    await page.getByRole('button', { name: 'Rename' }).and(page.locator(':enabled')).click()
    await page.getByText('The template “Market” is saved.').waitFor()
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete Market' }).click()
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByLabel('Of the site').waitFor({ state: 'detached' })
    const names = (await service.get('/templates', headers)).body.templates.map(({ name }: Json) => name)
    expect(names).not.toContain('Market')
  })
})
