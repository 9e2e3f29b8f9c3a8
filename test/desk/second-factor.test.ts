import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, deskService, PASSWORD, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser, phone } from '../support/browser.ts'

describeInBrowser('setting up a second factor', (open) => {
  let service: DeskService
  beforeAll(async () => {
    service = await deskService(false)
    await service.person('carla', 'editor')
  })
  afterAll(() => service.close())

  it('shows the key as a QR code, dark on light, that an app reads', async () => {
    const page = await service.desk(open, '/account', 'carla', { ...phone, colorScheme: 'dark' })
    await page.locator('[name=factor_password]').fill(PASSWORD)
    await page.getByRole('button', { name: 'Set up', exact: true }).click()
    const code = page.getByRole('img', { name: 'QR code with the key' })
    await code.waitFor()
    const path = (await code.locator('path').getAttribute('d')) ?? ''
    const size = Number((await code.getAttribute('viewBox'))?.split(' ')[3])
    const [dark, light, wide] = await page.evaluate<[string, string, number]>(`(() => {
      const code = document.querySelector('.qr-code')
      const { fill, backgroundColor } = getComputedStyle(code)
      return [fill, backgroundColor, code.getBoundingClientRect().width]
    })()`)
    const modules = new Set([...path.matchAll(/M(\d+ \d+)h1v1h-1z/g)].map(([, at]) => at))
    const isDark = (x: number, y: number) => modules.has(`${x} ${y}`)
    // The three corners by which readers find a code: a dark frame of seven modules around a light one.
    const first = Math.min(...[...modules].map((at) => Number(at?.split(' ')[0])))
    const last = size - 1 - first
    for (const [x, y] of [
      [first, first],
      [last - 6, first],
      [first, last - 6],
    ] as const) {
      const frame = Array.from({ length: 7 }, (_, at) => at)
      expect(frame.every((at) => isDark(x + at, y) && isDark(x, y + at) && isDark(x + 3, y + 3))).toBe(true)
      expect(isDark(x + 1, y + 1)).toBe(false)
    }
    expect({ dark, light }).toEqual({ dark: 'rgb(0, 0, 0)', light: 'rgb(255, 255, 255)' })
    // Two pixels of a module are enough for a camera.
    expect(wide / size).toBeGreaterThan(2)
    expect(await violationsInView(page)).toEqual([])
  })
})
