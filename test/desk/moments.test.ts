import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SignedDesk, shownDay, signedDesk, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser, phone } from '../support/browser.ts'

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)
const focused = (page: Page) =>
  page.evaluate<string>('document.activeElement.getAttribute("name") ?? document.activeElement.dataset.day')
const save = async (page: Page, title: string) => {
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByText(`“${title}” is saved.`).waitFor()
}

/** The present of browsers, which read what is typed. It is a Friday. */
const NOW = '2027-01-15T12:00:00Z'

describeInBrowser('a field of a date or a time', (open) => {
  let desk: SignedDesk
  beforeAll(async () => {
    desk = await signedDesk()
  })
  afterAll(() => desk.service.close())

  const opened = async (title: string, more = {}, options = {}) => {
    const id = await desk.made({ title, ...more })
    const page = await desk.service.desk(open, '', 'ada', options)
    await page.clock.setFixedTime(NOW)
    await desk.service.show(page, `/events/${id}`)
    await field(page, 'start_date').waitFor()
    return { id, page }
  }

  it('reads what people type, says beside it what it has understood, and writes it when it is left', async () => {
    const { id, page } = await opened('Typed')
    const start = field(page, 'start_date')
    for (const [typed, meant, told] of [
      ['next friday', '2027-01-22', 'Fri, 22 Jan 2027'],
      ['tomorrow', '2027-01-16', 'Sat, 16 Jan 2027'],
      ['übermorgen', '2027-01-17', 'Sun, 17 Jan 2027'],
      ['4 May', '2027-05-04', 'Tue, 4 May 2027'],
      ['5/6', '2027-06-05', 'Sat, 5 Jun 2027'],
      ['31.12.27', '2027-12-31', 'Fri, 31 Dec 2027'],
      ['05062027', '2027-06-05', 'Sat, 5 Jun 2027'],
    ] as const) {
      await start.focus()
      await page.keyboard.type(typed)
      await page.getByRole('status').getByText(told, { exact: true }).waitFor()
      expect(await start.inputValue()).toBe(typed)
      await page.keyboard.press('Tab')
      await expect.poll(() => start.inputValue()).toBe(shownDay(meant))
      expect(await page.getByRole('status').getByText(told, { exact: true }).count()).toBe(0)
    }
    const time = page.getByLabel('Start: time')
    for (const [typed, meant] of [
      ['1930', '19:30'],
      ['7.15pm', '19:15'],
      ['noon', '12:00'],
      ['halb acht', '19:30'],
    ] as const) {
      await time.focus()
      await page.keyboard.type(typed)
      await page.keyboard.press('Tab')
      await expect.poll(() => time.inputValue()).toBe(meant)
    }
    await save(page, 'Typed')
    expect(await desk.kept(id)).toMatchObject({
      start_date: '2027-06-05 19:30:00',
      end_date: '2027-06-05 21:30:00',
    })
  })

  it('takes what is typed by Ctrl+S and by Enter, before it is left', async () => {
    const { id, page } = await opened('Hasty')
    await field(page, 'start_date').focus()
    await page.keyboard.type('6/5/27')
    await save(page, 'Hasty')
    expect(await desk.kept(id)).toMatchObject({ start_date: '2027-05-06 18:00:00' })
    await page.keyboard.press('Escape')
    await page.getByLabel('More actions').click()
    await page.getByRole('button', { name: 'Duplicate' }).click()
    await page.getByRole('dialog').getByLabel('Date 1').focus()
    await page.keyboard.type('7/5/28')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => !url.pathname.endsWith(`/${id}`))
    expect(await desk.kept(Number(page.url().split('/').at(-1)))).toMatchObject({
      start_date: '2028-05-07 18:00:00',
    })
  })

  it('loses no key while its reader is on the way, and saves nothing before it has read', async () => {
    const { id, page } = await opened('Early')
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route('**/desk-reading-*', (route) => arrived.then(() => route.continue()))
    await page.reload()
    const start = field(page, 'start_date')
    await start.focus()
    await page.keyboard.type('6/5')
    // The next key comes right after its reader, as it may on a busy machine.
    await page.evaluate(`(() => {
      const input = document.querySelector('[name=start_date]')
      const set = input.setCustomValidity.bind(input)
      input.setCustomValidity = (text) => {
        set(text)
        if (text === '')
          queueMicrotask(() => {
            delete input.setCustomValidity
            input.setRangeText('/', 3, 3, 'end')
            input.dispatchEvent(new InputEvent('input', { bubbles: true }))
          })
      }
    })()`)
    arrive()
    await expect.poll(() => start.inputValue()).toBe('6/5/')
    await page.keyboard.type('27')
    expect(await start.inputValue()).toBe('6/5/27')
    await save(page, 'Early')
    expect(await desk.kept(id)).toMatchObject({ start_date: '2027-05-06 18:00:00' })
    await page.unroute('**/desk-reading-*')
  })

  it('takes what was typed and saved before its reader was there', async () => {
    const { id, page } = await opened('Eager')
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route('**/desk-reading-*', (route) => arrived.then(() => route.continue()))
    await page.reload()
    await field(page, 'start_date').focus()
    await page.keyboard.type('6/5/27')
    await page.keyboard.press('ControlOrMeta+s')
    arrive()
    await page.getByText('“Eager” is saved.').waitFor()
    expect(await desk.kept(id)).toMatchObject({ start_date: '2027-05-06 18:00:00' })
    await page.unroute('**/desk-reading-*')
  })

  it('keeps a text that is no date, says why, and saves nothing until it is one', async () => {
    const { id, page } = await opened('Unread')
    const start = field(page, 'start_date')
    for (const [typed, reason] of [
      ['31/2/2027', 'There is no such day.'],
      ['Mon 4/5/2027', 'That date is on another day of the week.'],
      ['4-5 May', 'This is not a date. For example: 31/12/2027'],
      ['some day', 'This is not a date. For example: 31/12/2027'],
    ] as const) {
      await start.fill(typed)
      await start.blur()
      await page.getByText(reason).waitFor()
      expect(await start.inputValue()).toBe(typed)
    }
    expect(await violationsInView(page)).toEqual([])
    await field(page, 'title').fill('Unread still')
    await page.keyboard.press('ControlOrMeta+s')
    await expect.poll(() => focused(page)).toBe('start_date')
    expect((await desk.kept(id)).title).toBe('Unread')
    await page.reload()
    await page.getByRole('button', { name: 'Restore them' }).click()
    await page.getByText('This is not a date. For example: 31/12/2027').waitFor()
    expect(await start.inputValue()).toBe('some day')
    await start.fill('2027-05-04')
    await save(page, 'Unread still')
    expect(await desk.kept(id)).toMatchObject({ start_date: '2027-05-04 18:00:00' })
    await page.getByText('All changes are saved').or(page.getByText('Nothing to save')).first().waitFor()
  })

  it('leaves the value as it was on entering while a text is none, though its beginning was one', async () => {
    const { id, page } = await opened('Half typed')
    const [start, end] = [field(page, 'start_date'), field(page, 'end_date')]
    for (const typed of ['quatsch', 'mondkalb', '31.12.2027 19:30']) {
      await start.focus()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(typed)
      await page.keyboard.press('Tab')
      await page.getByText('This is not a date.').waitFor()
      expect([await start.inputValue(), await end.inputValue()]).toEqual([typed, shownDay('2030-05-04')])
    }
    await start.fill('')
    await field(page, 'title').fill('Half typed, left')
    await expect.poll(() => start.inputValue()).toBe(shownDay('2030-05-04'))
    const time = page.getByLabel('Start: time')
    await time.focus()
    await page.keyboard.type('19:30 or so')
    await time.fill('')
    await save(page, 'Half typed, left')
    expect(await desk.kept(id)).toMatchObject({
      start_date: '2030-05-04 18:00:00',
      end_date: '2030-05-04 20:00:00',
    })
  })

  it('keeps it over a reload in a dialog, too, and is empty or as it was where nothing is typed', async () => {
    const { page } = await opened('Copied')
    const copy = async () => {
      await page.getByLabel('More actions').click()
      await page.getByRole('button', { name: 'Duplicate' }).click()
      return page.getByRole('dialog').getByLabel('Date 1')
    }
    await (await copy()).fill('when it suits')
    await page.getByRole('button', { name: 'Create copies' }).click()
    await page.getByText('This is not a date.').waitFor()
    await page.reload()
    const date = await copy()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore them' }).click()
    await expect.poll(() => date.inputValue()).toBe('when it suits')
    await date.fill('')
    await date.blur()
    await page.getByRole('button', { name: 'Create copies', disabled: true }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await field(page, 'start_date').fill('')
    await field(page, 'start_date').blur()
    await expect.poll(() => field(page, 'start_date').inputValue()).toBe(shownDay('2030-05-04'))
  })

  it('keeps a text with its ticket when one above it is removed, over a reload, too', async () => {
    const tickets = ['Child', 'Adult', 'Senior'].map((name) => ({ name, price: '5', currency: 'EUR' }))
    const { id, page } = await opened('Tickets', { tickets })
    const from = (at: number) => field(page, `tickets[${at}].valid_from`)
    await from(1).fill('some day')
    await from(1).blur()
    await page.getByRole('button', { name: 'Remove ticket 1' }).click()
    await expect.poll(() => field(page, 'tickets[0].name').inputValue()).toBe('Adult')
    const shown = () => Promise.all([from(0).inputValue(), from(1).inputValue()])
    expect(await shown()).toEqual(['some day', ''])
    await page.reload()
    await page.getByRole('button', { name: 'Restore them' }).click()
    await expect.poll(shown).toEqual(['some day', ''])
    await from(0).fill('2027-05-04 18:00')
    await from(0).blur()
    await save(page, 'Tickets')
    expect((await desk.kept(id)).tickets).toMatchObject([
      { name: 'Adult', valid_from: '2027-05-04 18:00:00' },
      { name: 'Senior', valid_from: '' },
    ])
    await page.getByText('Nothing to save').first().waitFor()
  })

  it('keeps a text while its reader can’t be loaded, says so, and reads it once it can', async () => {
    const { page } = await opened('Unloaded')
    await page.route('**/desk-reading-*', (route) => route.abort())
    await page.reload()
    const start = field(page, 'start_date')
    await start.fill('4 May 2031')
    await start.blur()
    await page.getByText('A file of it can’t be loaded.').waitFor()
    expect(await start.inputValue()).toBe('4 May 2031')
    await page.unroute('**/desk-reading-*')
    await start.fill('5 May 2031')
    await start.blur()
    await expect.poll(() => start.inputValue()).toBe(shownDay('2031-05-05'))
  })

  it('tells that a typed time falls into the hour that the clocks leave out, wherever a time is asked for', async () => {
    const { page } = await opened('Gap', { status: 'draft' })
    const warning = page.getByText('This time does not exist on that day')
    await field(page, 'start_date').fill('31.3.2030')
    await page.getByLabel('Start: time').fill('2.30')
    await page.getByLabel('Start: time').blur()
    await warning.waitFor()
    await page.getByLabel('Start: time').fill('3.30')
    await page.getByLabel('Start: time').blur()
    await warning.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Add a ticket' }).click()
    await field(page, 'tickets[0].valid_from').fill('31 March 2030, before the fair')
    await field(page, 'tickets[0].valid_from').blur()
    await page.getByText('This is not a date with a time.').waitFor()
    await field(page, 'tickets[0].valid_from').fill('31 March 2030 2:30')
    await field(page, 'tickets[0].valid_from').blur()
    await warning.waitFor()
    expect(await field(page, 'tickets[0].valid_from').inputValue()).toMatch(/^31.03.2030, 0?2:30$/)
  })

  it('opens a calendar by the arrow down, whose keys are those of the date picker dialog', async () => {
    const { id, page } = await opened('By keys')
    const start = field(page, 'start_date')
    const grid = page.getByRole('grid', { name: 'May 2030' })
    await page.getByRole('combobox', { name: 'Start', exact: true, expanded: false }).focus()
    await page.keyboard.press('ArrowDown')
    await grid.waitFor()
    expect(await focused(page)).toBe('2030-05-04')
    await page.getByRole('gridcell', { name: /^Saturday\W+4 May 2030/, selected: true }).waitFor()
    await page.getByRole('columnheader', { name: 'Mon' }).waitFor()
    expect(await violationsInView(page)).toEqual([])
    for (const [key, day] of [
      ['ArrowRight', '2030-05-05'],
      ['ArrowLeft', '2030-05-04'],
      ['ArrowDown', '2030-05-11'],
      ['ArrowUp', '2030-05-04'],
      ['Home', '2030-04-29'],
      ['End', '2030-05-05'],
      ['PageDown', '2030-06-05'],
      ['PageUp', '2030-05-05'],
      ['Shift+PageDown', '2031-05-05'],
      ['Shift+PageUp', '2030-05-05'],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(() => focused(page), { message: key }).toBe(day)
    }
    await page.keyboard.press('Escape')
    await grid.waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('start_date')
    expect(await start.inputValue()).toBe(shownDay('2030-05-04'))
    await page.keyboard.press('Alt+ArrowDown')
    await grid.waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await grid.waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('start_date')
    expect(await start.inputValue()).toBe(shownDay('2030-05-11'))
    await page.keyboard.type('12/5/2030')
    await save(page, 'By keys')
    expect(await desk.kept(id)).toMatchObject({
      start_date: '2030-05-12 18:00:00',
      end_date: '2030-05-12 20:00:00',
    })
  })

  it('marks today in it, turns its months, and goes the other way where a language does', async () => {
    const { page } = await opened('Today')
    await field(page, 'start_date').fill('2027-01-31')
    await page.keyboard.press('ArrowDown')
    expect(await page.locator('[aria-current=date]').getAttribute('data-day')).toBe('2027-01-15')
    await page.getByRole('button', { name: 'Next month' }).click()
    await page.getByRole('grid', { name: 'February 2027' }).waitFor()
    await page.getByRole('button', { name: 'Previous year' }).click()
    await page.getByRole('grid', { name: 'February 2026' }).waitFor()
    await page.evaluate('document.documentElement.dir = "rtl"')
    await page.locator('[data-day="2026-02-28"]').focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => focused(page)).toBe('2026-03-01')
    await page.evaluate('document.documentElement.dir = ""')
    await page.getByRole('dialog').getByRole('button', { name: 'Today' }).click()
    await expect.poll(() => field(page, 'start_date').inputValue()).toBe(shownDay('2027-01-15'))
  })

  it('keeps the keys of the calendar from the row that is edited, and closes it by a press beside it', async () => {
    const id = await desk.made({ title: 'Rowed' })
    const page = await desk.service.desk(open, '/events?q=Rowed')
    await page.getByRole('button', { name: 'Edit When: Rowed' }).click()
    const when = field(page, 'inline-when')
    expect(await when.inputValue()).toBe('04/05/2030, 18:00')
    await page.keyboard.press('ArrowDown')
    await page.getByRole('grid').waitFor()
    await page.keyboard.press('Shift+ArrowRight')
    await page.mouse.click(1200, 850)
    await page.getByRole('grid').waitFor({ state: 'detached' })
    expect(await desk.kept(id)).toMatchObject({ start_date: '2030-05-04 18:00:00' })
    await page.getByRole('button', { name: 'Choose a date' }).click()
    await page.getByRole('gridcell', { name: /^Monday\W+6 May 2030/ }).click()
    expect(await when.inputValue()).toBe('06/05/2030, 18:00')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(async () => (await desk.kept(id)).start_date).toBe('2030-05-06 18:00:00')
  })

  it('has large targets on a telephone, where a chosen day brings up no keyboard', async () => {
    const { page } = await opened('Tapped', {}, { ...phone, viewport: { width: 320, height: 640 } })
    const button = page.locator('[data-field=start_date]').getByRole('button', { name: 'Choose a date' })
    const isLarge = async (one: typeof button) => {
      const { width = 0, height = 0 } = (await one.boundingBox()) ?? {}
      return Math.min(width, height) >= 44
    }
    expect(await isLarge(button)).toBe(true)
    await button.tap()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    for (const one of [
      ...(await dialog.getByRole('button').all()),
      ...(await dialog.getByRole('gridcell').all()),
    ])
      expect(await isLarge(one), await one.innerText()).toBe(true)
    const { x = -1, width = 999 } = (await dialog.boundingBox()) ?? {}
    expect([x >= 0, x + width <= 320]).toEqual([true, true])
    await dialog.locator('[data-day="2030-05-09"]').tap()
    await expect.poll(() => field(page, 'start_date').inputValue()).toBe(shownDay('2030-05-09'))
    expect(await page.evaluate('document.activeElement.matches("input")')).toBe(false)
  })

  it('filters by the last day of a date without a year in the log, and asks for nothing while a year is typed', async () => {
    const page = await desk.service.desk(open, '')
    await page.clock.setFixedTime(NOW)
    await desk.service.show(page, '/log')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).searchParams.get('since') ?? ''))
    await field(page, 'since').focus()
    await page.keyboard.type('31.12.26')
    await page.keyboard.press('Enter')
    await field(page, 'since').fill('20 January')
    await field(page, 'since').blur()
    await expect.poll(() => field(page, 'since').inputValue()).toBe('20/01/2026')
    await expect
      .poll(() => asked.filter((since) => since !== '').join())
      .toMatch(/^2026-12-3\d,2026-01-(19|20)$/)
  })
})

