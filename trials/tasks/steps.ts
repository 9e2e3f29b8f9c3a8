/** Thirteen tasks of readers with a telephone, and their steps, at the hours at which they are done. */

import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'

/** When the tasks are done: by day, after the last thing of the evening, in the night, and when a weekend ends. In UTC, the zone of the town. */
export const hours = {
  morning: '2026-11-18T09:10:00Z',
  afterTheEnd: '2026-11-18T21:40:00Z',
  night: '2026-11-19T01:30:00Z',
  sundayEvening: '2026-11-22T19:30:00Z',
} as const
export type Hour = keyof typeof hours

export const isHour = (text: string): text is Hour => text in hours

/** A text, or one for each hour at which it differs from that of the morning. */
type ByHour = string | (Readonly<Partial<Record<Hour, string>>> & { readonly morning: string })

export const textAtHour = (text: ByHour, hour: Hour): string =>
  typeof text === 'string' ? text : (text[hour] ?? text.morning)

export interface Task {
  readonly what: string
  /** The page that the reader begins on; the front page if none is named. */
  readonly from?: string
  readonly steps: (user: CountingUser) => Promise<void>
  /** A text that the page shows at the end, and one that it does not show. */
  readonly seen: ByHour
  readonly unseen?: string
  /** The part of the page that says it first, where that matters: its text contains what is to be seen. */
  readonly first?: ByHour
  /** The most taps and swipes, by default one, and the most seconds, of the design. */
  readonly goal: { readonly taps: number; readonly swipes?: number; readonly seconds?: number }
}

const chip = (user: CountingUser, name: string) =>
  user.click(user.page.locator('.row').getByRole('link', { name, exact: true }))

const inMain = (page: Page) => page.locator('main')

async function searchFor(user: CountingUser, text: string): Promise<void> {
  await user.type(user.page.getByLabel('What are you looking for?').first(), text)
  await user.click(inMain(user.page).getByRole('button', { name: 'Search' }).first())
}

/** Opens a menu and chooses from it. */
async function choose(user: CountingUser, menu: string, name: string): Promise<void> {
  await user.click(user.page.locator('summary').filter({ hasText: menu }).first())
  await user.click(user.page.locator('.panel').getByRole('link', { name }).first())
}

async function submit(user: CountingUser): Promise<void> {
  const { page } = user
  const next = () => user.click(page.getByRole('button', { name: 'Continue' }))
  await user.click(page.getByRole('link', { name: 'Submit an event' }).filter({ visible: true }).first())
  await user.type(page.getByLabel('Title'), 'Choir in the park')
  await user.type(page.getByLabel('Begins'), '2026-12-12T19:30')
  await next()
  await user.type(page.getByLabel('Place', { exact: true }), 'Komedia')
  await next()
  await user.type(page.getByLabel('Your name'), 'Ada Green')
  await next()
  await user.click(page.getByRole('button', { name: 'Submit', exact: true }))
}

export const tasks: readonly Task[] = [
  {
    what: 'a concert this weekend',
    async steps(user) {
      await chip(user, 'This weekend')
      await chip(user, 'Music')
    },
    seen: { morning: 'The Herons', sundayEvening: 'Last waltz' },
    unseen: 'Puppets',
    goal: { taps: 2 },
  },
  {
    what: 'free things for children on Sunday',
    async steps(user) {
      await chip(user, 'This weekend')
      await chip(user, 'Families')
      await chip(user, 'Free')
    },
    seen: { morning: 'Paper boats', sundayEvening: 'Shadow play' },
    unseen: 'Puppets',
    goal: { taps: 3, swipes: 2 },
  },
  {
    what: 'what is on tonight',
    steps: (user) => chip(user, 'Tonight'),
    seen: {
      morning: 'Lantern walk',
      afterTheEnd: 'Night swim',
      night: 'Row 0',
      sundayEvening: 'Last waltz',
    },
    unseen: 'The Herons',
    goal: { taps: 1 },
  },
  {
    what: 'what is on at the Komedia, with the venue',
    steps: (user) => searchFor(user, 'Komedia'),
    seen: 'Late show',
    unseen: 'The Herons',
    first: '.found-items li:first-child:has-text("Komedia")',
    goal: { taps: 2 },
  },
  {
    what: 'the same, with a letter missing',
    steps: (user) => searchFor(user, 'komdia'),
    seen: 'Late show',
    unseen: 'The Herons',
    first: '.found-items li:first-child:has-text("Komedia")',
    goal: { taps: 2 },
  },
  {
    what: 'is the market cancelled?',
    steps: (user) => searchFor(user, 'market'),
    seen: 'Cancelled',
    unseen: 'Puppets',
    first: '.entries > li:first-child :text-matches("Cancelled")',
    goal: { taps: 2 },
  },
  {
    what: 'the same, from a link to the event',
    from: '/event/flea-market/',
    steps: async () => {},
    seen: 'Cancelled',
    unseen: 'Add to calendar',
    first: 'main > article :text-matches("^Cancelled")',
    goal: { taps: 0 },
  },
  {
    what: 'directions to an event',
    from: '/event/choir-night/',
    steps: (user) => user.click(inMain(user.page).getByRole('link', { name: 'Directions' }).first()),
    seen: '',
    goal: { taps: 1 },
  },
  {
    what: 'subscribe to jazz only',
    async steps(user) {
      await user.click(user.page.locator('.tile-row').getByRole('link', { name: 'Jazz' }))
      await user.click(user.page.locator('.following summary'))
    },
    seen: 'Google',
    goal: { taps: 2, swipes: 2 },
  },
  {
    what: 'put an event into my calendar',
    from: '/event/choir-night/',
    async steps(user) {
      const file = user.page.waitForEvent('download')
      await choose(user, 'Add to calendar', 'Download')
      await file
    },
    seen: 'Choir night',
    goal: { taps: 2 },
  },
  {
    what: 'keep an event, and find it again',
    from: '/event/choir-night/',
    async steps(user) {
      await user.click(inMain(user.page).locator('.star').first())
      await user.click(user.page.getByRole('link', { name: 'Favourites' }).first())
    },
    seen: 'Choir night',
    unseen: 'Puppets',
    goal: { taps: 2 },
  },
  {
    what: 'the next date of a course that one has missed',
    from: '/event/yoga-2026-10-15/',
    steps: (user) => user.click(user.page.locator('.following a').first()),
    seen: 'Add to calendar',
    first: {
      morning: '.event-when:has-text("19")',
      sundayEvening: '.event-when:has-text("26")',
    },
    goal: { taps: 1 },
  },
  {
    what: 'submit an event at a known place',
    steps: submit,
    seen: 'Your event has arrived',
    // On telephones the front page invites below what is on.
    goal: { taps: 9, swipes: 5, seconds: 90 },
  },
]

