/** Parses values of other servers. */
import { plainTextOf } from '../../domain/text/plain-text.ts'
import type { SentObject } from '../import/sent-line.ts'

/** Returns a text. Some servers write texts as `{ rendered }`, and an empty one as null or false. */
export function textOfValue(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'rendered' in value) return textOfValue(value.rendered)
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** Returns a title or name in one line, with entities decoded. */
export const plainTextLineOfValue = (value: unknown) =>
  plainTextOf(textOfValue(value)).replace(/\s+/g, ' ').trim()

/** Returns an id from a number or digits; undefined for anything else. */
export function idOfValue(value: unknown): number | undefined {
  const id = Number(typeof value === 'string' && value.trim() === '' ? Number.NaN : value)
  return typeof value !== 'boolean' && Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** Returns a boolean, also from a word or number. */
export const booleanOfValue = (value: unknown) =>
  value === true || value === 1 || /^(?:1|true|yes|on)$/i.test(textOfValue(value))
/** `2027-05-04 18:00:00`. */
export const isTimestamp = (text: string) => /^\d{4}(-\d\d){2} \d\d(:\d\d){2}$/.test(text)

/** Returns a slug. Some servers percent-encode it. */
export function slugOfValue(value: unknown): string {
  const slug = textOfValue(value)
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}

/** Returns the members that have a value. */
export function withoutEmptyMembers(members: SentObject): SentObject {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== ''),
  )
}

/** Returns a number, also from a text; undefined for anything else. */
export const numberOfValue = (value: unknown) => {
  const number = textOfValue(value).trim() === '' ? Number.NaN : Number(value)
  return Number.isFinite(number) ? number : undefined
}
