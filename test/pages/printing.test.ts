import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser, desktop } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { plusDays } from '../support/inside/domain.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const LONG = 'The annual general meeting of the society for the preservation of harbour lights'
const two = (number: number) => String(number).padStart(2, '0')

describeInBrowser('printed pages', (open) => {
  let service: TestService
  let url: string
  beforeAll(async () => {
    const port = String(await freePort())
    service = await testService('sqlite', { PORT: port })
    const send = async (fields: object) =>
      expect((await service.post('/events', anEvent({ ...fields }))).status).toBe(201)
    // May 2027 has six weeks: each of its days is crowded, and long events pass through it.
    for (let day = 1; day <= 31; day++)
      for (let hour = 8; hour < 20; hour++) {
        const date = `2027-05-${two(day)}`
        await send({
          title: LONG,
          start_date: `${date} ${two(hour)}:00`,
          end_date: `${date} ${two(hour)}:30`,
        })
      }
    for (let day = 1; day <= 4; day++)
      await send({ title: LONG, start_date: `2027-05-${two(day)}`, end_date: '2027-05-30', all_day: true })
    // On each day of the six weeks of January three bars begin, which pass through the next two, and there are events every day.
    for (let at = 0; at < 42; at++) {
      const date = plusDays('2027-12-27', at) ?? ''
      const until = plusDays('2027-12-27', Math.min(at + 2, at - (at % 7) + 6)) ?? ''
      if (at % 7 < 6)
        for (let bar = 0; bar < 3; bar++)
          await send({
            title: LONG,
            start_date: date,
            end_date: until,
            all_day: true,
            categories: [`Programming ${at}`],
          })
      for (let hour = 10; hour < 14; hour++)
        await send({ title: LONG, start_date: `${date} ${hour}:00`, end_date: `${date} ${hour}:30` })
    }
    for (const day of ['14', '14', '14', '14', '14', '14', '14', '14', '14', '15'])
      await send({ title: LONG, start_date: `2027-06-${day} 19:00`, end_date: `2027-06-${day} 21:00` })
    for (const day of ['04', '05', '12', '12', '20'])
      await send({ title: LONG, start_date: `2027-03-${day} 19:00`, end_date: `2027-03-${day} 21:00` })
    await service.app.listen({ port: Number(port), host: '127.0.0.1' })
    url = `http://127.0.0.1:${port}`
  }, 120_000)
  afterAll(() => service.close())

  const sheetsOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

  it('have a month with the whole titles of all its events, on as many sheets as it takes, upright or across', async () => {
    const page = await open(desktop)
    await page.goto(`${url}/calendar/2027-03/`)
    for (const landscape of [false, true]) {
      const sheets = sheetsOf(await page.pdf({ format: 'A4', landscape })) ?? 0
      expect([landscape, sheets >= 1 && sheets <= 2, sheets]).toEqual([landscape, true, sheets])
    }
    await page.goto(`${url}/calendar/2027-06/`)
    await page.emulateMedia({ media: 'print' })
    const all = page.locator('.month .line:not(.bar)')
    const lines = all.filter({ visible: true })
    // Of nine events of a day some open in place on the screen.
    expect(await lines.count()).toBe(await all.count())
    expect(
      await page
        .getByText(/^\d+ more/)
        .filter({ visible: true })
        .count(),
    ).toBe(0)
    const cut = await lines
      .locator('a')
      .evaluateAll(
        (all) =>
          all.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1)
            .length,
      )
    expect(cut).toBe(0)
    await page.emulateMedia({ media: 'screen' })
    await page.goto(`${url}/calendar/2027-05/`)
    expect(sheetsOf(await page.pdf({ format: 'A4' }))).toBeGreaterThan(1)
  })

  it('have a programme in two columns that no word leaves', async () => {
    const page = await open(desktop)
    await service.post(
      '/events',
      anEvent({ title: 'Wort'.repeat(40), start_date: '2027-06-01 10:00', end_date: '2027-06-01 11:00' }),
    )
    await page.goto(`${url}/calendar/programme/?from=2027-05-20&to=2027-06-02`)
    await page.emulateMedia({ media: 'print' })
    for (const width of [700, 1050]) {
      await page.setViewportSize({ width, height: 900 })
      const columns = await page.evaluate(
        `getComputedStyle(document.querySelector('.programme')).columnCount`,
      )
      expect(columns).toBe('2')
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    }
    const [wide, whole] = await page
      .locator('.programme-event', { hasText: 'WortWort' })
      .evaluate((one) => [one.scrollWidth, one.clientWidth])
    expect(wide).toBeLessThanOrEqual(whole ?? 0)
    await page.emulateMedia({ media: 'screen' })
  })
})
