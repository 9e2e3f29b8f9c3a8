/** The log of groups and accounts, in the language of its reader. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, signedDesk } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'

describeInBrowser('the log of groups and accounts', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  beforeAll(async () => {
    ;({ service, headers } = await signedDesk())
    const group = (await service.post('/groups', { name: 'Museum: east wing' }, headers)).body
    const nora = await service.post(
      '/users',
      { login: 'nora', role: 'author', password: 'nora-in-the-museum' },
      headers,
    )
    const ask = (method: 'PUT' | 'DELETE', path: string, body: object = {}) =>
      service.ask(method, path, body, headers)
    await ask('PUT', `/groups/${group.id}/members/nora`, { role: 'author' })
    await ask('DELETE', `/groups/${group.id}/members/nora`)
    await service.patch(`/users/${nora.body.id}`, { role: 'editor' }, headers)
    await service.patch(`/users/${nora.body.id}`, { suspended: true }, headers)
    await service.patch(`/users/${nora.body.id}`, { display_name: 'Nora N.' }, headers)
    await service.post(`/users/${nora.body.id}/tokens`, { name: 'Website' }, headers)
    const { id } = (await service.get('/session', headers)).body.user
    await service.post(`/users/${id}/tokens`, { name: 'Own phone' }, headers)
    await service.get('/upkeep/export', headers)
  })
  afterAll(() => service.close())

  // The log records logins: the names of the people are those of today.
  it.each([
    [
      'en',
      [
        'Museum: east wing: Nora N. is now: Author.',
        'Nora N. is suspended and signed out everywhere.',
        'Nora N. is now Editor.',
        'ada changed the name of Nora N.',
        'ada created Nora N.: Website Token',
        // The line says already whose it is.
        'ada created Own phone Token',
      ],
    ],
    [
      'de',
      [
        'Museum: east wing: Nora N. hat in der Gruppe jetzt die Rolle Autorschaft.',
        'ada hat den Namen von Nora N. geändert',
        'Alles wurde exportiert',
      ],
    ],
    [
      'ja',
      [
        'Museum: east wing：Nora N.の役割を「作成者」に変更しました。',
        'Nora N.をMuseum: east wingから外しました。',
      ],
    ],
  ])('names roles and acts in %s', async (language, expected) => {
    const page = await service.desk(open, '/log')
    await page.goto(page.url().replace('/desk/', `/${language}/desk/`))
    const lines = page.locator('.changes .said')
    await lines.filter({ hasText: 'Nora N.' }).first().waitFor()
    const texts = (await lines.allTextContents()).join('\n')
    for (const text of expected) expect(texts).toContain(text)
    expect(texts).not.toMatch(/nora|: suspended$|display_name/m)
  })
})
