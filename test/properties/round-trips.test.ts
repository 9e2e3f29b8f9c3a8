import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bodyOf, drawnLanguages, drawnTranslations, translatedBodyOf } from '../support/arbitrary.ts'
import { isLong } from '../support/dialect-names.ts'
import { dialects, isAny } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { type ItemName, itemNames, resourceNamed } from '../support/inside/api.ts'
import { scratch } from '../support/scratch.ts'
import { type Answered, type Json, type TestService, testService } from '../support/service.ts'
import { dump, importing, load } from '../support/transfer.ts'

const pathOf = (name: ItemName) => `/${resourceNamed(name).collection}`

async function created(service: TestService, name: ItemName, body: Json): Promise<Answered> {
  const answer = await service.post(pathOf(name), body)
  expect(answer.status, JSON.stringify([body, answer.body])).toBe(201)
  return answer
}

/** What happens to an item after it is created. */
const later = fc.constantFrom('nothing', 'nothing', 'nothing', 'trash', 'restored', 'password')

async function happens(service: TestService, what: string, path: string): Promise<void> {
  if (what === 'outdated') await service.patch(path, { description: '<p>New</p>' })
  if (what === 'password') await service.patch(path, { password: 's' })
  if (what === 'trash' || what === 'restored') await service.remove(path)
  if (what === 'restored') await service.patch(path, { status: 'publish' })
}

for (const { name: dialect } of dialects) {
  describe(`a round trip on ${dialect}`, () => {
    /** Most cases depend on the args, not on the database. */
    const share = isAny(dialect) ? 1 : 0.4
    let service: TestService

    beforeAll(async () => {
      service = await testService(dialect)
    })
    afterAll(() => service.close())

    for (const name of itemNames) {
      it(`§4.2 any ${name} that is read and sent back whole stays unchanged, by every method`, async () => {
        const method = fc.constantFrom('PUT', 'PATCH', 'POST')
        await fc.assert(
          fc.asyncProperty(bodyOf[name], method, async (body, how) => {
            const made = await created(service, name, body)
            const path = `${pathOf(name)}/${made.body.id}`
            expect((await service.get(path)).body).toEqual(made.body)
            service.at('2027-01-16T12:00:00Z')
            const before = await service.get(path)
            const answer = await service.ask(how, path, before.body)
            const after = await service.get(path)
            service.at('2027-01-15T12:00:00Z')
            expect([answer.status, answer.body]).toEqual([200, before.body])
            expect(after.headers.etag).toBe(before.headers.etag)
          }),
          { numRuns: Math.ceil((isLong() ? 15 : 8) * share) },
        )
      })
    }

    it('§0 an import of an export is exported as the same, to the byte', async () => {
      const items = fc.array(
        fc.oneof(
          ...itemNames.map((name) => fc.tuple(fc.constant(name), bodyOf[name], later)),
          fc.tuple(fc.constant('event' as const), bodyOf.event, later),
        ),
        { minLength: 8, maxLength: 20 },
      )
      await fc.assert(
        fc.asyncProperty(items, async (drawn) => {
          const [from, to] = await Promise.all([testService(dialect), testService(dialect)])
          try {
            for (const [name, body, what] of drawn) {
              const { id } = (await created(from, name, body)).body
              await happens(from, what, `${pathOf(name)}/${id}`)
            }
            const first = await dump(from.store)
            const tally = await load(to.store, first)
            expect(tally.refusals).toEqual([])
            expect(await dump(to.store)).toBe(first)
          } finally {
            await Promise.all([from.close(), to.close()])
          }
        }),
        { numRuns: Math.ceil((isLong() ? 4 : 2) * share), endOnFailure: true },
      )
    })

    it('§15 an import of an export in several languages is exported as the same, to the byte', async () => {
      const env = {
        FASTI_LANGUAGE: 'de',
        FASTI_CONTENT_LANGUAGES: drawnLanguages.join(),
        FASTI_DATA_DIR: await scratch('fasti-round-'),
      }
      const content = { languages: drawnLanguages, asked: drawnLanguages[0] }
      const changes = fc.constantFrom(...['nothing', 'trash', 'restored', 'password', 'outdated', 'outdated'])
      const items = fc.array(
        fc.oneof(...itemNames.map((name) => fc.tuple(fc.constant(name), translatedBodyOf(name), changes))),
        { minLength: 8, maxLength: 16 },
      )
      const picture = drawnTranslations('title', ['fr', 'ar'])
      await fc.assert(
        fc.asyncProperty(items, picture, async (drawn, translations) => {
          const [from, to] = await Promise.all([testService(dialect, env), testService(dialect, env)])
          try {
            await from.ask('POST', '/media', await anImage(2, 1), { 'content-type': 'image/png' })
            expect((await from.patch('/media/1', { translations })).status).toBe(200)
            for (const [name, body, what] of drawn) {
              const { id } = (await created(from, name, body)).body
              await happens(from, what, `${pathOf(name)}/${id}`)
            }
            const first = await dump(from.store)
            const caller = { ...importing(to.store).caller, content }
            expect((await load(to.store, first, { caller })).refusals).toEqual([])
            expect(await dump(to.store)).toBe(first)
          } finally {
            await Promise.all([from.close(), to.close()])
          }
        }),
        { numRuns: Math.ceil((isLong() ? 4 : 2) * share), endOnFailure: true },
      )
    })
  })
}
