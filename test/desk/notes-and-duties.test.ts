/** The note of an event, and whom it waits for, at the desk. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, type SignedDesk, signedDesk, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import { anEvent } from '../support/service.ts'

describeInBrowser('notes and duties at the desk', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  let made: SignedDesk['made']
  beforeAll(async () => {
    ;({ service, headers, made } = await signedDesk())
    await service.person('mira', 'editor')
    await service.person('con', 'contributor')
  })
  afterAll(() => service.close())

  const row = (title: string) => `tr:has(th:has-text("${title}"))`

  it('are typed into a folded section, found by name, and shown in its line', async () => {
    const id = await made({ title: 'Reading' })
    const page = await service.desk(open, `/events/${id}`)
    const section = page.locator('details', { has: page.getByText('Internal', { exact: true }) })
    if ((await section.getAttribute('open')) === null) await section.locator('summary').click()
    await section.locator('[name=note]').fill('Ring the hall')
    await section.locator('[name=assignee]').fill('mir')
    await section.getByRole('option', { name: 'mira' }).waitFor()
    await page.keyboard.press('Enter')
    await section.getByRole('button', { name: 'Remove mira' }).waitFor()
    // Enter again removes nobody: the focus is on the section behind this one.
    expect(await page.evaluate('document.activeElement.localName')).toBe('summary')
    await page.keyboard.press('Enter')
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('“Reading” is saved.').waitFor()
    const { body } = await service.get(`/events/${id}`, headers)
    expect([body.note, body.assignee.login]).toEqual(['Ring the hall', 'mira'])
    await expect
      .poll(() => section.locator('summary').textContent())
      .toContain('Waits for: mira · Ring the hall')
    await section.getByRole('button', { name: 'Remove mira' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(async () => (await service.get(`/events/${id}`, headers)).body.assignee).toBeNull()
  })

  it('are saved when other changes are kept as a draft', async () => {
    const id = await made({ title: 'Concert' })
    const page = await service.desk(open, `/events/${id}`)
    await page.locator('[name=note]').fill('At once')
    await page.locator('[name=assignee]').fill('mir')
    await page.getByRole('option', { name: 'mira' }).click()
    await page.locator('[name=title]').fill('Concerts')
    await page.getByRole('button', { name: 'Save as draft of changes' }).click()
    await page.getByText('are kept as a draft').waitFor()
    const { body } = await service.get(`/events/${id}`, headers)
    expect([body.title, body.note, body.assignee.login]).toEqual(['Concert', 'At once', 'mira'])
    const { draft } = (await service.get(`/events/${id}/draft`, headers)).body
    expect(draft.changes).toEqual({ title: 'Concerts' })
  })

  it('have a column, a mark and a filter in the list', async () => {
    await service.post('/events', anEvent({ title: 'Given', note: 'N', assignee: 'mira' }), headers)
    await made({ title: 'Free' })
    const page = await service.desk(open, '/events', 'mira')
    await page.getByText('Columns').click()
    await page.getByRole('checkbox', { name: 'Waits for' }).check()
    const given = page.locator(row('Given'))
    expect(await given.innerText()).toMatch(/Note[\s\S]*mira/)
    await page.locator('select[name=waits]').selectOption('me')
    await page.locator(row('Free')).waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('waits')).toBe('me')
    await page.getByRole('button', { name: 'Filters 1' }).waitFor()
    await page.locator('select[name=waits]').selectOption('none')
    await page.locator(row('Free')).waitFor()
    expect(await given.count()).toBe(0)
  })

  it('are nothing that who only proposes changes sees', async () => {
    const { cookie, csrf } = await service.session('con')
    const con = { ...cookie, ...csrf }
    const { id } = (await service.post('/events', anEvent({ title: 'Own', status: 'draft' }), con)).body
    await service.patch(`/events/${id}`, { status: 'publish', note: 'Hidden' }, headers)
    const page = await service.desk(open, `/events/${id}`, 'con')
    await page.locator('[name=title]').waitFor()
    expect(await page.getByText('Internal', { exact: true }).count()).toBe(0)
  })
})
