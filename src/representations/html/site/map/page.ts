/** The map page: the places of events on a map and as a list. */
import type { Point } from '../../../../domain/globe.ts'
import { lastDayOf } from '../../../../domain/time/calendar-days.ts'
import type { ListedEvent } from '../../../json/listed-event.ts'
import type { Venue } from '../../../json/venue.ts'
import { html, type Markup } from '../../markup.ts'
import { type ChosenFilters, keptFilterValuesOf } from '../choosing/chosen.ts'
import { filterRow } from '../choosing/filter-row.ts'
import { firstDayOfEvent } from '../dates.ts'
import { addressLines, mapLink } from '../items/place.ts'
import { textAttributes } from '../languages/text-language.ts'
import { sitePage } from '../layout.ts'
import { differingZoneMarkup, eventStatusMark } from '../lists/entry.ts'
import { type CalendarWithoutAnyEvents, emptyCalendarInvitationMarkup } from '../lists/no-events.ts'
import { eventClasses, pathOfUrl, type Site, sitePath, venuesOf } from '../site.ts'
import { legendMarkup } from '../views/legend.ts'
import { feedSourceOfView } from '../views/view.ts'
import { placesMapElement } from './tiles-map.ts'

// The places of events: venues, each with its events.

interface VenueWithPointAndEvents {
  readonly venue: Venue
  /** Where it is on a map; undefined where it has no coordinates, or the venue or the events show no map (contract §2.2). */
  readonly point: Point | undefined
  readonly events: readonly ListedEvent[]
}

/** Returns the places of events, in the order of their first events. A venue of which only some events show a map is there twice. */
function placesOfEvents(events: readonly ListedEvent[]): readonly VenueWithPointAndEvents[] {
  const places = new Map<string, VenueWithPointAndEvents & { readonly events: ListedEvent[] }>()
  for (const event of events)
    for (const venue of venuesOf(event)) {
      const { id, geo_lat, geo_lng } = venue
      const isMapped = event.show_map && venue.show_map && geo_lat !== null && geo_lng !== null
      const point = isMapped ? { lat: geo_lat, lng: geo_lng } : undefined
      const key = `${id} ${isMapped}`
      const place = places.get(key) ?? { venue, point, events: [] }
      place.events.push(event)
      places.set(key, place)
    }
  return [...places.values()]
}

/** Maximum number of listed events per place. The search finds the others. */
const MAX_OF_PLACE = 5
/** The number of places that are visible at first. The others open in place: 300 entries delay the first paint on a phone. */
const SHOWN_PLACES = 30

interface MappedEvents {
  readonly events: readonly ListedEvent[]
  readonly total: number
  /** Set if the reader sees no events on any date. */
  readonly none: CalendarWithoutAnyEvents | undefined
}

interface Mapped {
  readonly chosen: ChosenFilters
  /** The events with a venue; undefined if the search was invalid. */
  readonly found: MappedEvents | undefined
}

const page = 'calendar/map'
const search = 'calendar/search'

type Query = Readonly<Record<string, string>>

const withQuery = (site: Site, to: string, query: Query) =>
  sitePath(site, to, new URLSearchParams(query).toString())

function line(event: ListedEvent, site: Site): Markup {
  const { title, url, all_day, start_date } = event
  const { dates } = site
  const [first, last] = [firstDayOfEvent(event), lastDayOf(event)]
  const clock =
    !all_day && first === last && html`, ${dates.clock(start_date)}${differingZoneMarkup(event, site)}`
  return html`<li class="${eventClasses(event, 'happening')}"><a href="${pathOfUrl(url)}">${eventStatusMark(event, site)}<span class="name"${textAttributes(event.language, site)}>${title}</span> <span class="time">${dates.days(first, last)}${clock}</span></a></li>`
}

