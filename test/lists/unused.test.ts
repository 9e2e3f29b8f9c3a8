import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type Json, staffedService, type TestService } from '../support/service.ts'

type Headers = Record<string, string>
const nameArg = { venues: 'venue', organizers: 'organizer', categories: 'name', tags: 'name' } as const
const collections = ['venues', 'organizers', 'categories', 'tags'] as const
type Collection = (typeof collections)[number]

for (const { name } of dialects) {
  describe(`the list filter unused on ${name}`, () => {
    let service: TestService
    let editor: Headers
    let author: Headers
    beforeAll(async () => {
      ;({ service, editor, author } = await staffedService(name))
    })
    afterAll(() => service.close())

    const made = async (collection: string, body: Json): Promise<number> =>
      (await service.post(`/${collection}`, body, editor)).body.id
    const linkArg = (collection: Collection) => nameArg[collection].replace('name', collection)
    const idsOf = async (collection: Collection, query: string): Promise<readonly number[]> => {
      const { body } = await service.get(`/${collection}?orderby=id&order=asc&${query}`, editor)
      expect(body.total).toBe(body[collection].length)
      return body[collection].map(({ id }: Json) => id)
    }

    for (const collection of collections) {
      it(`finds ${collection} that only events in the trash have, and counts drafts as a use`, async () => {
        const item = (text: string) => made(collection, { [nameArg[collection]]: `${collection} ${text}` })
        const event = (id: number, more: Json = {}) =>
          made('events', anEvent({ [linkArg(collection)]: [id], ...more }))
        const [published, draft, trashed, never] = [
          await item('published'),
          await item('draft'),
          await item('trashed'),
          await item('never'),
        ]
        await event(published)
        await event(draft, { status: 'draft' })
        await service.remove(`/events/${await event(trashed)}`, editor)
        expect(await idsOf(collection, 'unused=true')).toEqual([trashed, never])
        expect(await idsOf(collection, 'unused=false')).toEqual([published, draft])
        expect(await idsOf(collection, `unused=true&search=never`)).toEqual([never])
        await event(never)
        expect(await idsOf(collection, 'unused=true')).toEqual([trashed])
      })

      it(`is refused to users who do not see all events, in the list of ${collection}`, async () => {
        const refused = async (headers: Headers) => {
          const { status, body } = await service.get(`/${collection}?unused=true`, headers)
          return [status, body.code]
        }
        expect(await refused({})).toEqual([401, 'rest_not_logged_in'])
        expect(await refused(author)).toEqual([403, 'rest_forbidden'])
      })
    }

    it('counts a category as used by the events of categories below it', async () => {
      const above = await made('categories', { name: 'Above' })
      const between = await made('categories', { name: 'Between', parent: above })
      const below = await made('categories', { name: 'Below', parent: between })
      const empty = await made('categories', { name: 'Empty', parent: above })
      await made('events', anEvent({ categories: [below], status: 'private' }))
      const include = `include=${above},${between},${below},${empty}`
      expect(await idsOf('categories', `unused=true&${include}`)).toEqual([empty])
      expect(await idsOf('categories', `unused=false&${include}`)).toEqual([above, between, below])
    })
  })
}
