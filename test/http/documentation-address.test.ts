import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestService, testService } from '../support/service.ts'

describe('the addresses at which developers look for the documentation', () => {
  let service: TestService
  beforeAll(async () => {
    service = await testService('sqlite', { FASTI_BASE_URL: 'https://x.example/cal' })
  })
  afterAll(() => service.close())
  const redirectOf = async (url: string) => {
    const { statusCode, headers } = await service.app.inject({ method: 'GET', url })
    return [statusCode, headers.location]
  }

  it('§7 lead to the document, at the root and below the namespace, in each language', async () => {
    for (const name of ['openapi.json', 'docs', 'api'])
      for (const language of ['', '/de'])
        for (const place of ['', '/cal/events/v1'])
          expect(await redirectOf(`/cal${language}${place}/${name}`)).toEqual([
            302,
            `https://x.example/cal${language}/cal/events/v1/doc`,
          ])
    expect((await redirectOf('/cal/openapi'))[0]).toBe(404)
  })

  it('§12 names FASTI_ALIASES at addresses of The Events Calendar, where there is no alias', async () => {
    const atRoot = await testService('sqlite')
    for (const { app } of [service, atRoot]) {
      const at = async (url: string) => (await app.inject({ method: 'GET', url })).json()
      for (const url of ['/wp-json/tribe/events/v1', '/wp-json/tribe/events/v1/events?page=1', '/wp-json'])
        expect((await at(url)).message).toContain('FASTI_ALIASES=/wp-json:tribe/events/v1')
      expect((await at('/nothing?a=/wp-json/')).message).not.toContain('FASTI_ALIASES')
    }
    await atRoot.close()
  })
})
