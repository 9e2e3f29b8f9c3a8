/** Calendars, places and translations from elsewhere. */
import { charsetOfMediaType, textDecodedFromBytes } from '../../domain/text/decoded-text.ts'
import { calendarAddressOfPage } from '../../domain/text/page-events.ts'
import { because, type RefusalReason } from '../../problem.ts'
import { FetchError, fetchPublic, refusedStatusReason } from './guarded-fetch.ts'

// Fetches calendars with conditional requests.

const calendarLimits = { bytes: 50 * 1024 * 1024, milliseconds: 60_000, redirects: 3 }

/** The validators of the last response; "" if there are none. */
export interface CalendarValidators {
  readonly etag: string
  readonly lastModified: string
}

/** The current calendar with its validators, or that it has not changed. */
export type CalendarResponse =
  | ({ readonly text: string } & CalendarValidators)
  | { readonly isUnchanged: true }

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
  { etag, lastModified }: CalendarValidators,
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
  const response = await fetchPublic(address, { ...calendarLimits, allowedHosts }, manner)
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
    const { bytes, headers: told } = await fetchPublic(
      named,
      { ...calendarLimits, allowedHosts },
      { headers: own },
    )
    // The validators of the calendar are not those of the page, which is asked for the next time.
    return { text: textOf(bytes, told['content-type']), etag: '', lastModified: '' }
  }
  const { etag: newEtag = '', 'last-modified': newModified = '' } = response.headers
  return { text, etag: newEtag, lastModified: newModified }
}

// Requests the coordinates of an address from a geocoder that is compatible with Nominatim.

const geocoderLimits = { bytes: 512 * 1024, milliseconds: 10_000, redirects: 0 }
const MAX_PLACES = 5

interface GeocoderResult {
  readonly display_name?: unknown
  readonly lat?: unknown
  readonly lon?: unknown
  readonly licence?: unknown
}

function placeOf({ display_name, lat, lon }: GeocoderResult) {
  const [geo_lat, geo_lng] = [Number(lat ?? Number.NaN), Number(lon ?? Number.NaN)]
  const isPoint = Math.abs(geo_lat) <= 90 && Math.abs(geo_lng) <= 180
  return isPoint ? [{ name: String(display_name).slice(0, 300), geo_lat, geo_lng }] : []
}

/**
 * Returns at most five places at an address, and the attribution of their data. `geocoder` is the address of the search, whose host may be private, since the operator
 * chose it; `site` names the site that requests it. Throws an Error if the response is not that of a geocoder.
 */
export async function findPlacesByAddress(
  geocoder: string,
  address: string,
  { site, language }: { readonly site: string; readonly language: string },
) {
  const url = new URL(geocoder)
  for (const [name, value] of Object.entries({ q: address, format: 'jsonv2', limit: String(MAX_PLACES) }))
    url.searchParams.set(name, value)
  // The usage policy of Nominatim asks for the name of the application.
  const headers = { 'User-Agent': `Fasti (${site})`, 'Accept-Language': language, Accept: 'application/json' }
  const { bytes } = await fetchPublic(url.href, { ...geocoderLimits, allowedHosts: [url.host] }, { headers })
  const response: unknown = JSON.parse(bytes.toString('utf8'))
  if (!Array.isArray(response)) throw new Error('it did not return a list')
  const found = response.slice(0, MAX_PLACES).map((one): GeocoderResult => Object(one))
  const attribution = String(
    found.find(({ licence }) => licence !== undefined)?.licence ?? '© OpenStreetMap contributors',
  )
  return { places: found.flatMap(placeOf), attribution: attribution.slice(0, 500) }
}

// Asks a translation server that is compatible with LibreTranslate.

const MAX_BYTES = 4 * 1024 * 1024
/** Milliseconds for all texts of an item. */
const TIMEOUT = 20_000

/** A text to translate. */
interface Text {
  readonly text: string
  readonly isHtml: boolean
}

/** The server: its base address, whose host may be private since the operator chose it, and its key; "" for none. */
interface TranslatorServer {
  readonly url: string
  readonly key: string
}

/** The tag as such servers know languages: without a region, which tells apart only Portuguese and Chinese. */
function serverLanguage(tag: string): string {
  const [language = tag] = tag.split('-')
  return language === 'pt' || language === 'zh' ? tag : language
}

/** Returns the text that a server answered. Throws an Error if it answered something else. */
function translatedTextIn(bytes: Buffer): string {
  let answer: unknown
  try {
    answer = JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw new Error('it did not return JSON', { cause })
  }
  const { translatedText } = Object(answer)
  if (typeof translatedText !== 'string' || translatedText.trim() === '')
    throw new Error('it returned no translatedText')
  return translatedText
}

/**
 * Returns the function that translates texts in their order. It throws an Error whose message may be shown if the server is away, takes longer
 * than 20 seconds for all of them, redirects, or answers something else.
 */
export function translatorAt({ url, key }: TranslatorServer, milliseconds = TIMEOUT) {
  const address = new URL('translate', url.endsWith('/') ? url : `${url}/`)
  return async (
    texts: readonly Text[],
    { source, target }: { readonly source: string; readonly target: string },
  ): Promise<readonly string[]> => {
    const end = performance.now() + milliseconds
    const languages = { source: serverLanguage(source), target: serverLanguage(target) }
    const answers: string[] = []
    for (const { text, isHtml } of texts) {
      const sent = {
        q: text,
        ...languages,
        format: isHtml ? 'html' : 'text',
        ...(key !== '' && { api_key: key }),
      }
      const left = Math.max(1, Math.ceil(end - performance.now()))
      const limits = { bytes: MAX_BYTES, milliseconds: left, redirects: 0, allowedHosts: [address.host] }
      const headers = { 'Content-Type': 'application/json', Accept: 'application/json' }
      const { bytes } = await fetchPublic(address.href, limits, { headers, body: JSON.stringify(sent) })
      answers.push(translatedTextIn(bytes))
    }
    return answers
  }
}
