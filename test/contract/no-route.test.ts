import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { servedOperations } from '../support/inside/api.ts'
import { type TestService, testService } from '../support/service.ts'

const operations = servedOperations('cal/events/v1', 'off', 'off').filter(({ path }) => path.includes('{'))

/** What no route takes in place of each part of a path. */
const bad: Readonly<Record<string, readonly string[]>> = {
  id: ['none', '9'.repeat(2001)],
  delivery: ['none'],
  user: ['%ff', 'x'.repeat(2001)],
  slug: ['%ff', 'x'.repeat(2001)],
  uid: ['%ff', 'x'.repeat(2001)],
  secret: ['%ff', 'x'.repeat(2001)],
  who: ['%ff', 'x'.repeat(2001)],
  domain: ['%ff', 'x'.repeat(2001)],
}

for (const { name: dialect } of anyDialects())
  describe(`paths that no route takes on ${dialect}`, () => {
    let service: TestService
    let headers: Record<string, string>
    beforeAll(async () => {
      service = await testService(dialect)
      ;({ headers } = await service.user('administrator'))
    })
    afterAll(() => service.close())

    it('§5 are answered 404 rest_no_route by every operation with parts in its path, as the document says', async () => {
      expect(operations.length).toBeGreaterThan(50)
      for (const { path, methods } of operations)
        for (const [part = '', name = ''] of path.matchAll(/\{(\w+)\}/g))
          for (const value of bad[name] ?? ['']) {
            const address = path.replace(part, value).replace(/\{\w+\}/g, '1')
            for (const method of methods) {
              const { status, body } = await service.ask(method, address, undefined, headers)
              const shown = `${method} ${address.slice(0, 60)}`
              expect([shown, status, body.code]).toEqual([shown, 404, 'rest_no_route'])
            }
          }
    })

    it('§5 a list of series by hidden events is refused to the public with a documented code', async () => {
      const { status, body } = await service.get('/series?hide_from_listings=true')
      expect([status, body.code]).toEqual([401, 'rest_not_logged_in'])
    })
  })