describeInBrowser('a field of a date in the region of the desk', (open) => {
  const shown = async (region: string, language: string, path: string, locale: string) => {
    const desk = await signedDesk({ FASTI_REGION: region, FASTI_LANGUAGE: language })
    const id = await desk.made({ title: 'Where' })
    const page = await desk.service.desk(open, `/events/${id}`, 'ada', { locale })
    await page.goto(`${desk.service.base}${path}/desk/events/${id}`)
    await field(page, 'start_date').waitFor()
    const values = await Promise.all(
      (await page.locator('[data-field=start_date] input').all()).map((one) => one.inputValue()),
    )
    await field(page, 'start_date').fill('3/4/2030')
    await field(page, 'start_date').press('Tab')
    // It is written as in the region once it was read.
    await expect.poll(() => field(page, 'start_date').inputValue()).toMatch(/^\d{2}\D\d{2}\D\d{4}$|^\d{4}\//)
    const read = await page.locator('p.length').innerText()
    await field(page, 'start_date').press('ArrowDown')
    const first = await page.locator('[data-day]').first().getAttribute('data-day')
    await desk.service.close()
    return [...values, /\b4\b|4日/.test(read) ? 'month first' : 'day first', first]
  }

  it('is written, read and opened as in Germany, whatever browser shows it', async () => {
    expect(await shown('DE', 'de', '/de', 'en-US')).toEqual([
      '04.05.2030',
      '18:00',
      'day first',
      '2030-04-01',
    ])
    expect(await shown('DE', 'de', '', 'en-US')).toEqual(['04/05/2030', '18:00', 'day first', '2030-04-01'])
  })

  it('is written, read and opened as in the United States and in Japan, in a British browser', async () => {
    expect(await shown('US', 'en', '', 'en-GB')).toEqual([
      '05/04/2030',
      '6:00 PM',
      'month first',
      '2030-02-24',
    ])
    expect(await shown('JP', 'ja', '/ja', 'en-GB')).toEqual([
      '2030/05/04',
      '18:00',
      'month first',
      '2030-02-24',
    ])
  })
})

describe('the desk', () => {
  it('has no field of a date or a time of the browser', () => {
    const folder = `${import.meta.dirname}/../../src/web/desk`
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.tsx?$/.test(name),
    )
    const isNative = /type(=|: )['"](date|time|month|week|datetime-local)['"]/
    const own = files.filter((name) => isNative.test(readFileSync(`${folder}/${name}`, 'utf8')))
    expect(files.length).toBeGreaterThan(50)
    expect(own).toEqual([])
  })
})