function placeEntry({ venue, events, point }: VenueWithPointAndEvents, sent: Query, site: Site): Markup {
  const { word } = site
  const address = addressLines(venue, venue.venue).join(', ')
  const rest = events.length - MAX_OF_PLACE
  const all = withQuery(site, search, { ...sent, venue: venue.slug })
  const unmapped =
    site.tiles !== undefined &&
    point === undefined &&
    html`<p class="small">${word('site.places.unmapped')}</p>`
  const here =
    site.tiles !== undefined &&
    point !== undefined &&
    html`<button class="button show-here" type="button">${word('site.places.show')}<span class="unseen">: ${venue.venue}</span></button>`
  return html`<li${point !== undefined && html` data-lat="${point.lat}" data-lng="${point.lng}" data-events="${events.length}"`}><h2><a href="${pathOfUrl(venue.url)}"${textAttributes(venue.language, site)}>${venue.venue}</a></h2>${address !== '' && html`<p class="small"><bdi>${address}</bdi></p>`}${unmapped}<ul class="lines">${events
    .slice(0, MAX_OF_PLACE)
    .map((event) => line(event, site))}</ul>${
    rest > 0 &&
    html`<p class="more"><a href="${all}">${word('site.more', { count: rest })}<span class="unseen">, ${venue.venue}</span></a></p>`
  }<div class="place-links">${here}${venue.show_map_link && mapLink(venue, site)}</div></li>`
}

/** Returns the list of places: the first ones, and the others in an element that opens. */
function placeList(places: readonly VenueWithPointAndEvents[], sent: Query, site: Site): Markup {
  const entries = places.map((place) => placeEntry(place, sent, site))
  const rest = entries.slice(SHOWN_PLACES)
  const more =
    rest.length > 0 &&
    html`<details class="more"><summary class="button">${site.word('site.places.more', { count: rest.length })}</summary><ol class="legend" start="${SHOWN_PLACES + 1}">${rest}</ol></details>`
  return html`<div id="places" tabindex="-1"><ol class="legend">${entries.slice(0, SHOWN_PLACES)}</ol>${more}</div>`
}

function shown(events: readonly ListedEvent[], sent: Query, site: Site): Markup {
  const { word } = site
  const places = placesOfEvents(events)
  if (places.length === 0) return html`<p class="nothing">${word('site.places.none')}</p>`
  const list = placeList(places, sent, site)
  if (site.tiles === undefined) return list
  const mapped = places.filter(({ point }) => point !== undefined)
  if (mapped.length === 0) return list
  const label = word('site.places.label', { count: mapped.length })
  return html`<div class="mapped"><a class="skip" href="#places">${word('site.places.skip')}</a>${placesMapElement(label, site)}${list}</div>`
}

function results({ chosen: { sent }, found }: Mapped, site: Site): Markup {
  const { word } = site
  if (found === undefined) return html`<p class="notice" role="alert">${word('site.search.invalid')}</p>`
  const { events, total, none } = found
  if (none) return emptyCalendarInvitationMarkup(none, site)
  const isCut = events.length < total
  return html`<div class="found"><p class="count" role="status">${word('site.day.count', { count: total })}</p><a href="${withQuery(site, search, sent)}">${word('site.places.list')}</a></div>${
    isCut && html`<p class="notice">${word('site.places.cut', { count: events.length })}</p>`
  }${shown(events, sent, site)}${legendMarkup(events, site, sent)}`
}

/** Returns the note that names the host of the tiles. */
function note({ tiles, word }: Site): Markup | false {
  if (tiles === undefined) return false
  const { host } = new URL(tiles.template.replace(/[{}]/g, ''))
  return html`<p class="small">${word('site.places.note', { host })}</p>`
}

/** Returns the map page: places as a list, beside a map if the site has tiles. */
export function mapPage(mapped: Mapped, plain: Site): string {
  const { chosen } = mapped
  const site = { ...plain, kept: keptFilterValuesOf(chosen) }
  const { word } = site
  const title = word(site.tiles === undefined ? 'site.places.by' : 'site.places')
  const filters =
    mapped.found?.none === undefined &&
    filterRow({ page, target: 'calendar/day', day: site.today, hasDays: true }, chosen, site)
  const main = html`<div class="view-head"><h1>${title}</h1></div>${filters}<div id="results">${results(mapped, site)}</div>${note(site)}`
  return sitePage(
    site,
    {
      title,
      page,
      view: 'map',
      isUnlisted: true,
      hasMap: true,
      feed: feedSourceOfView(chosen, site),
      hasNothing: mapped.found?.none !== undefined,
      fields: chosen.sent,
    },
    main,
  )
}
