/** Six tasks of readers, and their steps. */
import type { CountingUser } from './counting-user.ts'

export interface Task {
  readonly what: string
  /** The page that the reader begins on; the front page if none is named. */
  readonly from?: string
  readonly steps: (user: CountingUser) => Promise<void>
  /** A text that the page shows at the end, and one that it does not show. */
  readonly seen: string
  readonly unseen?: string
}

const chip = (user: CountingUser, name: string) =>
  user.click(user.page.locator('.row').getByRole('link', { name, exact: true }))

/** Opens a menu of the row and chooses from it. */
async function choose(user: CountingUser, menu: string, name: string): Promise<void> {
  await user.click(user.page.locator('.row summary').filter({ hasText: menu }))
  await user.click(user.page.locator('.row .panel').getByRole('link', { name, exact: true }))
}

async function searchFor(user: CountingUser, text: string): Promise<void> {
  await user.type(user.page.getByLabel('What are you looking for?').first(), text)
  await user.click(user.page.getByRole('button', { name: 'Search' }).first())
}

export const tasks: readonly Task[] = [
  {
    what: 'a concert this weekend',
    async steps(user) {
      await chip(user, 'This weekend')
      await choose(user, 'Category', 'Music')
    },
    seen: 'The Herons',
    unseen: 'Puppets',
  },
  {
    what: 'free things for children on Sunday',
    async steps(user) {
      await chip(user, 'This weekend')
      await choose(user, 'Category', 'Families')
      await chip(user, 'Free')
    },
    seen: 'Paper boats',
    unseen: 'Puppets',
  },
  {
    what: 'what is on tonight',
    steps: (user) => chip(user, 'Tonight'),
    seen: 'Lantern walk',
    unseen: 'The Herons',
  },
  {
    what: 'subscribe to jazz only',
    from: '/calendar/',
    async steps(user) {
      await user.click(user.page.locator('.legend-of-colours').getByRole('link', { name: 'Jazz' }))
      await user.click(user.page.locator('.follow a').first())
    },
    seen: 'Jazz',
  },
  {
    what: 'what is on at the Komedia',
    steps: (user) => searchFor(user, 'Komedia'),
    seen: 'Late show',
    unseen: 'The Herons',
  },
  {
    what: 'is the market cancelled?',
    steps: (user) => searchFor(user, 'market'),
    seen: 'Cancelled',
    unseen: 'Puppets',
  },
]
