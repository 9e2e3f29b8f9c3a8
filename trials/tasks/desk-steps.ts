/** Daily tasks of editors: each with the shortcuts of the desk and, if possible, with the form of an event only. */
import type { Locator } from 'playwright-core'
import type { Hand } from './hand.ts'

/** A way to do a task: the page where it begins, the steps, and the text that the page must show afterwards. */
export interface Way {
  readonly from: string
  readonly steps: (hand: Hand) => Promise<void>
  readonly seen: string
}

export interface DeskTask {
  readonly what: string
  readonly short: Way
  /** Without the feature. */
  readonly plain?: Way
}

const press = (hand: Hand, name: string) =>
  hand.click(hand.page.getByRole('button', { name, exact: true }).filter({ visible: true }).last())

/** Fills the form of a new event, and creates it. */
async function newEvent(hand: Hand, title: string, day: string, hour: string): Promise<void> {
  await hand.click(hand.page.getByRole('link', { name: 'New event' }).first())
  await hand.type(hand.page.getByLabel('Title'), title)
  await hand.type(hand.page.getByLabel('Start', { exact: true }), day)
  await hand.type(hand.page.getByLabel('Start: time'), hour)
  await press(hand, 'Create')
  await hand.page.getByRole('heading', { name: title }).waitFor()
}

const open = (hand: Hand, title: string) =>
  hand.click(hand.page.getByRole('link', { name: title, exact: true }).first())

async function saved(hand: Hand): Promise<void> {
  const answered = hand.page.waitForResponse((one) => one.request().method() === 'PATCH')
  await press(hand, 'Save')
  await answered
  await hand.page.getByText('Nothing to save').waitFor()
}

/** Changes the events that a box of the list chooses. */
async function changeChosen(
  hand: Hand,
  box: string,
  fill: (dialog: Locator) => Promise<void>,
): Promise<void> {
  await hand.click(hand.page.getByLabel(box))
  await press(hand, 'Change…')
  const dialog = hand.page.getByRole('dialog')
  await fill(dialog)
  await hand.click(dialog.getByRole('button', { name: 'Change', exact: true }))
}

const dates = ['2026-12-05', '2026-12-12', '2026-12-19']
/** The titles of the ten events of one task. */
export const rows: readonly string[] = Array.from({ length: 10 }, (_, number) => `Row ${number}`)

export const deskTasks: readonly DeskTask[] = [
  {
    what: 'repeat an event on three dates',
    short: {
      from: '/events?q=Flea',
      async steps(hand) {
        await open(hand, 'Flea market')
        await press(hand, 'Duplicate')
        const dialog = hand.page.getByRole('dialog')
        for (const [at, day] of dates.entries()) {
          if (at > 0) await hand.click(dialog.getByRole('button', { name: 'Add a date' }))
          await hand.type(dialog.getByLabel(`Date ${at + 1}`), day)
        }
        await hand.click(dialog.getByRole('button', { name: 'Create copies' }))
      },
      seen: '3 copies created.',
    },
    plain: {
      from: '/events',
      async steps(hand) {
        for (const day of dates) await newEvent(hand, 'Flea fair', day, '09:00')
      },
      seen: 'Flea fair',
    },
  },
  {
    what: 'add a concert that was told on the telephone',
    short: {
      from: '/',
      async steps(hand) {
        await press(hand, 'Quick add')
        const dialog = hand.page.getByRole('dialog')
        await hand.type(dialog.getByRole('textbox').first(), 'Concert Friday 8pm at Komedia')
        await hand.click(dialog.getByRole('button', { name: 'Continue' }))
        await hand.click(dialog.getByRole('button', { name: 'Create the event' }))
      },
      seen: 'Concert',
    },
    plain: {
      from: '/',
      async steps(hand) {
        await hand.click(hand.page.getByRole('link', { name: 'Events', exact: true }).first())
        await newEvent(hand, 'Concerto', '2026-11-20', '20:00')
        await hand.type(hand.page.getByRole('combobox', { name: 'Venue' }), 'Komedia')
        await hand.click(hand.page.getByRole('option', { name: 'Komedia' }).first())
        await saved(hand)
      },
      seen: 'Concerto',
    },
  },
  {
    what: 'move an event by a day',
    short: {
      from: '/events?q=Herons',
      async steps(hand) {
        await changeChosen(hand, 'Select The Herons', (dialog) =>
          hand.type(dialog.getByLabel('Move by days'), '1'),
        )
      },
      seen: '1 event changed.',
    },
    plain: {
      from: '/events?q=Herons',
      async steps(hand) {
        await open(hand, 'The Herons')
        await hand.type(hand.page.getByLabel('Start', { exact: true }), '2026-11-24')
        await hand.type(hand.page.getByLabel('End', { exact: true }), '2026-11-24')
        await saved(hand)
      },
      seen: 'The Herons',
    },
  },
  {
    what: 'put ten events into a category',
    short: {
      from: '/events?q=Row',
      async steps(hand) {
        await changeChosen(hand, 'Select all', (dialog) =>
          hand.choose(dialog.getByLabel('Add category'), 'Sport'),
        )
      },
      seen: '10 events changed.',
    },
    plain: {
      from: '/events?q=Row',
      async steps(hand) {
        for (const title of rows) {
          await open(hand, title)
          await hand.click(hand.page.getByLabel('Talks'))
          await saved(hand)
          // The way back to the list is not counted.
          await hand.page.goto(new URL('/desk/events?q=Row', hand.page.url()).href)
        }
      },
      seen: 'Row 0',
    },
  },
  {
    what: 'make one of two entries of the same venue',
    short: {
      from: '/venues?q=Komedi',
      async steps(hand) {
        for (const name of ['Komedia', 'Komedia Club'])
          await hand.click(hand.page.getByLabel(`Select ${name}`, { exact: true }))
        await press(hand, 'Merge…')
        await hand.click(hand.page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }))
      },
      seen: '1 entry is merged',
    },
  },
]
