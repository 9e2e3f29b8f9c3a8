import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anImage } from '../support/images.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { browser } from '../support/site.ts'

/** Today is Friday, 15 January 2027, noon. */
const evening = (day: string) => ({ start_date: `${day} 19:00:00`, end_date: `${day} 21:00:00` })

const textsOf = (body: string, pattern: RegExp) => [...body.matchAll(pattern)].map(([, text = '']) => text)

/** The title of the event that leads the page. */
const leadOf = (body: string) =>
  /<article [^>]*lead-event.*?<h2 class="title">.*?<a [^>]*>([^<]*)/s.exec(body)?.[1]

/** The titles of the cards below a heading. */
function titlesBelow(body: string, heading: string): readonly string[] {
  const [, part = ''] =
    new RegExp(`<section class="front-part" aria-labelledby="${heading}">(.*?)</section>`).exec(body) ?? []
  return textsOf(part, /<h3 class="title">.*?<a [^>]*>([^<]*)/g)
}

describe('the front page', () => {
  let service: TestService
  let editor: Record<string, string>
  const page = async (path: string): Promise<string> => (await service.get(`/${path}`, browser)).body
  const create = async (more: Json) => {
    const { status, body } = await service.post('/events', anEvent(more), editor)
    expect([body.message, status]).toEqual([undefined, 201])
  }
  beforeAll(async () => {
    service = await testService('sqlite', { FASTI_SUBMISSIONS: 'open' })
    editor = (await service.user('editor')).headers
  })
  afterAll(() => service.close())

  it('says that a calendar has no events yet', async () => {
    expect(await page('/')).toContain('This calendar has no events yet.')
  })

  it('leads with the next event, and shows what is on today, this weekend and later, each event once', async () => {
    await create({
      ...evening('2027-01-15'),
      title: 'Concert',
      featured: true,
      categories: ['Music'],
      cost: '0',
    })
    await create({ ...evening('2027-01-15'), title: 'Talk' })
    await create({ title: 'Exhibition', start_date: '2027-01-02', end_date: '2027-02-01', all_day: true })
    await create({ title: 'Camp', start_date: '2027-01-13', end_date: '2027-01-17', all_day: true })
    await create({
      ...evening('2027-01-16'),
      title: 'Fair',
      venue: { venue: 'Town hall', city: 'Alderhaven' },
    })
    await create({ ...evening('2027-01-18'), title: 'Monday', categories: ['Talks'] })
    await create({ ...evening('2027-03-01'), title: 'Festival', featured: true })
    await create({ ...evening('2027-01-14'), title: 'Yesterday', featured: true })
    await create({ ...evening('2027-01-19'), title: 'Off', event_status: 'cancelled' })
    const body = await page('/')
    expect(leadOf(body)).toBe('Concert')
    expect(titlesBelow(body, 'front-today')).toEqual(['Talk', 'Camp'])
    expect(titlesBelow(body, 'front-weekend')).toEqual(['Fair'])
    expect(titlesBelow(body, 'front-coming')).toEqual(['Monday', 'Festival'])
    expect(titlesBelow(body, 'front-running')).toEqual(['Exhibition'])
    expect(body).toMatch(/<span class="relative">today<\/span>/)
    expect(body).toContain('>until Feb 1<')
    expect(body.match(/>Concert<\/a>/g)).toHaveLength(1)
  })

  it('shows each category and venue with the number of its events to come', async () => {
    const body = await page('/')
    const counts = textsOf(body, /<a class="tile pictured" href="([^"]*)".*?<\/a>/gs)
    expect([...counts].sort()).toEqual(['/category/music/', '/category/talks/', '/venue/town-hall/'])
    expect(body.match(/<span class="ahead">1 event<\/span>/g)).toHaveLength(3)
  })

  it('begins with the search, and leads to days, categories, places and the form for events', async () => {
    const body = await page('/')
    expect(body).toMatch(
      /<main[^>]*>.*<form class="front-search" role="search" method="get" action="\/calendar\/search\/"/s,
    )
    for (const link of [
      '/calendar/day/2027-01-15/',
      '/calendar/weekend/2027-01-16/',
      '/calendar/search/?free=1',
      '/submit/',
      '/venue/town-hall/',
    ])
      expect(body).toContain(`href="${link}"`)
    expect(body).toContain('<link rel="canonical" href="http://127.0.0.1:3000/">')
  })

  it('shows each category with the picture of its next event that has one, and no picture twice where others are', async () => {
    const upload = async (width: number) => {
      const headers = { ...editor, 'content-type': 'image/png' }
      const { body } = await service.ask('POST', '/media', await anImage(width, 30), headers)
      return body.id
    }
    const [wide, narrow] = [await upload(60), await upload(40)]
    const both = { categories: ['Music', 'Fairs'], image: wide }
    await create({ ...evening('2027-02-01'), ...both, title: 'Opening' })
    await create({
      ...evening('2027-02-02'),
      categories: ['Fairs', 'Music'],
      title: 'Closing',
      image: narrow,
    })
    const tiles = textsOf(await page('/'), /<a class="tile pictured"(.*?)<\/a>/gs).filter((tile) =>
      tile.includes('/category/'),
    )
    const pictures = tiles.map((tile) => [
      /category\/(\w+)/.exec(tile)?.[1],
      /<img [^>]*width="(\d+)"/.exec(tile)?.[1],
    ])
    expect(
      pictures
        .filter(([, width]) => width !== undefined)
        .map(([, width]) => width)
        .sort(),
    ).toEqual(['40', '60'])
    expect(Object.fromEntries(pictures).talks).toBeUndefined()
    expect(tiles.every((tile) => /<img|class="sheet"/.test(tile))).toBe(true)
  })

  it('is there in every language, whose links stay below its root', async () => {
    const body = await page('/fr/')
    expect(body).toContain('<h1>À l’affiche</h1>')
    expect(body).toContain('href="/fr/venue/town-hall/"')
    expect((await service.get('//', { accept: 'application/json' })).body.name).toBe('Fasti')
  })
})

