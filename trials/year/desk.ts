/** A secretary at the desk in a browser: creates events and series, changes one date or all following ones, and removes one. */
import type { Page } from 'playwright-core'

/** A new event: its first date, and other fields that are filled in before it is saved. */
interface NewEvent {
  readonly title: string
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** `HH:MM`; undefined for all-day events. */
  readonly from?: string
  readonly to?: string
  /** The last day, if it differs from the first. */
  readonly until?: string
  /** Fills in the rule; absent for a single event. */
  repeat?(page: Page): Promise<void>
}

export interface Secretary {
  create(event: NewEvent): Promise<void>
  /** Changes the event of that title and day, and chooses the scope of the change. */
  change(
    title: string,
    day: string,
    scope: 'Only this date' | 'This and the following dates',
    fields: Readonly<Record<string, string>>,
  ): Promise<void>
  /** Moves the event of that title and day to the trash, this date alone. */
  remove(title: string, day: string): Promise<void>
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** Opens the fields of the rule. `ends` is its last day, or the number of its dates. */
export async function repeats(page: Page, every: string, ends: string | number): Promise<void> {
  await field(page, 'Repeats').selectOption(every)
  const isDay = typeof ends === 'string'
  await field(page, 'Ends').selectOption(isDay ? 'On a date' : 'After a number of dates')
  await field(page, isDay ? 'Last day' : 'Number of dates').fill(String(ends))
}

/** Adds a date at the start time of the series. `shown` is how the preview names it. */
export async function addDate(page: Page, day: string, shown: RegExp): Promise<void> {
  await field(page, 'Add a date').fill(day)
  await page.getByRole('button', { name: 'Add the date' }).click()
  await page.locator('.dates').getByText(shown).first().waitFor()
}

/** Returns a secretary at the desk of a service. `idOf` finds an event by its title and day. */
export function secretaryAt(
  base: string,
  page: Page,
  idOf: (title: string, day: string) => Promise<number>,
): Secretary {
  const open = async (title: string, day: string) => {
    await page.goto(`${base}/desk/events/${await idOf(title, day)}`)
    await page.getByRole('heading', { name: title }).waitFor()
  }
  const answer = async (scope: string, button: string) => {
    const dialog = page.getByRole('dialog')
    // The label goes on with how many dates that are.
    await dialog.getByLabel(scope).check()
    await dialog.getByRole('button', { name: button }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  return {
    async create({ title, day, from, to, until, repeat }) {
      await page.goto(`${base}/desk/events/new`)
      await field(page, 'Title').fill(title)
      if (from === undefined) await field(page, 'All day').check()
      await field(page, 'Start').fill(day)
      if (from !== undefined) await field(page, 'Start: time').fill(from)
      if (until !== undefined) await field(page, 'End').fill(until)
      if (to !== undefined) await field(page, 'End: time').fill(to)
      if (repeat !== undefined) {
        await repeat(page)
        await page.locator('.dates ol li').first().waitFor()
      }
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await page.waitForURL(/\/desk\/events\/\d+$/)
    },
    async change(title, day, scope, fields) {
      await open(title, day)
      for (const [label, value] of Object.entries(fields)) await field(page, label).fill(value)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await answer(scope, 'Save')
      await page.getByText('Saved').or(page.getByText('is saved')).first().waitFor()
    },
    async remove(title, day) {
      await open(title, day)
      await page.getByLabel('More actions').click()
      await page.getByRole('button', { name: 'Move to trash' }).click()
      await answer('Only this date', 'Move to trash')
      await page.getByText('is in the trash').first().waitFor()
    },
  }
}
