import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser, desktop } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
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
    // Each of the six weeks of August has seven bars in its first days, a bar that begins below them, and events every day.
    for (let week = 0; week < 6; week++) {
      const monday = week === 0 ? '2027-07-26' : `2027-08-${two(7 * week - 5)}`
      const tuesday = week === 0 ? '2027-07-27' : `2027-08-${two(7 * week - 4)}`
      const wednesday = ['2027-07-28', '2027-08-04', '2027-08-11', '2027-08-18', '2027-08-25', '2027-09-01'][
        week
      ]
      for (let bar = 0; bar < 7; bar++)
        await send({ title: LONG, start_date: monday, end_date: wednesday, all_day: true })
      await send({ title: LONG, start_date: tuesday, end_date: wednesday, all_day: true })
    }
    for (let day = 1; day <= 31; day++)
      for (let hour = 10; hour < 15; hour++)
        await send({
          title: LONG,
          start_date: `2027-08-${two(day)} ${hour}:00`,
          end_date: `2027-08-${two(day)} ${hour}:30`,
        })
    for (const day of ['14', '14', '14', '14', '14', '14', '14', '14', '14', '15'])
      await send({ title: LONG, start_date: `2027-06-${day} 19:00`, end_date: `2027-06-${day} 21:00` })
    for (const day of ['04', '05', '12', '12', '20'])
      await send({ title: LONG, start_date: `2027-03-${day} 19:00`, end_date: `2027-03-${day} 21:00` })
    await service.app.listen({ port: Number(port), host: '127.0.0.1' })
    url = `http://127.0.0.1:${port}`
  }, 120_000)
  afterAll(() => service.close())

  const sheetsOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

  it('have a month on one page, however many events it has, and say how many they leave out', async () => {
    const page = await open(desktop)
    for (const format of ['A4', 'Letter'])
      for (const path of [
        '/calendar/2027-05/',
        '/calendar/2027-03/',
        '/calendar/2027-06/',
        '/calendar/2027-08/',
      ]) {
        await page.goto(url + path)
        expect([format, path, sheetsOf(await page.pdf({ format }))]).toEqual([format, path, 1])
      }
    await page.goto(`${url}/calendar/2027-05/`)
    await page.emulateMedia({ media: 'print' })
    const more = page.locator('.month .more').filter({ visible: true })
    expect(await more.count()).toBe(31)
    expect(await page.locator('.month details.more .line').filter({ visible: true }).count()).toBe(0)
    await page.emulateMedia({ media: 'screen' })
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
