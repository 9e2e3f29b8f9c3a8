/** schema.org linked data of the events of a list: what lists on pages show of them. */

import { emptyValuesOfUnlistedFields } from '../../../json/event-ld.ts'
import { eventLd } from '../../../json/json-ld.ts'
import type { SchemaOrgThing } from '../../../json/ld.ts'
import type { ListedEvent } from '../../../json/listed-event.ts'
import { shareImageUrl } from '../../../urls.ts'
import type { Site } from '../site.ts'

/** The fields of an event that lists do not show, as empty values. */
const unlisted = {
  tickets: [],
  cost_details: { currency_code: '', values: [] },
} as const

/** The most events of a page that its linked data has: a month may show two hundred. */
const MAX_LINKED = 50

/** Returns the first events of a list as schema.org Events. */
const listedLd = (events: readonly ListedEvent[]): readonly SchemaOrgThing[] =>
  events.slice(0, MAX_LINKED).map((event) =>
    eventLd(
      {
        ...event,
        ...emptyValuesOfUnlistedFields,
        ...unlisted,
        previous_start_date: event.previous_start_date,
      },
      {
        venues: [event.venue].flat(),
        organizers: [],
        parentUrl: undefined,
        series: undefined,
        currency: undefined,
        apart: [],
        drawn: event.password_protected ? undefined : shareImageUrl(event.url),
      },
    ),
  )

/**
 * Returns the linked data of a page that lists events, for the head of the page, behind that of the item whose page it is. Only
 * programs for The Events Calendar look for it, so without an alias of theirs a list has none.
 */
export function listLinkedData(
  events: readonly ListedEvent[],
  { discovery }: Site,
  own?: SchemaOrgThing,
): { readonly jsonLd?: SchemaOrgThing | readonly SchemaOrgThing[] } {
  if (discovery === undefined) return own === undefined ? {} : { jsonLd: own }
  const all = [...(own === undefined ? [] : [own]), ...listedLd(events)]
  return all.length === 0 ? {} : { jsonLd: all }
}
