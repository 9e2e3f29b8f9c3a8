import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sevenDaysOfNamedWeek, weekNameOf, weeksOfMonth } from '../../src/domain/time/calendar-days.ts'
import { firstWeekdayOfLocale } from '../../src/domain/time/locale.ts'
import { dateFormattersOfLocale } from '../../src/representations/html/site/dates.ts'
import { anImage } from '../support/images.ts'
import { scratch } from '../support/scratch.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

async function onService<T>(
  env: Record<string, string>,
  act: (service: TestService) => Promise<T>,
): Promise<T> {
  const service = await testService('sqlite', env)
  try {
    return await act(service)
  } finally {
    await service.close()
  }
}

const pageOf = async (service: TestService, path: string): Promise<string> =>
  (await service.get(`/${path}`)).body
const weekdays = (body: string) =>
  [...(/class="weekdays"[^>]*>(.*?)<\/ol>/.exec(body)?.[1] ?? '').matchAll(/<li>([^<]*)/g)].map(
    ([, name]) => name,
  )

describe('the region', () => {
  it('determines the format of dates and hours and the first day of the week, independently of the language', async () => {
    const evening = anEvent({
      title: 'Talk',
      start_date: '2027-01-20 19:00:00',
      end_date: '2027-01-20 21:00:00',
    })
    const shown = async (service: TestService) => {
      await service.post('/events', evening)
      const [event, month, german] = [
        await pageOf(service, '/event/talk/'),
        await pageOf(service, '/calendar/2027-01/'),
        await pageOf(service, '/de/event/talk/'),
      ]
      const when = (body: string) =>
        /class="event-when">.*?<time[^>]*>(.*?)<\/time>/
          .exec(body)?.[1]
          ?.replace(/<[^>]*>/g, '')
          .replace(/\s/g, ' ')
      return [when(event), weekdays(month)[0], when(german)]
    }
    expect(await onService({}, shown)).toEqual([
      'Wednesday, January 20, 2027, 7–9 PM',
      'Sun',
      'Mittwoch, 20. Januar 2027, 19:00–21:00 Uhr',
    ])
    expect(await onService({ FASTI_REGION: '150' }, shown)).toEqual([
      expect.stringMatching(/^Wednesday.? 20 January 2027, 19:00.21:00$/),
      'Mon',
      'Mittwoch, 20. Januar 2027, 19:00–21:00 Uhr',
    ])
    expect((await onService({ FASTI_REGION: 'US' }, shown)).slice(0, 2)).toEqual([
      'Wednesday, January 20, 2027, 7–9 PM',
      'Sun',
    ])
  })

  it('writes a single hour as in a range, and a short date without the current year', () => {
    const morning = { all_day: false, start_date: '2027-01-20 08:00:00', end_date: '2027-01-20 09:30:00' }
    const shown = (locale: string) => {
      const { clock, hours, brief } = dateFormattersOfLocale(locale)
      const days = ['2027-02-01', '2028-02-01'].map((today) => brief(morning, today))
      return [clock(morning.start_date), hours(morning), ...days].map((text) => text?.replace(/\s/g, ' '))
    }
    expect(shown('en-150')).toEqual([
      '08:00',
      '08:00–09:30',
      expect.stringMatching(/^Wed,? 20 Jan, 08:00–09:30$/),
      expect.stringMatching(/^Wed,? 20 Jan 2027, 08:00–09:30$/),
    ])
    expect(shown('en')).toEqual([
      '8 AM',
      '8–9:30 AM',
      'Wed, Jan 20, 8–9:30 AM',
      'Wed, Jan 20, 2027, 8–9:30 AM',
    ])
    expect(shown('es').slice(0, 2)).toEqual(['8:00', '8:00–9:30'])
    expect(shown('ja').slice(0, 3)).toEqual(['8:00', '8:00～9:30', '1月20日(水) 8:00～9:30'])
  })

  it('writes full hours short beside AM and PM, and an end at midnight without the next date', () => {
    const shown = (start: string, end: string, locale: string) => {
      const [day, last] = ['2027-01-20', end === '00:00' ? '2027-01-21' : '2027-01-20']
      const times = { all_day: false, start_date: `${day} ${start}:00`, end_date: `${last} ${end}:00` }
      return dateFormattersOfLocale(locale).hours(times)?.replace(/\s/g, ' ')
    }
    expect(shown('19:00', '21:00', 'en')).toBe('7–9 PM')
    expect(shown('11:00', '13:30', 'en')).toBe('11 AM – 1:30 PM')
    expect(shown('00:00', '12:00', 'en')).toBe('12 AM – 12 PM')
    expect(shown('20:30', '00:00', 'en')).toBe('8:30 PM – 12 AM')
    expect(shown('20:00', '00:00', 'en-GB')).toBe('20:00–00:00')
    expect(shown('20:00', '00:00', 'de')).toBe('20:00–00:00 Uhr')
    expect(shown('00:00', '00:00', 'de')).toBe('00:00–00:00 Uhr')
    expect(shown('19:00', '19:00', 'en-AU')).toBe('7 pm')
    expect(shown('19:00', '21:00', 'es-MX')).toBe('7–9 p.m.')
  })

  it('assigns every day to exactly one week, which is named by its Monday', () => {
    expect(['en-US', 'en-GB', 'en-150', 'ar-EG', 'en'].map(firstWeekdayOfLocale)).toEqual([7, 1, 1, 6, 1])
    for (const firstDay of [1, 6, 7]) {
      for (let day = 1; day <= 31; day += 1) {
        const text = `2027-01-${String(day).padStart(2, '0')}`
        const week = weekNameOf(text, firstDay)
        const days = sevenDaysOfNamedWeek(week, firstDay) ?? []
        expect([firstDay, text, days.includes(text), days.length]).toEqual([firstDay, text, true, 7])
        const monday = days.find((one) => weekNameOf(one) === week && sevenDaysOfNamedWeek(week)?.[0] === one)
        expect([text, monday !== undefined]).toEqual([text, true])
      }
      const weeks = weeksOfMonth('2027-01', firstDay)
      expect(
        weeks.every(
          (days) =>
            sevenDaysOfNamedWeek(weekNameOf(days[0] ?? '', firstDay), firstDay)?.join() === days.join(),
        ),
      ).toBe(true)
    }
    expect(weeksOfMonth('2027-08', 7)[0]?.[0]).toBe('2027-08-01')
  })

  it('links a week to the previous and the next one', async () => {
    await onService({ FASTI_REGION: 'US' }, async (service) => {
      await service.post('/events', anEvent())
      const body = await pageOf(service, '/calendar/week/2027-W03/')
      expect([...body.matchAll(/rel="(?:prev|next)" href="([^"]*)"/g)].map(([, path]) => path)).toEqual([
        '/calendar/week/2027-W02/',
        '/calendar/week/2027-W04/',
      ])
      expect(/<time datetime="([^"]*)"/.exec(body.split('<ol class="week">')[1] ?? '')?.[1]).toBe(
        '2027-01-17',
      )
    })
  })
})

