/** Lines of exports: what they change of an item that is here, and what stays ours. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { type Json, type TestService, testService } from '../support/service.ts'
import { dump, load } from '../support/transfer.ts'

const lineOf = (more: Json = {}) => ({
  resource: 'event',
  id: 5,
  global_id: 'elsewhere.example/events?id=5',
  origins: ['older.example/events?id=9'],
  version: 3,
  modified_utc: '2027-01-01 00:00:00',
  uid: 'talk',
  title: 'Talk',
  status: 'publish',
  author: 2,
  date_utc: '2027-01-01 00:00:00',
  slug: 'talk',
  timezone: 'Europe/Rome',
  start_date: '2027-03-02 18:00:00',
  end_date: '2027-03-02 19:00:00',
  ...more,
})
const lines = (...bodies: readonly Json[]) => bodies.map((body) => `${JSON.stringify(body)}\n`).join('')

for (const { name } of dialects) {
  describe(`a line of an export (${name})`, () => {
    let service: TestService
    beforeEach(async () => {
      service = await testService(name)
    })
    afterEach(() => service.close())

    const events = async (): Promise<readonly Json[]> =>
      (await dump(service.store))
        .split('\n')
        .filter((line) => line.includes('"resource":"event"'))
        .map((line) => JSON.parse(line))
    const only = async () => (await events())[0] ?? {}
    const imported = (...bodies: readonly Json[]) => load(service.store, lines(...bodies))

    it('of another calendar that differs in nothing else than what stays ours is not written', async () => {
      await service.post('/events', { title: 'Here', start_date: '2027-01-01', end_date: '2027-01-01' })
      await imported(lineOf())
      const [, before] = await events()
      expect(await imported(lineOf())).toMatchObject({ unchanged: 1 })
      const other = lineOf({ slug: 'lecture', author: 4, origins: [] })
      expect(await imported(other)).toMatchObject({ unchanged: 1 })
      expect((await events())[1]).toEqual(before)
      expect(before).toMatchObject({
        id: 2,
        author: 0,
        slug: 'talk',
        origins: ['elsewhere.example/events?id=5', 'older.example/events?id=9'],
      })
    })

    it('changes the columns, the links and the counts that differ, as the next version', async () => {
      const term = (resource: string, id: number, label: string) => ({
        resource,
        id,
        global_id: `elsewhere.example/events?id=${id}&type=${resource}`,
        name: label,
        slug: label.toLowerCase(),
      })
      const terms = [term('category', 1, 'One'), term('category', 2, 'Two'), term('tag', 4, 'Four')]
      await imported(...terms, lineOf({ categories: [1] }))
      const { version } = await only()
      const changed = lineOf({ title: 'Lecture', categories: [2], tags: [4] })
      expect(await imported(changed)).toMatchObject({ updated: 1 })
      expect(await only()).toMatchObject({
        title: 'Lecture',
        version: Number(version) + 1,
        categories: [2],
        tags: [4],
      })
      const { body } = await service.get('/categories?hide_empty=false')
      expect(body.categories.map(({ name, count }: Json) => [name, count])).toEqual([
        ['One', 0],
        ['Two', 1],
      ])
    })

    it('of this calendar brings its slug back, and keeps its id', async () => {
      await service.post('/events', {
        title: 'Talk',
        start_date: '2027-01-01 10:00:00',
        end_date: '2027-01-01 11:00:00',
      })
      const before = await only()
      await service.patch('/events/1', { slug: 'lecture' })
      expect(await imported(before)).toMatchObject({ updated: 1 })
      expect(await only()).toMatchObject({ id: before.id, slug: 'talk' })
      await service.remove('/events/1?force=true')
      expect(await imported(before)).toMatchObject({ created: 1 })
      expect(await only()).toMatchObject({ id: before.id, slug: 'talk', origins: [] })
    })

    it('into an empty calendar keeps its id and its author, and names where it comes from', async () => {
      await imported(lineOf({ status: 'draft' }))
      expect(await only()).toMatchObject({
        id: 5,
        author: 2,
        origins: ['elsewhere.example/events?id=5', 'older.example/events?id=9'],
      })
    })
  })
}
