import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, shownDay, signedDesk, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser, phone } from '../support/browser.ts'
import { anEvent, type Json } from '../support/service.ts'

describeInBrowser('an editor of series at the desk', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  beforeAll(async () => {
    ;({ service, headers } = await signedDesk())
  })
  afterAll(() => service.close())

  const weekly = async (title: string): Promise<readonly Json[]> => {
    const times = { start_date: '2027-03-02 18:00', end_date: '2027-03-02 19:30' }
    const body = anEvent({ ...times, title, recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=6' })
    const { series } = (await service.post('/events', body, headers)).body
    return datesOf(series.id)
  }
  const datesOf = async (series: unknown): Promise<readonly Json[]> =>
    (
      await service.get(
        `/events?series=${series}&start_date=2027-01-01&end_date=2030-01-01&per_page=50`,
        headers,
      )
    ).body.events
  const read = async (id: unknown) => (await service.get(`/events/${id}`, headers)).body
  const starts = (events: readonly Json[]) => events.map(({ start_date }) => String(start_date).slice(0, 10))

  it('repeats an event every week, sees its dates, skips one and adds one before saving', async () => {
    const page = await service.desk(open, '/events/new')
    await page.getByLabel('Title').fill('Choir')
    await page.getByLabel('Start', { exact: true }).fill('2027-03-02')
    await page.getByLabel('Start: time').fill('19:00')
    await page.getByLabel('Repeats').selectOption('Every week')
    await expect.poll(() => page.getByLabel('Tuesday').isChecked()).toBe(true)
    await page.getByLabel('Ends').selectOption('After a number of dates')
    await page.getByLabel('Number of dates').fill('4')
    const dates = page.getByRole('list', { name: 'Dates' }).or(page.locator('.dates ol'))
    await dates.getByRole('listitem').nth(3).waitFor()
    await page.getByRole('button', { name: /Skip .*9 Mar/ }).click()
    await page.getByLabel('Add a date').fill('2027-03-20')
    await page.getByRole('button', { name: 'Add the date' }).click()
    await dates.getByText(/20 Mar/).waitFor()
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('heading', { name: 'Choir' }).waitFor()
    const { series } = await read(page.url().split('/').at(-1))
    expect(starts(await datesOf(series.id))).toEqual(['2027-03-02', '2027-03-16', '2027-03-20', '2027-03-23'])
  })

  it('has the dates of several years in rows of one height, also of a skipped one, and says a year once', async () => {
    const page = await service.desk(open, '/events/new')
    await page.getByLabel('Start', { exact: true }).fill('2027-12-14')
    await page.getByLabel('Repeats').selectOption('Every week')
    await page.getByLabel('Ends').selectOption('After a number of dates')
    await page.getByLabel('Number of dates').fill('5')
    const lines = page.locator('.dates li')
    await lines.nth(4).waitFor()
    await page.getByRole('button', { name: /Skip .*21 Dec 2027/ }).click()
    await lines.getByText('skipped').waitFor()
    const years = (await lines.allInnerTexts()).map((text) => /20\d\d/.exec(text)?.[0])
    expect(years).toEqual(['2027', undefined, undefined, '2028', undefined])
    const heights = await lines.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
    expect(new Set(heights).size).toBe(1)
  })

  it('follows the weekday of a new event whose start moves', async () => {
    const page = await service.desk(open, '/events/new')
    await page.getByLabel('Title').fill('Market')
    await page.getByLabel('Start', { exact: true }).fill('2027-03-02')
    await page.getByLabel('Repeats').selectOption('Every month on the same weekday, such as the 2nd Tuesday')
    await page.getByLabel('Start', { exact: true }).fill('2027-03-13')
    await page
      .locator('.dates ol')
      .getByText(/10 Apr/)
      .waitFor()
    expect(await page.getByLabel('Weekday', { exact: true }).inputValue()).toBe('SA')
    expect(await page.getByLabel('Which one in the month').inputValue()).toBe('2')
  })

  it('keeps a number that is typed right after the start of a new event moves', async () => {
    const page = await service.desk(open, '/events/new')
    await page.getByLabel('Start', { exact: true }).fill('2027-03-02')
    await page.getByLabel('Repeats').selectOption('Every week')
    await page.getByLabel('Ends').selectOption('After a number of dates')
    await page.getByLabel('Number of dates').fill('4')
    await page.evaluate(`(async () => {
      const type = async (name, text) => {
        const field = document.querySelector('[name="' + name + '"]')
        field.value = text
        field.dispatchEvent(new Event('input', { bubbles: true }))
        await null
      }
      await type('start_date', '2027-03-04')
      await type('count', '6')
    })()`)
    const dates = page.locator('.dates ol').getByRole('listitem')
    await expect.poll(() => dates.count()).toBe(6)
    expect(await page.getByLabel('Number of dates').inputValue()).toBe('6')
    await expect.poll(() => page.getByLabel('Thursday').isChecked()).toBe(true)
  })

  it('skips the date that was chosen, from one that was moved, and lists the dates of the rule', async () => {
    const dates = await weekly('Quartet')
    const [first, second, , ...later] = dates
    const moved = { start_date: '2027-03-10 21:00', end_date: '2027-03-10 22:30' }
    expect((await service.patch(`/events/${second?.id}`, moved, headers)).status).toBe(200)
    const page = await service.desk(open, `/events/${second?.id}`)
    const list = page.locator('.dates ol')
    await list
      .getByRole('listitem')
      .filter({ hasText: /10 Mar.*moved from .*9 Mar/ })
      .waitFor()
    await page.getByRole('button', { name: /Skip .*16 Mar/ }).click()
    await list
      .getByRole('listitem')
      .filter({ hasText: /16 Mar.*skipped/ })
      .waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    // The dates that there will be, and why there is no choice of this one alone.
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`All dates · ${later.length + 2} dates`).waitFor()
    await dialog.getByText(`This and the following dates · ${later.length + 1} dates`).waitFor()
    await dialog.getByText(/belong to the series/).waitFor()
    await dialog.getByLabel('All dates').check()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('is saved').or(page.getByText('Saved')).first().waitFor()
    const { series } = await read(first?.id)
    expect((await datesOf(series.id)).map(({ id }) => id)).toEqual(
      [first, second, ...later].map((one) => one?.id),
    )
    expect((await read(second?.id)).start_date).toBe('2027-03-10 21:00:00')
  })

  it('lists skipped dates among the others, by date, and brings one back', async () => {
    const dates = await weekly('Octet')
    const { series } = await read(dates[0]?.id)
    const skipped = await service.patch(
      `/series/${series.id}`,
      { recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=6\nEXDATE:20270309T180000,20270323T180000' },
      headers,
    )
    expect(skipped.status).toBe(200)
    expect((await service.ask('DELETE', `/events/${dates[2]?.id}`, {}, headers)).status).toBe(200)
    const page = await service.desk(open, `/events/${dates[0]?.id}`)
    const rows = page.getByRole('list', { name: 'Dates of the series' }).getByRole('listitem')
    await rows.nth(5).waitFor()
    expect(await rows.allInnerTexts()).toEqual([
      expect.stringContaining('2 Mar'),
      expect.stringMatching(/9 Mar.*skipped/s),
      expect.stringMatching(/16 Mar.*In the trash/s),
      expect.stringMatching(/23 Mar.*skipped/s),
      expect.stringContaining('30 Mar'),
      expect.stringContaining('6 Apr'),
    ])
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('button', { name: /23 Mar.*: Restore/ }).click()
    // It stays an edit among the others, in its place, until it is saved.
    await page.getByRole('button', { name: /Skip .*23 Mar/ }).waitFor()
    expect(starts(await datesOf(series.id))).not.toContain('2027-03-23')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('dialog').getByLabel('All dates').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('“Octet” is saved.').waitFor()
    await rows.getByRole('link', { name: /23 Mar/ }).waitFor()
    expect(starts(await datesOf(series.id))).toEqual([
      ...['2027-03-02', '2027-03-23', '2027-03-30', '2027-04-06'],
    ])
    expect((await read(dates[0]?.id)).series.recurrence).toContain('EXDATE:20270309T180000')
  })

  it('goes on in the field of the rule where a series was saved first', async () => {
    const { body } = await service.post('/events', anEvent({ title: 'Octet' }), headers)
    const page = await service.desk(open, `/events/${body.id}`)
    await page.getByLabel('Repeats').selectOption('Every week')
    await page.getByLabel('Ends').selectOption('After a number of dates')
    await page.getByLabel('Number of dates').fill('4')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('“Octet” is saved.').waitFor()
    expect(await page.evaluate('document.activeElement.name')).toBe('count')
    await page.keyboard.press('End')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('3')
    expect(await page.getByLabel('Number of dates').inputValue()).toBe('3')
  })

  it('says the rule of a series in the line of its folded section', async () => {
    const [first] = await weekly('Nonet')
    const page = await service.desk(open, `/events/${first?.id}`)
    const section = page.locator('details.fold', { has: page.locator('[name=recurrence]') })
    await section.locator('summary').click()
    await section.locator('summary .value', { hasText: 'Every Tuesday, 6 times' }).waitFor()
    await page.getByLabel('Repeats').waitFor({ state: 'hidden' })
  })

  it('shows at a later date those that are left, and moves its series along with it', async () => {
    const fourth = (await weekly('Sextet'))[3]
    const page = await service.desk(open, `/events/${fourth?.id}`)
    const list = page.locator('.dates ol')
    await list.getByText(/6 Apr/).waitFor()
    expect(await list.getByRole('listitem').count()).toBe(6)
    await page.getByLabel('Start: time').fill('19:00')
    await page.getByText('The dates from this one on, as they will be.').waitFor()
    await expect.poll(() => list.getByRole('listitem').count()).toBe(3)
    expect(await list.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('23 Mar'),
      expect.stringContaining('30 Mar'),
      expect.stringContaining('6 Apr'),
    ])
  })

  it('changes the rule of the following dates, of which there are no more than before', async () => {
    const third = (await weekly('Septet'))[2]
    const page = await service.desk(open, `/events/${third?.id}`)
    await page.locator('.dates ol').getByText(/6 Apr/).waitFor()
    await page.getByRole('button', { name: /Skip .*30 Mar/ }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByLabel(/following/)
      .check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('“Septet” is saved.').waitFor()
    const { series } = await read(third?.id)
    expect(starts(await datesOf(series.id))).toEqual(['2027-03-16', '2027-03-23', '2027-04-06'])
    await page.getByLabel('Start', { exact: true }).fill('2027-03-17')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByLabel('All dates').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(async () => starts(await datesOf(series.id))).toContain('2027-03-17')
    const fourth = (await datesOf(series.id))[1]
    await service.show(page, `/events/${fourth?.id}`)
    await page.getByLabel('Start', { exact: true }).fill('2027-03-25')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByLabel(/following/)
      .check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(async () => (await read(fourth?.id)).start_date).toBe('2027-03-25 18:00:00')
    const last = (await read(fourth?.id)).series
    expect((await datesOf(last.id)).length).toBeLessThanOrEqual(3)
    expect(last.recurrence.join()).toContain('COUNT=3')
  })

  it('changes one date, and resets its field to that of the series', async () => {
    const dates = await weekly('Yoga')
    const third = dates[2]?.id
    const page = await service.desk(open, `/events/${third}`)
    await page.getByLabel('Title').fill('Yoga outdoors')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Only this date').check()
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name: 'Yoga outdoors' }).waitFor()
    expect((await read(third)).series.own_fields).toEqual(['title'])
    expect((await read(dates[3]?.id)).title).toBe('Yoga')
    await page.getByRole('button', { name: 'Title: use the value of the series' }).click()
    await page.getByRole('heading', { name: 'Yoga', exact: true }).waitFor()
    expect((await read(third)).series.is_exception).toBe(false)
  })

  it('moves all dates to another weekday, and the following ones to the trash', async () => {
    const dates = await weekly('Chess')
    const page = await service.desk(open, `/events/${dates[0]?.id}`, 'ada', phone)
    await page.getByLabel('Start', { exact: true }).fill('2027-03-03')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByLabel('All dates').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('is saved').or(page.getByText('Saved')).first().waitFor()
    const { series } = await read(dates[0]?.id)
    expect(starts(await datesOf(series.id))).toEqual([
      ...['2027-03-03', '2027-03-10', '2027-03-17'],
      ...['2027-03-24', '2027-03-31', '2027-04-07'],
    ])
    await service.show(page, `/events/${dates[4]?.id}`)
    await page.getByLabel('More actions').click()
    await page.getByRole('button', { name: 'Move to trash' }).click()
    await page.getByRole('dialog').getByLabel('This and the following dates').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click()
    await page.getByText('is in the trash').first().waitFor()
    expect(starts(await datesOf(series.id))).toHaveLength(4)
  })

  it('asks before a series leaves the days that its rule names', async () => {
    const make = async (title: string, recurrence: string, day = '2027-03-09') => {
      const times = { start_date: `${day} 18:00`, end_date: `${day} 19:00` }
      return (await service.post('/events', anEvent({ ...times, title, recurrence }), headers)).body
    }
    const move = async (id: number, day: string) => {
      const page = await service.desk(open, `/events/${id}`)
      await page.getByLabel('Start', { exact: true }).fill(day)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('dialog').getByLabel('All dates').check()
      await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
      return page
    }
    const question = 'The dates would leave their days'
    const monthly = await make('Salon', 'RRULE:FREQ=MONTHLY;BYDAY=2TU;COUNT=3')
    const page = await move(monthly.id, '2027-03-10')
    await page.getByRole('dialog', { name: question }).getByText('With this move it becomes').waitFor()
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    expect(starts(await datesOf(monthly.series.id))[0]).toBe('2027-03-09')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByLabel('All dates').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Move the days along' }).click()
    await page.getByText('“Salon” is saved.').waitFor()
    expect(starts(await datesOf(monthly.series.id))).toEqual(['2027-03-10', '2027-04-14', '2027-05-12'])
    const twice = await make('Drill', 'RRULE:FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4')
    const other = await move(twice.id, '2027-03-10')
    await other.getByRole('dialog', { name: question }).waitFor()
    await other.getByRole('button', { name: 'Move the days along' }).click()
    await other.getByText('“Drill” is saved.').waitFor()
    expect(starts(await datesOf(twice.series.id))).toEqual([
      ...['2027-03-10', '2027-03-12', '2027-03-17', '2027-03-19'],
    ])
  })

  it('takes back a change of all dates, after the save and from the history, and the following ones from the trash', async () => {
    const dates = await weekly('Fencing')
    const { series } = await read(dates[0]?.id)
    const shown = async () =>
      (await datesOf(series.id)).map(({ id, start_date, title }) => [id, start_date, title])
    const before = await shown()
    const page = await service.desk(open, `/events/${dates[1]?.id}`)
    const saveAll = async (label: string, value: string) => {
      await page.getByLabel(label, { exact: true }).fill(value)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('dialog').getByLabel('All dates').check()
      await page.getByRole('dialog').getByText('6 dates').first().waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('is saved').waitFor()
      expect(await shown()).not.toEqual(before)
    }
    const undo = () => page.locator('.notice').getByRole('button', { name: 'Undo' }).click()
    await saveAll('Start', '2027-03-10')
    await undo()
    await page.getByText('Undone.').waitFor()
    expect(await shown()).toEqual(before)
    await expect
      .poll(() => page.getByLabel('Start', { exact: true }).inputValue())
      .toBe(shownDay('2027-03-09'))
    await saveAll('Title', 'Fencing for all')
    await page.getByText('History', { exact: true }).click()
    await page.locator('.history').getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('Undone.').waitFor()
    expect(await shown()).toEqual(before)
    await service.show(page, `/events/${dates[3]?.id}`)
    await page.getByLabel('More actions').click()
    await page.getByRole('button', { name: 'Move to trash' }).click()
    await page.getByRole('dialog').getByLabel('This and the following dates').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click()
    await page.getByText('is in the trash').first().waitFor()
    expect(await shown()).toHaveLength(3)
    await undo()
    await page.getByText('Undone.').waitFor()
    expect(await shown()).toEqual(before)
  })

  it('keeps a rule that the editor cannot show', async () => {
    const times = { start_date: '2027-03-02 18:00', end_date: '2027-03-02 19:00' }
    const rule = 'RRULE:FREQ=MONTHLY;BYDAY=TU,TH;BYSETPOS=1;COUNT=3'
    const { id } = (await service.post('/events', anEvent({ ...times, recurrence: rule }), headers)).body
    const page = await service.desk(open, `/events/${id}`)
    expect(await page.getByLabel('Repeats').inputValue()).toBe('other')
    await page.locator('.dates ol').getByRole('listitem').nth(2).waitFor()
    expect((await read(id)).series.recurrence).toEqual([rule])
  })
})