describe('a theme in a folder', () => {
  it('may contain styles, a logo, an icon, an image for messengers, and HTML for the top and the bottom of pages', async () => {
    const folder = await scratch('fasti-theme-')
    try {
      const svg =
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4"/></svg>'
      await writeFile(join(folder, 'theme.css'), ':root { --red: #123456; }')
      await writeFile(join(folder, 'logo.svg'), svg)
      await writeFile(join(folder, 'favicon.png'), await anImage(32, 32))
      await writeFile(join(folder, 'share.png'), await anImage(120, 63))
      await writeFile(join(folder, 'head.html'), '<p>Closed on Monday.</p>')
      await writeFile(join(folder, 'foot.html'), '<p>A service of the town.</p>')
      await onService({ FASTI_THEME: folder }, async (service) => {
        expect((await service.get('/settings')).body).toMatchObject({
          theme: 'folder',
          themes: ['folder', 'fasti', 'slate', 'meadow', 'plain'],
          head_html: '<p>Closed on Monday.</p>',
        })
        const body = await pageOf(service, '/calendar/')
        expect(body.indexOf('Closed on Monday.')).toBeLessThan(body.indexOf('<main'))
        expect(body.indexOf('A service of the town.')).toBeGreaterThan(body.indexOf('</main>'))
        const files = [
          ['text/css; charset=utf-8', /rel="stylesheet" href="([^"]+)"/],
          ['image/svg+xml', /class="logo" src="([^"]+)"/],
          ['image/png', /rel="icon" href="([^"]+)"/],
          ['image/png', /property="og:image" content="https?:\/\/[^/]+([^"]+)"/],
        ] as const
        for (const [type, pattern] of files) {
          const { status, headers, body: file } = await service.get(`/${pattern.exec(body)?.[1]}`)
          expect([type, status, headers['content-type']]).toEqual([type, 200, type])
          if (type.startsWith('text/css')) expect(file).toContain('--red: #123456')
        }
        await service.patch('/settings', { theme: 'plain', head_html: '<p>Open.</p>' })
        const changed = await pageOf(service, '/calendar/')
        expect([changed.includes('<p>Open.</p>'), changed.includes('Closed on Monday.')]).toEqual([
          true,
          false,
        ])
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('must exist: otherwise the service reports it and does not start', async () => {
    await expect(testService('sqlite', { FASTI_THEME: '/nowhere/at/all' })).rejects.toThrow(
      'FASTI_THEME is "/nowhere/at/all": there is no such theme and no such folder.',
    )
  })
})
