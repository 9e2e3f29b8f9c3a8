/** Fetches calendars with conditional requests. */

import { charsetOfMediaType, textDecodedFromBytes } from '../../domain/text/decoded-text.ts'
import { calendarAddressOfPage } from '../../domain/text/page-events.ts'
import { because, type RefusalReason } from '../../problem.ts'
import { FetchError, refusedStatusReason } from './fetch-error.ts'
import { fetchPublic } from './guarded-fetch.ts'

const limits = { bytes: 50 * 1024 * 1024, milliseconds: 60_000, redirects: 3 }

/** The validators of the last response; "" if there are none. */
interface Validators {
  readonly etag: string
  readonly lastModified: string
}

/** The current calendar with its validators, or that it has not changed. */
type CalendarResponse = ({ readonly text: string } & Validators) | { readonly isUnchanged: true }

/** The server is busy; `Retry-After` says when to try again. */
export class RetryLaterError extends FetchError {
  /** The seconds to wait; 0 if the server does not say. */
  readonly seconds: number
  constructor(reason: RefusalReason, seconds: number) {
    super(reason)
    this.seconds = seconds
  }
}

function textOf(bytes: Buffer, contentType: string | undefined): string {
  const text = textDecodedFromBytes(bytes, charsetOfMediaType(contentType))
  if (text === undefined) throw new FetchError(because('response_not_text'))
  return text
}

/**
 * Fetches a calendar, or the one that a page names which has no events itself, with HTTP Basic (RFC 7617) unless `login`, a `name:password`, is "". Private addresses are allowed only
 * on `allowedHosts`. Throws `RetryLaterError` for 429 and 503, and an Error whose message may be shown to the user for
 * everything else.
 */
export async function fetchCalendar(
  address: string,
  { etag, lastModified }: Validators,
  allowedHosts: readonly string[],
  login = '',
): Promise<CalendarResponse> {
  const authorized = login === '' ? {} : { Authorization: `Basic ${Buffer.from(login).toString('base64')}` }
  const headers = {
    ...authorized,
    Accept: 'text/calendar, */*;q=0.5',
    ...(etag !== '' && { 'If-None-Match': etag }),
    ...(lastModified !== '' && { 'If-Modified-Since': lastModified }),
  }
  const manner = { headers, statuses: [200, 304, 429, 503] }
  const response = await fetchPublic(address, { ...limits, allowedHosts }, manner)
  if (response.status === 304) return { isUnchanged: true }
  if (response.status !== 200) {
    const seconds = Number(response.headers['retry-after'])
    throw new RetryLaterError(refusedStatusReason(response.status, '200'), seconds > 0 ? seconds : 0)
  }
  const text = textOf(response.bytes, response.headers['content-type'])
  const named = calendarAddressOfPage(text, response.address)
  if (named !== undefined) {
    const isTheirs = new URL(named).origin === new URL(address).origin
    const own = { Accept: 'text/calendar, */*;q=0.5', ...(isTheirs && authorized) }
    const { bytes, headers: told } = await fetchPublic(named, { ...limits, allowedHosts }, { headers: own })
    // The validators of the calendar are not those of the page, which is asked for the next time.
    return { text: textOf(bytes, told['content-type']), etag: '', lastModified: '' }
  }
  const { etag: newEtag = '', 'last-modified': newModified = '' } = response.headers
  return { text, etag: newEtag, lastModified: newModified }
}
