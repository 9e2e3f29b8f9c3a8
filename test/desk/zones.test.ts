import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
})

it('cities of zones that a browser doesn’t know are left out', async () => {
  const { DateTimeFormat } = Intl
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function format(locale, options) {
    // Browsers of before autumn 2022 know it as Europe/Kiev alone.
    if (options?.timeZone === 'Europe/Kyiv') throw new RangeError('Invalid time zone specified: Europe/Kyiv')
    return new DateTimeFormat(locale, options)
  })
  const { citiesByZone } = await import('../../src/web/desk/time/cities.ts')
  const cities = [...citiesByZone.values()].flat()
  expect(cities).toEqual(expect.arrayContaining(['Wien', 'Abu Dhabi']))
  expect(cities).not.toContain('Kiew')
})
