import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, signedDesk, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import { anEvent, type Json } from '../support/service.ts'

describeInBrowser('an editor who takes back the own day in the log', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  beforeAll(async () => {
    ;({ service, headers } = await signedDesk())
  })
  afterAll(() => service.close())

  it('undoes everything that was done today, and names what others changed since', async () => {
    // The day of the service is that of the browser: the log knows only times.
    service.at(Temporal.Now.instant().toString())
    const other = (await service.user('administrator', 'bob')).headers
    const made = async (title: string, by = headers) =>
      (await service.post('/events', anEvent({ title }), by)).body.id
    const titleOf = async (id: number) => (await service.get(`/events/${id}`, headers)).body.title
    const foreign = await made('Of Bob', other)
    const [kept, own] = [await made('Chess', other), await made('Draughts')]
    await service.patch(`/events/${kept}`, { title: 'Chess club' }, headers)
    await service.patch(`/events/${own}`, { title: 'Draughts club' }, headers)
    await service.patch(`/events/${kept}`, { title: 'Chess circle' }, other)
    const page = await service.desk(open, '/log')
    await page.getByRole('button', { name: 'Undo all I did today' }).click()
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('dialog').getByText('acts of today will be undone').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Not undone, because they can’t be or others changed them since').waitFor()
    expect(await titleOf(kept)).toBe('Chess circle')
    expect(await titleOf(foreign)).toBe('Of Bob')
    expect((await service.get(`/events/${own}`, headers)).body.status).toBe('trash')
  })

  it('undoes a folded run beside its line, and only what is there', async () => {
    service.at(Temporal.Now.instant().toString())
    const stays = (await service.post('/events', anEvent({ title: 'Stays' }), headers)).body.id
    await service.patch(`/events/${stays}`, { excerpt: 'Another act' }, headers)
    const ids: number[] = []
    for (const number of [1, 2, 3, 4, 5, 6])
      ids.push((await service.post('/events', anEvent({ title: `Stall ${number}` }), headers)).body.id)
    const page = await service.desk(open, '/log')
    const run = page.locator('.run', { hasText: 'Stall 6 and 5 more' })
    await run.getByRole('button', { name: /^Undo all of them: Stall 6 and 5 more, / }).waitFor()
    expect(await violationsInView(page)).toEqual([])
    await run.getByRole('button', { name: /^Undo all of them/ }).click()
    const question = page.getByRole('dialog', { name: 'Undo all of them' })
    await question.getByText(/^Stall 6 and \d+ more, /).waitFor()
    await question.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('Undone.').waitFor()
    const statusOf = async (id: number) => (await service.get(`/events/${id}`, headers)).body.status
    expect(await Promise.all(ids.map(statusOf))).toEqual(ids.map(() => 'trash'))
    expect(await statusOf(stays)).toBe('publish')
    // What was undone by mistake is there again.
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => Promise.all(ids.map(statusOf))).toEqual(ids.map(() => 'publish'))
  })

  it('takes a hand-over back directly after it, and in the log', async () => {
    service.at(Temporal.Now.instant().toString())
    const users = (await service.get('/users', headers)).body.users
    const [ada, bob] = ['ada', 'bob'].map((login) => users.find((one: Json) => one.login === login)?.id)
    const countOf = async () => (await service.get(`/events?author=${ada}&status=any`, headers)).body.total
    const before = await countOf()
    expect(before).toBeGreaterThan(0)
    const page = await service.desk(open, `/users?user=${ada}`)
    await page.getByLabel('Hand over everything of ada to').selectOption('bob')
    await page.getByRole('button', { name: 'Hand over', exact: true }).click()
    await page.getByText('handed over.').waitFor()
    expect(await countOf()).toBe(0)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('Undone.').waitFor()
    expect(await countOf()).toBe(before)
    await service.post(`/users/${ada}/transfer`, { to: bob }, headers)
    const log = await service.desk(open, '/log')
    await log
      .getByRole('button', { name: /Everything of ada was handed over to bob/ })
      .first()
      .click()
    await log.getByText('Undone.').waitFor()
    expect(await countOf()).toBe(before)
  })

  it('sees beside the first of the changes of one act that all of them are undone', async () => {
    service.at(Temporal.Now.instant().toString())
    const titles = ['Rowing', 'Sailing', 'Diving']
    const ids = await Promise.all(
      titles.map(async (title) => (await service.post('/events', anEvent({ title }), headers)).body.id),
    )
    const outcomes = async () =>
      Promise.all(ids.map(async (id) => (await service.get(`/events/${id}`)).body.event_status))
    const operations = ids.map((id) => ({
      method: 'PATCH',
      path: `/events/${id}`,
      body: { event_status: 'cancelled' },
    }))
    expect((await service.post('/batch', { operations, atomic: true }, headers)).status).toBe(200)
    expect(await outcomes()).toEqual(titles.map(() => 'cancelled'))
    const page = await service.desk(open, '/log')
    const lines = page.locator('.changes li', { hasText: 'ada cancelled' })
    await lines.first().waitFor()
    expect(await lines.count()).toBe(titles.length)
    expect(await lines.getByRole('button', { name: 'Undo' }).count()).toBe(1)
    const undo = lines.getByRole('button', { name: /^Undo the whole act: / })
    await undo.click()
    const question = page.getByRole('dialog', { name: 'Undo the whole act' })
    await question.getByText(/ and 2 more, /).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await outcomes()).toEqual(titles.map(() => 'cancelled'))
    await undo.click()
    await question.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('Undone.').waitFor()
    expect(await outcomes()).toEqual(titles.map(() => 'scheduled'))
  })

  it('asks for nothing more once there is no answer, and sees in the log how far it went', async () => {
    service.at(Temporal.Now.instant().toString())
    const titles = ['Ebb', 'Flood', 'Slack water']
    for (const title of titles) await service.post('/events', anEvent({ title }), headers)
    const page = await service.desk(open, '/log')
    await page.getByText('Slack water').first().waitFor()
    let asked = 0
    await page.route('**/undo', (route) => {
      asked += 1
      return asked === 2 ? route.abort() : route.continue()
    })
    await page.getByRole('button', { name: 'Undo all I did today' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('It stopped halfway.').waitFor()
    const lines = page.locator('.changes li', { hasText: 'Slack water' })
    await expect.poll(() => lines.count()).toBe(2)
    expect(asked).toBe(2)
    await page.unroute('**/undo')
  })
})
