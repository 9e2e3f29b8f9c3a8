/** Reads the address of `fasti import`: a calendar, or another server with this API. */
import { setTimeout as after } from 'node:timers/promises'
import type { SiteResponse, SourceSite } from '../../calendars/moving/site.ts'
import { charsetOfMediaType, textDecodedFromBytes } from '../../domain/text/decoded-text.ts'
import { calendarAddressOfPage, eventsOfPage, isPage } from '../../domain/text/page-events.ts'
import { type FetchedResponse, type FetchOptions, fetchPublic } from '../../media/fetching/guarded-fetch.ts'

const MAX_BYTES = 50 * 1024 * 1024
const ATTEMPTS = 4
const SECONDS = 1000

/** The content of an address: the text of a calendar, or a server. */
type AddressContent = { readonly calendar: string } | { readonly site: SourceSite }

/** Called before each wait for a retry. */
type OnWait = (address: string, why: string, seconds: number) => void

/** Creates a fetch function with retries. The host of `named` may be private; the hosts that it redirects to may not. */
function fetcher(named: URL, authorization: string | undefined, onWait: OnWait) {
  const limits = { bytes: MAX_BYTES, milliseconds: 60 * SECONDS, redirects: 3, allowedHosts: [named.host] }
  const isBusy = (status: number) => status === 429 || status >= 500
  const statuses = Array.from({ length: 600 }, (_, status) => status).filter((status) => status >= 200)
  const isPassing = (error: unknown) =>
    error instanceof Error && /^(?:there was no response|it took longer)/.test(error.message)
  return async (address: string, accept: string, attempts = ATTEMPTS): Promise<FetchedResponse> => {
    const isTheirs = new URL(address).origin === named.origin
    const headers = {
      Accept: accept,
      ...(isTheirs && authorization !== undefined && { Authorization: authorization }),
    }
    const manner: FetchOptions = { headers, statuses }
    for (let attempt = 1; ; attempt += 1) {
      let why: string
      let wait = 4 ** (attempt - 1)
      try {
        const response = await fetchPublic(address, limits, manner)
        if (!isBusy(response.status) || attempt >= attempts) return response
        why = `it returned ${response.status}`
        const retryAfter = Number(response.headers['retry-after'] ?? Number.NaN)
        if (retryAfter >= 0) wait = Math.min(60, retryAfter)
      } catch (error) {
        if (attempt >= attempts || !isPassing(error)) throw error
        why = String(error)
      }
      onWait(address, why, wait)
      await after(wait * SECONDS)
    }
  }
}

function jsonOf({ bytes }: FetchedResponse): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** Fetches an address and detects its content. `authorization` is sent as header to the origin of `address` only. Throws with a message that names the address. */
export async function contentAtAddress(
  address: string,
  authorization: string | undefined,
  onWait: OnWait,
): Promise<AddressContent> {
  const refused = (why: string) => new Error(`Can't import ${address}: ${why}.`)
  const named = new URL(address)
  const fetched = fetcher(named, authorization, onWait)
  let response: FetchedResponse
  try {
    response = await fetched(address, 'application/json, text/calendar;q=0.9, */*;q=0.5', 1)
  } catch (error) {
    throw refused(error instanceof Error ? error.message : String(error))
  }
  if (response.status !== 200) throw refused(`it returned ${response.status}`)
  const json = jsonOf(response)
  if (typeof json === 'object' && json !== null && 'routes' in json) {
    const request = async (page: string): Promise<SiteResponse> => {
      const { status, ...rest } = await fetched(page, 'application/json')
      return { status, body: jsonOf({ status, ...rest }) }
    }
    const { origin, pathname } = new URL(response.address)
    const path = pathname.split('/').filter((part) => part !== '')
    return { site: { address: [origin, ...path].join('/'), request } }
  }
  const textIn = ({ bytes, headers }: FetchedResponse) =>
    textDecodedFromBytes(bytes, charsetOfMediaType(headers['content-type'])) ?? ''
  const found = textIn(response)
  const calendar = calendarAddressOfPage(found, response.address)
  const text = calendar === undefined ? found : textIn(await fetched(calendar, 'text/calendar', 1))
  const hasEvents = isPage(text) && eventsOfPage(text).events.length > 0
  if (!hasEvents && !/BEGIN:VCALENDAR/i.test(text.slice(0, 200)))
    throw refused(
      'it is neither a calendar, nor a page with events, nor the namespace of a server with this API',
    )
  return { calendar: text }
}
