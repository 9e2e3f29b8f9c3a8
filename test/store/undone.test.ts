import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { type TestService, testService } from '../support/service.ts'

const writer = {
  actor: { id: 0, login: '(command)' },
  moment: { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' },
}

for (const { name } of dialects) {
  describe(`a write whose result is not to be kept (${name})`, () => {
    let service: TestService
    beforeEach(async () => {
      service = await testService(name)
    })
    afterEach(() => service.close())

    const tags = async () => {
      const found = await Promise.all(
        ['calm', 'loud', 'quiet'].map(async (text) => ({
          text,
          id: await service.store.term('tag', { text }),
        })),
      )
      return found.flatMap(({ text, id }) => (id === undefined ? [] : [text]))
    }
    const tag = (text: string) => {
      const row = {
        description: '',
        search_text: '',
        version: 1,
        modified_utc: 1,
        origins: [],
        language: '',
        translations: {},
        readable_in: '',
        count: 0,
      }
      return { ...row, name: text, name_key: text, slug: text }
    }

    it('gives its result, stores nothing, and leaves the revision as it was', async () => {
      const before = await service.store.revision()
      const add = (text: string, keeps: boolean) =>
        service.store.write(
          writer,
          (store) => store.put('tag', undefined, tag(text)),
          ({ id }) => keeps && id > 0,
        )
      expect((await add('loud', false)).result.id).toBeGreaterThan(0)
      expect([await tags(), await service.store.revision()]).toEqual([[], before])
      const { revision } = await add('quiet', true)
      expect([await tags(), revision]).toEqual([['quiet'], before + 1])
    })

    it('undoes nothing of the writes that share its transaction', async () => {
      const add = (text: string) =>
        service.store.write(
          writer,
          (store) => store.put('tag', undefined, tag(text)),
          () => text !== 'loud',
        )
      await Promise.all(['calm', 'loud', 'quiet'].map(add))
      expect(await tags()).toEqual(['calm', 'quiet'])
    })

    it('is decided by the transaction around it', async () => {
      const { result } = await service.store.together(writer, async (store) => {
        await store.write(
          writer,
          (writing) => writing.put('tag', undefined, tag('loud')),
          () => false,
        )
        return 'kept'
      })
      expect([result, await tags()]).toEqual(['kept', ['loud']])
    })
  })
}
