/** The plugin's fields in the `meta` of posts of `wp/v2`, in both directions (contract §12). */
import type { ResourceName } from '../../contract/resources/index.ts'
import { isCustomFieldName } from '../../contract/tickets-and-custom-fields.ts'
import { because, type Faults, faultBecause, invalidParams } from '../../problem.ts'
import type { DialectWriteQuestions } from '../../representations/dialect.ts'
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

/** The keys that the plugin writes for itself. */
const isOfPlugin = (key: string) => /^_(?:Event|Venue|Organizer|[Tt]ribe)/.test(key)

/** The values of custom fields by name. */
const valuesOfCustomFields = (fields: unknown) =>
  Object.entries(jsonObjectOrEmpty(fields)).map(([name, field]) => [name, jsonObjectOrEmpty(field).value])

/** The `meta` of a post, from its representation in the dialect, which leaves empty keys out; of an event with its custom fields. */
export function wordpressMeta(resource: ResourceName, item: JsonObject): JsonObject {
  const fields = Object.entries(tables[resource] ?? {})
  const isLink = (ours: string) => resource === 'event' && (ours === 'venue' || ours === 'organizer')
  return Object.fromEntries([
    ...valuesOfCustomFields(item.custom_fields),
    ...fields.map(([theirs, ours]) => [theirs, isLink(ours) ? idsOfLinks(item[ours]) : (item[ours] ?? '')]),
  ])
}

/**
 * Reads keys of `meta` that other plugins register as custom fields of an event; one that says what is shown changes nothing. Throws 400
 * for a key or a value that custom fields can't have.
 */
async function withCustomFields(
  sent: JsonObject,
  unknown: JsonObject,
  { shown }: DialectWriteQuestions,
): Promise<JsonObject> {
  const own = Object.entries(unknown).filter(([key]) => !isOfPlugin(key))
  if (own.length === 0) return sent
  const now = jsonObjectOrEmpty(jsonObjectOrEmpty(await shown()).custom_fields)
  const changed: Record<string, unknown> = {}
  const faults: Record<string, Faults[string]> = {}
  for (const [key, value] of own) {
    const before = jsonObjectOrEmpty(now[key])
    const isField = isCustomFieldName(key) && (value === null || typeof value !== 'object')
    if (!isField) faults[`meta.${key.slice(0, 64)}`] = faultBecause(because('not_understood'))
    else if (value !== before.value)
      changed[key] = before.label === undefined || value === null ? value : { ...before, value }
  }
  if (Object.keys(faults).length > 0) throw invalidParams(faults)
  if (Object.keys(changed).length === 0) return sent
  return { ...sent, custom_fields: { ...changed, ...jsonObjectOrEmpty(sent.custom_fields) } }
}

/** Reads the fields in `meta`. Venues and organizers ignore other keys, as WordPress does. Throws 400 if a field has two new values. */
export async function metaAsFields(sent: JsonObject, questions: DialectWriteQuestions): Promise<JsonObject> {
  const names = questions.resource && tables[questions.resource]
  if (names === undefined) return sent
  const meta = jsonObjectOrEmpty(sent.meta)
  const [found, unknown] = [true, false].map((isKnown) =>
    Object.fromEntries(Object.entries(meta).filter(([key]) => Object.hasOwn(names, key) === isKnown)),
  )
  const own = Object.fromEntries(Object.entries(names).filter(([key]) => Object.hasOwn(found ?? {}, key)))
  const read = await fieldsUnderOurNames({ ...sent, ...found }, own, questions)
  return questions.resource === 'event' ? withCustomFields(read, unknown ?? {}, questions) : read
}
