import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, deskService, PASSWORD, violationsInView } from '../support/at-desk.ts'
import { violations } from '../support/axe.ts'
import { describeInBrowser, desktop, phone } from '../support/browser.ts'
import { anEvent } from '../support/service.ts'
import { challengeOf, submitted } from '../support/submitting.ts'

describeInBrowser('submissions and accounts in a browser', (open) => {
  let service: DeskService
  beforeAll(async () => {
    service = await deskService(false, { FASTI_SUBMISSIONS: 'open' })
    await service.person('carla', 'editor')
  })
  afterAll(() => service.close())

  it('§14 an event is submitted with a proof of work, followed, approved by a key, and seen by its submitter', async () => {
    const page = await open(desktop)
    await page.goto(`${service.base}/submit/`)
    await page.getByLabel('Title').fill('Market day')
    await page.getByLabel('Begins').fill('2027-05-04T08:00')
    const goOn = async () => {
      expect(await violations(page)).toEqual([])
      await page.getByRole('button', { name: 'Continue' }).click()
    }
    await goOn()
    await page.getByLabel('Place').waitFor()
    await goOn()
    await page.getByLabel('Your name').fill('Bea')
    // The Chromium of tests has no optimising compiler. Two steps of a thousand numbers are tried.
    const challenge = await challengeOf(service, 1500)
    await page.route('**/submissions/challenge', (route) => route.fulfill({ json: challenge }))
    await goOn()
    await page.locator('.preview').waitFor()
    await page.waitForLoadState()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await page.waitForURL(/\/submit\/[\w-]{43}\/\?new=1/)
    expect(await violations(page)).toEqual([])
    const desk = await service.desk(open, '/review', 'carla')
    await desk.getByRole('heading', { name: 'Market day' }).waitFor()
    await desk.getByText('Submitted by Bea', { exact: true }).waitFor()
    await desk.getByText(/Submissions take [^ ]+ \w+ of 200 MB\./).waitFor()
    expect(await desk.getByText('without a proof of work').count()).toBe(0)
    expect(await violationsInView(desk)).toEqual([])
    await desk.keyboard.press('a')
    await desk.getByText('Nothing is waiting for a decision').waitFor()
    const form = desk.getByRole('link', { name: 'Open the form for submitting' })
    expect(await form.getAttribute('href')).toMatch(/\/calendar\/submit\/$/)
    await page.reload()
    await page.getByText('Your event is published').waitFor()
  })

  it('an entry with words and addresses of any length stays within the screen of a telephone', async () => {
    const { cookie, csrf } = await service.session('carla')
    const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(4)
    const website = `https://example.org/${long}`
    const entry = anEvent({
      title: long,
      status: 'pending',
      website,
      description: `<p>${long} <a href="${website}">${long}</a></p>`,
      venue: { venue: long, address: long, website },
      organizer: [{ organizer: long, website, email: `${'a'.repeat(60)}@example.org` }],
      tags: [long],
    })
    const made = await service.post('/events', entry, { ...cookie, ...csrf })
    expect(made.status).toBe(201)
    const page = await service.desk(open, '/review', 'carla', phone)
    await page.getByRole('heading', { name: long }).waitFor()
    const beyond = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.review *')]
        .filter((one) => one.checkVisibility() && (one.getBoundingClientRect().right > innerWidth || one.getBoundingClientRect().left < 0))
        .map((one) => one.outerHTML.slice(0, 80))`,
    )
    expect(beyond).toEqual([])
    await service.patch(`/events/${made.body.id}`, { status: 'draft' }, { ...cookie, ...csrf })
  })

  it('§14 a contributor’s event is reviewed beside similar events, questioned by keyboard, and its author reads the question', async () => {
    await service.person('con', 'contributor')
    const signed = await service.session('con')
    const con = { ...signed.cookie, ...signed.csrf }
    const carla = await service.session('carla')
    await service.post('/events', anEvent({ title: 'Choir night' }), { ...carla.cookie, ...carla.csrf })
    const { id } = (await service.post('/events', anEvent({ title: 'Choir', status: 'draft' }), con)).body
    await service.patch(`/events/${id}`, { status: 'pending' }, con)
    const desk = await service.desk(open, '/review', 'carla')
    await desk.getByRole('heading', { name: 'Choir' }).waitFor()
    await desk.getByRole('link', { name: 'Choir night' }).waitFor()
    await desk.getByRole('region', { name: 'What has changed' }).getByText('to review').waitFor()
    await desk.getByText('Submitted by con').waitFor()
    expect(await desk.getByRole('link', { name: 'Edit Choir', exact: true }).innerText()).toBe('Edit')
    await service.patch(`/events/${id}`, { description: '<p>Free advertisement</p>' }, con)
    await desk.keyboard.press('a')
    await desk.getByText('This entry was changed after you opened it').waitFor()
    await desk.getByText('Free advertisement').first().waitFor()
    expect((await service.get(`/events/${id}`, carla.cookie)).body.status).toBe('pending')
    expect(await violationsInView(desk)).toEqual([])
    await desk.keyboard.press('q')
    await desk.keyboard.type('Which hall?')
    await desk.keyboard.press('Escape')
    await desk.keyboard.press('q')
    await desk.getByText('Whoever submitted “Choir” sees your question now.').waitFor()
    await desk.getByText('Waiting for an answer').waitFor()
    await desk.getByRole('status').filter({ hasText: 'Which hall?' }).waitFor()
    expect(await violationsInView(desk)).toEqual([])
    const own = await service.desk(open, `/events/${id}`, 'con')
    await own.getByText('carla has a question about this event').waitFor()
    await own.getByText('Which hall?').waitFor()
    expect(await violationsInView(own)).toEqual([])
    await desk.keyboard.press('a')
    await desk.getByText('Nothing is waiting for a decision').waitFor()
    expect((await service.get(`/events/${id}`, carla.cookie)).body.status).toBe('publish')
  })

  it('§14 every pending event waits, whoever made it or sent it back, a series once', async () => {
    const carla = await service.session('carla')
    const headers = { ...carla.cookie, ...carla.csrf }
    const made = async (more: Record<string, unknown>) =>
      (await service.post('/events', anEvent(more), headers)).body.id
    const ids = [await made({ title: 'By an editor', status: 'pending' })]
    const published = await made({ title: 'Sent back' })
    await service.patch(`/events/${published}`, { status: 'pending' }, headers)
    ids.push(published)
    ids.push(await made({ title: 'Weekly', status: 'pending', recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' }))
    const { body } = await submitted(service, { title: 'From outside' })
    await service.post(`/submissions/${body.id}/decision`, { decision: 'approve' }, headers)
    const list = await service.get('/events?search=outside&start_date=2027-01-01', headers)
    await service.patch(`/events/${list.body.events[0].id}`, { status: 'pending' }, headers)
    const desk = await service.desk(open, '/review', 'carla')
    for (const title of ['By an editor', 'Sent back', 'Weekly', 'From outside']) {
      await desk.getByRole('heading', { name: title, exact: true }).waitFor()
      await desk.keyboard.press('a')
    }
    await desk.getByText('Nothing is waiting for a decision').waitFor()
    expect((await service.get('/events?status=pending&start_date=2000-01-01', headers)).body.total).toBe(0)
    for (const id of ids) await service.remove(`/events/${id}`, headers)
  })

  it('asks nobody about the event of somebody whose account is deleted, and says so', async () => {
    await service.person('gone', 'contributor')
    const signed = await service.session('gone')
    const gone = { ...signed.cookie, ...signed.csrf }
    const carla = await service.session('carla')
    const { id, author } = (
      await service.post('/events', anEvent({ title: 'Left', status: 'pending' }), gone)
    ).body
    const review = async () => (await service.get(`/events/${id}/review`, carla.cookie)).body.author_name
    expect(await review()).toBe('gone')
    const ada = await service.session('ada')
    await service.remove(`/users/${author}`, { ...ada.cookie, ...ada.csrf })
    expect([await review(), author > 0]).toEqual(['', true])
    const desk = await service.desk(open, '/review', 'carla')
    await desk.getByText('Submitted by gone (account deleted)').waitFor()
    expect(await desk.getByRole('button', { name: 'Ask' }).count()).toBe(0)
    expect(await desk.getByLabel('Message to the submitter').count()).toBe(0)
    await service.remove(`/events/${id}`, { ...carla.cookie, ...carla.csrf })
  })

  it('asks nobody about what has no sender, such as an import, and says that the public may not submit', async () => {
    const local = await deskService(true)
    await local.post('/events', anEvent({ title: 'Nones', status: 'pending' }))
    const desk = await local.desk(open, '/review')
    desk.setDefaultTimeout(9000)
    await desk.getByRole('heading', { name: 'Nones' }).waitFor()
    expect(await desk.getByRole('button', { name: 'Ask', exact: true }).count()).toBe(0)
    expect(await desk.getByLabel('Message to the submitter').count()).toBe(0)
    expect(await desk.getByRole('button', { name: 'Reject', exact: true }).innerText()).toMatch(/r$/)
    expect(await violationsInView(desk)).toEqual([])
    await desk.keyboard.press('q')
    await desk.keyboard.press('r')
    await desk.getByText('“Nones” is rejected.').waitFor()
    await desk.getByText('The public cannot submit events').waitFor()
    await local.close()
  })

  it('writes the cost in the language of the reader', async () => {
    const { cookie, csrf } = await service.session('carla')
    const headers = { ...cookie, ...csrf }
    const { id } = (await service.post('/events', anEvent({ status: 'pending', cost: '0' }), headers)).body
    const desk = await service.desk(open, '/review', 'carla')
    await desk.goto(`${service.base}/de/desk/review`)
    await desk.getByText('Kostenlos', { exact: true }).waitFor()
    await service.remove(`/events/${id}`, headers)
  })

  it('§14 one card shows all that becomes public: dates, price, website, terms, organizer, and where the place is', async () => {
    const { cookie, csrf } = await service.session('ada')
    const ada = { ...cookie, ...csrf }
    await service.post('/categories', { name: 'Dance' }, ada)
    const made = anEvent({
      title: 'Tango',
      status: 'pending',
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=12',
      cost: '7',
      website: 'https://tango.example.org/',
      categories: ['Dance'],
      organizer: { organizer: 'Milonga', email: 'milonga@example.org' },
      venue: { venue: 'Salon', city: 'Bath', geo_lat: 51.38, geo_lng: -2.36 },
      description: '<p>See <a href="https://spam.example.org/">this</a></p>',
    })
    const { id } = (await service.post('/events', made, ada)).body
    const desk = await service.desk(open, '/review', 'carla')
    const card = desk.getByRole('region', { name: 'Entry to review' })
    await card.getByText('12 dates').waitFor()
    expect(await card.locator('.dates > ol > li').count()).toBe(8)
    await card.getByText('4 more dates').waitFor()
    for (const text of ['7', 'https://tango.example.org/', 'Dance', 'Milonga', 'milonga@example.org'])
      await card.getByText(text, { exact: true }).first().waitFor()
    await card.getByText('Bath').waitFor()
    const map = await card.getByRole('link', { name: 'Show on a map' }).getAttribute('href')
    expect(map).toContain('mlat=51.38&mlon=-2.36')
    expect(await card.locator('.markup a').getAttribute('href')).toBe('https://spam.example.org/')
    // Its own dates are no other events.
    await desk.getByText('No similar event was found').waitFor()
    expect(await violationsInView(desk)).toEqual([])
    await service.remove(`/events/${id}?apply_to=all&force=true`, ada)
  })

  it('§14 a known place is used for a new one, a decision is undone, and what was asked waits apart, last', async () => {
    const { cookie, csrf } = await service.session('ada')
    const ada = { ...cookie, ...csrf }
    const known = (await service.post('/venues', { venue: 'Komedia', city: 'Bath' }, ada)).body.id
    const sent = await submitted(service, { title: 'Satire', venue: { venue: 'The Komedia', city: 'Bath' } })
    await submitted(service, { title: 'Recital' })
    const desk = await service.desk(open, '/review', 'carla')
    await desk.getByRole('button', { name: 'Use “Komedia”' }).click()
    await desk.getByText('“Komedia” is used.').waitFor()
    await desk.getByRole('link', { name: 'Komedia', exact: true }).waitFor()
    expect(await desk.getByRole('button', { name: 'Use “Komedia”' }).count()).toBe(0)
    await desk.keyboard.press('q')
    await desk.keyboard.type('Which stage?')
    await desk.keyboard.press('Escape')
    await desk.keyboard.press('j')
    await desk.getByRole('heading', { name: 'Recital' }).waitFor()
    await desk.reload()
    await desk.getByRole('heading', { name: 'Satire' }).waitFor()
    expect(await desk.getByLabel('Message to the submitter').inputValue()).toBe('Which stage?')
    await desk.keyboard.press('q')
    await desk.getByRole('heading', { name: 'Recital' }).waitFor()
    await desk.keyboard.press('j')
    await desk.getByText('Waiting for an answer').waitFor()
    await desk.getByText('no answer has come yet: Which stage?').waitFor()
    await desk.keyboard.press('k')
    await desk.getByRole('heading', { name: 'Recital' }).waitFor()
    await desk.keyboard.press('a')
    await desk.getByText('“Recital” is published.').waitFor()
    await desk.getByRole('heading', { name: 'Satire' }).waitFor()
    await desk.getByRole('button', { name: 'Undo' }).click()
    for (const title of ['Recital', 'Satire']) {
      await desk.getByRole('heading', { name: title }).waitFor()
      await desk.keyboard.press('a')
    }
    await desk.getByText('Nothing is waiting for a decision').waitFor()
    const { events } = (await service.get('/events?search=Satire&start_date=2027-01-01')).body
    expect([events[0].venue.id, sent.status]).toEqual([known, 201])
  })

  it('§14 stays at the entry that one went to while the queue loses another one, and decides on that', async () => {
    const { cookie, csrf } = await service.session('ada')
    const ada = { ...cookie, ...csrf }
    const ids: number[] = []
    for (const title of ['First psalm', 'Second psalm', 'Third psalm'])
      ids.push((await service.post('/events', anEvent({ title, status: 'pending' }), ada)).body.id)
    const desk = await service.desk(open, '/review', 'carla')
    const row = (title: string) => desk.locator('.queue').getByRole('button', { name: title })
    await row('First psalm').click()
    await desk.getByRole('heading', { name: 'First psalm' }).waitFor()
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const address = /\/drafts$/
    await desk.route(address, (route) => answered.then(() => route.continue()))
    await desk.keyboard.press('a')
    await desk.getByText('“First psalm” is published.').waitFor()
    await desk.keyboard.press('j')
    await desk.getByRole('heading', { name: 'Second psalm' }).waitFor()
    answer()
    await row('First psalm').waitFor({ state: 'detached' })
    await desk.getByRole('heading', { name: 'Second psalm' }).waitFor()
    await desk.keyboard.press('a')
    await desk.getByText('“Second psalm” is published.').waitFor()
    await desk.getByRole('heading', { name: 'Third psalm' }).waitFor()
    await desk.unroute(address)
    for (const id of ids) await service.remove(`/events/${id}?force=true`, ada)
  })

  it('§14 a contributor sends an event to review by a button that says so, new or kept as a draft before', async () => {
    await service.person('cato', 'contributor')
    const { cookie, csrf } = await service.session('cato')
    const ada = await service.session('ada')
    const own = await service.desk(open, '/events/new', 'cato')
    await own.getByLabel('Title').fill('Sea shanties')
    await own.getByRole('button', { name: 'Send to review' }).click()
    await own.getByText('“Sea shanties” is sent to review.').waitFor()
    const made = (await service.get('/events?status=pending&starts_after=1000-01-03&search=shanties', cookie))
      .body.events[0]
    expect(made.title).toBe('Sea shanties')
    await own.getByRole('button', { name: 'Save', exact: true }).waitFor()
    expect(await own.getByRole('button', { name: 'Send to review' }).count()).toBe(0)
    const draft = anEvent({ title: 'Capstan songs', status: 'draft' })
    const { id } = (await service.post('/events', draft, { ...cookie, ...csrf })).body
    await service.show(own, `/events/${id}`)
    await own.getByLabel('Title').fill('Capstan shanties')
    await own.locator('[name=status]').selectOption('Pending review')
    await own.locator('.savebar .main', { hasText: 'Send to review' }).click()
    await own.getByText('“Capstan shanties” is sent to review.').waitFor()
    expect((await service.get(`/events/${id}`, cookie)).body.status).toBe('pending')
    for (const one of [id, made.id])
      await service.remove(`/events/${one}?force=true`, { ...ada.cookie, ...ada.csrf })
  })

  it('a decision on a series is undone for all of its dates', async () => {
    await service.person('clio', 'contributor')
    const { cookie, csrf } = await service.session('clio')
    const { id, series } = (
      await service.post(
        '/events',
        anEvent({ title: 'Lauds', status: 'pending', recurrence: ['FREQ=DAILY;COUNT=3'] }),
        { ...cookie, ...csrf },
      )
    ).body
    const desk = await service.desk(open, '/review', 'carla')
    await desk.getByRole('heading', { name: 'Lauds' }).waitFor()
    await desk.keyboard.press('a')
    await desk.getByText('“Lauds” is published.').waitFor()
    await desk.getByText('Nothing is waiting for a decision').waitFor()
    await desk.getByRole('button', { name: 'Undo' }).click()
    await desk.getByRole('heading', { name: 'Lauds' }).waitFor()
    const ada = await service.session('ada')
    const headers = { ...ada.cookie, ...ada.csrf }
    const query = `series=${series.id}&status=pending&starts_after=2020-01-01`
    expect((await service.get(`/events?${query}`, headers)).body.total).toBe(3)
    await service.remove(`/events/${id}?apply_to=all&force=true`, headers)
  })

  it('§14 a decision is sent once, however often its key is pressed', async () => {
    await service.person('cleo', 'contributor')
    const { cookie, csrf } = await service.session('cleo')
    await service.post('/events', anEvent({ title: 'Vespers', status: 'pending' }), { ...cookie, ...csrf })
    const desk = await service.desk(open, '/review', 'carla')
    await desk.getByRole('heading', { name: 'Vespers' }).waitFor()
    const sent: string[] = []
    desk.on('request', (request) => {
      if (request.url().endsWith('/decision')) sent.push(request.postData() ?? '')
    })
    await desk.keyboard.press('q')
    await desk.keyboard.type('Which day?')
    await desk.keyboard.press('Escape')
    await desk.evaluate(`for (const key of 'qqq')
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`)
    await desk.getByRole('status').filter({ hasText: 'Which day?' }).waitFor()
    expect(sent).toHaveLength(1)
  })

  it('§14 a list shows all that waits, with its age and what is over; a click opens an entry, and a clash stands on both', async () => {
    const { cookie, csrf } = await service.session('ada')
    const ada = { ...cookie, ...csrf }
    const { id: crypt } = (await service.post('/venues', { venue: 'Crypt' }, ada)).body
    const at = {
      status: 'pending',
      start_date: '2030-05-04 18:00',
      end_date: '2030-05-04 20:00',
      venue: crypt,
    }
    const over = { status: 'pending', start_date: '2020-05-04 18:00', end_date: '2020-05-04 20:00' }
    const ids: number[] = []
    for (const more of [
      { ...at, title: 'Compline' },
      { ...at, title: 'Terce' },
      { ...over, title: 'Sext' },
    ])
      ids.push((await service.post('/events', anEvent(more), ada)).body.id)
    const desk = await service.desk(open, '/review', 'carla')
    const row = (title: string) => desk.locator('.queue').getByRole('button', { name: title })
    for (const title of ['Compline', 'Terce']) await row(title).getByText('Same venue, same time').waitFor()
    await row('Sext').getByText('Already over').waitFor()
    expect(await row('Sext').getByText('Same venue').count()).toBe(0)
    await row('Terce').click()
    await desk.getByRole('heading', { name: 'Terce' }).waitFor()
    expect(await row('Terce').getAttribute('aria-current')).toBe('true')
    const card = desk.getByRole('region', { name: 'Entry to review' })
    await card.getByRole('link', { name: 'Compline' }).waitFor()
    expect(await violationsInView(desk)).toEqual([])
    for (const id of ids) await service.remove(`/events/${id}?force=true`, ada)
  })

  it('the head of an event names who changed it last, not its author', async () => {
    const { cookie, csrf } = await service.session('ada')
    const carla = await service.session('carla')
    const { id } = (await service.post('/events', anEvent({ title: 'Matins' }), { ...cookie, ...csrf })).body
    await service.patch(`/events/${id}`, { cost: '5' }, { ...carla.cookie, ...carla.csrf })
    await service.person('clark', 'editor')
    const desk = await service.desk(open, `/events/${id}`, 'clark')
    await desk.locator('.facts').getByText('by carla').waitFor()
    expect(await desk.locator('.facts').getByText('user').count()).toBe(0)
    const own = await service.desk(open, `/events/${id}`, 'carla')
    await own.locator('.facts').getByText('by you').waitFor()
  })

  it('a summary and a description of a category are typed as text: `<12>` stays as it is, and markup is not shown', async () => {
    const { cookie, csrf } = await service.session('ada')
    const ada = { ...cookie, ...csrf }
    const excerpt = '<p>For <em>all</em></p>'
    const { id } = (await service.post('/events', anEvent({ title: 'Lauds', excerpt }), ada)).body
    const desk = await service.desk(open, `/events/${id}`, 'carla')
    const summary = desk.getByRole('textbox', { name: 'Summary' })
    expect(await summary.innerText()).toBe('For all')
    await summary.click()
    await desk.keyboard.press('ControlOrMeta+End')
    await desk.keyboard.type(' <12> & more')
    await desk.keyboard.press('ControlOrMeta+s')
    await desk.getByText('“Lauds” is saved.').waitFor()
    expect(await summary.innerText()).toBe('For all <12> & more')
    await desk.reload()
    await summary.waitFor()
    expect(await summary.innerText()).toBe('For all <12> & more')
    await service.show(desk, '/categories')
    await desk.getByRole('button', { name: 'New category' }).click()
    await desk.getByRole('textbox', { name: 'Name', exact: true }).fill('Small')
    await desk.getByRole('dialog').getByRole('textbox', { name: 'Description' }).click()
    await desk.keyboard.type('Under <12>')
    await desk.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await desk.getByRole('button', { name: 'Edit Small' }).click()
    expect(await desk.getByRole('dialog').getByRole('textbox', { name: 'Description' }).innerText()).toBe(
      'Under <12>',
    )
  })

  it('§14 administrators see on the overview who asked for a new password and got no e-mail', async () => {
    await service.person('eve', 'editor')
    const page = await service.desk(open, '', '')
    await page.getByLabel('Login').fill('eve')
    await page.getByRole('button', { name: 'Forgot' }).click()
    await page.getByText('If this user exists').waitFor()
    await service.sendDue()
    const desk = await service.desk(open, '', 'ada')
    expect(await violationsInView(desk)).toEqual([])
    await desk.getByRole('link', { name: 'eve asked for a new password' }).click()
    await desk.getByRole('dialog').getByRole('button', { name: /eve/ }).first().waitFor()
    const editor = await service.desk(open, '', 'carla')
    expect(await editor.getByText('asked for a new password').count()).toBe(0)
  })

  it('§14 the form fits a phone', async () => {
    const page = await open(phone)
    await page.goto(`${service.base}/de/submit/`)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })

  it('§14 users change their name and password at the desk, and invitations set one', async () => {
    const desk = await service.desk(open, '/account', 'carla')
    await desk.getByLabel('Your name').fill('Carla Rossi')
    await desk.getByRole('button', { name: 'Save', exact: true }).click()
    await desk.locator('.who').getByText('Carla Rossi').waitFor()
    expect(await violationsInView(desk)).toEqual([])
    const { cookie, csrf } = await service.session('ada')
    const added = await service.post(
      '/users',
      { login: 'dan', role: 'editor', email: 'dan@example.org' },
      { ...cookie, ...csrf },
    )
    const page = await open(desktop)
    await page.goto(added.body.invitation.address)
    await page.getByText('ada invites you to work on the calendar Fasti. Your login is dan.').waitFor()
    await page.getByText('The link works once, until').waitFor()
    await page.getByLabel('New password').fill(PASSWORD)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.locator('.top').waitFor()
    expect(await page.locator('.who').textContent()).toContain('dan')
    // A link that was used leads to where another one is asked for, in the reader's language.
    const again = await open(desktop)
    await again.goto(added.body.invitation.address)
    await again.getByRole('alert').waitFor()
    expect(await again.getByRole('button').count()).toBe(0)
    await again.getByRole('link', { name: 'Deutsch' }).click()
    await again.getByRole('link', { name: 'Anmelden' }).click()
    await again.getByRole('button', { name: 'Passwort vergessen' }).waitFor()
  })
})
