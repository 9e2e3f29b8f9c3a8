/** Loads a file with the events of a list from the service. */
import { sendAcrossSessions } from '../api/across-sessions.ts'
import { apiUrl, type QueryFields, requestHeaders } from '../api/api.ts'
import { faultOfResponse, RequestFault } from '../api/faults.ts'
import { hasRoleAtLeast } from '../api/session.ts'

/** The formats that the desk offers, with their media types. */
export const listFileTypes = { csv: 'text/csv', ics: 'text/calendar', jsonl: 'application/x-ndjson' } as const
export type ListFileFormat = keyof typeof listFileTypes

/** Calendars have an order of their own, and show unpublished events to editors alone. */
function calendarQuery({ status, hide_from_listings, order, orderby, ...filters }: QueryFields): QueryFields {
  return { ...filters, ...(hasRoleAtLeast('editor') && { status }) }
}

async function load(format: ListFileFormat, query: QueryFields): Promise<Blob> {
  const headers = { ...requestHeaders('GET'), Accept: `${listFileTypes[format]}, application/json` }
  const sent = format === 'ics' ? calendarQuery(query) : query
  const response = await fetch(apiUrl(`/events.${format}`, sent), { headers }).catch(() => undefined)
  if (response?.ok === true)
    return response.blob().catch(() => {
      throw new RequestFault(0, {})
    })
  throw await faultOfResponse(response?.status ?? 0, Object(await response?.json().catch(() => ({}))))
}

/** Returns the events of a list as a file: up to 10,000. Throws a Fault. */
export const loadListFile = (format: ListFileFormat, query: QueryFields): Promise<Blob> =>
  sendAcrossSessions(() => load(format, query))
