/** Reads what people type into fields of dates and times, in all languages of the desk. Loaded with the first such field. */
import type { MomentKind } from '../../../domain/time/moment-forms.ts'
import { readDay, readTime, type UnreadReason } from '../../../domain/typed/moments.ts'
import '../main.tsx'
import { language } from '../words/index.ts'
import { todayOfSite } from './wall.ts'
import { order } from './written.ts'

/** The value of a field that a text means, or why it means none. */
type ReadMoment = { readonly value: string } | { readonly reason: UnreadReason }

/**
 * Reads a text that was typed into a field. A moment without a time has that of the value before it, or begins its day.
 * While a text is typed, the words of other languages than the desk's don't count: more letters may make another word of them.
 */
export function readMoment(
  kind: MomentKind,
  text: string,
  before: string,
  { isOfPast, isTyped }: { readonly isOfPast: boolean; readonly isTyped: boolean },
): ReadMoment {
  if (kind === 'time') {
    const value = readTime(text, { language, isTyped })
    return value === undefined ? { reason: 'unread' } : { value }
  }
  const read = readDay(text, { language, order, today: todayOfSite(), isOfPast, isTyped })
  if (typeof read === 'string') return { reason: read }
  if (kind === 'day') return read.time === undefined ? { value: read.day } : { reason: 'unread' }
  return { value: `${read.day} ${read.time ?? (before.slice(11, 16) || '00:00')}:00` }
}
