import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser, phone } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

/** 39 and 80 letters. */
const words = [
  'Landesfeuerwehrverbandsgeschäftsstelle',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
] as const

describeInBrowser('a calendar with long words', (open) => {
  let service: TestService
  let origin: string
  beforeAll(async () => {
    const port = await freePort()
    service = await testService('sqlite', { PORT: String(port), FASTI_SUBMISSIONS: 'open' })
    origin = `http://127.0.0.1:${port}`
    for (const [at, word] of words.entries()) {
      const named = {
        ...{ title: word, categories: [word], tags: [word], organizer: { organizer: word } },
        venue: { venue: word, address: word, city: word, accessibility: word },
      }
      const { status } = await service.post('/events', {
        ...anEvent({ ...named, start_date: `2027-01-15 1${at}:00`, end_date: `2027-01-15 2${at}:00` }),
        ...{ excerpt: word, custom_fields: { a: { label: word, value: word } }, status_reason: word },
        tickets: [{ name: word, price: '5', currency: 'EUR', url: 'https://t.example/' }],
        event_status: at === 0 ? 'scheduled' : 'cancelled',
      })
      expect(status).toBe(201)
    }
    await service.app.listen({ port, host: '127.0.0.1' })
  })
  afterAll(() => service.close())

  it('has no page that is wider than a telephone', async () => {
    const paths = [
      ...['/', '/calendar/', '/calendar/week/', '/calendar/week/?as=hours', '/calendar/day/'],
      ...['/calendar/day/?as=hours', '/calendar/weekend/', '/calendar/agenda/', '/calendar/agenda/?as=cards'],
      ...['/calendar/map/', '/calendar/programme/', `/calendar/search/?search=${words[1]}`],
      ...[
        `/calendar/search/?venue=${words[0]}`,
        `/calendar/search/?categories=${words[1]}`,
        '/favourites/?ids=1,2',
      ],
    ]
    for (const name of ['venues', 'organizers', 'categories', 'tags', 'events']) {
      const { body } = await service.get(`/${name}`)
      for (const { url } of body[name]) paths.push(new URL(url).pathname)
      if (name !== 'events') paths.push(`/${name}/`)
    }
    const wide: unknown[] = []
    for (const width of [320, 360, 390]) {
      const page = await open({ ...phone, viewport: { width, height: 740 } })
      for (const path of paths) {
        await page.goto(`${origin}${path}`)
        const own = await page.evaluate<number>('document.documentElement.scrollWidth')
        if (own > width) wide.push([width, path, own])
      }
    }
    expect(wide).toEqual([])
  })
})
