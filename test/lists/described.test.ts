import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

for (const { name } of dialects) {
  describe(`the list filter described on ${name}`, () => {
    let service: TestService
    beforeAll(async () => {
      service = await testService(name)
    })
    afterAll(() => service.close())

    it('finds the images that have a description, or those that lack one, within a search', async () => {
      const { headers } = await service.user('editor')
      const file = await anImage(30, 20)
      const image = async (fields: Json) => {
        const { body } = await service.ask('POST', '/media', file, {
          'content-type': 'image/png',
          ...headers,
        })
        await service.patch(`/media/${body.id}`, fields, headers)
        return body.id
      }
      const told = await image({ title: 'Harbour', alt_text: 'Boats at night.' })
      const [bare, other] = [await image({ title: 'Harbour wall' }), await image({ title: 'Dunes' })]
      const idsOf = async (query: string) =>
        (await service.get(`/media?${query}`)).body.media.map(({ id }: Json) => id).toSorted()
      expect(await idsOf('described=true')).toEqual([told])
      expect(await idsOf('described=false')).toEqual([bare, other])
      expect(await idsOf('described=false&search=harbour')).toEqual([bare])
      expect(await idsOf('')).toEqual([told, bare, other])
    })
  })
}
