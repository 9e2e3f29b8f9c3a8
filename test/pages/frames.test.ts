/** Which pages of the calendar other sites may show in a frame. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anEvent, type TestService, testService } from '../support/service.ts'

const browser = { accept: 'text/html' }

describe('pages in a frame', () => {
  let service: TestService
  let plain: TestService
  beforeAll(async () => {
    service = await testService('sqlite', {
      FASTI_FRAME_ANCESTORS: 'https://town.example,https://www.school.example:8443',
      FASTI_SUBMISSIONS: 'open',
      FASTI_OIDC_ISSUER: 'https://issuer.example',
      FASTI_OIDC_CLIENT_ID: 'fasti',
    })
    plain = await testService('sqlite', { FASTI_SUBMISSIONS: 'open' })
    for (const one of [service, plain]) {
      const { headers } = await one.user('administrator', 'ada')
      await one.post('/events', anEvent({ title: 'Fair', categories: ['Music'] }), headers)
      await one.post('/events', anEvent({ title: 'Closed', password: 'open sesame' }), headers)
    }
  })
  afterAll(async () => {
    await service.close()
    await plain.close()
  })
  const ancestorsOf = async (one: TestService, path: string) => {
    const { headers } = await one.get(`/${path}`, browser)
    return /frame-ancestors ([^;]*)/.exec(headers['content-security-policy'] ?? '')?.[1]
  }

  it('§8 are public ones alone, and by the origins that are named', async () => {
    const named = 'https://town.example https://www.school.example:8443'
    // The second response comes from the cache.
    for (const path of [
      '/calendar/',
      '/de/calendar/agenda/',
      '/event/fair/',
      '/category/music/',
      '/event/closed/',
      '/submit/',
    ])
      for (const round of [1, 2]) {
        expect(await ancestorsOf(service, path), `${path} ${round}`).toBe(named)
        expect(await ancestorsOf(plain, path), `${path} ${round}`).toBe("'none'")
      }
    expect(await ancestorsOf(service, '/event/nothing/')).toBe(named)
  })

  it('§8 are never the desk, a refused sign-in and secret pages', async () => {
    const { headers } = await service.user('editor', 'eva')
    const draft = await service.post('/events', anEvent({ title: 'Draft', status: 'draft' }), headers)
    const { body } = await service.post(`/events/${draft.body.id}/preview-links`, {}, headers)
    for (const path of [
      '/desk',
      '/desk/events',
      '/signin/oidc/callback?code=1&state=2',
      new URL(body.url).pathname,
    ])
      expect(await ancestorsOf(service, path), path).toBe("'none'")
  })

  it('§8 may be in every frame where all origins are allowed', async () => {
    const open = await testService('sqlite', { FASTI_FRAME_ANCESTORS: '*' })
    expect(await ancestorsOf(open, '/calendar/')).toBe('*')
    expect(await ancestorsOf(open, '/desk')).toBe("'none'")
    await open.close()
  })
})
