import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, deskService } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import { anEvent } from '../support/service.ts'

const agents = {
  'Firefox on Windows': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Safari on iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Edge on macOS':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0',
  'curl/8.5.0': 'curl/8.5.0',
}

describeInBrowser('devices, people and values at the desk', (open) => {
  let service: DeskService
  beforeAll(async () => {
    service = await deskService()
    await service.person('carla', 'editor')
  })
  afterAll(() => service.close())

  it('are named in the list of sessions, with the time of their last use', async () => {
    for (const agent of Object.values(agents)) {
      const headers = { 'user-agent': agent }
      const sent = { login: 'ada', password: 'correct horse battery' }
      expect((await service.post('/session', sent, headers)).status).toBe(201)
    }
    const desk = await service.desk(open, '/account', 'ada')
    for (const name of Object.keys(agents)) await desk.getByText(name, { exact: true }).waitFor()
    expect(await desk.getByText(/last used .*2027/).count()).toBe(Object.keys(agents).length)
    await desk.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await desk.getByText('You are now signed in only in this browser.').waitFor()
    await expect.poll(() => desk.getByText(/last used/).count()).toBe(0)
    expect(await desk.getByRole('button', { name: 'Sign out everywhere else' }).count()).toBe(0)
    await desk.getByText('this browser', { exact: true }).waitFor()
  })

  it('are shown in the log: the name of the person, and the values before and after', async () => {
    const { cookie, csrf } = await service.session('carla')
    const carla = { ...cookie, ...csrf }
    const ada = await service.session('ada')
    const { users } = (await service.get('/users', { ...ada.cookie, ...ada.csrf })).body
    const { id: user } = users.find(({ login }: { login: string }) => login === 'carla')
    await service.patch(`/users/${user}`, { display_name: 'Carla Rossi' }, { ...ada.cookie, ...ada.csrf })
    const { id } = (await service.post('/events', anEvent({ title: 'Fair' }), carla)).body
    await service.patch(`/events/${id}`, { title: 'Fairs' }, carla)
    const desk = await service.desk(open, '/log', 'ada')
    await desk.getByLabel('User').selectOption({ label: 'Carla Rossi' })
    const others = desk.locator('.changes .who').filter({ hasNotText: 'Carla Rossi' })
    await others.first().waitFor({ state: 'detached' })
    await desk.getByText('Before and after').first().click()
    await desk.locator('del', { hasText: 'Fair' }).waitFor()
    await desk.locator('ins', { hasText: 'Fairs' }).waitFor()
    await desk.getByLabel('Since').fill('2031-01-01')
    await desk.locator('.empty').waitFor()
  })

  it('are said in words where fields changed that no form of an event has', async () => {
    const { cookie, csrf } = await service.session('ada')
    const ada = { ...cookie, ...csrf }
    const group = (await service.post('/groups', { name: 'Choir' }, ada)).body
    await service.patch(`/groups/${group.id}`, { main: 'review' }, ada)
    const category = (await service.post('/categories', { name: 'Songs' }, ada)).body
    await service.patch(`/categories/${category.id}`, { federated_as: 'MUSIC' }, ada)
    const desk = await service.desk(open, '/log', 'ada')
    await desk.locator('.changes', { hasText: 'Choir' }).waitFor()
    expect(await desk.locator('.changes').innerText()).not.toMatch(/“(main|federated_as)”/)
  })

  it('are said in the words of the form where a choice changed, and what is free in those of the reader', async () => {
    const { cookie, csrf } = await service.session('ada')
    const ada = { ...cookie, ...csrf }
    const { id } = (await service.post('/events', anEvent({ title: 'Regatta', cost: 'free' }), ada)).body
    await service.patch(`/events/${id}`, { event_status: 'cancelled', status: 'draft' }, ada)
    const desk = await service.desk(open, '/log', 'ada')
    await desk.locator('.changes li', { hasText: 'Regatta' }).getByText('Before and after').first().click()
    await desk.locator('ins', { hasText: 'Cancelled' }).waitFor()
    await desk.locator('ins', { hasText: 'Draft' }).waitFor()
    await desk.goto(`${service.base}/de/desk/events/${id}`)
    const cost = desk.locator('[name=cost]')
    await cost.waitFor({ state: 'attached' })
    expect(await cost.inputValue()).toBe('Kostenlos')
    await desk.locator('[name=title]').fill('Große Regatta')
    await desk.getByRole('button', { name: 'Speichern', exact: true }).click()
    await desk.getByText('„Große Regatta“ ist als Entwurf gespeichert.').waitFor()
    expect((await service.get(`/events/${id}`, ada)).body).toMatchObject({
      title: 'Große Regatta',
      cost: 'Free',
      cost_details: { values: ['0'] },
    })
  })
})
