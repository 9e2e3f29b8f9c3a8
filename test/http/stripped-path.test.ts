import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { interfaceLanguageCodes } from '../support/inside/api.ts'
import { type TestService, testService } from '../support/service.ts'

const PATH = 'FASTI_BASE_URL has the path /calendar: the proxy must pass it on.'

const answerOf = async ({ app }: TestService, url: string, accept = 'application/json') => {
  const { statusCode, body } = await app.inject({ method: 'GET', url, headers: { accept } })
  return { statusCode, body }
}

describe('behind a proxy that strips the path of FASTI_BASE_URL', () => {
  let service: TestService
  beforeAll(async () => {
    service = await testService('sqlite', { FASTI_BASE_URL: 'https://x.example/calendar' })
  })
  afterAll(() => service.close())

  it('§0.1 the API names the path that is expected, at each address without it', async () => {
    for (const url of [
      '/',
      '/cal/events/v1/events?page=1',
      '/calendars',
      '/calendar-2/x',
      '/x?y=/calendar/',
    ]) {
      const { statusCode, body } = await answerOf(service, url)
      expect([statusCode, JSON.parse(body)], url).toEqual([
        404,
        expect.objectContaining({ code: 'rest_no_route', message: expect.stringContaining(PATH) }),
      ])
    }
  })

  it('§0.1 nothing names it at an address that has it, even if there is no route', async () => {
    for (const url of ['/calendar/nothing', '/calendar/cal/events/v1/nothing']) {
      const { statusCode, body } = await answerOf(service, url)
      expect([statusCode, body.includes('FASTI_BASE_URL')], url).toEqual([404, false])
    }
    expect((await answerOf(service, '/calendar')).statusCode).toBe(200)
  })

  it('§0.1 pages name it in the language of the site', async () => {
    for (const language of interfaceLanguageCodes) {
      const site = await testService('sqlite', {
        FASTI_BASE_URL: 'https://x.example/calendar',
        FASTI_LANGUAGE: language,
      })
      const { statusCode, body } = await answerOf(site, '/event/market/', 'text/html')
      const [told = ''] = /<p>[^<]*FASTI_BASE_URL[^<]*<\/p>/.exec(body) ?? []
      expect([statusCode, told], language).toEqual([404, expect.stringContaining('/calendar')])
      expect((await answerOf(site, '/calendar/nothing/', 'text/html')).body).not.toContain('FASTI_BASE_URL')
      await site.close()
    }
  })
})

describe('a base URL without a path', () => {
  it('§0.1 is named by no 404', async () => {
    const service = await testService('sqlite')
    for (const accept of ['application/json', 'text/html'])
      expect((await answerOf(service, '/nothing', accept)).body).not.toContain('FASTI_BASE_URL')
    await service.close()
  })
})
