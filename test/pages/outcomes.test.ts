import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { interfaceLanguageCodes } from '../support/inside/api.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { browser } from '../support/site.ts'

const at = (start_date: string, end_date: string) => ({ start_date, end_date })

/** Today is Friday, 15 January 2027, noon. */
describe('what readers are told of an event', () => {
  let service: TestService
  let editor: Record<string, string>
  const page = async (path: string): Promise<string> => (await service.get(`/${path}`, browser)).body
  const create = async (more: Json) => {
    const { status, body } = await service.post('/events', anEvent(more), editor)
    expect([body.message, status]).toEqual([undefined, 201])
    return body
  }
  let dates: readonly Json[]
  const pathOf = (place: number) => new URL(String(dates[place]?.url)).pathname
  beforeAll(async () => {
    service = await testService('sqlite', {
      FASTI_TIME_ZONE: 'America/Los_Angeles',
      FASTI_REGION: 'US',
      FASTI_CURRENCY: 'USD',
    })
    service.at('2027-01-15T20:00:00Z')
    editor = (await service.user('editor')).headers
    const venue = { venue: 'Hall', address: 'Street 1', city: 'Alder' }
    await create({
      ...at('2027-01-16 14:00', '2027-01-16 16:00'),
      ...{ title: 'Reading', event_status: 'postponed', venue },
    })
    const ticket = { name: 'Seat', price: '22', url: 'https://t.example/', availability: 'sold_out' }
    await create({
      ...at('2027-01-16 20:00', '2027-01-16 22:00'),
      ...{ title: 'Concert', cost: '$22', tickets: [ticket, { ...ticket, name: 'Box' }] },
    })
    await create({
      ...at('2027-01-16 21:00', '2027-01-16 22:00'),
      ...{ title: 'Opera', tickets: [ticket, { ...ticket, name: 'Box', availability: 'in_stock' }] },
    })
    await create({
      ...at('2027-01-17 09:00', '2027-01-17 10:00'),
      ...{ title: 'Tokyo talk', timezone: 'Asia/Tokyo' },
    })
    const { series } = await create({
      ...at('2026-12-01 18:00', '2026-12-01 19:00'),
      ...{ title: 'Course', recurrence: 'RRULE:FREQ=WEEKLY;COUNT=10' },
    })
    const list = `/events?series=${(series as Json).id}&start_date=2026-11-01&per_page=20`
    dates = (await service.get(list, editor)).body.events
    await service.patch(`/events/${dates[7]?.id}`, { event_status: 'cancelled' }, editor)
  })
  afterAll(() => service.close())

  it('are the dates ahead on the page of a past date, with the next one that takes place as the first button', async () => {
    const body = await page(pathOf(1))
    const [, hero = ''] = /<header class="hero">(.*?)<\/header>/s.exec(body) ?? []
    expect(hero).toMatch(
      new RegExp(
        `This event is over\\..*<a class="button strong" href="${pathOf(8)}"><span>Next: Tue, Jan 26`,
      ),
    )
    expect(hero.indexOf('Next: ')).toBeLessThan(hero.indexOf('<h1'))
    const [, chips = ''] = /<ul class="next-dates">(.*?)<\/ul>/s.exec(body) ?? []
    expect([...chips.matchAll(/href="([^"]*)"/g)].map(([, path]) => path)).toEqual([7, 8, 9].map(pathOf))
    expect(await page(pathOf(7))).toContain(`<a class="button strong" href="${pathOf(8)}"`)
    for (const ahead of [8, 9]) expect(await page(pathOf(ahead))).not.toContain('Next: ')
  })

  it('is that a date is postponed: struck, without how far it is, the calendar not first', async () => {
    const body = await page('/event/reading/')
    expect(body).toMatch(/Was planned for <s><time[^>]*>Saturday, January 16, 2027/)
    expect(body).not.toMatch(/class="relative"|<summary class="button strong"/)
    expect(body).toContain('<summary class="button "')
    expect(body).toMatch(/<meta name="description" content="Was planned for Saturday/)
    const card =
      /<li data-event="\d+" class="[^"]*card postponed[^"]*">.*?<\/li>/s.exec(await page('/'))?.[0] ?? ''
    expect(card).toContain('Reading')
    expect(card).not.toContain('class="relative"')
  })

  it('is that it is sold out: at its head, in lists, on cards and in summaries, unless tickets are left', async () => {
    const body = await page('/event/concert/')
    const [, hero = ''] = /<header class="hero">(.*?)<\/header>/s.exec(body) ?? []
    expect(hero).toMatch(
      /^<p class="notice outcome-notice" role="note"><strong>Sold out<\/strong> <a href="\/calendar\/day\//,
    )
    // There is nothing to hurry for.
    expect(hero).not.toContain('class="button strong"')
    expect(body).toMatch(/<meta property="og:description" content="Sold out · /)
    expect(body).toContain('<td>$22</td>')
    expect(await page('/event/opera/')).not.toContain('<strong>Sold out')
    for (const path of [
      ...[
        '/',
        '/calendar/2027-01/',
        '/calendar/agenda/',
        '/calendar/day/2027-01-16/',
        '/calendar/programme/',
      ],
      ...['/calendar/day/2027-01-16/?as=hours', '/calendar/search/?search=concert'],
    ]) {
      const text = await page(path)
      expect([path, text.match(/<span class="outcome">Sold out<\/span>/g)?.length]).toEqual([path, 1])
    }
    const rtf = await page('/calendar/programme.rtf')
    expect(rtf.match(/Sold out/g)).toHaveLength(1)
  })

  it('is the zone of its hours wherever they are shown, if it is not that of the site', async () => {
    const zone = '<abbr class="zone" title="Asia/Tokyo">GMT+9</abbr>'
    for (const path of [
      ...['/calendar/2027-01/', '/calendar/week/2027-W03/?as=hours', '/calendar/day/2027-01-17/?as=hours'],
      ...[
        '/calendar/day/2027-01-17/',
        '/calendar/agenda/',
        '/calendar/programme/',
        '/calendar/search/?search=tokyo',
        '/',
      ],
    ])
      expect([path, (await page(path)).includes(zone)]).toEqual([path, true])
    expect(await page('/calendar/programme.rtf')).toMatch(/9.{1,12}10.{0,12}AM GMT\+9/)
    const body = await page('/event/tokyo-talk/')
    expect(body).toMatch(/<meta name="description" content="[^"]*AM GMT\+9/)
    // It is the sixteenth where the readers are.
    expect(body).toContain('· tomorrow')
  })

  it('is told in every language', async () => {
    for (const [path, sign] of [
      [pathOf(1), /<p class="following"><a [^>]*><span>([^<{]*)/],
      ['/event/reading/', /<span>([^<{]*) <s>/],
    ] as const) {
      const said = new Set<string>()
      for (const language of interfaceLanguageCodes)
        said.add(sign.exec(await page(`/${language}${path}`))?.[1] ?? '')
      expect(said.size).toBe(interfaceLanguageCodes.length)
    }
  })
})
