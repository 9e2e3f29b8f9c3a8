import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { socialServerIn } from '../support/inside/domain.ts'
import { federated } from '../support/remote-server.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'
import { browser } from '../support/site.ts'

describe('the page that leads followers from the social web', () => {
  let service: TestService
  let ada: Record<string, string>
  beforeAll(async () => {
    service = await testService('sqlite', federated())
    ada = (await service.user('administrator', 'ada')).headers
    await service.post('/groups', { name: 'Choir', federated: true }, ada)
    await service.post('/groups', { name: 'Closed' }, ada)
    await service.post('/organizers', { organizer: 'Band', federated: true }, ada)
    await service.post('/events', anEvent(), ada)
    await service.federation?.deliver()
  })
  afterAll(() => service.close())

  const page = async (path: string) => {
    const { status, body } = await service.get(`/${path}`, { ...browser, host: 'cal.example.org' })
    return { status, text: String(body) }
  }

  it('§19 has the address of the calendar, of a group and of an organizer', async () => {
    for (const [query, address] of [
      ['', '@calendar@cal.example.org'],
      ['?group=choir', '@choir@cal.example.org'],
      ['?organizer=band', '@band@cal.example.org'],
    ])
      expect((await page(`/follow/${query}`)).text).toContain(`>${address}</strong>`)
    for (const query of ['?group=closed', '?group=nobody', '?organizer=nobody'])
      expect([query, (await page(`/follow/${query}`)).status]).toEqual([query, 404])
    expect((await page('/calendar/')).text).toContain('href="/follow/"')
    expect((await page('/group/choir/')).text).toContain('href="/follow/?group=choir"')
    expect((await page('/organizer/band/')).text).toContain('href="/follow/?organizer=band"')
    expect((await page('/group/closed/')).text).not.toContain('follow/?group')
  })

  it('§19 leads to the server that the reader names, and nowhere else', async () => {
    const { text } = await page('/follow/?group=choir&server=%40me%40mastodon.social')
    const address = encodeURIComponent('https://cal.example.org/ap/groups/choir')
    expect(text).toContain(`href="https://mastodon.social/authorize_interaction?uri=${address}"`)
    for (const wrong of [
      'javascript:alert(1)',
      'localhost',
      '127.0.0.1',
      'a b',
      'https://x.example:8080',
      '"><b>',
    ]) {
      const { status, text: answer } = await page(`/follow/?server=${encodeURIComponent(wrong)}`)
      expect([wrong, status]).toEqual([wrong, 200])
      expect(answer).toContain('That is not the name of a server.')
      expect(answer).not.toMatch(/authorize_interaction|"><b>/)
    }
    // The service itself leads nobody away.
    expect((await service.get('//follow/?server=evil.example', browser)).headers.location).toBeUndefined()
  })

  it('§19 is nowhere on a calendar that does not federate', async () => {
    const alone = await testService('sqlite')
    expect((await alone.get('//follow/', browser)).status).toBe(404)
    expect(String((await alone.get('//calendar/', browser)).body)).not.toContain('/follow/')
    await alone.close()
  })
})

describe('the server of a reader', () => {
  it.each([
    ['mastodon.social', 'mastodon.social'],
    [' Mastodon.Social ', 'mastodon.social'],
    ['@me@mobilizon.fr', 'mobilizon.fr'],
    ['me@gancio.example', 'gancio.example'],
    ['https://mastodon.social/@me', 'mastodon.social'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['', undefined],
    ['localhost', undefined],
    ['10.0.0.1', undefined],
    ['0x7f.1', undefined],
    ['[::1]', undefined],
    ['http://mastodon.social', undefined],
    ['mastodon.social:8443', undefined],
    ['user:pass@', undefined],
    ['a.b?c', undefined],
    ['a.b#c', undefined],
    ['a.b\\c', undefined],
    ['-a.example', undefined],
    [`${'a'.repeat(64)}.example`, undefined],
    ['javascript:alert(1)', undefined],
    ['@'.repeat(100_000), undefined],
  ])('in %j is %j', (text, host) => {
    expect(socialServerIn(text)).toBe(host)
  })
})
