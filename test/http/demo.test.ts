import { Temporal } from 'temporal-polyfill'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { demoLanguages, demoLines, demoPictureTexts } from '../support/inside/exchange.ts'
import { type Answered, type TestService, testService } from '../support/service.ts'

const ever = 'start_date=2026-01-01&end_date=2028-01-01'

describe.each(anyDialects().map(({ name }) => name))('the demo of an empty calendar on %s', (dialect) => {
  let service: TestService
  let first: Answered
  let titles: unknown
  // Each test begins with the demo, which takes time only if the test before has removed it.
  const demo = () => service.post('/demo', {})
  const titlesNow = async () =>
    (await service.get(`/events?${ever}&per_page=100&_fields=events.title,events.start_date`)).body
  beforeAll(async () => {
    service = await testService(dialect, { FASTI_CURRENCY: 'EUR', FASTI_MAX_PER_PAGE: '1000' })
    first = await demo()
    titles = await titlesNow()
  })
  beforeEach(async () => {
    await demo()
  })
  afterAll(() => service.close())

  it('shows three months of a town, from the first day of this month', async () => {
    expect([first.status, first.body.edited]).toEqual([200, 0])
    const all = (await service.get(`/events?${ever}&per_page=100&status=any`)).body
    expect(all.total).toBeGreaterThan(100)
    expect(all.events[0].start_date >= '2027-01-01').toBe(true)
    expect(all.events.at(-1).start_date < '2027-04-01').toBe(true)
    for (const query of ['&featured=true', '&event_status=cancelled', '&status=draft', '&status=pending'])
      expect([query, (await service.get(`/events?${ever}${query}`)).body.total > 0]).toEqual([query, true])
    expect((await service.get('/series')).body.total).toBe(5)
    expect((await service.get('/venues')).body.total).toBe(8)
    expect((await service.get('/organizers')).body.total).toBe(6)
    expect((await service.get('/categories?per_page=50')).body.total).toBe(11)
    const paid = all.events.find(({ tickets }: { tickets: unknown[] }) => tickets.length > 0)
    expect(paid.cost_details.currency_code).toBe('EUR')
    expect(all.events.some(({ cost }: { cost: string }) => cost === 'Free')).toBe(true)
    const offers = all.events.flatMap(({ tickets }: { tickets: object[] }) => tickets)
    expect(offers).toContainEqual(expect.objectContaining({ availability: 'sold_out' }))
  })

  it('has pictures with alternative texts, and categories with colours', async () => {
    const { media } = (await service.get('/media')).body
    expect(media.map(({ alt_text }: { alt_text: string }) => alt_text.length > 10)).toEqual(
      Array(10).fill(true),
    )
    const featured = (await service.get(`/events?${ever}&featured=true`)).body.events
    for (const { image } of featured) expect([image.width, image.mime_type]).toEqual([1200, 'image/webp'])
    const { categories } = (await service.get('/categories?per_page=50')).body
    for (const { color } of categories) expect(color).toMatch(/^#[0-9a-f]{6}$/)
    const { events } = (await service.get(`/events?${ever}&search=cinema`)).body
    expect(events[0].categories.map(({ name }: { name: string }) => name)).toEqual(['Film'])
  })

  it('has no event twice at the same time', async () => {
    const { events } = (await service.get(`/events?${ever}&per_page=1000&status=any`)).body
    const keys = events.map(({ title, start_date }: Record<string, string>) => `${start_date} ${title}`)
    expect(keys.filter((key: string, at: number) => keys.indexOf(key) !== at)).toEqual([])
  })

  it('is added only once', async () => {
    expect((await demo()).body).toEqual(first.body)
  })

  it('is removed completely: the calendar is as empty as before', async () => {
    const { status, body } = await service.remove('/demo')
    expect([status, body]).toEqual([200, { removed: first.body.items, kept: [] }])
    expect(await service.store.isEmpty()).toBe(true)
    expect((await service.get('/series')).body.total).toBe(0)
    expect((await service.get('/media')).body.total).toBe(0)
    expect(await service.store.importsUnder('')).toEqual([])
    expect((await service.get('/demo')).body).toEqual({ items: 0, edited: 0 })
  })

  it('is always the same', async () => {
    await service.remove('/demo')
    expect((await demo()).body).toEqual(first.body)
    expect(await titlesNow()).toEqual(titles)
  })

  it('removes also items that users moved to the trash', async () => {
    const [one] = (await service.get(`/events?${ever}&search=cinema`)).body.events
    await service.remove(`/events/${one.id}`)
    expect((await service.remove('/demo')).body.kept).toEqual([])
    expect(await service.store.isEmpty()).toBe(true)
  })
})

describe.each(anyDialects().map(({ name }) => name))('the demo on %s', (dialect) => {
  let service: TestService
  beforeEach(async () => {
    service = await testService(dialect, { FASTI_CURRENCY: 'EUR' })
  })
  afterEach(() => service.close())

  it('leaves items that users added or edited, with the items that they link to', async () => {
    await service.post('/demo', {})
    const [edited] = (await service.get(`/events?${ever}&search=Lanterns`)).body.events
    await service.patch(`/events/${edited.id}`, { title: 'Our night of lanterns' })
    const [market] = (await service.get(`/events?${ever}&search=market&per_page=1&order=desc`)).body.events
    await service.patch(`/events/${market.id}`, { title: 'Christmas market' })
    const club = (await service.get('/venues?search=Komedia')).body.venues[0]
    const own = { title: 'Ours', start_date: '2027-05-04', end_date: '2027-05-04', venue: club.id }
    const mine = (await service.post('/events', own)).body
    expect((await service.get('/demo')).body.edited).toBe(2)
    const { kept } = (await service.remove('/demo')).body
    expect(kept).toContainEqual({ resource: 'event', id: edited.id })
    expect(kept).toContainEqual({ resource: 'venue', id: club.id })
    expect(kept).toContainEqual({ resource: 'venue', id: edited.venue.id })
    expect(kept).toContainEqual({ resource: 'media', id: edited.image.id })
    // Those of the two edited events: the market is a series with a picture.
    expect((await service.get('/media')).body.total).toBe(2)
    const titles = new Set(
      (await service.get(`/events?${ever}&per_page=100`)).body.events.map(
        (one: { title: string }) => one.title,
      ),
    )
    expect(titles).toEqual(new Set(['Our night of lanterns', 'Saturday market', 'Christmas market', 'Ours']))
    expect((await service.get(`/events/${mine.id}`)).body.venue.id).toBe(club.id)
    // The remaining items belong to the users from now on.
    expect((await service.get('/demo')).body).toEqual({ items: 0, edited: 0 })
    expect((await service.remove('/demo')).body).toEqual({ removed: 0, kept: [] })
  })
})

describe.each(anyDialects().map(({ name }) => name))('the demo over HTTP on %s', (dialect) => {
  let service: TestService
  beforeEach(async () => {
    service = await testService(dialect, { FASTI_CURRENCY: 'EUR' })
  })
  afterEach(() => service.close())
  const count = async (query = '') =>
    (await service.get(`/events?${ever}&per_page=1&status=any${query}`)).body.total

  it('needs an empty calendar, and writes nothing in a dry run', async () => {
    await service.post('/demo?dry_run=true', {})
    expect(await count()).toBe(0)
    await service.post('/venues', { venue: 'Ours' })
    const { status, body } = await service.post('/demo', {})
    expect([status, body.code]).toEqual([409, 'demo_needs_empty'])
    expect(await count()).toBe(0)
  })

  it('is for administrators only, or without users for callers on this machine only', async () => {
    for (const more of [
      { headers: { host: 'calendar.example.org' } },
      { headers: { host: 'localhost', 'x-forwarded-for': '203.0.113.7' } },
      { headers: { host: 'localhost', origin: 'https://evil.example' } },
      { headers: { host: 'localhost' }, remoteAddress: '203.0.113.7' },
    ])
      for (const [method, path] of [
        ['POST', '/demo'],
        ['DELETE', '/demo'],
        ['GET', '/demo'],
        ['PATCH', '/settings'],
        ['POST', '/users'],
      ] as const) {
        const answer = await service.app.inject({
          method,
          url: `/cal/events/v1${path}`,
          payload: {},
          ...more,
        })
        expect([path, answer.statusCode, answer.json().code]).toEqual([path, 403, 'rest_local_mode'])
      }
    expect(await count()).toBe(0)
    const editor = await service.user('editor')
    const administrator = await service.user('administrator')
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect((await service.ask(method, '/demo')).status).toBe(401)
      expect((await service.ask(method, '/demo', undefined, editor.headers)).status).toBe(403)
      expect((await service.ask(method, '/demo', undefined, administrator.headers)).status).toBe(200)
    }
  })
})

it('the demo of any month lies in three months, and has no single event twice in a week', () => {
  const images = new Map(Object.keys(demoPictureTexts).map((name, at) => [name, at + 1]))
  const languages = demoLanguages(['en', 'de', 'fr'])
  for (let month = 0; month < 24; month++) {
    const first = Temporal.PlainDate.from('2027-01-01').add({ months: month })
    const now = first.add({ days: 14 }).toZonedDateTime('UTC').toInstant()
    const days = demoLines({ now, zone: 'UTC' }, { currency: 'EUR', images, languages })
      .map((line) => JSON.parse(line))
      .filter((sent) => 'start_date' in sent && !('recurrence' in sent))
      .map(({ title, start_date }) => ({ title, day: Temporal.PlainDate.from(start_date.slice(0, 10)) }))
    const last = first.add({ months: 3 }).subtract({ days: 1 })
    expect(days.filter(({ day }) => first.until(day).days < 0 || day.until(last).days < 0)).toEqual([])
    const weeks = days.map(({ title, day }) => `${day.subtract({ days: day.dayOfWeek - 1 })} ${title}`)
    expect(weeks.length).toBeGreaterThan(50)
    expect(weeks.filter((one, at) => weeks.indexOf(one) !== at)).toEqual([])
  }
})
