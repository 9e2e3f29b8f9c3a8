/** The time zone in which events at a venue take place: that of its latest event, or that of its country if it has one alone. */
import { callApi } from '../../api/api.ts'
import type { EventItem } from '../../api/types.ts'
import { ALL_DATES_QUERY_FIELDS } from '../list/listed.ts'

const LETTERS = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at))

/** Whether a text names a region: by its code, or in English or the language of the browser. */
function regionNamed(country: string): string | undefined {
  const text = country.trim().toLowerCase()
  if (text === '') return undefined
  const names = ['en', navigator.language].map((tag) => new Intl.DisplayNames(tag, { type: 'region' }))
  return LETTERS.flatMap((first) => LETTERS.map((second) => `${first}${second}`)).find(
    (code) => code.toLowerCase() === text || names.some((name) => name.of(code)?.toLowerCase() === text),
  )
}

/** Browsers know the zones of a region by one of two names, or not at all. */
interface LocaleWithZones extends Intl.Locale {
  readonly timeZones?: readonly string[]
  getTimeZones?(): readonly string[]
}

/** The zone of a country that has one alone; undefined for others, and for what names no country. */
export function zoneOfCountry(country: string): string | undefined {
  const region = regionNamed(country)
  if (region === undefined) return undefined
  const locale: LocaleWithZones = new Intl.Locale('und', { region })
  const [zone, ...others] = locale.getTimeZones?.() ?? locale.timeZones ?? []
  return others.length === 0 ? zone : undefined
}

/** The zone of the events at a stored venue; undefined if nothing says it. */
export async function zoneOfVenue(id: number): Promise<string | undefined> {
  const { body } = await callApi<{ events: readonly Pick<EventItem, 'timezone'>[] }>('GET', '/events', {
    query: {
      ...ALL_DATES_QUERY_FIELDS,
      ...{ venue: id, status: 'any', orderby: 'start_date', order: 'desc', per_page: 1 },
      _fields: 'events.timezone',
    },
    isQuiet: true,
  })
  const [latest] = body.events
  if (latest !== undefined) return latest.timezone
  const venue = await callApi<{ readonly country: string }>('GET', `/venues/${id}`, {
    query: { _fields: 'country' },
    isQuiet: true,
  })
  return zoneOfCountry(venue.body.country)
}
