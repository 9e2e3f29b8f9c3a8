/** Five tasks of readers of a calendar, and their steps from the page of a month. */
import type { Hand } from './hand.ts'

export interface Task {
  readonly what: string
  readonly steps: (hand: Hand) => Promise<void>
  /** A text that the page must show afterwards, and one that it must not show. */
  readonly seen: string
  readonly unseen?: string
}

const filters = (hand: Hand) => hand.click(hand.page.locator('summary').getByText('Filters'))
const search = (hand: Hand) => hand.click(hand.page.getByRole('button', { name: 'Search' }))

export const tasks: readonly Task[] = [
  {
    what: 'a concert this weekend',
    async steps(hand) {
      await hand.click(hand.page.getByRole('link', { name: 'This weekend' }))
      await filters(hand)
      await hand.choose(hand.page.getByLabel('Category'), 'Music')
      await search(hand)
    },
    seen: 'The Herons',
    unseen: 'Puppets',
  },
  {
    what: 'free things for children on Sunday',
    async steps(hand) {
      await hand.click(hand.page.getByRole('link', { name: 'This weekend' }))
      await filters(hand)
      await hand.choose(hand.page.getByLabel('Tag'), 'children')
      await hand.click(hand.page.getByLabel('Free only'))
      await search(hand)
    },
    seen: 'Paper boats',
    unseen: 'Puppets',
  },
  {
    what: 'subscribe to jazz only',
    async steps(hand) {
      await hand.click(hand.page.locator('.legend-of-colours').getByRole('link', { name: 'Jazz' }))
      await hand.click(hand.page.locator('.follow a').first())
    },
    seen: 'Jazz',
  },
  {
    what: 'what is on at the Komedia',
    async steps(hand) {
      await hand.click(hand.page.getByRole('link', { name: 'Search' }))
      await hand.type(hand.page.getByLabel('What are you looking for?'), 'Komedia')
    },
    seen: 'Late show',
    unseen: 'The Herons',
  },
  {
    what: 'is the market cancelled?',
    async steps(hand) {
      await hand.click(hand.page.getByRole('link', { name: 'Search' }))
      await hand.type(hand.page.getByLabel('What are you looking for?'), 'market')
    },
    seen: 'Cancelled',
    unseen: 'Puppets',
  },
]