describe('the front page at awkward hours', () => {
  let service: TestService
  const at = async (now: string): Promise<string> => {
    service.at(now)
    return (await service.get('//', browser)).body
  }
  beforeAll(async () => {
    service = await testService('sqlite', { FASTI_TIME_ZONE: 'Europe/Berlin' })
    service.at('2027-01-14T08:00:00Z')
    const { headers } = await service.user('editor')
    for (const [title, day] of [
      ['Rehearsal', '2027-01-14'],
      ['Quiz', '2027-01-15'],
      ['Market', '2027-01-21'],
      ['Sale', '2027-01-23'],
      ['Walk', '2027-01-25'],
      ['Film', '2027-01-28'],
    ] as const)
      expect((await service.post('/events', anEvent({ ...evening(day), title }), headers)).status).toBe(201)
  })
  afterAll(() => service.close())

  it('says on a working day that the weekend has nothing, and what comes next', async () => {
    const body = await at('2027-01-14T09:00:00Z')
    expect(leadOf(body)).toBe('Rehearsal')
    expect(titlesBelow(body, 'front-tomorrow')).toEqual(['Quiz'])
    expect(body).toMatch(
      /id="front-weekend".*?Nothing planned for this weekend yet\. <a href="[^"]*\/event\/market\/">Next: Market, Thursday, /s,
    )
  })

  it('leads at night, after the end of everything, with what comes next, and shows what is over last', async () => {
    const body = await at('2027-01-14T22:30:00Z')
    expect(leadOf(body)).toBe('Quiz')
    expect(titlesBelow(body, 'front-today')).toEqual([])
    expect(titlesBelow(body, 'front-coming')).toEqual(['Market', 'Sale', 'Walk', 'Film'])
    expect(titlesBelow(body, 'front-earlier')).toEqual(['Rehearsal'])
    expect(body.indexOf('front-earlier')).toBeGreaterThan(body.indexOf('front-coming'))
  })

  it('has on a Friday the whole weekend below it, and on a Sunday evening Monday as tomorrow', async () => {
    expect(titlesBelow(await at('2027-01-22T09:00:00Z'), 'front-weekend')).toEqual([])
    expect(leadOf(await at('2027-01-22T09:00:00Z'))).toBe('Sale')
    const sunday = await at('2027-01-24T20:00:00Z')
    expect(leadOf(sunday)).toBe('Walk')
    expect(sunday).not.toContain('id="front-weekend"')
    expect(titlesBelow(sunday, 'front-coming')).toEqual(['Film'])
  })

  it('says when nothing is ahead', async () => {
    const body = await at('2027-02-20T09:00:00Z')
    expect(leadOf(body)).toBeUndefined()
    expect(body).toContain('There are no events here.')
  })
})

