import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { describeInBrowser, desktop } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

describeInBrowser('the calendar on another site, in several languages', (open) => {
  let service: TestService
  let other: Server
  let site: string
  beforeAll(async () => {
    const port = String(await freePort())
    const languages = { FASTI_LANGUAGE: 'de', FASTI_CONTENT_LANGUAGES: 'de,fr,ar' }
    service = await testService('sqlite', { PORT: port, ...languages })
    await service.post('/categories', { name: 'Fest', translations: { fr: { name: 'Fête' } } })
    await service.post('/categories', { name: 'Sport' })
    const town = { venue: 'Rathaus', city: 'Brixen', translations: { fr: { venue: 'Mairie' } } }
    await service.post('/venues', town)
    await service.post('/venues', { venue: 'Turnhalle' })
    const times = (day: string) => ({ start_date: `${day} 19:00`, end_date: `${day} 20:00` })
    const market = {
      translations: { fr: { title: 'Marché' }, ar: { title: 'سوق', state: 'draft' } },
      categories: ['Fest'],
      venue: [1, 2],
    }
    await service.post('/events', anEvent({ title: 'Markt', ...times('2027-01-14'), ...market }))
    await service.post(
      '/events',
      anEvent({ title: 'Konzert', ...times('2027-01-15'), categories: ['Sport'] }),
    )
    await service.app.listen({ port: Number(port), host: '127.0.0.1' })
    other = createServer((request, response) => {
      const root = request.url?.slice(1) ?? ''
      response
        .setHeader('content-type', 'text/html')
        .end(
          `<!doctype html><html lang="fr"><title>Ville</title><main><h1>Agenda</h1><fasti-calendar view="month" month="2027-01" controls></fasti-calendar></main><script type="module" src="http://127.0.0.1:${port}/${root}widget.js"></script></html>`,
        )
    })
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
    site = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`
  })
  afterAll(async () => {
    other.close()
    await service.close()
  })

  it('§15 shows titles, places and categories in the language of its root, and names that of each', async () => {
    const page = await open({ ...desktop, colorScheme: 'light' })
    await page.goto(`${site}fr/`)
    const market = page.getByRole('link', { name: 'Marché' })
    await market.waitFor()
    expect(await market.getAttribute('lang')).toBe('fr')
    expect(await market.getAttribute('href')).toMatch(/\/fr\/event\/markt\/$/)
    expect(await page.getByRole('link', { name: 'Konzert' }).getAttribute('lang')).toBe('de')
    const where = page.locator('.where').first()
    expect(await where.textContent()).toBe('Mairie, Brixen; Turnhalle')
    expect(
      await where.locator('span').evaluateAll((all) => all.map((one) => one.getAttribute('lang'))),
    ).toEqual(['fr', 'de'])
    const option = (name: string) =>
      page.getByRole('search').getByRole('option', { name, exact: true, includeHidden: true })
    await option('Fête').waitFor({ state: 'attached' })
    expect([await option('Fête').getAttribute('lang'), await option('Sport').getAttribute('lang')]).toEqual([
      'fr',
      'de',
    ])
    expect(await violations(page)).toEqual([])
  })

  it('§15 shows the language of the site at a root whose language content does not have, and no draft', async () => {
    const page = await open(desktop)
    await page.goto(`${site}ja/`)
    const market = page.getByRole('link', { name: 'Markt' })
    await market.waitFor()
    expect(await market.getAttribute('lang')).toBe('de')
    expect(await page.locator('fasti-calendar').getAttribute('lang')).toBe('ja')
    expect(await page.getByText('سوق').count()).toBe(0)
  })

  it('costs at most 9.5 kB with several languages, too', async () => {
    const { body } = await service.get('//fr/widget.js')
    expect(gzipSync(String(body)).length).toBeLessThan(9500)
  })
})

it('a calendar with one language marks no text of the widget', async () => {
  const service = await testService('sqlite', {})
  const { body } = await service.get('//fr/widget.js')
  expect(String(body)).toContain('"isMultilingual":false')
  await service.close()
})
