import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, signedDesk } from '../support/at-desk.ts'
import { describeInBrowser, desktop, phone } from '../support/browser.ts'

/** Names the element with the focus if it is, even in part, below the bar that saves; otherwise ''. */
const BELOW_BAR = `(() => {
  const [on, bar] = [document.activeElement, document.querySelector('.savebar')]
  if (bar === null || bar.contains(on) || !on.closest('form.editor')) return ''
  const [field, top] = [on.getBoundingClientRect(), bar.getBoundingClientRect().top]
  return Math.min(field.bottom, field.top + 40) > top && field.height > 1 ? on.name || on.innerText : ''
})()`

describeInBrowser('the form of an event by the keyboard', (open) => {
  let service: DeskService
  beforeAll(async () => {
    const desk = await signedDesk()
    service = desk.service
    await service.post('/venues', { venue: 'Komedia' }, desk.headers)
    for (const name of ['Music', 'Film', 'Talks']) await service.post('/categories', { name }, desk.headers)
  })
  afterAll(() => service.close())

  const focused = (page: Page) =>
    page.evaluate<string>(`(() => {
      const on = document.activeElement
      return on.name || on.dataset.name || on.getAttribute('aria-label') || on.innerText.split('\\n')[0] || on.tagName
    })()`)

  /** A new event, with its rare sections folded as at first, and the focus in its title. */
  const newEvent = async () => {
    const page = await service.desk(open)
    // The form begins with an event of the next two hours; late in the evening its end is on another day, which is a stop.
    await page.clock.setFixedTime('2027-01-15T12:00:00Z')
    await service.show(page, '/events/new')
    await page.locator('[name=category-1]').waitFor()
    const unfolded = page.getByRole('button', { name: 'Show all fields', pressed: true })
    if ((await unfolded.count()) > 0) await unfolded.click()
    await page.locator('[name=title]').focus()
    return page
  }

  /** Presses Tab until the button that creates the event has the focus. Returns the names of all stops. */
  const stopsToSave = async (page: Page) => {
    const stops: string[] = []
    while (stops.at(-1) !== 'Publish' && stops.length < 60) {
      await page.keyboard.press('Tab')
      stops.push(await focused(page))
    }
    return stops
  }

  it('is filled in and saved with fewer than ten presses of Tab', async () => {
    const page = await newEvent()
    let tabs = 0
    const tab = async (to: string) => {
      await page.keyboard.press('Tab')
      tabs += 1
      expect([tabs, await focused(page)]).toEqual([tabs, to])
    }
    await page.keyboard.type('Concert')
    await tab('start_date')
    await page.keyboard.type('4/5/2030')
    await tab('Start: time')
    await page.keyboard.type('7:30pm')
    await tab('End: time')
    await page.keyboard.type('10pm')
    await tab('all_day')
    await tab('venue')
    await page.keyboard.type('Komed')
    await page.getByRole('option', { name: 'Komedia' }).waitFor()
    await page.keyboard.press('Enter')
    await tab('description')
    await page.keyboard.type('Doors open at seven.')
    await tab('file')
    await tab('category-2')
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toBe('category-1')
    await page.keyboard.press('Space')
    await tab('Publish')
    await page.keyboard.press('Enter')
    await page.getByText('“Concert” is published.').waitFor()
    expect(tabs).toBeLessThan(10)
    const { events } = (await service.get('/events?search=Concert&starts_after=2030-01-01')).body
    expect(events[0]).toMatchObject({
      start_date: '2030-05-04 19:30:00',
      end_date: '2030-05-04 22:00:00',
      venue: { venue: 'Komedia' },
      categories: [{ name: 'Music' }],
      description: 'Doors open at seven.',
    })
  })

  it('has nine stops up to saving, and after it one for each folded section, between which arrows move', async () => {
    const page = await newEvent()
    expect(await stopsToSave(page)).toHaveLength(9)
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Save as draft')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Online')
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toBe('Summary')
    await page.keyboard.press('ArrowUp')
    for (const _ of ['Save as draft', 'Publish']) await page.keyboard.press('Shift+Tab')
    expect(await focused(page)).toBe('Publish')
  })

  it('shows what has the focus beside the bar that saves, not below it', async () => {
    for (const look of [desktop, phone]) {
      const page = await service.desk(open, '/events/new', 'ada', look)
      await page.locator('[name=title]').focus()
      for (let stops = 0; stops < 60; stops++) {
        await page.keyboard.press('Tab')
        expect(await page.evaluate(BELOW_BAR)).toBe('')
      }
      const [last, bar] = [page.getByRole('button', { name: 'Show all fields' }), page.locator('.savebar')]
      await page.evaluate('scrollTo(0, document.body.scrollHeight)')
      await last.click({ trial: true })
      const ends = await page.evaluate(`(() => {
        const end = (selector) => document.querySelector(selector).getBoundingClientRect()
        return [Math.max(end('.folded').bottom, end('.narrow').bottom), end('.savebar').top]
      })()`)
      const [end = 0, top = 0] = ends as readonly number[]
      expect(end).toBeLessThanOrEqual(top)
      await bar.waitFor()
    }
  })

  it('moves by arrows among the choices of the time, and leaves out those that are folded away', async () => {
    const page = await newEvent()
    await page.locator('[name=all_day]').focus()
    const seen: string[] = []
    for (let count = 0; count < 4; count++) {
      await page.keyboard.press('ArrowRight')
      seen.push(await focused(page))
    }
    expect(seen).toEqual(['no_end_time', 'Time zone', 'recurrence', 'all_day'])
    await page.keyboard.press('ArrowLeft')
    expect(await focused(page)).toBe('recurrence')
    // It is the stop now, and keeps its own arrows.
    await page.keyboard.press('ArrowDown')
    expect(await page.locator('[name=recurrence]').inputValue()).toBe('day')
    await page.keyboard.press('Shift+Tab')
    expect(await focused(page)).toBe('End: time')
  })

  it('leads from the time of the end to its day by Home, and stops there where it is another day', async () => {
    const page = await newEvent()
    const end = page.getByLabel('End: time')
    await end.focus()
    await page.keyboard.press('Home')
    expect(await focused(page)).toBe('end_date')
    await page.keyboard.type('06052031')
    await page.keyboard.press('End')
    expect(await focused(page)).toBe('End: time')
    await page.keyboard.press('Shift+Tab')
    expect(await focused(page)).toBe('end_date')
    await page.keyboard.press('Shift+Tab')
    expect(await focused(page)).toBe('Start: time')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('end_date')
  })

  it('leads from a text to its buttons by Alt and F10, and back by Escape', async () => {
    const page = await newEvent()
    await page.locator('[data-name=description]').focus()
    await page.keyboard.type('Loud')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Alt+F10')
    expect(await focused(page)).toBe('Bold')
    await page.keyboard.press('ArrowLeft')
    expect(await focused(page)).toBe('Edit as HTML')
    await page.keyboard.press('ArrowLeft')
    expect(await focused(page)).toBe('Link')
    await page.keyboard.press('Escape')
    expect(await focused(page)).toBe('description')
    await page.keyboard.press('Alt+F10')
    await page.keyboard.press('Enter')
    const text = page.locator('[data-name=description]')
    expect(await text.innerHTML()).toMatch(/<(b|strong)>Loud</)
    // A heading is made, and taken back by the same button.
    for (const tag of ['h3', 'p']) {
      await page.getByRole('button', { name: 'Heading' }).click()
      expect(await text.innerHTML()).toMatch(new RegExp(`^<${tag}>`))
    }
  })
})
