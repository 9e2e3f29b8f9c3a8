import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

/** The properties that search engines require of events, and those that they recommend. */
const wanted = [
  ...['name', 'startDate', 'location'],
  ...['description', 'endDate', 'eventAttendanceMode', 'eventStatus', 'image', 'offers', 'organizer'],
]
const wantedOfOffers = ['price', 'priceCurrency', 'url', 'availability', 'validFrom']

/** The smallest GIF. */
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

describe('pages of events', () => {
  let service: TestService
  let editor: Record<string, string>
  const page = async (path: string, headers = {}): Promise<string> =>
    (await service.get(`/${path}`, headers)).body
  const create = async (more: Json) => {
    const { status, body } = await service.post('/events', anEvent(more), editor)
    expect([body.message, status]).toEqual([undefined, 201])
    return body
  }
  const days = (day: string) => ({ start_date: `${day} 18:00:00`, end_date: `${day} 20:00:00` })
  beforeAll(async () => {
    service = await testService('sqlite', { FASTI_BASE_URL: 'https://town.example' })
    editor = (await service.user('editor')).headers
    const { body: venue } = await service.post(
      '/venues',
      { venue: 'Komedia', address: 'Gardner Street 44' },
      editor,
    )
    const place = { venue: venue.id }
    await create({ title: 'Jazz night', ...days('2027-02-01'), ...place, categories: ['Jazz'] })
    await create({ title: 'Comedy', ...days('2027-02-02'), ...place, categories: ['Stage'] })
    await create({ title: 'Big band', ...days('2027-02-03'), categories: ['Jazz'] })
    await create({ title: 'Before', ...days('2026-02-03'), ...place, categories: ['Jazz'] })
    const { id } = await create({ title: 'Secret', ...days('2027-02-04'), ...place })
    await service.patch(`/events/${id}`, { password: 'sesame' }, editor)
    await create({ title: 'Draft', ...days('2027-02-05'), ...place, status: 'draft' })
  })
  afterAll(() => service.close())

  it('link an event to Google, Outlook.com, Microsoft 365 and Apple calendars, to a file, and to its URL, unless it is past', async () => {
    const body = await page('/event/jazz-night/')
    for (const link of [
      'href="https://calendar.google.com/calendar/render?action=TEMPLATE&amp;text=Jazz+night',
      'href="https://outlook.live.com/calendar/0/deeplink/compose?',
      'href="https://outlook.office.com/calendar/0/deeplink/compose?',
      'href="webcal://town.example/cal/events/v1/events/1.ics"',
      'href="/cal/events/v1/events/1.ics" download',
      'data-copy="https://town.example/cal/events/v1/events/1.ics"',
    ])
      expect(body).toContain(link)
    const past = await page('/event/before/')
    expect(past).toContain('This event is over.')
    expect(past).not.toMatch(/action=TEMPLATE|deeplink|Add to calendar/)
  })

  it('link a list to the same programs, with its own feed', async () => {
    const body = await page('/category/jazz/')
    const ics = 'town.example/cal/events/v1/categories/1/events.ics'
    const address = encodeURIComponent(`https://${ics}`)
    for (const link of [
      `href="webcal://${ics}"`,
      `href="https://calendar.google.com/calendar/render?cid=${encodeURIComponent(`webcal://${ics}`)}"`,
      `href="https://outlook.live.com/calendar/0/addfromweb?url=${address}&amp;name=Jazz"`,
      `href="https://outlook.office.com/calendar/0/addfromweb?url=${address}&amp;name=Jazz"`,
      `data-copy="https://${ics}"`,
    ])
      expect(body).toContain(link)
  })

  it('link other public upcoming events at the same venue and in the same category', async () => {
    const body = await page('/event/jazz-night/')
    const [, there = '', alike = ''] = body.split(/<section class="events around[^"]*">/)
    const titles = (part: string) =>
      [...part.matchAll(/class="title"><a [^>]*>([^<]*)/g)].map(([, title]) => title)
    expect([there.includes('Also at Komedia'), titles(there)]).toEqual([true, ['Comedy']])
    expect([alike.includes('More: Jazz'), titles(alike)]).toEqual([true, ['Big band']])
  })

  it('link each other series at the venue once', async () => {
    const chapel = (day: string) => ({ ...days(day), venue: { venue: 'Chapel' }, categories: ['Hymns'] })
    const choir = await create({
      ...{ title: 'Choir', ...chapel('2027-05-04') },
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=6',
    })
    const organ = await create({ title: 'Organ', ...chapel('2027-05-20') })
    const around = async ({ url }: Json) => {
      const [, ...parts] = (await page(new URL(String(url)).pathname)).split(
        /<section class="events around[^"]*">/,
      )
      return parts.flatMap((part) => part.match(/(?<=class="title"><a [^>]*>)[^<]*/g) ?? [])
    }
    expect([await around(choir), await around(organ)]).toEqual([['Organ'], ['Choir']])
  })

  it('link the editor only for users who may edit the event', async () => {
    const link = 'href="/desk/events/1"'
    expect(await page('/event/jazz-night/', editor)).toContain(link)
    expect(await page('/event/jazz-night/')).not.toContain(link)
    const { headers } = await service.user('contributor')
    expect(await page('/event/jazz-night/', headers)).not.toContain(link)
  })

  it('have an image for messengers with title, date and place, if a public event has none', async () => {
    expect(await page('/event/jazz-night/')).toContain(
      '<meta property="og:image" content="https://town.example/event/jazz-night/share.png">',
    )
    const answer = await service.app.inject({ url: '/event/jazz-night/share.png' })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({
      width: 1200,
      height: 630,
      format: 'png',
    })
    const german = await service.app.inject({ url: '/de/event/jazz-night/share.png' })
    expect(german.rawPayload.equals(answer.rawPayload)).toBe(false)
    const statuses = ['secret', 'draft', 'nothing'].map(async (slug) => [
      slug,
      (await service.app.inject({ url: `/event/${slug}/share.png` })).statusCode,
    ])
    expect(await Promise.all(statuses)).toEqual([
      ['secret', 401],
      ['draft', 401],
      ['nothing', 404],
    ])
  })

  it('have a drawn image and a sentence for messengers, views, indexes, venues and categories, too', async () => {
    const own = {
      '/venues/': '/',
      '/calendar/': '/',
      '/venue/komedia/': '/venue/komedia/',
      '/category/jazz/': '/category/jazz/',
    }
    for (const [path, at] of Object.entries(own)) {
      const body = await page(path)
      expect([path, body]).toEqual([
        path,
        expect.stringContaining(`<meta property="og:image" content="https://town.example${at}share.png">`),
      ])
      expect(/<meta property="og:description" content="[^"]{20,}"/.test(body)).toBe(true)
      const { statusCode, rawPayload } = await service.app.inject({ url: `${at}share.png` })
      expect([path, statusCode, (await sharp(rawPayload).metadata()).width]).toEqual([path, 200, 1200])
    }
    for (const path of ['/venue/nothing/', '/category/nothing/', '/organizer/nothing/'])
      expect((await service.app.inject({ url: `${path}share.png` })).statusCode).toBe(404)
  })

  it('draw that image in the colours of the theme, and in black for an event that does not take place', async () => {
    const { headers } = await service.user('administrator')
    // The corner of the panel with the date.
    const cornerOf = async (slug: string) => {
      const { rawPayload } = await service.app.inject({ url: `/event/${slug}/share.png` })
      const area = { left: 4, top: 4, width: 1, height: 1 }
      const [red = 0, green = 0, blue = 0] = await sharp(rawPayload)
        .removeAlpha()
        .toColourspace('srgb')
        .extract(area)
        .raw()
        .toBuffer()
      return [red, green, blue].map((one) => one.toString(16).padStart(2, '0')).join('')
    }
    const off = await create({ title: 'Off', ...days('2027-03-02'), event_status: 'cancelled' })
    expect([await cornerOf('jazz-night'), await cornerOf(off.slug)]).toEqual(['b0231a', '1c1917'])
    await service.patch('/settings', { theme: 'meadow' }, headers)
    expect([await cornerOf('jazz-night'), await cornerOf(off.slug)]).toEqual(['216339', '18211a'])
    await service.patch('/settings', { theme: '' }, headers)
  })

  it('have an image for messengers with any title', async () => {
    const titles = ['<b>& "x"', '長い題名'.repeat(40), 'W'.repeat(400), '\u{1f600} عيد']
    for (const [at, title] of titles.entries()) {
      const { slug } = await create({ title: `${title} ${at}`, ...days('2027-03-01') })
      const { statusCode } = await service.app.inject({ url: `/event/${encodeURIComponent(slug)}/share.png` })
      expect([title, statusCode]).toEqual([title, 200])
    }
  })

  it('contain linked data with the fields that search engines require, and for a complete event those that they recommend', async () => {
    const image = (await service.post('/media', gif, { ...editor, 'content-type': 'image/gif' })).body.id
    const whole = await create({
      ...{ title: 'Whole', ...days('2027-04-01'), description: '<p>All of it.</p>' },
      image,
      venue: { venue: 'Hall', address: 'Street 1', city: 'Turin' },
      organizer: { organizer: 'The town', website: 'https://town.example/' },
      tickets: [
        {
          ...{ name: 'Seat', price: '5.00', currency: 'EUR', url: 'https://tickets.example/' },
          ...{ availability: 'in_stock', valid_from: '2027-01-01 00:00:00' },
        },
      ],
    })
    const linkedData = async (slug: string) =>
      JSON.parse(
        /<script type="application\/ld\+json">(.*?)<\/script>/.exec(await page(`/event/${slug}/`))?.[1] ??
          '{}',
      )
    const data = await linkedData(whole.slug)
    expect(wanted.filter((name) => data[name] === undefined)).toEqual([])
    const [offer] = [data.offers].flat()
    expect(wantedOfOffers.filter((name) => offer[name] === undefined)).toEqual([])
    expect(data.location).toMatchObject({ name: 'Hall', address: { streetAddress: 'Street 1' } })
    const bare = await create({ title: 'Bare', ...days('2027-04-02') })
    const less = await linkedData(bare.slug)
    expect(['name', 'startDate', 'location'].filter((name) => less[name] === undefined)).toEqual(['location'])
  })
})
