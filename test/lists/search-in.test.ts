import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const ALL = 'search_in=title,text,venue,organizer,terms'

for (const { name } of dialects) {
  describe(`a search in chosen fields on ${name}`, () => {
    let service: TestService
    const events: readonly Json[] = [
      { title: 'Party', description: '<p>With jazz and art</p>' },
      { title: 'Art fair', venue: { venue: 'Komedia', city: 'Turin', address: 'Via Po 1' } },
      { title: 'Smart talk', organizer: { organizer: 'Jazz society' } },
      { title: 'Quiet evening', categories: ['Jazz'], venue: { venue: 'Cellar', city: 'Turin' } },
      { title: 'Lecture', tags: ['art'], description: '<p>On history</p>' },
      { title: 'Hidden place', venue: { venue: 'Komedia backstage', status: 'draft' } },
    ]
    beforeAll(async () => {
      service = await testService(name)
      const { headers } = await service.user('administrator')
      const { body } = await service.post('/categories', { name: 'Jazz' }, headers)
      await service.post('/categories', { name: 'Swing', parent: body.id }, headers)
      for (const event of events) await service.post('/events', anEvent(event), headers)
      await service.post('/events', anEvent({ title: 'Ball', categories: ['Swing'] }), headers)
      const secret = { title: 'Members', categories: ['Jazz'], password: undefined }
      const made = await service.post('/events', anEvent(secret), headers)
      await service.patch(`/events/${made.body.id}`, { password: 'sesame' }, headers)
    })
    afterAll(() => service.close())

    const found = async (query: string, headers = {}) => {
      const { status, body } = await service.get(`/events?${query}`, headers)
      expect([query, status]).toEqual([query, 200])
      expect(body.total).toBe(body.events.length)
      return body.events.map(({ title }: Json) => title)
    }

    it('§3.3 covers the title and the texts by default', async () => {
      expect(await found('search=jazz')).toEqual(['Party'])
      expect(await found('search=komedia')).toEqual([])
      expect(await found('search=jazz&search_in=title,text')).toEqual(['Party'])
    })

    it('§3.3 covers only the named fields', async () => {
      expect(await found('search=art&search_in=title')).toEqual(['Party', 'Art fair', 'Smart talk'])
      expect(await found('search=art&search_in=text')).toEqual(['Party'])
      expect(await found('search=komedia&search_in=venue')).toEqual(['Art fair'])
      expect(await found('search=jazz&search_in=organizer')).toEqual(['Smart talk'])
      expect(await found('search=art&search_in=terms')).toEqual(['Lecture'])
    })

    it('§3.3 finds events of a category and of those below it', async () => {
      expect(await found('search=jazz&search_in=terms')).toEqual(['Quiet evening', 'Ball'])
    })

    it('§3.3 finds the words of a search in different fields, and excludes events with an excluded word', async () => {
      expect(await found(`search=turin art&${ALL}`)).toEqual(['Art fair'])
      expect(await found(`search=turin jazz&${ALL}`)).toEqual(['Quiet evening'])
      expect(await found(`search=turin -jazz&${ALL}`)).toEqual(['Art fair'])
      expect(await found(`search="via po"&${ALL}`)).toEqual(['Art fair'])
    })

    it('§3.3 reveals neither protected texts nor venues that are not public', async () => {
      expect(await found(`search=jazz&${ALL}`)).not.toContain('Members')
      expect(await found(`search=members&${ALL}`)).toEqual(['Members'])
      expect(await found(`search=members -jazz&${ALL}`)).toEqual(['Members'])
      expect(await found('search=backstage&search_in=venue')).toEqual([])
      const { headers } = await service.user('editor')
      expect(await found('search=backstage&search_in=venue', headers)).toEqual(['Hidden place'])
      expect(await found(`search=jazz&${ALL}`, headers)).toContain('Members')
    })

    it('§3.3 puts the best match first by relevance', async () => {
      expect(await found(`search=art&${ALL}&orderby=relevance`)).toEqual([
        ...['Art fair', 'Party', 'Smart talk', 'Lecture'],
      ])
      expect(await found('search=art&orderby=relevance')).toEqual(['Art fair', 'Party', 'Smart talk'])
      const pages = [1, 2, 3, 4].map((page) =>
        service.get(`/events?search=art&${ALL}&orderby=relevance&per_page=1&page=${page}`),
      )
      const titles = (await Promise.all(pages)).map(({ body }) => body.events[0].title)
      expect(titles).toEqual(['Art fair', 'Party', 'Smart talk', 'Lecture'])
    })

    it.each([
      ['orderby=relevance', 'orderby'],
      ['search=a&search_in=address', 'search_in'],
      [`search=${Array.from({ length: 11 }, (_, at) => `word${at}`).join(' ')}&search_in=title`, 'search'],
    ])('§3.3 refuses %s', async (query, arg) => {
      const { status, body } = await service.get(`/events?${query}`)
      expect([status, Object.keys(body.data.params)]).toEqual([400, [arg]])
    })

    it('§3.3 finds new names of venues and terms, new links and new titles', async () => {
      const headers = (await service.user('administrator', 'second')).headers
      const query = `search=opera&${ALL}&orderby=relevance`
      expect(await found(query)).toEqual([])
      const { body: venue } = await service.post('/venues', { venue: 'Opera' }, headers)
      const { body: event } = await service.post(
        '/events',
        anEvent({ title: 'New', venue: venue.id }),
        headers,
      )
      expect(await found(query)).toEqual(['New'])
      await service.patch(`/venues/${venue.id}`, { venue: 'Theatre' }, headers)
      expect(await found(query)).toEqual([])
      await service.patch(`/events/${event.id}`, { title: 'Opera night' }, headers)
      expect(await found(query)).toEqual(['Opera night'])
      await service.remove(`/events/${event.id}`, headers)
      expect(await found(query)).toEqual([])
    })

    it('§3.3 finds other forms of a word, in all fields', async () => {
      expect(await found('search=parties&orderby=relevance')).toEqual(['Party'])
      expect(await found('search=arts&search_in=title')).toEqual([])
      expect(await found('search=komedias&search_in=venue')).toEqual(['Art fair'])
      expect(await found('search=evenings&orderby=relevance')).toEqual(['Quiet evening'])
      expect(await found('search=evenings')).toEqual([])
      expect(await found('search=lecture -histories&search_in=title,text')).toEqual(['Lecture'])
    })

    it('§3.3 asks for no word where the filters leave no events', async () => {
      const queriesFor = async (words: string) => {
        const before = service.store.measures().queries
        expect(await found(`search=${words}&${ALL}&start_date=2001-01-01&end_date=2001-01-02`)).toEqual([])
        return service.store.measures().queries - before
      }
      await queriesFor('jazz')
      const ofOne = await queriesFor('turin')
      expect(await queriesFor('komdia lectrue 1')).toBe(ofOne)
    })

    it('§3.3 finds words with a letter wrong where nothing has the word itself', async () => {
      expect(await found(`search=komdia&${ALL}&orderby=relevance`)).toEqual(['Art fair'])
      expect(await found('search=lectrue&orderby=relevance')).toEqual(['Lecture'])
      expect(await found(`search=turin komdia&${ALL}&orderby=relevance`)).toEqual(['Art fair'])
      expect(await found(`search=komdia -fair&${ALL}&orderby=relevance`)).toEqual([])
      expect(await found('search=komdia')).toEqual([])
      expect(await found(`search=komdia&${ALL}`)).toEqual(['Art fair'])
      expect(await found(`search=komdia&${ALL}&start_date=2001-01-01&end_date=2001-01-02`)).toEqual([])
      expect(await found(`search=${'lectrue'.repeat(20)}&orderby=relevance`)).toEqual([])
      expect(await found('search="quiet evenink"&orderby=relevance')).toEqual([])
      expect(await found('search=jaz&search_in=title')).not.toContain('Quiet evening')
    })

    it('§3.3 finds parts of compounds, with a letter wrong, and words that are written without spaces', async () => {
      const { headers } = await service.user('administrator', 'compounds')
      const made = await service.post(
        '/events',
        anEvent({ title: 'Sommer im Volksgärten', description: '<p>親子で楽しむ子供コンサート</p>' }),
        headers,
      )
      const title = ['Sommer im Volksgärten']
      for (const word of ['garten', 'gärten', 'gaerten', 'volksgaerten', 'Volsgärten', 'gärtem'])
        expect([word, await found(`search=${word}&orderby=relevance`)]).toEqual([word, title])
      for (const word of ['子供のコンサート', 'コンサートを楽しむ', '親子コンサートで'])
        expect([word, await found(`search=${word}&orderby=relevance`)]).toEqual([word, title])
      expect(await found('search=大人のコンサート&orderby=relevance')).toEqual([])
      // A search alone keeps its meaning.
      for (const word of ['gaerten', '子供のコンサート']) expect(await found(`search=${word}`)).toEqual([])
      await service.remove(`/events/${made.body.id}?force=true`, headers)
    })

    it('§3.3 looks for similar words whatever the dates, so that other words than the wanted one do not fill a day', async () => {
      const headers = (await service.user('administrator', 'third')).headers
      const { body } = await service.post(
        '/events',
        anEvent({ title: 'Lexture', start_date: '2001-01-01 10:00:00', end_date: '2001-01-01 11:00:00' }),
        headers,
      )
      expect(await found('search=lexture&orderby=relevance')).toEqual([])
      await service.remove(`/events/${body.id}?force=true`, headers)
      expect(await found('search=lexture&orderby=relevance')).toEqual(['Lecture'])
    })

    it('§3.3 takes similar words from public texts alone, and answers as if there were no others', async () => {
      const { headers } = await service.user('administrator', 'fourth')
      const hidden = { title: 'Saxophone', status: 'draft' }
      const { body: draft } = await service.post('/events', anEvent(hidden), headers)
      expect(await found('search=saxophome&orderby=relevance')).toEqual([])
      expect(await found('search=saxophone&orderby=relevance')).toEqual([])
      const { body: shown } = await service.post('/events', anEvent({ title: 'Saxophome' }), headers)
      expect(await found('search=saxophone&orderby=relevance')).toEqual(['Saxophome'])
      for (const { id } of [draft, shown]) await service.remove(`/events/${id}?force=true`, headers)
    })

    it('§3.3 works in feeds', async () => {
      const { body } = await service.get(`/events.ics?search=komedia&${ALL}`)
      expect(body.match(/SUMMARY:(.*)\r/)?.[1]).toBe('Art fair')
    })
  })
}
