/** Pages of the web as sources of imports and subscriptions: their events, or the calendar that they name. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { imageHost } from '../support/image-host.ts'
import { eventsOfPage } from '../support/inside/domain.ts'
import { calendarOfPage } from '../support/inside/formats.ts'
import { leaveOut } from '../support/left-out.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

const report = resolve('../shared/data/reports/41-jsonld-page.html')
const hasReport = existsSync(report)
if (!hasReport) leaveOut(`A page of a public report: ${report} is missing`)

const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const page = (...parts: readonly string[]) =>
  `<!DOCTYPE html>\n<html><head>${parts.join('\n')}</head><body></body></html>`
const concert = {
  '@context': 'https://schema.org',
  '@type': 'MusicEvent',
  name: 'Tom &amp; Ann',
  url: '/concert',
  startDate: '2027-05-06T19:00:00+02:00',
  endDate: '2027-05-06T21:00:00+02:00',
  description: '<p>One</p><p>Two</p>',
  location: {
    '@type': 'Place',
    name: 'Hall',
    address: {
      '@type': 'PostalAddress',
      streetAddress: 'Main 1',
      postalCode: '24103',
      addressLocality: 'Kiel',
    },
    geo: { latitude: 54.3, longitude: '10.1' },
  },
  organizer: { '@type': 'Organization', name: 'Club', email: 'club@x.test' },
}
const fair = {
  '@type': ['Event'],
  name: 'Fair',
  startDate: '2027-06-01',
  endDate: '2027-06-03',
  location: [
    { '@type': 'VirtualLocation', url: 'https://meet.example/fair' },
    { '@type': 'Place', name: 'Square', address: 'Kiel' },
  ],
  eventStatus: 'https://schema.org/EventCancelled',
}
const microdata = `<div itemscope itemtype="https://schema.org/Event"><h2 itemprop="name">Open <b>day</b></h2>
  <time itemprop="startDate" datetime="2027-07-01T10:00">1 July</time><a itemprop="url" href="/open">more</a>
  <div itemprop="location" itemscope itemtype="https://schema.org/Place"><span itemprop="name">Mill</span>
    <div itemprop="address" itemscope><meta itemprop="addressLocality" content="Kiel"></div></div></div>`

for (const { name: dialect } of anyDialects()) {
  describe(`pages as sources on ${dialect}`, () => {
    let service: TestService
    let admin: Record<string, string>
    let host: Awaited<ReturnType<typeof imageHost>>
    beforeEach(async () => {
      host = await imageHost()
      service = await testService(dialect, {
        FASTI_TIME_ZONE: 'Europe/Berlin',
        FASTI_IMAGE_HOSTS: '127.0.0.1',
      })
      service.at('2027-01-10T11:00:00Z')
      admin = (await service.user('administrator', 'administrator')).headers
    })
    afterEach(async () => {
      await service.close()
      await host.close()
    })
    const events = async (): Promise<readonly Json[]> =>
      (await service.get('/events?starts_after=2027-01-01&per_page=50')).body.events
    const subscribe = async (address: string, more: Json = {}) =>
      (await service.post('/subscriptions', { address, ...more }, admin)).body
    const run = async (id: unknown) => (await service.post(`/subscriptions/${id}/run`, {}, admin)).body
    const titles = async () => (await events()).map(({ title }) => title)

    it('have the events of their JSON-LD, in lists, graphs and places, with times, places and organizers', async () => {
      const list = {
        '@graph': [{ '@type': 'Place', event: [fair] }, { itemListElement: [{ item: concert }] }],
      }
      const { id } = await subscribe(host.put('/program', Buffer.from(page(jsonLd(list)))))
      expect(await events()).toMatchObject([
        {
          title: 'Tom & Ann',
          start_date: '2027-05-06 19:00:00',
          end_date: '2027-05-06 21:00:00',
          timezone: 'Europe/Berlin',
          website: `${host.address}/concert`,
          venue: { venue: 'Hall', address: 'Main 1, 24103 Kiel', geo_lat: 54.3, geo_lng: 10.1 },
          organizer: [{ organizer: 'Club', email: 'club@x.test' }],
        },
        {
          title: 'Fair',
          start_date: '2027-06-01 00:00:00',
          end_date: '2027-06-03 23:59:59',
          all_day: true,
          online_url: 'https://meet.example/fair',
          event_status: 'cancelled',
          attendance_mode: 'mixed',
        },
      ])
      expect((await events())[0]?.description).toContain('One')
      expect((await run(id)).result).toMatch(/0 created, 0 updated, 2 unchanged/)
      host.put('/program', Buffer.from(page(jsonLd([{ ...concert, startDate: '2027-05-07T19:00' }, fair]))))
      expect((await run(id)).result).toMatch(/0 created, 1 updated, 1 unchanged/)
    })

    it('say whether their events take place as planned, and follow what they say later', async () => {
      const outcomes = async () =>
        Object.fromEntries((await events()).map(({ title, event_status }) => [title, event_status]))
      const said = (name: string, eventStatus: unknown) => ({
        ...concert,
        url: `/${name}`,
        name,
        eventStatus,
      })
      const program = (...all: readonly object[]) =>
        host.put('/program', Buffer.from(page(jsonLd([...all, { ...concert, name: 'silent', url: '/s' }]))))
      const { id } = await subscribe(
        program(
          said('off', 'https://schema.org/EventCancelled'),
          said('later', 'http://schema.org/EventPostponed'),
          said('other', { '@id': 'https://schema.org/EventRescheduled' }),
          said('online', ['EventRescheduled', 'https://schema.org/EventMovedOnline']),
          said('planned', 'https://schema.org/EventScheduled'),
          said('odd', 'https://schema.org/EventForgotten'),
        ),
      )
      const plain = { planned: 'scheduled', silent: 'scheduled', odd: 'scheduled' }
      expect(await outcomes()).toEqual({
        ...plain,
        off: 'cancelled',
        later: 'postponed',
        other: 'rescheduled',
        online: 'moved_online',
      })
      expect((await run(id)).result).toMatch(/0 created, 0 updated, 7 unchanged/)
      const [silent] = (await events()).filter(({ title }) => title === 'silent')
      await service.post(`/events/${silent?.id}`, { event_status: 'postponed' }, admin)
      program(
        said('off', 'https://schema.org/EventScheduled'),
        said('later', 'https://schema.org/EventScheduled'),
        said('other', undefined),
        said('online', 'https://schema.org/EventCancelled'),
        said('planned', 'https://schema.org/EventPostponed'),
      )
      await run(id)
      expect(await outcomes()).toEqual({
        ...{ off: 'scheduled', later: 'scheduled', other: 'rescheduled', online: 'cancelled' },
        ...{ planned: 'postponed', odd: 'scheduled', silent: 'postponed' },
      })
    })

    it('have the events of their microdata', async () => {
      await subscribe(host.put('/open-days', Buffer.from(page(microdata))))
      expect(await events()).toMatchObject([
        {
          title: 'Open day',
          start_date: '2027-07-01 10:00:00',
          website: `${host.address}/open`,
          venue: { venue: 'Mill', address: 'Kiel' },
        },
      ])
    })

    it('without events lead to the calendar that they name, by the guard of all fetches', async () => {
      const link = (href: string) => `<link rel="alternate" type="text/calendar" href="${href}">`
      const text =
        'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nSUMMARY:Feed\r\nDTSTART:20270504T180000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'
      host.put('/feed.ics', Buffer.from(text))
      const own = await subscribe(host.put('/page', Buffer.from(page(link('/feed.ics')))))
      expect(own).toMatchObject({ failures: 0 })
      expect(await titles()).toEqual(['Feed'])
      for (const href of ['http://10.0.0.1/feed.ics', 'file:///etc/passwd', `http://localhost:1/feed.ics`]) {
        const address = host.put('/other', Buffer.from(page(link(href))))
        expect([href, (await service.post('/subscriptions', { address }, admin)).status]).toEqual([href, 400])
      }
    })

    it('that told of events and no longer do, or of none, take nothing away and are no calendar', async () => {
      const address = host.put('/program', Buffer.from(page(jsonLd([concert, fair]))))
      const { id } = await subscribe(address, { prune: true })
      host.put('/program', Buffer.from(page()))
      expect(await run(id)).toMatchObject({ failures: 1, reason: 'not_a_calendar' })
      expect(await titles()).toHaveLength(2)
      host.put('/program', Buffer.from(page(jsonLd([concert]))))
      expect((await run(id)).result).toMatch(/1 unchanged, 1 removed/)
    })

    it('are files of an import, too', async () => {
      const headers = { ...admin, 'content-type': 'text/html; charset=utf-8' }
      const sent = await service.ask('POST', '/import?source=a', page(jsonLd([concert, fair])), headers)
      expect(sent.body).toMatchObject({ created: 2, refused: 0 })
      if (!hasReport) return
      const read = await service.ask('POST', '/import?source=b', readFileSync(report, 'utf8'), headers)
      expect(read.body).toMatchObject({ created: 1, refused: 0 })
      expect((await events())[1]).toMatchObject({ title: 'Page event', start_date: '2027-05-06 19:00:00' })
    })

    it('tell nobody of the secret in their address', async () => {
      const secret = { ...concert, '@id': '#event', url: '#' }
      await subscribe(host.put('/program?key=hidden-4711', Buffer.from(page(jsonLd(secret)))))
      expect(await titles()).toEqual(['Tom & Ann'])
      const feed = (await service.get('/events.ics')).body
      expect(JSON.stringify(await events()) + feed).not.toContain('4711')
    })
  })
}

describe('the events of a page', () => {
  it('are known by their identifier or page, else by their name, else by name, start and place', () => {
    const uids = (...all: readonly object[]) =>
      [...calendarOfPage(page(jsonLd(all)), 'https://x.example/p', 'UTC').matchAll(/\r\nUID:(.*)\r\n/g)].map(
        ([, uid]) => uid,
      )
    const one = { '@type': 'Event', name: 'A', startDate: '2027-05-06' }
    expect(uids({ ...one, '@id': 'https://x.example/1' })).toEqual(['https://x.example/1'])
    expect(uids({ ...one, url: 'a' })).toEqual(['https://x.example/a'])
    expect(uids(one)).toEqual(uids({ ...one, startDate: '2027-05-07' }))
    const many = uids(
      one,
      { ...one, startDate: '2027-05-07' },
      { ...one, startDate: '2027-05-08', url: 'a' },
      { ...one, url: 'a', name: 'B' },
    )
    expect(new Set(many).size).toBe(4)
  })

  it('are found in scripts with comments and raw line breaks, not in comments of the page or other scripts', () => {
    const text = JSON.stringify({ '@type': 'Event', name: 'A', startDate: '2027-05-06' })
    const found = (html: string) => eventsOfPage(html).events.length
    expect(found(page(`<script type='application/ld+json'><!--\n${text}\n--></script>`))).toBe(1)
    expect(found(page(`<SCRIPT TYPE=application/ld+json>${text.replace('A', 'A\nB')}</SCRIPT>`))).toBe(1)
    expect(found(page(`<!-- <script type="application/ld+json">${text}</script> -->`))).toBe(0)
    expect(found(page(`<script>${text}</script><script type="application/ld+json">{</script>`))).toBe(0)
    expect(found(page(jsonLd({ '@type': 'Event', name: 'No start' })))).toBe(0)
  })

  it('have the names that lie deep within each other', () => {
    const many = 300_000
    const event = { '@type': 'Event', startDate: '2027-05-06', name: 'NAME' }
    const deep = JSON.stringify(event).replace('"NAME"', `${'{"name":'.repeat(many)}"A"${'}'.repeat(many)}`)
    const text = page(`<script type="application/ld+json">${deep}</script>`)
    expect(calendarOfPage(text, undefined, 'UTC')).toContain('\r\nSUMMARY:A\r\n')
  })

  it('are found in bounded time, however the page is built', () => {
    const begin = performance.now()
    const many = 200_000
    for (const part of [
      '<a "',
      '<!--',
      '<div itemscope itemprop=x>',
      '<b itemprop=name>x',
      '<meta itemprop=name content=x>',
      '<script',
      "<a b='",
    ])
      eventsOfPage(`<html itemscope>${part.repeat(many)}`)
    const deep = `${'[{"event":'.repeat(2000)}1${'}]'.repeat(2000)}`
    expect(eventsOfPage(page(`<script type="application/ld+json">${deep}</script>`)).events).toEqual([])
    expect(performance.now() - begin).toBeLessThan(20_000)
  })
})
