/** Five tasks of readers, and their steps from the month of the calendar. */
import type { CountingUser } from './counting-user.ts'

export interface Task {
  readonly what: string
  readonly steps: (user: CountingUser) => Promise<void>
  /** A text that the page shows at the end, and one that it does not show. */
  readonly seen: string
  readonly unseen?: string
}

const filters = (user: CountingUser) => user.click(user.page.locator('summary').getByText('Filters'))
const search = (user: CountingUser) => user.click(user.page.getByRole('button', { name: 'Search' }))

async function searchFor(user: CountingUser, text: string): Promise<void> {
  await user.click(user.page.getByRole('link', { name: 'Search' }))
  await user.type(user.page.getByLabel('What are you looking for?'), text)
}

export const tasks: readonly Task[] = [
  {
    what: 'a concert this weekend',
    async steps(user) {
      await user.click(user.page.getByRole('link', { name: 'This weekend' }))
      await filters(user)
      await user.choose(user.page.getByLabel('Category'), 'Music')
      await search(user)
    },
    seen: 'The Herons',
    unseen: 'Puppets',
  },
  {
    what: 'free things for children on Sunday',
    async steps(user) {
      await user.click(user.page.getByRole('link', { name: 'This weekend' }))
      await filters(user)
      await user.choose(user.page.getByLabel('Tag'), 'children')
      await user.click(user.page.getByLabel('Free only'))
      await search(user)
    },
    seen: 'Paper boats',
    unseen: 'Puppets',
  },
  {
    what: 'subscribe to jazz only',
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
