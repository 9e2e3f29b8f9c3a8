import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

for (const { name } of dialects)
  describe(`lists of events by the name of their venue or category on ${name}`, () => {
    let service: TestService
    let editor: Record<string, string>
    beforeAll(async () => {
      service = await testService(name)
      editor = (await service.user('administrator', 'ada')).headers
      for (const category of ['zebra', 'Éclair', 'apple'])
        await service.post('/categories', { name: category }, editor)
      const add = async (title: string, more: Json) => {
        const { status, body } = await service.post('/events', anEvent({ title, ...more }), editor)
        expect(status, JSON.stringify(body)).toBe(201)
        if (title === 'secret') await service.patch(`/events/${body.id}`, { password: 'secret' }, editor)
      }
      await add('none', {})
      await add('beta', { venue: { venue: 'beta' }, categories: ['zebra', 'Éclair'] })
      await add('alps', { venue: { venue: 'Älpli' }, categories: ['zebra'] })
      await add('gamma', { venue: [{ venue: 'Gamma' }, { venue: 'Aaa' }], categories: ['apple', 'zebra'] })
      await add('hidden', { venue: { venue: 'Aardvark', status: 'private' }, categories: ['Éclair'] })
      await add('secret', { venue: { venue: 'beta' }, categories: ['apple'] })
      await add('weekly', { venue: { venue: 'Delta' }, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' })
    })
    afterAll(() => service.close())
    const list = async (query: string, by = editor, size = 50): Promise<readonly string[]> => {
      const path = `/events?start_date=2027-01-01&end_date=2029-01-01&per_page=${size}&${query}`
      const { status, body } = await service.get(path, by)
      expect(status, JSON.stringify(body)).toBe(200)
      return body.events.map(({ title }: Json) => title)
    }
    const weekly = ['weekly', 'weekly', 'weekly']

    it('go by the first venue by its folded name, ties by id, and those without one are last in both directions', async () => {
      expect(await list('orderby=venue')).toEqual([
        'gamma',
        'hidden',
        'alps',
        'beta',
        'secret',
        ...weekly,
        'none',
      ])
      expect(await list('orderby=venue&order=desc')).toEqual([
        ...weekly,
        'secret',
        'beta',
        'alps',
        'hidden',
        'gamma',
        'none',
      ])
    })

    it('go by the first category by name', async () => {
      const named = ['gamma', 'secret', 'beta', 'hidden', 'alps']
      expect(await list('orderby=category')).toEqual([...named, 'none', ...weekly])
    })

    it('have pages that go on from each other, and each series once where collapsed', async () => {
      const pages: string[] = []
      for (const page of [1, 2, 3])
        pages.push(...(await list(`orderby=venue&collapse=series&page=${page}`, editor, 3)))
      expect(pages).toEqual(['gamma', 'hidden', 'alps', 'beta', 'secret', 'weekly', 'none'])
    })

    it('tell nobody the place of a venue that he may not see, or of an event with a password', async () => {
      const seen = await list('orderby=venue', {})
      expect(seen.slice(0, 3)).toEqual(['gamma', 'alps', 'beta'])
      expect(seen.slice(-3)).toEqual(['none', 'hidden', 'secret'])
    })

    it('are combined with filters and searches', async () => {
      expect(await list('orderby=venue&order=desc&categories=zebra')).toEqual(['beta', 'alps', 'gamma'])
      expect(await list('orderby=category&search=beta')).toEqual(['beta'])
      expect(await list('orderby=venue&include=999999')).toEqual([])
    })
  })
