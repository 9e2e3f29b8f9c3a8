/** How much one event resembles another: for reviewers and writers, who should not publish one twice (contract §14). */
import { foldedText } from '../text/letters.ts'

interface Side {
  readonly title: string
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** The name of the venue; "" for none. */
  readonly venue: string
}

/** The least share of words that makes titles alike. */
const LIKE = 0.5

const wordsOf = (title: string): ReadonlySet<string> =>
  new Set(
    foldedText(title)
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((word) => word !== ''),
  )

/** The share of words that two titles have in common, from 0 to 1. */
function likeness(a: string, b: string): number {
  const [one, other] = [wordsOf(a), wordsOf(b)]
  const common = [...one].filter((word) => other.has(word)).length
  const all = one.size + other.size - common
  return all === 0 ? 0 : common / all
}

/** Returns 0 for events that are not alike; the more, the more alike: titles, then the same day, then the same venue. */
export function resemblanceOfEvents(a: Side, b: Side): number {
  const titles = likeness(a.title, b.title)
  const isSameDay = a.day === b.day
  const isSameVenue = a.venue !== '' && foldedText(a.venue) === foldedText(b.venue)
  if (titles < LIKE && !(isSameDay && isSameVenue)) return 0
  return titles * 2 + (isSameDay ? 1 : 0) + (isSameVenue ? 0.5 : 0)
}
