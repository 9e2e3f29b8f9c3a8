/** Searches for words in titles, among more events than those whose titles are read one by one. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { connectDatabase, databaseFaults, rawSql } from '../support/inside/store.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

for (const dialect of dialects) {
  describe(`titles found by their index on ${dialect.name}`, () => {
    let database: FreshDatabase
    let service: TestService
    let eve: Record<string, string>
    const opened = () => testService(dialect.name, { DATABASE_URL: database.url })
    const create = async (more: Json) => (await service.post('/events', anEvent(more), eve)).body
    beforeEach(async () => {
      database = await (dialect.name === 'sqlite' ? freshSqliteFile() : dialect.freshUrl())
      service = await opened()
      eve = (await service.user('administrator', 'eve')).headers
      await create({
        title: 'Jazzy evening',
        description: 'Art and music',
        recurrence: 'FREQ=DAILY;COUNT=310',
      })
      await create({ title: 'Concert', description: 'Of jazz', start_date: '2027-01-01 10:00' })
      await create({ title: 'Nujazz', description: 'Jazz', start_date: '2027-01-02 10:00' })
      await create({ title: 'Acid (jazz)', start_date: '2027-01-03 10:00' })
      await create({ title: 'Dinner at Jazz’s', start_date: '2027-01-04 10:00' })
      await create({ title: '100 % jazz_ and \\more', start_date: '2027-01-05 10:00' })
    })
    afterEach(async () => {
      await service.close()
      expect(await databaseFaults(database.url)).toEqual([])
      await database.drop()
    })

    const listed = async (words: string, more: string) => {
      const query = `start_date=2000-01-01&collapse=series&search=${encodeURIComponent(words)}&${more}`
      const { status, body } = await service.get(`/events?${query}`, eve)
      expect([query, status]).toEqual([query, 200])
      return body.events.map(({ title }: Json) => title)
    }
    const byRelevance = (words: string) => listed(words, 'orderby=relevance')
    const inField = (words: string, field: string) => listed(words, `search_in=${field}&orderby=id`)
    const everything = async () => ({
      ranked: await byRelevance('jazz'),
      titled: await inField('jazz', 'title'),
      texts: await inField('jazz', 'text'),
      signs: [await inField('% jazz_', 'title'), await inField('"\\more"', 'title')],
      short: await inField('at', 'title'),
      none: await inField('qu"jy', 'title'),
    })

    it('§3.3 come first by relevance: those with a word that begins so, then those that have it within a word, then the texts', async () => {
      const all = await everything()
      expect(all.ranked).toEqual([
        ...['Dinner at Jazz’s', '100 % jazz_ and \\more', 'Jazzy evening'],
        ...['Nujazz', 'Acid (jazz)', 'Concert'],
      ])
      expect(all.titled).toEqual([
        ...['Jazzy evening', 'Nujazz', 'Acid (jazz)', 'Dinner at Jazz’s', '100 % jazz_ and \\more'],
      ])
      expect(all.texts).toEqual(['Concert', 'Nujazz'])
      expect([all.signs, all.short, all.none]).toEqual([
        [['100 % jazz_ and \\more'], ['100 % jazz_ and \\more']],
        ['Dinner at Jazz’s'],
        [],
      ])
    })

    it('§3.3 follow new titles, removed events and occurrences of their own', async () => {
      await byRelevance('jazz')
      const { body } = await service.get('/events?start_date=2000-01-01&search=nujazz', eve)
      await service.patch(`/events/${body.events[0].id}`, { title: 'Polka' }, eve)
      await service.close()
      service = await opened()
      expect((await everything()).titled).not.toContain('Nujazz')
      expect(await inField('polka', 'title')).toEqual(['Polka'])
      await service.remove(`/events/${body.events[0].id}?force=true`, eve)
      await service.patch('/events/5', { title: 'Tango', apply_to: 'all' }, eve)
      await service.close()
      service = await opened()
      expect(await inField('polka', 'title')).toEqual([])
      expect(await inField('tango', 'title')).toEqual(['Tango'])
      expect(await inField('evening', 'title')).toEqual([])
    })

    if (dialect.name === 'postgres')
      it('§3.3 are the same without the index', async () => {
        const before = await everything()
        await service.close()
        const connection = await connectDatabase(database.url)
        await rawSql('drop index events_titles_trigrams').execute(connection.writer)
        await connection.close()
        service = await opened()
        expect(await everything()).toEqual(before)
      })
  })
}
