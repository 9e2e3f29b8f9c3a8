import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { moment } from '../support/importing.ts'
import { commandActor } from '../support/inside/people.ts'
import { onDatabase } from '../support/on-database.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const TAKEN = 4000
const writer = { actor: commandActor, moment }
const columns = `version, modified_utc, origins, author, status, date_utc, date_set, description, website, search_text, title,
  title_key, excerpt, all_day, start_date, end_date, start_utc, end_utc, timezone, cost, show_map, show_map_link,
  hide_from_listings, sticky, featured, ticketed, tickets, custom_fields, uid`

for (const { name, freshUrl } of dialects) {
  describe(`the free slug on ${name}`, () => {
    let database: FreshDatabase
    let service: TestService
    beforeEach(async () => {
      database = await (name === 'sqlite' ? freshSqliteFile : freshUrl)()
      service = await testService(name, { DATABASE_URL: database.url })
      await service.post('/events', anEvent({ title: 'Market' }))
      await onDatabase(
        database.url,
        `insert into events (slug, ${columns})
          with recursive numbers(n) as (select 2 union all select n + 1 from numbers where n < ${TAKEN})
          select 'market-' || n, ${columns} from events cross join numbers where events.id = 1`,
      )
    })
    afterEach(async () => {
      await service.close()
      await database.drop()
    })
    const found = async (except?: number) => {
      const before = service.store.measures().queries
      const { result } = await service.store.write(writer, (store) =>
        store.freeSlug('event', 'market', except),
      )
      return { slug: result, queries: service.store.measures().queries - before }
    }

    it('§4.4 of a title that thousands of events have takes few statements to find', async () => {
      const { slug, queries } = await found()
      expect(slug).toBe(`market-${TAKEN + 1}`)
      // Seven of them belong to the transaction.
      expect(queries).toBeLessThan(16)
    })

    it('§4.4 has the first free low number, or one that is free beyond a gap', async () => {
      await onDatabase(database.url, `delete from events where slug = 'market-7'`)
      expect((await found()).slug).toBe('market-7')
      await onDatabase(database.url, `update events set slug = 'market-7' where slug = 'market-3000'`)
      expect(['market-3000', `market-${TAKEN + 1}`]).toContain((await found()).slug)
      expect((await found(1)).slug).toBe('market')
    })

    it('§4.4 differs for concurrent writers', async () => {
      const created = await Promise.all(
        Array.from({ length: 8 }, () => service.post('/events', anEvent({ title: 'Market' }))),
      )
      expect(created.map(({ status }) => status)).toEqual(created.map(() => 201))
      const slugs = created.map(({ body }) => String(body.slug)).sort()
      expect(slugs).toEqual(created.map((_, at) => `market-${TAKEN + 1 + at}`))
    })
  })
}
