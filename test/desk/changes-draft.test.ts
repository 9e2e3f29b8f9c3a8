import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, type SignedDesk, signedDesk, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import { anEvent } from '../support/service.ts'

describeInBrowser('a draft of changes to what is published, at the desk', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  let made: SignedDesk['made']
  beforeAll(async () => {
    ;({ service, headers, made } = await signedDesk())
  })
  afterAll(() => service.close())
  const publicTitle = async (id: number) => (await service.get(`/events/${id}`)).body.title
  const fill = async (page: Page, name: string, text: string) => {
    await page.locator(`[name="${name}"]`).first().fill(text)
  }
  const shot = async (page: Page, name: string) => {
    if (process.env.SHOTS === undefined) return
    await mkdir(process.env.SHOTS, { recursive: true })
    await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
  }

  it('is kept beside Save, found on the overview, continued and published, while the public sees the event as it was', async () => {
    const id = await made({ title: 'Harbour swim' })
    const page = await service.desk(open, `/events/${id}`)
    expect(await page.getByRole('button', { name: 'Save as draft of changes' }).count()).toBe(0)
    await fill(page, 'title', 'Harbour swim with choir')
    await shot(page, 'keep')
    await page.getByRole('button', { name: 'Save as draft of changes' }).click()
    await page.getByText('are kept as a draft').waitFor()
    expect(await page.locator('[name=title]').inputValue()).toBe('Harbour swim')
    expect(await publicTitle(id)).toBe('Harbour swim')
    await page.getByText('There is a draft of changes').waitFor()
    await shot(page, 'there')
    expect(await violationsInView(page)).toEqual([])
    await service.show(page, '/')
    await page.getByRole('heading', { name: 'Drafts of changes' }).waitFor()
    await shot(page, 'overview')
    await page
      .locator('section', { hasText: 'Drafts of changes' })
      .getByRole('link', { name: 'Harbour swim' })
      .click()
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await page.locator('[name=title]').inputValue()).toBe('Harbour swim with choir')
    await shot(page, 'continued')
    await fill(page, 'title', 'Harbour swim with choirs')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('“Harbour swim with choirs” is saved.').waitFor()
    expect(await publicTitle(id)).toBe('Harbour swim with choirs')
    expect(await page.getByText('draft of changes').count()).toBe(0)
    expect((await service.get(`/events/${id}/draft`, headers)).body.draft).toBeNull()
  })

  it('is published by one tap, or discarded and taken back', async () => {
    const id = await made({ title: 'Night walk' })
    await service.ask('PUT', `/events/${id}/draft`, { changes: { title: 'Night hike' } }, headers)
    const page = await service.desk(open, `/events/${id}`)
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await page.getByText('The draft of changes is discarded.').waitFor()
    expect((await service.get(`/events/${id}/draft`, headers)).body.draft).toBeNull()
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('“Night hike” is saved.').waitFor()
    expect(await publicTitle(id)).toBe('Night hike')
  })

  it('with a new place is continued with it, and the place is made once it is saved', async () => {
    const id = await made({ title: 'Quay market' })
    const changes = { venue: [{ venue: 'New quay' }], excerpt: 'By the water' }
    await service.ask('PUT', `/events/${id}/draft`, { changes }, headers)
    const page = await service.desk(open, `/events/${id}`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('“Quay market” is saved.').waitFor()
    expect((await service.get(`/events/${id}`)).body.venue.venue).toBe('New quay')
  })

  it('on an event that somebody else changed meanwhile is a conflict, as any, and loses nothing of either', async () => {
    const id = await made({ title: 'Lantern night' })
    const changes = { title: 'Lantern feast', excerpt: 'Bring one' }
    await service.ask('PUT', `/events/${id}/draft`, { changes }, headers)
    await service.patch(`/events/${id}`, { title: 'Lantern evening', status_reason: 'Fine' }, headers)
    const page = await service.desk(open, `/events/${id}`)
    await page.getByText('The event was changed since').waitFor()
    await shot(page, 'outdated')
    expect(await page.getByRole('button', { name: 'Publish', exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Lantern evening').waitFor()
    await dialog.getByLabel('Their version').check()
    await dialog.getByRole('button', { name: 'Save this choice' }).click()
    await page.getByText('“Lantern evening” is saved.').waitFor()
    expect((await service.get(`/events/${id}`)).body).toMatchObject({
      title: 'Lantern evening',
      excerpt: 'Bring one',
    })
    expect((await service.get(`/events/${id}/draft`, headers)).body.draft).toBeNull()
  })

  it('takes the place of another one only after a question, and shows what somebody else kept meanwhile', async () => {
    const id = await made({ title: 'Lighthouse day' })
    const page = await service.desk(open, `/events/${id}`)
    const kept = async () => (await service.get(`/events/${id}/draft`, headers)).body.draft
    const keepElsewhere = (title: string, seen: number) =>
      service.ask('PUT', `/events/${id}/draft`, { changes: { title }, seen }, headers)
    await fill(page, 'title', 'Lighthouse days')
    await keepElsewhere('Lighthouse week', 0)
    const keep = page.getByRole('button', { name: 'Save as draft of changes' })
    await keep.click()
    await page.getByText('There is a draft of changes').waitFor()
    await keep.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect((await kept()).changes.title).toBe('Lighthouse week')
    expect(await page.locator('[name=title]').inputValue()).toBe('Lighthouse days')
    await keep.click()
    await dialog.getByRole('button', { name: 'Replace the draft' }).click()
    await page.getByText('are kept as a draft').waitFor()
    const { version, changes } = await kept()
    expect(changes.title).toBe('Lighthouse days')
    await keepElsewhere('Lighthouse night', version)
    const publish = page.getByRole('button', { name: 'Publish', exact: true })
    // Whoever reads that there is another draft presses again: it is told once that one is there.
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(`**/events/${id}/draft`, (route) => answered.then(() => route.continue()))
    const asked = page.waitForRequest((one) => one.url().endsWith(`/events/${id}/draft`))
    await publish.click()
    await asked
    const told = page.locator('.notice', { hasText: 'meanwhile' })
    expect(await told.count()).toBe(0)
    answer()
    await told.waitFor()
    expect(await publicTitle(id)).toBe('Lighthouse day')
    await publish.click()
    await page.getByText('“Lighthouse night” is saved.').waitFor()
  })

  it('tell their author who took away what was sent to review, and when, until the event is changed', async () => {
    await service.person('cor', 'contributor')
    const { cookie, csrf } = await service.session('cor')
    const own = { ...cookie, ...csrf }
    const { id } = (await service.post('/events', anEvent({ title: 'Reels', status: 'pending' }), own)).body
    await service.patch(`/events/${id}`, { status: 'publish' }, headers)
    const page = await service.desk(open, `/events/${id}`, 'cor')
    await page.getByText('The event is public.').waitFor()
    expect(await page.getByText('did not publish').count()).toBe(0)
    const draft = { changes: { title: 'Jigs' }, review: true }
    const { version } = (await service.ask('PUT', `/events/${id}/draft`, draft, own)).body.draft
    await service.ask('DELETE', `/events/${id}/draft?seen=${version}`, undefined, headers)
    await page.reload()
    const told = page.locator('.told')
    await told.getByText('ada did not publish your changes.').waitFor()
    expect(await told.locator('.detail').innerText()).toContain('2027')
    service.at('2027-01-15T13:00:00Z')
    await service.patch(`/events/${id}`, { title: 'Polkas' }, headers)
    await page.reload()
    await page.getByText('The event is public.').waitFor()
    await page.waitForLoadState('networkidle')
    expect(await told.count()).toBe(0)
  })

  it('is proposed by a contributor whose event is public, sent to review, and published or given back there', async () => {
    await service.person('con', 'contributor')
    const { cookie, csrf } = await service.session('con')
    const sent = anEvent({
      title: 'Shanties',
      status: 'pending',
      start_date: '2030-06-01 18:00',
      end_date: '2030-06-01 20:00',
    })
    const { id } = (await service.post('/events', sent, { ...cookie, ...csrf })).body
    await service.patch(`/events/${id}`, { status: 'publish' }, headers)
    const page = await service.desk(open, `/events/${id}`, 'con')
    await page.getByText('The event is public.').waitFor()
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Cancel or postpone…' }).count()).toBe(0)
    await fill(page, 'title', 'Shanties at sea')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('are kept as a draft').waitFor()
    await shot(page, 'proposed')
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('button', { name: 'Send to review' }).click()
    await page.getByText('are sent to review').waitFor()
    await page.getByText('The changes have waited for a decision since').waitFor()
    expect(await publicTitle(id)).toBe('Shanties')
    await service.show(page, '/')
    await page.locator('section', { hasText: 'Drafts of changes' }).getByText('Pending review').waitFor()
    const desk = await service.desk(open, '/', 'ada')
    const waiting = desk.locator('section', { has: desk.locator('#panel-pending') })
    await waiting.getByText('Proposed changes · con').waitFor()
    expect(await waiting.locator('.count').textContent()).toBe('1')
    await shot(desk, 'overview-proposed')
    await waiting.getByRole('link', { name: 'Shanties' }).click()
    await desk.getByText('Changes to a public event: Title').waitFor()
    await desk.locator('ins', { hasText: 'Shanties at sea' }).waitFor()
    await shot(desk, 'proposed-review')
    expect(await violationsInView(desk)).toEqual([])
    await desk.getByLabel('Message to the submitter').fill('Which sea?')
    await desk.getByRole('button', { name: 'Reject' }).click()
    await desk.getByText('“Shanties at sea” is rejected.').waitFor()
    await service.show(page, '/events')
    await service.show(page, `/events/${id}`)
    await page.getByText('ada did not publish your changes.').waitFor()
    await page.getByText('Which sea?').waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    await fill(page, 'title', 'Shanties at the North Sea')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('are kept as a draft').waitFor()
    await page.getByRole('button', { name: 'Send to review' }).click()
    await page.getByText('are sent to review').waitFor()
    await service.show(desk, '/events')
    await service.show(desk, '/review')
    await desk.locator('ins', { hasText: 'North Sea' }).waitFor()
    await desk.getByRole('button', { name: 'Approve and publish' }).click()
    await desk.getByText('“Shanties at the North Sea” is published.').waitFor()
    expect(await publicTitle(id)).toBe('Shanties at the North Sea')
    await desk.getByText('Nothing is waiting for a decision.').waitFor()
    await desk.locator('.notice').getByRole('button', { name: 'Undo' }).click()
    await desk.locator('ins', { hasText: 'North Sea' }).waitFor()
    expect(await publicTitle(id)).toBe('Shanties')
    // From the form it is the same decision.
    await service.show(desk, `/events/${id}`)
    await desk.getByRole('button', { name: 'Publish', exact: true }).click()
    await desk.getByText('“Shanties at the North Sea” is saved.').waitFor()
    expect((await service.get(`/events/${id}/review`, headers)).body.decision).toBe('approve')
    await service.show(desk, '/review')
    await desk.getByText('Nothing is waiting for a decision.').waitFor()
  })
})