// A simulated user in a browser, who counts clicks, keys and swipes.

/** Seconds of the keystroke-level model (Card, Moran and Newell): to decide, to point, to press, and to type a letter. */
const DECIDE = 1.35
const POINT = 1.1
const PRESS = 0.2
const TYPE = 0.28
/** Seconds to move a page by a swipe and to look at what came, and the share of the window that a swipe moves. */
const SWIPE = 1.3
const SWIPED = 0.8

export interface ActionCounts {
  readonly clicks: number
  readonly keys: number
  /** The moves of the page, down, up or sideways, until what is looked for is in the window. */
  readonly swipes: number
  readonly seconds: number
}

export interface CountingUser {
  readonly page: Page
  click(what: Locator): Promise<void>
  /** Clicks into a field and types. Hyphens of dates are not counted. */
  type(field: Locator, text: string): Promise<void>
  /** Types where the focus is. */
  keys(text: string): Promise<void>
  /** Opens a list and chooses an option: two clicks. */
  choose(list: Locator, label: string): Promise<void>
  /** Presses keys together, such as `Control+s`: each counts. */
  press(keys: string): Promise<void>
  /** Moves the page until something is in the window. */
  find(what: Locator): Promise<void>
  counts(): ActionCounts
}

/** Returns a user of a page. */
export function countingUser(page: Page): CountingUser {
  let [clicks, keys, swipes] = [0, 0, 0]
  const find = async (what: Locator) => {
    await what.waitFor({ state: 'attached' })
    const box = await what.boundingBox()
    const window = page.viewportSize()
    if (box === null || window === null) return
    // What begins in the window is found: a reader need not see all of it.
    const away = (from: number, size: number, room: number) =>
      from < 0 ? -from : Math.max(0, from + Math.min(size, 24) - room)
    const down = away(box.y, box.height, window.height)
    const sideways = away(box.x, box.width, window.width)
    swipes += Math.ceil(down / (window.height * SWIPED)) + Math.ceil(sideways / (window.width * SWIPED))
    await what.scrollIntoViewIfNeeded()
  }
  return {
    page,
    find,
    async click(what) {
      clicks += 1
      await find(what)
      await what.click()
    },
    async type(field, text) {
      clicks += 1
      await find(field)
      keys += text.replaceAll('-', '').length
      await field.fill(text)
    },
    async keys(text) {
      keys += text.length
      await page.keyboard.type(text)
    },
    async choose(list, label) {
      clicks += 2
      await list.selectOption({ label })
    },
    async press(together) {
      keys += together.split('+').length
      await page.keyboard.press(together)
    },
    counts: () => ({
      clicks,
      keys,
      swipes,
      seconds: clicks * (DECIDE + POINT + PRESS) + keys * TYPE + swipes * SWIPE,
    }),
  }
}

// A clip: pictures of a page, one after the other, as an animated WebP.

/** The size of a picture of a clip, in pixels. */
const SIZE = { width: 800, height: 500 }
/** For how long a picture is shown, in milliseconds: the last one longer. */
const SHOWN = 900
const LAST = 2500

interface Clip {
  /** Adds what a page shows. A picture that is as the last one is left out. */
  add(page: Page): Promise<void>
  /** Returns the WebP. */
  webp(): Promise<Buffer>
}

/** Begins a clip without pictures. */
export function newClip(): Clip {
  const pictures: Buffer[] = []
  return {
    async add(page) {
      await page.waitForLoadState('networkidle')
      const png = await sharp(await page.screenshot())
        .resize(SIZE)
        .png()
        .toBuffer()
      if (pictures.at(-1)?.equals(png) !== true) pictures.push(png)
    },
    webp: () =>
      sharp(pictures, { join: { animated: true } })
        .webp({
          quality: 60,
          effort: 6,
          delay: pictures.map((_, at) => (at === pictures.length - 1 ? LAST : SHOWN)),
        })
        .toBuffer(),
  }
}
