import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, deskService, PASSWORD, violationsInView } from '../support/at-desk.ts'
import { violations } from '../support/axe.ts'
import { describeInBrowser, desktop, phone } from '../support/browser.ts'
import { anEvent } from '../support/service.ts'
import { challengeOf } from '../support/submitting.ts'

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
    await page.getByLabel('Your name').fill('Bea')
    // The Chromium of tests has no optimising compiler. Two steps of a thousand numbers are tried.
    const challenge = await challengeOf(service, 1500)
    await page.route('**/submissions/challenge', (route) => route.fulfill({ json: challenge }))
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.waitForURL(/\/submit\/[\w-]{43}\/\?new=1/)
    expect(await violations(page)).toEqual([])
    const desk = await service.desk(open, '/review', 'carla')
    await desk.getByRole('heading', { name: 'Market day' }).waitFor()
    expect(await desk.getByText('without a proof of work').count()).toBe(0)
    expect(await violationsInView(desk)).toEqual([])
    await desk.keyboard.press('a')
    await desk.getByText('Nothing is waiting for a decision').waitFor()
    await page.reload()
    await page.getByText('Your event is published').waitFor()
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
    await desk.getByRole('region', { name: 'What has changed' }).getByText('Status').waitFor()
    await desk.getByText('Submitted by con').waitFor()
    expect(await violationsInView(desk)).toEqual([])
    await desk.keyboard.press('q')
    await desk.keyboard.type('Which hall?')
    await desk.keyboard.press('Escape')
    await desk.keyboard.press('q')
    await desk.getByText('Nothing is waiting for a decision').waitFor()
    const own = await service.desk(open, `/events/${id}`, 'con')
    await own.getByText('carla has a question about this event').waitFor()
    await own.getByText('Which hall?').waitFor()
    expect(await violationsInView(own)).toEqual([])
  })

  it('§14 the form fits a phone', async () => {
    const page = await open(phone)
    await page.goto(`${service.base}/de/submit/`)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })

  it('§14 users change their name and password at the desk, and invitations set one', async () => {
    const desk = await service.desk(open, '/account', 'carla')
    await desk.getByLabel('Your name').fill('Carla Rossi')
    await desk.getByRole('button', { name: 'Save' }).click()
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
    await page.getByLabel('New password').fill(PASSWORD)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect((await service.post('/session', { login: 'dan', password: PASSWORD })).status).toBe(201)
  })
})
