import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { describeInBrowser, desktop, phone } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

/** A clock for waits of a minute or more, which only the test moves. `settled` resolves when there is such a wait. */
const movedClock = `{
  const [soon, now, forget] = [setTimeout, performance.now.bind(performance), clearTimeout]
  const waiting = new Map()
  let elapsed = 0
  performance.now = () => now() + elapsed
  self.setTimeout = (act, wait) => {
    const timer = soon(() => {}, 0)
    if (!(wait > 25000)) return soon(act, wait)
    waiting.set(timer, { act, at: performance.now() + wait })
    return timer
  }
  self.clearTimeout = (timer) => waiting.delete(timer) || forget(timer)
  self.pass = (milliseconds) => {
    elapsed += milliseconds
    for (const [timer, { act, at }] of [...waiting])
      if (at <= performance.now() && waiting.delete(timer)) act()
  }
  self.settled = async () => {
    while (waiting.size === 0) await new Promise((resolve) => soon(resolve, 5))
  }
}`

describeInBrowser('a page that is left open', (open) => {
  let service: TestService
  let url: string
  const at = (day: string) => ({ start_date: `2027-01-${day} 10:00`, end_date: `2027-01-${day} 12:00` })
  const create = async (more: Json) => (await service.post('/events', anEvent(more))).body.id
  beforeAll(async () => {
    const port = String(await freePort())
    service = await testService('sqlite', { PORT: port, FASTI_TIME_ZONE: 'UTC' })
    await service.app.listen({ port: Number(port), host: '127.0.0.1' })
    url = `http://127.0.0.1:${port}`
  })
  afterAll(() => service.close())

  /** Opens a page whose clock the test moves. `asked` contains the status of each response to the page's requests for itself. */
  const opened = async (path: string, options: object = desktop) => {
    const page = await open(options, movedClock)
    await page.goto(url + path)
    const asked: number[] = []
    page.on('response', (response) => {
      if (response.url() === page.url()) asked.push(response.status())
    })
    return { page, asked }
  }
  const pass = (page: Page, seconds: number) => page.evaluate(`self.pass(${seconds * 1000})`)
  /** Waits until the page has requested itself this many times. */
  const askedTimes = (asked: readonly number[], count: number) => expect.poll(() => asked.length).toBe(count)
  /** Lets a minute pass, and waits for the response. */
  const minute = async (page: Page, asked: readonly number[]) => {
    const count = asked.length + 1
    await pass(page, 60)
    await askedTimes(asked, count)
    await page.evaluate('self.settled()')
  }
  /** Lets time pass in which the page sends no request. */
  const quiet = async (page: Page, asked: readonly number[], seconds: number) => {
    const count = asked.length
    await pass(page, seconds)
    await page.evaluate(`fetch('/healthz').then((answer) => answer.text())`)
    expect(asked).toHaveLength(count)
  }
  const marks = (page: Page) =>
    page.evaluate(
      `[...document.querySelectorAll('.news-mark')].map((one) => one.parentElement.textContent.replace(/\\s+/g, ' '))`,
    )
  const note = (page: Page) => page.locator('.news')

  it('marks changed and removed events, counts new ones, and shows them on request', async () => {
    const changed = await create({ title: 'Concert', ...at('20') })
    const gone = await create({ title: 'Market', ...at('21') })
    await create({ title: 'Fair', ...at('22') })
    const { page, asked } = await opened('/calendar/agenda/')
    await minute(page, asked)
    expect([await marks(page), await note(page).textContent()]).toEqual([[], ''])
    await service.patch(`/events/${changed}`, { event_status: 'cancelled' })
    await service.remove(`/events/${gone}`)
    await create({ title: 'Reading', ...at('23') })
    await minute(page, asked)
    await note(page).getByRole('button', { name: 'Show the new state' }).waitFor()
    expect(await marks(page)).toEqual(['changed Concert', 'no longer listed Market'])
    expect(await note(page).locator('p').textContent()).toBe(
      'This page has changed since you opened it. New events: 1.',
    )
    expect(await violations(page)).toEqual([])
    expect(asked).toEqual([200, 200])
    await service.patch(`/events/${changed}`, { event_status: 'scheduled' })
    await minute(page, asked)
    await expect.poll(() => marks(page)).toEqual(['no longer listed Market'])
    await note(page).getByRole('button', { name: 'Close' }).click()
    expect(await note(page).textContent()).toBe('')
    await service.patch(`/events/${changed}`, { title: 'Concert of the year' })
    await minute(page, asked)
    await note(page).getByRole('button', { name: 'Show the new state' }).click()
    await page.getByRole('link', { name: 'Reading' }).waitFor()
    expect([
      await marks(page),
      await page.getByRole('link', { name: 'Concert of the year' }).count(),
    ]).toEqual([...[[], 1]])
  })

  it('reports that its event has changed, and that it was removed', async () => {
    const id = await create({ title: 'Play', slug: 'play', ...at('24') })
    const { page, asked } = await opened('/event/play/', phone)
    await service.patch(`/events/${id}`, { start_date: '2027-01-24 11:00' })
    await minute(page, asked)
    await note(page).getByText('This page has changed since you opened it.').waitFor()
    expect(await violations(page)).toEqual([])
    await note(page).getByRole('button', { name: 'Show the new state' }).click()
    await page
      .getByText(/11\sAM/)
      .first()
      .waitFor()
    await service.remove(`/events/${id}`)
    await minute(page, asked)
    await note(page).getByText('This page has changed since you opened it.').waitFor()
  })

  it('sends a request every minute while it is visible, fewer after failures, and none while it is hidden', async () => {
    const { page, asked } = await opened('/calendar/2027-01/')
    const see = (state: 'visible' | 'hidden') =>
      page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))`)
    await quiet(page, asked, 30)
    await minute(page, asked)
    await see('hidden')
    await quiet(page, asked, 3600)
    await see('visible')
    await askedTimes(asked, 2)
    await page.evaluate('self.settled()')
    await page.route(page.url(), (route) => route.fulfill({ status: 503, body: '' }))
    await minute(page, asked)
    await quiet(page, asked, 100)
    await minute(page, asked)
    expect(await note(page).textContent()).toBe('')
  })

  it('is the same page without a script, and sends no request with an event password', async () => {
    const id = await create({ title: 'Secret', slug: 'secret', ...at('25') })
    await service.patch(`/events/${id}`, { password: 'sesame' })
    const plain = await open({ ...phone, javaScriptEnabled: false })
    await plain.goto(`${url}/calendar/2027-01/`)
    expect([await note(plain).count(), await plain.locator('.line').count()]).toEqual([0, 4])
    const { page, asked } = await opened('/event/secret/')
    await quiet(page, asked, 200)
    expect(await note(page).count()).toBe(0)
  })
})
