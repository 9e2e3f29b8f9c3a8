import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser, desktop, phone } from '../support/browser.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { overflows } from '../support/sides.ts'
import { browser } from '../support/site.ts'

const at = (day: string, from = '10:00', to = '12:00') => ({
  start_date: `${day} ${from}`,
  end_date: `${day} ${to}`,
})
const whole = (start_date: string, end_date: string) => ({ start_date, end_date, all_day: true })

/** Today is Friday, 15 January 2027. */
describeInBrowser('the lists of events on pages', (open) => {
  let service: TestService
  let url: string
  const page = async (path: string): Promise<string> => (await service.get(`/${path}`, browser)).body
  const create = async (more: Json) =>
    expect((await service.post('/events', anEvent(more))).body.message).toBeUndefined()

  beforeAll(async () => {
    service = await testService('sqlite', { FASTI_TIME_ZONE: 'UTC' })
    const all = [
      { title: 'Fish week', ...whole('2027-01-11', '2027-01-17') },
      { title: 'Camp', ...whole('2027-01-12', '2027-01-13') },
      { title: 'Charts', ...whole('2026-12-20', '2027-03-01') },
      { title: 'Walk', ...at('2027-01-12') },
      { title: 'Off', ...at('2027-01-16'), event_status: 'cancelled' },
      { title: 'Later', ...at('2027-01-17', '07:00', '08:00') },
      { title: 'Brass', ...at('2027-02-08', '08:00', '09:00'), categories: ['Music'] },
      { title: 'Gala', ...at('2027-02-08', '20:00', '21:00'), categories: ['Music'], featured: true },
      { title: 'Lanterns', ...at('2027-02-08', '17:30', '18:00'), categories: ['Music'], sticky: true },
      {
        title: 'Harbour concert',
        ...at('2027-03-08', '17:30', '22:00'),
        venue: { venue: 'Harbour Library' },
        cost: '€12.50',
        attendance_mode: 'mixed',
        featured: true,
      },
      {
        title: 'Members meet',
        ...at('2027-03-09', '19:00', '22:30'),
        venue: { venue: 'Hall of the primary school at the old quay' },
        cost: '8 €, members and children under twelve free',
      },
      { title: 'Void', ...at('2027-04-01'), event_status: 'cancelled' },
      { title: 'Spring', ...at('2027-04-02') },
      // A day of more lines than a column of the programme holds.
      ...Array.from({ length: 40 }, (_, n) => ({ title: `Stall ${n}`, ...at('2027-05-05') })),
      ...['03', '04', '06', '07'].flatMap((day) =>
        Array.from({ length: 4 }, (_, n) => ({ title: `Show ${day} ${n}`, ...at(`2027-05-${day}`) })),
      ),
      ...Array.from({ length: 7 }, (_, n) => ({
        title: `Exhibition ${n}`,
        ...whole('2027-06-01', `2027-06-2${n}`),
      })),
    ]
    for (const event of all) await create(event)
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    const address = service.app.server.address()
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  })
  afterAll(() => service.close())

  it('show what runs through a whole week above its days: as a bar across them, and in the band where it runs for weeks', async () => {
    for (const device of [desktop, phone]) {
      const view = await open({ ...device, javaScriptEnabled: false })
      await view.goto(`${url}/calendar/week/`)
      const week = await view.locator('.week').boundingBox()
      for (const name of ['Fish week', 'Charts']) {
        const link = view.getByRole('link', { name })
        const box = await link.boundingBox()
        expect(await link.count()).toBe(1)
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(week?.y ?? 0)
        expect(box?.y).toBeLessThan(device.viewport.height / 2)
      }
      const bar = await view.getByRole('link', { name: 'Fish week' }).boundingBox()
      expect((bar?.width ?? 0) / (week?.width ?? 1)).toBeGreaterThan(0.95)
      expect(await view.locator('.band').getByRole('link', { name: 'Charts' }).count()).toBe(1)
      expect(await overflows(view)).toEqual([])
      await view.goto(`${url}/calendar/week/2027-W23/`)
      expect(await view.locator('.week-bars .through').count()).toBe(0)
      expect(await view.locator('.band .line').filter({ visible: true }).count()).toBe(3)
      expect(await view.locator('.band .line').count()).toBe(7)
      await view.goto(`${url}/calendar/week/2027-W13/`)
      expect(await view.locator('.week-bars, .band').count()).toBe(0)
    }
  })

  it('dim what is over in a month, and not what goes on', async () => {
    const line = (title: string, body: string) =>
      new RegExp(`<li class="line ([^"]*)">(?:(?!<li).)*>${title}<`, 's').exec(body)?.[1]?.split(' ')
    const body = await page('/calendar/')
    for (const title of ['Walk', 'Camp'])
      expect([title, line(title, body)]).toEqual([title, expect.arrayContaining(['past'])])
    for (const title of ['Fish week', 'Charts', 'Later'])
      expect([title, line(title, body)?.includes('past')]).toEqual([title, false])
    expect(await page('/calendar/?whole=1')).not.toMatch(/class="line[^"]* past/)
  })

  it('leave a featured event in the colour of its category and at its hour, and say why a pinned one is first', async () => {
    const view = await open(desktop)
    for (const [path, item] of [
      ['day/2027-02-08/', '.entry'],
      ['2027-02/', '.line'],
      ['day/2027-02-08/?as=hours', '.slot'],
    ] as const) {
      await view.goto(`${url}/calendar/${path}`)
      const marks = `${item}[class*=hue-]${item === '.entry' ? '' : ' > a'}`
      const colours: string[] = await view.evaluate(
        `[...document.querySelectorAll('${marks}')].map((one) => getComputedStyle(one).borderInlineStartColor)`,
      )
      expect([path, colours.length]).toEqual([path, 3])
      expect([path, new Set(colours).size]).toEqual([path, 1])
    }
    const titles = (body: string) => [...body.matchAll(/>(Brass|Gala|Lanterns)</g)].map(([, title]) => title)
    const day = await page('/calendar/day/2027-02-08/')
    expect(titles(day)).toEqual(['Lanterns', 'Brass', 'Gala'])
    expect(day.match(/<span class="mark">Listed first</g)).toHaveLength(1)
    const paper = await page('/calendar/programme/?from=2027-02-08')
    expect(titles(paper)).toEqual(['Brass', 'Lanterns', 'Gala'])
  })

  it('cut neither the price nor what is marked on telephones', async () => {
    const days = ['2027-03-08', '2027-03-09']
    for (const [width, day] of [320, 390].flatMap((one) => days.map((day) => [one, day] as const))) {
      const view = await open({ viewport: { width, height: 640 } })
      await view.goto(`${url}/calendar/day/${day}/`)
      const cut = await view.evaluate<string[]>(`(() => {
        const notes = document.querySelector('.entry .notes')
        const isCut = (one) => one.checkVisibility() && one.getBoundingClientRect().right > notes.getBoundingClientRect().right + 1
        return [...notes.children].filter(isCut).map((one) => one.textContent)
      })()`)
      expect(cut, `${width} ${day}`).toEqual([])
      expect(await view.locator('.entry .cost').isVisible()).toBe(true)
    }
  })

  it('offer instead of nothing an event that takes place', async () => {
    const nothing = await page('/calendar/search/?search=zzzz')
    expect(nothing.split('<h2>Upcoming</h2>')[1]).toContain('Later')
    expect(nothing).not.toContain('Off<')
    for (const path of ['2027-03-31', '2027-03-30'])
      expect(await page(`/calendar/day/${path}/`)).toMatch(/class="nothing">.*Spring/)
    expect(await page('/calendar/day/2027-03-31/?event_status=cancelled')).toMatch(/class="nothing">.*Void/)
  })

  it('say the year of an end in another one, and the month of days beside those of the month', async () => {
    const view = await open(desktop)
    await view.goto(`${url}/calendar/?whole=1`)
    const charts = view.locator('.band .line').filter({ hasText: 'Charts' })
    expect(await charts.locator('.until').textContent()).toBe('– Mar 1, 2027')
    expect(await page('/calendar/')).toMatch(/>Camp<\/span> <span class="until">– Jan 13</)
    const shown = view.locator('.month h2 .of-month').filter({ visible: true })
    expect(await shown.allTextContents()).toEqual(['Dec', 'Dec', 'Dec', 'Dec'])
  })

  it('keep the events of a programme with their date, on the screen and on paper', async () => {
    const view = await open(desktop)
    await view.goto(`${url}/calendar/programme/?from=2027-05-03&to=2027-05-09`)
    // Each event stands below a heading of its day in its own column.
    const parted = `[...document.querySelectorAll('.programme-day:not(:has(> :nth-child(12)))')]
      .filter((one) => new Set([...one.children].map((each) => Math.round(each.getBoundingClientRect().left))).size > 1)
      .map((one) => one.textContent.slice(0, 40))`
    for (const media of ['screen', 'print'] as const) {
      await view.emulateMedia({ media })
      expect([media, await view.evaluate(parted)]).toEqual([media, []])
    }
    // A day of more events than a column says its date again in the next one, and once to those who listen.
    const heads = view.getByRole('heading', { name: 'Wednesday, May 5, 2027' })
    expect(await heads.count()).toBe(1)
    const columns = `(() => {
      const day = [...document.querySelectorAll('.programme-day')].find((one) => one.children.length > 12)
      return [day.getClientRects().length, day.querySelector('time').getClientRects().length]
    })()`
    await view.emulateMedia({ media: 'screen' })
    expect(await view.evaluate(columns)).toEqual([3, 3])
  })
})