describe('a first visit', () => {
  let service: TestService
  const visit = async (path: string, more: Record<string, string>) => {
    const { status, headers } = await service.get(`/${path}`, { ...browser, ...more })
    return [status, headers.location]
  }
  const typed = { 'sec-fetch-site': 'none' }
  beforeAll(async () => {
    service = await testService('sqlite')
  })
  afterAll(() => service.close())

  it('is sent to the front page in the language of the browser, also behind a cached one', async () => {
    const german = { ...typed, 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }
    for (const _ of ['rendered', 'cached']) {
      expect(await visit('/', { ...typed, 'accept-language': 'en-GB,de;q=0.5' })).toEqual([200, undefined])
      expect(await visit('/', german)).toEqual([302, '/de/'])
    }
    for (const [languages, location] of [
      ['pt', '/pt-br/'],
      ['xx, fr;q=0.3, es;q=0.4', '/es/'],
      ['de;q=0, ja', '/ja/'],
    ] as const)
      expect(await visit('/', { ...typed, 'accept-language': languages })).toEqual([302, location])
    const { headers } = await service.get('//', { ...browser, ...german })
    expect([headers['cache-control'], headers.vary]).toEqual([
      'public, no-cache',
      expect.stringMatching(/Accept-Encoding.*Accept-Language, Sec-Fetch-Site$/),
    ])
  })

  it('is no visit that follows a link of the site, names a language, is signed in, or comes from a program', async () => {
    const german = { 'accept-language': 'de' }
    for (const [path, more] of [
      ['/', { ...german, 'sec-fetch-site': 'same-origin' }],
      ['/', german],
      ['/', { ...german, ...typed, cookie: 'x=1' }],
      ['/en/', { ...german, ...typed }],
      ['/?x=1', { ...german, ...typed }],
      ['/calendar/', { ...german, ...typed }],
      ['/', { ...typed, 'accept-language': '*' }],
      ['/', { ...typed, 'accept-language': `//evil.test,${'de,'.repeat(100)}` }],
      ['/', { ...german, ...typed, accept: 'application/json' }],
    ] as const)
      expect([path, more, ...(await visit(path, more))]).toEqual([path, more, 200, undefined])
    // The language menu leads to an address that keeps the choice.
    const { body } = await service.get('//de/', browser)
    expect(body).toContain('<a href="/en/" hreflang="en"')
  })
})

describe('the page of an event', () => {
  let service: TestService
  const page = async (slug: string): Promise<string> => (await service.get(`//event/${slug}/`, browser)).body
  beforeAll(async () => {
    service = await testService('sqlite')
    const { headers } = await service.user('editor')
    const place = { venue: 'Town hall', city: 'Alderhaven', geo_lat: 52.01, geo_lng: 3.61 }
    const tickets = [{ name: 'All', price: '5', currency: 'EUR', url: 'https://tickets.test/' }]
    const events = [
      { ...evening('2027-01-18'), title: 'Concert', venue: place, tickets, categories: ['Music'] },
      { ...evening('2027-01-18'), title: 'Off', event_status: 'cancelled', venue: place, tickets },
      {
        ...evening('2027-01-30'),
        title: 'Later',
        venue: { venue: 'Barn', show_map_link: false, address: 'Lane 1' },
      },
      { ...evening('2027-01-16'), title: 'Abroad', timezone: 'Asia/Tokyo' },
      { ...evening('2027-01-17'), title: `Long ${'title '.repeat(50)}`, slug: 'long' },
    ]
    for (const event of events)
      expect((await service.post('/events', anEvent(event), headers)).status).toBe(201)
  })
  afterAll(() => service.close())

  it('offers tickets first, then one menu of calendars, directions and sharing', async () => {
    const [, actions = ''] = /<div class="actions">(.*?)<\/div>/s.exec(await page('concert')) ?? []
    expect(
      textsOf(actions, /<\/svg>(?:<span>)?([A-Z][\w ]+)/g).filter((text) => !/^(Download|Copy)/.test(text)),
    ).toEqual(['Tickets', 'Add to calendar', 'Directions', 'Share'])
    expect(actions).toContain('href="https://www.openstreetmap.org/directions?to=52.01%2C3.61"')
    expect(actions).toContain('download="concert.ics"')
    expect(actions.match(/class="button strong"/g)).toHaveLength(1)
  })

  it('says first that an event is cancelled, and then offers sharing alone', async () => {
    const body = await page('off')
    expect(body.indexOf('outcome-notice')).toBeLessThan(body.indexOf('<h1'))
    expect(body).toMatch(/<div class="actions"><button class="button share"/)
    expect(body).not.toMatch(/Add to calendar|openstreetmap\.org\/directions/)
    expect(body).toMatch(
      /role="note"><strong>Cancelled<\/strong>.* <a href="\/calendar\/day\/[\d-]+\/">See what else is on that day</,
    )
    for (const part of ['event-price', 'class="tickets"']) expect(body).not.toContain(part)
    expect(await page('concert')).toContain('class="tickets"')
  })

  it('has no directions where the venue shows no link to a map', async () => {
    const body = await page('later')
    expect(body).toContain('Add to calendar')
    expect(body).not.toContain('openstreetmap.org/directions')
  })

  it('says how far a day within a week is, and the zone of an event elsewhere', async () => {
    expect(await page('concert')).toContain('· in 3 days')
    expect(await page('later')).not.toContain('class="relative"')
    expect(await page('concert')).not.toContain('class="zone"')
    expect(await page('abroad')).toContain('<abbr title="Asia/Tokyo">')
  })

  it('tells messengers its date and place', async () => {
    expect(await page('concert')).toMatch(
      /<meta property="og:description" content="Monday, January 18, 2027, 7–9\sPM · Town hall, Alderhaven/,
    )
  })

  it('sets a very long title smaller', async () => {
    expect(await page('long')).toMatch(/class="event long/)
    expect(await page('concert')).not.toMatch(/class="event long/)
  })
})
