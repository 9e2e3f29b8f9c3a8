import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

for (const { name } of anyDialects()) {
  describe(`all faults of a request on ${name}`, () => {
    let service: TestService
    const linksToNothing = {
      venue: [901, 902],
      organizer: [903],
      categories: [904],
      tags: [905],
      image: 906,
      post_parent: 907,
    }
    const links = Object.keys(linksToNothing)
    const named = (body: Json): readonly string[] => {
      const data = body.data as Json
      return Object.keys(Object(data.details ?? data.invalid)).sort()
    }

    beforeAll(async () => {
      service = await testService(name)
      await service.post('/events', anEvent({ title: 'Kept' }))
    })
    afterAll(() => service.close())

    it('§6 create and update report all unknown links together', async () => {
      const created = await service.post('/events', anEvent(linksToNothing))
      expect([created.status, created.body.code, named(created.body)]).toEqual([
        400,
        'rest_invalid_param',
        [...links].sort(),
      ])
      expect(created.body.data.params.venue).toContain('901, 902')
      expect(created.body.data.details.venue.code).toBe('invalid-linked-id')
      const updated = await service.patch('/events/1', linksToNothing)
      expect([updated.status, named(updated.body)]).toEqual([400, [...links].sort()])
    })

    it('§6 create and update of categories and tags report a language that is none with their other faults', async () => {
      const wrong = { language: 'xx', parent: 999 }
      const category = await service.post('/categories', { name: 'Fairs', ...wrong })
      expect([category.status, named(category.body)]).toEqual([400, ['language', 'parent']])
      await service.post('/categories', { name: 'Markets' })
      expect(named((await service.patch('/categories/1', wrong)).body)).toEqual(['language', 'parent'])
      const tag = await service.post('/tags', { name: '', language: 'xx' })
      expect([tag.status, named(tag.body)]).toEqual([400, ['language', 'name']])
      await service.post('/tags', { name: 'Outdoors' })
      expect(named((await service.patch('/tags/1', { slug: 7, language: 'xx' })).body)).toContain('language')
    })

    it('§6 create reports them together with faults of single args and faults between args', async () => {
      const form = { title: '', website: 'x', end_date: '2027-05-03' }
      const wrong = await service.post('/events', anEvent({ ...linksToNothing, ...form }))
      expect(named(wrong.body)).toEqual([...links, 'end_date', 'title', 'website'].sort())
      const missing = await service.post('/events', { ...linksToNothing, end_date: 'foo' })
      expect(missing.body.code).toBe('rest_missing_callback_param')
      expect(missing.body.data.params).toEqual(['title', 'start_date'])
      expect(named(missing.body)).toEqual([...links, 'end_date'].sort())
      const dates = { date: '2027-01-01 00:00:00', date_utc: '2027-01-01 00:00:00' }
      const between = await service.post(
        '/events',
        anEvent({ end_date: '2027-05-03', tags: [905], ...dates }),
      )
      expect(named(between.body)).toContain('end_date')
      expect(named(between.body)).toContain('tags')
      expect(named(between.body).some((one) => one.startsWith('date'))).toBe(true)
    })

    it('§6 update reports faults of single args before it looks up the item, and unknown links after the item and its preconditions', async () => {
      const wrong = await service.patch('/events/999', { website: 'x', venue: [901] })
      expect([wrong.status, named(wrong.body)]).toEqual([400, ['website']])
      expect((await service.patch('/events/999', { venue: [901] })).status).toBe(404)
      expect((await service.patch('/events/1', { venue: [901] }, { 'if-match': '"v9"' })).status).toBe(412)
    })

    it('§6 update reports faults between args together with unknown links, and before it looks up the item', async () => {
      const early = { end_date: '2027-05-03 10:00:00' }
      const alone = await service.patch('/events/1', { ...linksToNothing, ...early })
      expect([alone.status, named(alone.body)]).toEqual([400, [...links, 'end_date'].sort()])
      const both = { start_date: '2027-05-05', ...early }
      const all = await service.patch('/events/1', { ...linksToNothing, ...both })
      expect(named(all.body)).toEqual([...links, 'end_date'].sort())
      expect(named((await service.patch('/events/1', { website: 'x', ...both })).body)).toEqual([
        ...['end_date', 'website'],
      ])
      expect(named((await service.patch('/events/999', both)).body)).toEqual(['end_date'])
      expect(named((await service.patch('/events/1', both, { 'if-match': '"v9"' })).body)).toEqual([
        'end_date',
      ])
      expect((await service.patch('/events/999', early)).status).toBe(404)
    })

    it('§4.5 §6 unknown members of a list are reported together with faulty ones', async () => {
      const { body } = await service.post(
        '/events',
        anEvent({
          venue: [901, { website: 'x', image: 907 }, { venue: 'B', image: 908 }, { venue: '', author: 99 }],
          organizer: [{ organizer: '' }, 903],
          categories: [904, true, 'x'.repeat(201)],
          tags: ['', 905],
        }),
      )
      expect(named(body)).toEqual([
        ...['categories', 'organizer', 'organizer[0].organizer', 'tags'],
        ...['venue', 'venue[1].image', 'venue[1].venue', 'venue[1].website', 'venue[2].image'],
        ...['venue[3].author', 'venue[3].venue'],
      ])
      const { params } = body.data
      expect(params.venue).toContain('901')
      expect(params.organizer).toContain('903')
      expect(params.categories).toMatch(/list of ids.*200 characters.*904/)
      expect(params.tags).toMatch(/empty member.*905/)
      const word = 'x'.repeat(201)
      const listed = await service.get(`/events?categories=904,${word}&venue=901,${word}`)
      expect(listed.body.data.params.categories).toMatch(/200 characters.*904/)
      expect(listed.body.data.params.venue).toMatch(/200 characters.*901/)
      const odd = await service.post('/events', anEvent({ venue: [901, 'Hall'] }))
      expect(odd.body.data.params.venue).toMatch(/id of a venue.*901/)
    })

    it('§4.5 faults of inline items are reported by path, together with the others', async () => {
      const venue = [{ venue: 'A', image: 908 }, { venue: 'B' }, { venue: 'C', image: 909 }]
      const { body } = await service.post('/events', anEvent({ venue, organizer: [903] }))
      expect(named(body)).toEqual(['organizer', 'venue[0].image', 'venue[2].image'])
      expect((await service.get('/venues')).body.total).toBe(0)
    })

    it('§6 lists report them together with faults of single args', async () => {
      const nothing = 'venue=901&organizer=nobody&categories=904,none&tags=905&post_parent=907'
      const all = ['categories', 'organizer', 'post_parent', 'tags', 'venue']
      expect(named((await service.get(`/events?${nothing}`)).body)).toEqual(all)
      const formed = await service.get(`/events?${nothing}&page=x&featured=maybe&geoloc_lat=1`)
      expect(named(formed.body)).toEqual([...all, 'featured', 'geoloc_lng', 'page'].sort())
      expect(named((await service.get('/venues?event=907&page=0')).body)).toEqual(['event', 'page'])
      expect(named((await service.get('/categories?post=907&parent=904&page=0')).body)).toEqual([
        'page',
        'parent',
        'post',
      ])
      expect(named((await service.get('/events?orderby=distance&geoloc_lat=x&tags=905')).body)).toEqual([
        'geoloc_lat',
        'tags',
      ])
    })

    it('§2.5 two new names that fold to the same name create one term', async () => {
      const { status, body } = await service.post('/events', anEvent({ tags: ['Jazz', 'jazz', 'Blues'] }))
      expect([status, body.tags.map((one: Json) => one.name)]).toEqual([201, ['Blues', 'Jazz']])
    })

    it('§6 venues, organizers and categories also report all faults together', async () => {
      expect(named((await service.post('/venues', { venue: '', image: 908, author: 5 })).body)).toEqual([
        'author',
        'image',
        'venue',
      ])
      expect(named((await service.post('/categories', { name: '', parent: 99 })).body)).toEqual([
        'name',
        'parent',
      ])
    })
  })
}
