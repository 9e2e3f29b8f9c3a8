/** The daily tasks of editors: the shortest path of each and, if there is one, the path through the editor of events alone. */
import type { Locator } from 'playwright-core'
import type { CountingUser } from './counting-user.ts'

/** A path through a task: the page where it begins, its steps, and a text that the page shows at the end. */
export interface Path {
  readonly from: string
  readonly steps: (user: CountingUser) => Promise<void>
  readonly seen: string
}

export interface DeskTask {
  readonly what: string
  readonly short: Path
  /** The path without the feature. */
  readonly plain?: Path
}

const press = (user: CountingUser, name: string) =>
  user.click(user.page.getByRole('button', { name, exact: true }).filter({ visible: true }).last())

/** Fills the form of a new event, and creates it. */
async function newEvent(user: CountingUser, title: string, day: string, hour: string): Promise<void> {
  await user.click(user.page.getByRole('link', { name: 'New event' }).first())
  await user.type(user.page.getByLabel('Title'), title)
  await user.type(user.page.getByLabel('Start', { exact: true }), day)
  await user.type(user.page.getByLabel('Start: time'), hour)
  await press(user, 'Create')
  await user.page.getByRole('heading', { name: title }).waitFor()
}

const open = (user: CountingUser, title: string) =>
  user.click(user.page.getByRole('link', { name: title, exact: true }).first())

async function saved(user: CountingUser): Promise<void> {
  const response = user.page.waitForResponse((one) => one.request().method() === 'PATCH')
  await press(user, 'Save')
  await response
  await user.page.getByText('Nothing to save').waitFor()
}

/** Changes the events that a checkbox of the list selects. */
async function changeChosen(
  user: CountingUser,
  box: string,
  fill: (dialog: Locator) => Promise<void>,
): Promise<void> {
  await user.click(user.page.getByLabel(box))
  await press(user, 'Change…')
  const dialog = user.page.getByRole('dialog')
  await fill(dialog)
  await user.click(dialog.getByRole('button', { name: 'Change', exact: true }))
}

const dates = ['2026-12-05', '2026-12-12', '2026-12-19']
/** The titles of the ten events of one task. */
export const rows: readonly string[] = Array.from({ length: 10 }, (_, number) => `Row ${number}`)

export const deskTasks: readonly DeskTask[] = [
  {
    what: 'repeat an event on three dates',
    short: {
      from: '/events?q=Flea',
      async steps(user) {
        await open(user, 'Flea market')
        await press(user, 'Duplicate')
        const dialog = user.page.getByRole('dialog')
        for (const [at, day] of dates.entries()) {
          if (at > 0) await user.click(dialog.getByRole('button', { name: 'Add a date' }))
          await user.type(dialog.getByLabel(`Date ${at + 1}`), day)
        }
        await user.click(dialog.getByRole('button', { name: 'Create copies' }))
      },
      seen: '3 copies created.',
    },
    plain: {
      from: '/events',
      async steps(user) {
        for (const day of dates) await newEvent(user, 'Flea fair', day, '09:00')
      },
      seen: 'Flea fair',
    },
  },
  {
    what: 'add a concert after a telephone call',
    short: {
      from: '/',
      async steps(user) {
        await press(user, 'Quick add')
        const dialog = user.page.getByRole('dialog')
        await user.type(dialog.getByRole('textbox').first(), 'Concert Friday 8pm at Komedia')
        await user.click(dialog.getByRole('button', { name: 'Continue' }))
        await user.click(dialog.getByRole('button', { name: 'Create the event' }))
      },
      seen: 'Concert',
    },
    plain: {
      from: '/',
      async steps(user) {
        await user.click(user.page.getByRole('link', { name: 'Events', exact: true }).first())
        await newEvent(user, 'Concerto', '2026-11-20', '20:00')
        await user.type(user.page.getByRole('combobox', { name: 'Venue' }), 'Komedia')
        await user.click(user.page.getByRole('option', { name: 'Komedia' }).first())
        await saved(user)
      },
      seen: 'Concerto',
    },
  },
  {
    what: 'move an event by a day',
    short: {
      from: '/events?q=Herons',
      async steps(user) {
        await changeChosen(user, 'Select The Herons', (dialog) =>
          user.type(dialog.getByLabel('Move by days'), '1'),
        )
      },
      seen: '1 event changed.',
    },
    plain: {
      from: '/events?q=Herons',
      async steps(user) {
        await open(user, 'The Herons')
        await user.type(user.page.getByLabel('Start', { exact: true }), '2026-11-24')
        await user.type(user.page.getByLabel('End', { exact: true }), '2026-11-24')
        await saved(user)
      },
      seen: 'The Herons',
    },
  },
  {
    what: 'put ten events into a category',
    short: {
      from: '/events?q=Row',
      async steps(user) {
        await changeChosen(user, 'Select all', (dialog) =>
          user.choose(dialog.getByLabel('Add category'), 'Sport'),
        )
      },
      seen: '10 events changed.',
    },
    plain: {
      from: '/events?q=Row',
      async steps(user) {
        for (const title of rows) {
          await open(user, title)
          await user.click(user.page.getByLabel('Talks'))
          await saved(user)
          // Returning to the list is not counted.
          await user.page.goto(new URL('/desk/events?q=Row', user.page.url()).href)
        }
      },
      seen: 'Row 0',
    },
  },
  {
    what: 'make one of two entries of the same venue',
    short: {
      from: '/venues?q=Komedi',
      async steps(user) {
        for (const name of ['Komedia', 'Komedia Club'])
          await user.click(user.page.getByLabel(`Select ${name}`, { exact: true }))
        await press(user, 'Merge…')
        await user.click(user.page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }))
      },
      seen: '1 entry is merged',
    },
  },
]
