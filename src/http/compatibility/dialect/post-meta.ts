/** The plugin's fields in the `meta` of posts of `wp/v2`, in both directions (contract §12). */
import type { ResourceName } from '../../../contract/resources/index.ts'
import type { DialectWriteQuestions } from '../../../representations/dialect.ts'
import { type JsonObject, jsonObjectOrEmpty } from './json.ts'
import { fieldsUnderOurNames } from './request-names.ts'

type MetaFields = Readonly<Record<string, string>>

/** Their key in `meta` → our field. */
const tables: Partial<Readonly<Record<ResourceName, MetaFields>>> = {
  event: {
    _EventStartDate: 'start_date',
    _EventEndDate: 'end_date',
    _EventTimezone: 'timezone',
    _EventAllDay: 'all_day',
    _EventVenueID: 'venue',
    _EventOrganizerID: 'organizer',
    _EventCost: 'cost',
    _EventURL: 'website',
    _EventShowMap: 'show_map',
    _EventShowMapLink: 'show_map_link',
    _EventHideFromUpcoming: 'hide_from_listings',
    _tribe_featured: 'featured',
  },
  venue: {
    _VenueAddress: 'address',
    _VenueCity: 'city',
    _VenueCountry: 'country',
    _VenueProvince: 'province',
    _VenueState: 'state',
    _VenueStateProvince: 'stateprovince',
    _VenueZip: 'zip',
    _VenuePhone: 'phone',
    _VenueURL: 'website',
    _VenueShowMap: 'show_map',
    _VenueShowMapLink: 'show_map_link',
    _VenueLat: 'geo_lat',
    _VenueLng: 'geo_lng',
  },
  organizer: { _OrganizerPhone: 'phone', _OrganizerWebsite: 'website', _OrganizerEmail: 'email' },
}

/** Linked items as ids: several as a list, so that a post that is sent back links all of them. */
function idsOfLinks(value: unknown): unknown {
  const ids = [value].flat().map((item) => jsonObjectOrEmpty(item).id)
  return ids.length > 1 ? ids : (ids[0] ?? 0)
}

/** The `meta` of a post, from its representation in the dialect, which leaves empty keys out. */
export function wordpressMeta(resource: ResourceName, item: JsonObject): JsonObject {
  const fields = Object.entries(tables[resource] ?? {})
  const isLink = (ours: string) => resource === 'event' && (ours === 'venue' || ours === 'organizer')
  return Object.fromEntries(
    fields.map(([theirs, ours]) => [theirs, isLink(ours) ? idsOfLinks(item[ours]) : (item[ours] ?? '')]),
  )
}

/** Reads the fields in `meta`; WordPress ignores other keys too. Throws 400 if a field has two new values. */
export async function metaAsFields(sent: JsonObject, questions: DialectWriteQuestions): Promise<JsonObject> {
  const names = questions.resource && tables[questions.resource]
  const meta = Object.entries(jsonObjectOrEmpty(sent.meta)).filter(
    ([key]) => names !== undefined && Object.hasOwn(names, key),
  )
  if (names === undefined || meta.length === 0) return sent
  const found = Object.fromEntries(meta)
  const own = Object.fromEntries(Object.entries(names).filter(([key]) => Object.hasOwn(found, key)))
  return fieldsUnderOurNames({ ...sent, ...found }, own, questions)
}
