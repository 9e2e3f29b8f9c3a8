import { EventEmitter, once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { describeInBrowser, phone } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const at = (day: string) => ({ start_date: `${day} 10:00`, end_date: `${day} 12:00` })
const days = ['2027-05-01', '2027-05-02', '2027-05-03']

/** The path and the query of each page that the browser keeps. */
const keptPages = (page: Page) =>
  page.evaluate<readonly string[]>(`(async () => {
    const names = (await caches.keys()).filter((name) => !/files|pictures|lists/.test(name))
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => new URL(url).pathname + new URL(url).search)
  })()`)

/** The number of workers, and that of caches. */
const kept = (page: Page) =>
  page.evaluate<readonly number[]>(`(async () => [
    (await navigator.serviceWorker.getRegistrations()).length,
    (await caches.keys()).length,
  ])()`)

const pollKept = (page: Page) => expect.poll(() => keptPages(page), { interval: 50 })

/** Waits until a worker controls the page. */
const controlled = (page: Page) =>
  expect
    .poll(() => page.evaluate('navigator.serviceWorker.controller !== null'), {
      interval: 50,
      timeout: 60_000,
    })
    .toBe(true)

// Below a path, since a worker may touch nothing outside of it.
describeInBrowser('reading without a connection', (open) => {
  let service: TestService
  let port: number
  let url: string
  let ids: readonly number[]
  const serve = async (more: Readonly<Record<string, string>>) => {
    const env = { FASTI_BASE_URL: url, FASTI_SUBMISSIONS: 'open', FASTI_REGION: 'GB', ...more }
    service = await testService('sqlite', env)
    ids = []
    for (const day of days) {
      const event = anEvent({ title: `Concert <${day}>`, slug: `concert-${day}`, ...at(day) })
      const { body } = await service.post('//town/cal/events/v1/events', event)
      ids = [...ids, Number(body.id)]
    }
    await service.app.listen({ port, host: '127.0.0.1' })
  }

  beforeAll(async () => {
    port = await freePort()
    url = `http://127.0.0.1:${port}/town`
    await serve({})
  })
  afterAll(() => service.close())

  const offline = (page: Page, isOffline: boolean) => page.context().setOffline(isOffline)
  /** Opens a page in a browser in which the worker runs, and waits until both are kept. */
  const opened = async (path: string): Promise<Page> => {
    const page = await open({ ...phone, serviceWorkers: 'allow' })
    await offline(page, false)
    await page.goto(url + path)
    await controlled(page)
    await pollKept(page).toContain(`/town${path}`)
    return page
  }
  const note = (page: Page) => page.locator('.saved')

  it('shows the pages that were open, with the time at which they were kept', async () => {
    const page = await opened('/calendar/agenda/')
    await page.goto(`${url}/event/concert-2027-05-01/`)
    expect(await note(page).isVisible()).toBe(false)
    await pollKept(page).toContain('/town/event/concert-2027-05-01/')
    await offline(page, true)
    for (const path of ['/calendar/agenda/', '/event/concert-2027-05-01/']) {
      await page.goto(url + path)
      expect((await note(page).innerText()).trim()).toMatch(/^Saved page, as of \d\d:\d\d$/)
      expect(await page.locator('main').innerText()).toContain('Concert <2027-05-01>')
      const style = await page.evaluate<string>("getComputedStyle(document.body).getPropertyValue('--ink')")
      expect(style).not.toBe('')
    }
    expect(await violations(page)).toEqual([])
    await offline(page, false)
    await page.reload()
    expect(await note(page).isVisible()).toBe(false)
  })

  it('lists the saved pages in place of one that is not among them', async () => {
    const page = await opened('/de/event/concert-2027-05-02/')
    await offline(page, true)
    const response = await page.goto(`${url}/de/event/concert-2027-05-03/`)
    expect(response?.status()).toBe(503)
    expect(await page.locator('.missing').innerText()).toContain('keine Verbindung')
    expect(await page.locator('.saved-pages a').allInnerTexts()).toContain('Concert <2027-05-02>')
    expect(await violations(page)).toEqual([])
    await page.goto(`${url}/de/saved/`)
    expect(await page.locator('.missing').isVisible()).toBe(false)
    await page.locator('.forget').click()
    await page.locator('.nothing').waitFor()
    await offline(page, false)
  })

  it('keeps the favourites with their pages once their page was open, and finds them with other ids', async () => {
    const page = await opened('/calendar/agenda/')
    await page.goto(`${url}/favourites/?ids=${ids.slice(0, 2).join(',')}`)
    const each = days.slice(0, 2).map((day) => `/town/event/concert-${day}/`)
    for (const path of each) await pollKept(page).toContain(path)
    await offline(page, true)
    await page.goto(`${url}/favourites/?ids=${ids[2]}`)
    expect(await page.locator('.favourites .title').count()).toBe(2)
    await offline(page, false)
    await page.goto(`${url}/favourites/?ids=${ids[2]}`)
    await pollKept(page).toContain(`/town/favourites/?ids=${ids[2]}`)
    await offline(page, true)
    await page.goto(`${url}/saved/`)
    const saved = await page.locator('.saved-pages a').allInnerTexts()
    expect(saved.filter((title) => title === 'Favourites')).toHaveLength(1)
    await page.goto(`${url}/event/concert-2027-05-02/`)
    expect(await note(page).isVisible()).toBe(true)
    await offline(page, false)
  })

  it('keeps nothing of the desk, the API, submissions, and what is private', async () => {
    const page = await opened('/calendar/agenda/')
    const paths = [
      '/desk/',
      '/submit/',
      '/submit/some-secret/',
      '/cal/events/v1/events',
      '/cal/events/v1/doc/',
    ]
    for (const path of paths) await page.goto(url + path)
    await page.context().addCookies([{ name: 'other', value: '1', url }])
    await page.goto(`${url}/event/concert-2027-05-03/`)
    await page.goto(`${url}/calendar/agenda/`)
    await page.context().clearCookies()
    await page.goto(`${url}/calendar/day/2027-05-01/`)
    await pollKept(page).toContain('/town/calendar/day/2027-05-01/')
    expect([...(await keptPages(page))].sort()).toEqual([
      '/town/calendar/agenda/',
      '/town/calendar/day/2027-05-01/',
    ])
  })

  it('keeps a bounded number of pages, the newest', async () => {
    const page = await opened('/calendar/agenda/')
    const pages = Array.from({ length: 62 }, (_, day) => `${url}/calendar/day/${2000 + day}-01-01/`)
    const foreign = ['http://127.0.0.1:1/', `${new URL(url).origin}/elsewhere`, 'no address', `${url}/desk/`]
    const told = JSON.stringify({ files: [], favourites: [], pages: [...foreign, ...pages] })
    await page.evaluate(`navigator.serviceWorker.controller.postMessage(${told})`)
    await pollKept(page).toContain('/town/calendar/day/2061-01-01/')
    await pollKept(page).toHaveLength(60)
    expect(await keptPages(page)).not.toContain('/town/calendar/agenda/')
  })

  /** Replaces the service by a server of bare answers at its address, while `act` runs. */
  const insteadOfService = async (answer: RequestListener, act: () => Promise<void>) => {
    await service.close()
    const server = createServer(answer)
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    try {
      await act()
    } finally {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await serve({})
    }
  }

  it.each([502, 503, 504])(
    'shows a page that it has where a proxy answers %i for the service',
    async (status) => {
      const page = await opened('/calendar/agenda/')
      await insteadOfService(
        (_, response) => response.writeHead(status).end('a page of the proxy'),
        async () => {
          await page.reload()
          expect(await note(page).isVisible()).toBe(true)
          expect(await page.locator('main').innerText()).toContain('Concert <2027-05-01>')
        },
      )
    },
  )

  it('passes on what the proxy says of a page that it has not', async () => {
    const page = await opened('/calendar/agenda/')
    await insteadOfService(
      (_, response) => response.writeHead(502).end('a page of the proxy'),
      async () => {
        // Now that there is nothing that the worker could keep anew.
        await page.evaluate(
          'caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))',
        )
        const response = await page.goto(`${url}/calendar/day/2027-05-02/`)
        expect([response?.status(), await page.locator('body').innerText()]).toEqual([
          502,
          'a page of the proxy',
        ])
      },
    )
  })

  it('shows a page that it has where the service does not answer in time', async () => {
    const page = await opened('/calendar/agenda/')
    await insteadOfService(
      () => undefined,
      async () => {
        await page.reload()
        expect(await note(page).isVisible()).toBe(true)
      },
    )
  })

  it('keeps no page that is larger than one may be', async () => {
    const page = await opened('/calendar/agenda/')
    const headers = { 'Content-Type': 'text/html', 'Cache-Control': 'public, max-age=60' }
    const head = '<!doctype html><title>Long</title><p class="saved" hidden></p>'
    const days = { '2027-06-01': 500_001, '2027-06-02': 500_000 }
    await insteadOfService(
      ({ url: path = '' }, response) => {
        const size = Object.entries(days).find(([day]) => path.includes(day))?.[1] ?? 0
        response.writeHead(200, headers).end(head.padEnd(size, 'x'))
      },
      async () => {
        for (const day of Object.keys(days)) await page.goto(`${url}/calendar/day/${day}/`)
        await pollKept(page).toContain('/town/calendar/day/2027-06-02/')
        expect(await keptPages(page)).not.toContain('/town/calendar/day/2027-06-01/')
      },
    )
  })

  it('keeps a page once the list of saved pages in its language is kept', async () => {
    const page = await opened('/calendar/agenda/')
    const headers = { 'Content-Type': 'text/html', 'Cache-Control': 'public, max-age=60' }
    const text = '<!doctype html><title>Jour</title><p class="saved" hidden></p>'
    const list = new EventEmitter()
    const asked = once(list, 'asked')
    await insteadOfService(
      ({ url: path = '' }, response) => {
        const answer = () => response.writeHead(200, headers).end(text)
        if (!path.endsWith('/fr/saved/')) return answer()
        list.once('released', answer)
        list.emit('asked')
      },
      async () => {
        await page.goto(`${url}/fr/calendar/day/2027-06-01/`)
        await asked
        expect(await keptPages(page)).not.toContain('/town/fr/calendar/day/2027-06-01/')
        list.emit('released')
        await pollKept(page).toContain('/town/fr/calendar/day/2027-06-01/')
      },
    )
  })

  it('keeps a page for which the list of saved pages does not come', async () => {
    const page = await opened('/calendar/agenda/')
    const headers = { 'Content-Type': 'text/html', 'Cache-Control': 'public, max-age=60' }
    const text = '<!doctype html><title>Día</title><p class="saved" hidden></p>'
    await insteadOfService(
      ({ url: path = '' }, response) => {
        if (!path.endsWith('/es/saved/')) response.writeHead(200, headers).end(text)
      },
      async () => {
        await page.goto(`${url}/es/calendar/day/2027-06-02/`)
        await pollKept(page).toContain('/town/es/calendar/day/2027-06-02/')
      },
    )
  })

  it('forgets a page that is gone', async () => {
    const page = await opened('/event/concert-2027-05-03/')
    await service.remove(`//town/cal/events/v1/events/${ids[2]}`)
    await page.reload()
    await pollKept(page).not.toContain('/town/event/concert-2027-05-03/')
  })

  it('ends where the site no longer wants it', async () => {
    const page = await opened('/calendar/agenda/')
    await service.close()
    await serve({ FASTI_OFFLINE: 'off' })
    await page.goto(`${url}/calendar/agenda/`)
    await expect.poll(() => kept(page), { interval: 50 }).toEqual([0, 0])
    expect(await page.locator('.saved, [data-worker]').count()).toBe(0)
  })
})
