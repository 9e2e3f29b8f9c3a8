/** The desk names people by their names: logins are for signing in. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, signedDesk } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import { anEvent, type Json } from '../support/service.ts'

/** No other word on the desk contains these. */
const people = {
  adminlogin: ['administrator', 'Ada Lovelace'],
  editorlogin: ['editor', 'Edith Eder'],
  authorlogin: ['author', 'Arthur Autor'],
  helperlogin: ['contributor', 'Carla Conti'],
} as const

const logins = Object.keys(people)

describeInBrowser('people at the desk', (open) => {
  let service: DeskService
  let paths: readonly string[]

  beforeAll(async () => {
    let headers: Record<string, string>
    ;({ service, headers } = await signedDesk())
    const users: Record<string, number> = {}
    for (const [login, [role, display_name]] of Object.entries(people)) {
      await service.person(login, role)
      const { users: all } = (await service.get('/users', headers)).body
      const { id } = all.find((one: Json) => one.login === login)
      users[login] = id
      await service.patch(`/users/${id}`, { display_name }, headers)
    }
    const as = async (login: string) => {
      const { cookie, csrf } = await service.session(login)
      return { ...cookie, ...csrf }
    }
    const group = (await service.post('/groups', { name: 'Museum' }, headers)).body
    for (const login of logins)
      await service.ask('PUT', `/groups/${group.id}/members/${login}`, { role: 'author' }, headers)
    await service.ask('DELETE', `/groups/${group.id}/members/helperlogin`, {}, headers)
    const [admin, editor, author, helper] = await Promise.all(logins.map(as))
    const mine = (await service.post('/events', anEvent({ title: 'Reading' }), author)).body
    await service.post('/events', anEvent({ title: 'Workshop', status: 'pending' }), helper)
    await service.patch(`/events/${mine.id}`, { title: 'Long reading' }, editor)
    await service.post('/venues', { venue: 'Hall' }, editor)
    await service.ask('PUT', `/events/${mine.id}/draft`, { changes: { title: 'Longest reading' } }, author)
    await service.post(`/users/${users.authorlogin}/tokens`, { name: 'a tool' }, headers)
    await service.patch(`/users/${users.helperlogin}`, { role: 'author' }, headers)
    await service.post(`/users/${users.helperlogin}/transfer`, { to: users.editorlogin }, admin)
    paths = [
      ...['', '/events', '/calendar', '/review', '/log', '/venues', '/organizers', '/categories', '/tags'],
      ...['/media', '/import', '/subscriptions', '/trash', '/settings', '/groups', '/webhooks'],
      ...[`/events/${mine.id}`],
    ]
  })
  afterAll(() => service.close())

  it.each(logins)('are named in no view by a login, as %s sees it', async (login) => {
    for (const path of paths) {
      const page = await service.desk(open, path, login)
      await page.locator('h1').first().waitFor()
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
      for (const folded of await page.locator('main details > summary').all())
        if (await folded.isVisible()) await folded.click({ timeout: 500 }).catch(() => {})
      const [text, labels] = await page
        .locator('body')
        .evaluate((body) => [
          body.innerText,
          [...body.querySelectorAll('[aria-label], [title]')]
            .map((one) => `${one.getAttribute('aria-label')} ${one.getAttribute('title')}`)
            .join('\n'),
        ])
      for (const one of logins) expect(`${path}\n${text}\n${labels}`).not.toContain(one)
    }
    if (login !== 'adminlogin') return
    // The logins would be found: where they are the subject, they are there.
    const users = await service.desk(open, '/users', login)
    await users.locator('.users .line', { hasText: 'helperlogin' }).getByText('Carla Conti').waitFor()
    const log = await service.desk(open, '/log', login)
    for (const name of ['Ada Lovelace', 'Edith Eder', 'Arthur Autor', 'Carla Conti'])
      await log.locator('.changes').getByText(name).first().waitFor()
  })
})
