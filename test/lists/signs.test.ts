import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

for (const { name } of dialects) {
  describe(`apostrophes, quotes and dashes on ${name}`, () => {
    let service: TestService
    const titles = [
      'L’été',
      'Children’s fair',
      "Mother's Day",
      'Rock n’ roll',
      'Jazz – Live',
      'The “big night”',
      'Co\u2011operative',
    ]

    beforeAll(async () => {
      service = await testService(name)
      for (const title of titles) await service.post('/events', anEvent({ title }))
      await service.post('/venues', { venue: 'O’Reilly’s Pub', address: '1 St. John’s Road' })
      await service.post('/organizers', { organizer: 'Women`s Club' })
      await service.post('/tags', { name: 'Women’s Day' })
    })
    afterAll(() => service.close())

    const found = async (search: string) => {
      const { body } = await service.get(`/events?per_page=50&search=${encodeURIComponent(search)}`)
      return body.events.map(({ title }: Json) => title)
    }

    it.each([
      ["l'été", 'L’été'],
      ['l´ete', 'L’été'],
      ['children`s', 'Children’s fair'],
      ['motherʼs day', "Mother's Day"],
      ['"mother‘s day"', "Mother's Day"],
      ["rock n' roll", 'Rock n’ roll'],
      ['rock n´ roll', 'Rock n’ roll'],
      ['jazz - live', 'Jazz – Live'],
      ['live — jazz', 'Jazz – Live'],
      ['“jazz - live”', 'Jazz – Live'],
      ['„big night“', 'The “big night”'],
      ['"big night"', 'The “big night”'],
      ['co-operative', 'Co\u2011operative'],
    ])('§3.3 the search %j finds %j', async (search, title) => {
      expect(await found(search)).toEqual([title])
      const feed = await service.get(`/events.ics?search=${encodeURIComponent(search)}`)
      expect(String(feed.body).match(/^SUMMARY/gm)).toHaveLength(1)
    })

    it('§3.3 a word behind a minus is excluded, and a dash alone is no word', async () => {
      expect(await found('mother -day')).toEqual([])
      expect(await found('-')).toHaveLength(titles.length)
      expect(await found('"-"')).toEqual(expect.arrayContaining(['Jazz – Live', 'Co\u2011operative']))
    })

    it.each([
      ['venues', "o'reilly's"],
      ['venues', "john's"],
      ['organizers', "women's"],
      ['tags', "women's"],
    ])('§3.3 %s are found by %j', async (collection, search) => {
      const { body } = await service.get(`/${collection}?search=${encodeURIComponent(search)}&hide_empty=0`)
      expect(body.total).toBe(1)
    })

    it('§3.3 a venue, an organizer and a tag are the known ones, however their names are typed', async () => {
      const { body } = await service.post(
        '/events',
        anEvent({
          venue: { venue: "O'Reilly's Pub", address: "1 St. John's Road" },
          organizer: { organizer: 'Women‘s Club' },
          tags: ["women's day"],
        }),
      )
      expect([body.venue.venue, body.organizer[0].organizer, body.tags[0].name]).toEqual([
        'O’Reilly’s Pub',
        'Women`s Club',
        'Women’s Day',
      ])
      for (const collection of ['venues', 'organizers'])
        expect((await service.get(`/${collection}`)).body.total).toBe(1)
      const again = await service.post('/tags', { name: "Women's Day" })
      expect(again.status).toBe(409)
    })

    it('§3.3 an import takes them for the known ones, too', async () => {
      const table =
        "title,start_date,end_date,venue,tags\nTalk,2027-05-04 10:00,2027-05-04 11:00,O'Reilly's Pub,Women's Day\n"
      const { status } = await service.ask('POST', '/import', table, { 'content-type': 'text/csv' })
      expect(status).toBe(200)
      expect((await service.get('/venues')).body.total).toBe(1)
      expect((await service.get('/tags?hide_empty=0')).body.total).toBe(1)
    })
  })
}
