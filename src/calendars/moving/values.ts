/** Values as other servers write them. */
import { plainTextOf } from '../../domain/text/plain-text.ts'
import type { Sent } from '../import/sent-line.ts'

/** Some servers write texts as `{ rendered }`, and none as null or false. */
export function textIn(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'rendered' in value) return textIn(value.rendered)
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** A title or name: entities decoded, in one line. */
export const plain = (value: unknown) => plainTextOf(textIn(value)).replace(/\s+/g, ' ').trim()

/** An id as a number, or a text of digits; undefined where it is neither. */
export function idIn(value: unknown): number | undefined {
  const id = Number(typeof value === 'string' && value.trim() === '' ? Number.NaN : value)
  return typeof value !== 'boolean' && Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** A boolean, also as a word or number. */
export const flagIn = (value: unknown) =>
  value === true || value === 1 || /^(?:1|true|yes|on)$/i.test(textIn(value))
/** `2027-05-04 18:00:00`. */
export const isTimestamp = (text: string) => /^\d{4}(-\d\d){2} \d\d(:\d\d){2}$/.test(text)

/** A slug; some servers write it percent-encoded. */
export function slugIn(value: unknown): string {
  const slug = textIn(value)
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}

/** Those of the members that say something. */
export function said(members: Sent): Sent {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== ''),
  )
}

/** A number, also as a text; undefined where it is none. */
export const numberIn = (value: unknown) => {
  const number = textIn(value).trim() === '' ? Number.NaN : Number(value)
  return Number.isFinite(number) ? number : undefined
}
