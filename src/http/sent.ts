/** What a request sends: the query string and the body, as plain values by name (contract §2.1). */
import qs from 'qs'
import type { Args } from '../contract/arg.ts'
import { mendQueryDate } from '../domain/date-text.ts'
import { Problem } from '../problem.ts'
import { forms, multipartOf } from './multipart.ts'

export type Sent = Readonly<Record<string, unknown>>

const LONGEST_QUERY = 8192

/** The query string of a request's URL. Throws 414 past 8 KiB. */
export function queryOf(url: string): Sent {
  const at = url.indexOf('?')
  if (at >= 0 && url.length - at - 1 > LONGEST_QUERY) throw new Problem('rest_uri_too_long')
  return at < 0 ? {} : parsed(url.slice(at + 1))
}

const parsed = (text: string): Sent => ({ ...qs.parse(text, forms) })

/** Whether the query string of a URL, however long, names a password in any of the ways that are understood. */
export function namesPassword(url: string): boolean {
  const at = url.indexOf('?')
  return at >= 0 && Object.hasOwn(parsed(url.slice(at + 1)), 'password')
}

/** Whether it is declared as a date; names of what every object has are none of the args. */
export function isDate(args: Args, name: string): boolean {
  return Object.hasOwn(args, name) && args[name]?.kind.name === 'date'
}

/** The query string for these args: empty values are absent, and dates get back the plus that became a space. */
export function querySent(query: Sent, args: Args): Sent {
  const entries = Object.entries(query)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => [
      name,
      isDate(args, name) && typeof value === 'string' ? mendQueryDate(value) : value,
    ])
  return Object.fromEntries(entries)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decodeUtf8(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch (cause) {
    throw new Problem('rest_invalid_json', { message: 'The body is not UTF-8.', cause })
  }
}

function jsonOf(body: Buffer): Sent {
  const text = decodeUtf8(body)
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (cause) {
    const found = /position (\d+)/.exec(cause instanceof Error ? cause.message : '')
    const position = found === null ? text.length : Number(found[1])
    throw new Problem('rest_invalid_json', {
      message: `The body is not JSON: see position ${position}.`,
      data: { position },
      cause,
    })
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new Problem('rest_invalid_json')
  return { ...parsed }
}

function formOf(body: Buffer): Sent {
  return parsed(decodeUtf8(body))
}

/** The body as values by name; an empty one is `{}` whatever its type. Throws 400 or 415. */
export async function bodyOf(body: unknown, contentType: string | undefined): Promise<Sent> {
  if (!Buffer.isBuffer(body) || body.length === 0) return {}
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/json' || type?.endsWith('+json')) return jsonOf(body)
  if (type === 'application/x-www-form-urlencoded') return formOf(body)
  if (type === 'multipart/form-data') return (await multipartOf(body, contentType ?? '')).fields
  throw new Problem('rest_unsupported_media_type')
}
