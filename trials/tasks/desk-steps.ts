/** The daily tasks of editors: the shortest path of each and, if there is one, the path through the editor of events alone. */
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

/** Goes to the next row of a list, which is the one with a title. */
async function focusedRow(user: CountingUser, title: string): Promise<void> {
  const link = user.page.getByRole('link', { name: title, exact: true }).first()
  await link.waitFor()
  await user.press('j')
  await link.and(user.page.locator(':focus')).waitFor()
}

/** Selects the next row of a list. */
async function chosenRow(user: CountingUser, title: string): Promise<void> {
  await focusedRow(user, title)
  await user.press('x')
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
        await chosenRow(user, 'Flea market')
        await user.press('d')
        const dialog = user.page.getByRole('dialog')
        await user.keys('12052026')
        for (const at of [2, 3]) {
          await user.click(dialog.getByRole('button', { name: 'Add a date' }))
          await dialog.getByLabel(`Date ${at}`).waitFor()
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
        await user.page.getByRole('heading', { name: 'Overview' }).waitFor()
        await user.press('q')
        await user.page.getByRole('dialog').waitFor()
        await user.keys('Concert Friday 8pm at Komedia')
        await user.press('Enter')
        await user.page.getByRole('button', { name: 'Create the event' }).waitFor()
        await user.press('Enter')
        await user.page.getByRole('heading', { name: 'Concert', exact: true }).waitFor()
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
    what: 'add a concert with its place and its category',
    short: {
      from: '/events',
      async steps(user) {
        await user.page.locator('.events tbody tr').first().waitFor()
        await user.press('n')
        await user.page.locator('[name=title]:focus').waitFor()
        await user.page.getByRole('checkbox', { name: 'Families' }).waitFor()
        await user.keys('Evensong')
        await user.press('Tab')
        await user.keys('12052026')
        await user.press('Tab')
        await user.keys('0730PM')
        for (const _ of ['the end', 'its choices', 'the venue']) await user.press('Tab')
        await user.keys('Komed')
        await user.page.getByRole('option', { name: 'Komedia' }).first().waitFor()
        await user.press('Enter')
        await user.press('Tab')
        await user.press('Space')
        await user.press('Control+s')
      },
      seen: '“Evensong” is saved.',
    },
    plain: {
      from: '/events',
      async steps(user) {
        await user.click(user.page.getByRole('link', { name: 'New event' }).first())
        await user.type(user.page.getByLabel('Title'), 'Evening song')
        await user.type(user.page.getByLabel('Start', { exact: true }), '2026-12-05')
        await user.type(user.page.getByLabel('Start: time'), '19:30')
        await user.type(user.page.getByRole('combobox', { name: 'Venue' }), 'Komed')
        await user.click(user.page.getByRole('option', { name: 'Komedia' }).first())
        await user.click(user.page.getByRole('checkbox', { name: 'Families' }))
        await press(user, 'Create')
      },
      seen: '“Evening song” is saved.',
    },
  },
  {
    what: 'move an event by a day',
    short: {
      from: '/events?q=Herons',
      async steps(user) {
        await focusedRow(user, 'The Herons')
        await user.press('Shift+ArrowRight')
      },
      seen: '“The Herons” now starts',
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
        await user.page.getByRole('link', { name: 'Row 9' }).waitFor()
        await user.press('a')
        await user.press('Control+k')
        await user.keys('sport')
        await user.page.getByRole('option', { name: 'Add category: Sport' }).waitFor()
        await user.press('Enter')
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
      from: '/venues',
      async steps(user) {
        await user.page.getByRole('link', { name: 'Dome' }).waitFor()
        await user.press('/')
        await user.keys('komed')
        await user.page.getByRole('link', { name: 'Dome' }).waitFor({ state: 'detached' })
        await user.press('Escape')
        for (const name of ['Komedia', 'Komedia Club']) await chosenRow(user, name)
        await user.press('m')
        await user.page.getByRole('dialog').getByRole('radio').first().waitFor()
        await user.press('Enter')
      },
      seen: '1 entry is merged',
    },
  },
  {
    what: 'move an event to the trash',
    short: {
      from: '/events?q=Late%20show',
      async steps(user) {
        await chosenRow(user, 'Late show')
        await user.press('Delete')
      },
      seen: '1 event is in the trash.',
    },
    plain: {
      from: '/events?q=Paper',
      async steps(user) {
        await open(user, 'Paper boats')
        await press(user, 'Move to trash')
      },
      seen: '1 event is in the trash.',
    },
  },
  {
    what: 'cancel everything on Saturday because of a storm',
    short: {
      from: '/events?when=between&from=2026-11-28&to=2026-11-28&dates=each',
      async steps(user) {
        await user.page.locator('.events tbody tr').nth(3).waitFor()
        await user.press('a')
        await user.press('o')
        await user.press('Tab')
        await user.keys('Storm')
        await user.press('Enter')
      },
      seen: 'events changed.',
    },
    plain: {
      from: '/events?when=between&from=2026-11-27&to=2026-11-27&dates=each',
      async steps(user) {
        await user.page.locator('.events tbody tr').nth(3).waitFor()
        const titles = await user.page.locator('.events tbody th a').allTextContents()
        for (const title of titles) {
          await open(user, title)
          await user.click(user.page.getByRole('button', { name: 'Cancel the event', exact: true }))
          await user.page.locator('[name=status_reason]:focus').waitFor()
          await user.keys('Storm')
          await saved(user)
          // Returning to the list is not counted.
          await user.page.goto(
            new URL('/desk/events?when=between&from=2026-11-27&to=2026-11-27&dates=each', user.page.url())
              .href,
          )
        }
      },
      seen: 'Event',
    },
  },
]
