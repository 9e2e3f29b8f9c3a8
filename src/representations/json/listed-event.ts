/** Events as lists on pages show them: the same values as in their whole representations (`event.ts`), without the others. */
import { shownCostFromSent } from '../../domain/money/cost.ts'
import { hasNoEnd } from '../../domain/time/schedule.ts'
import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { zoneAbbreviation } from '../../domain/time/zones.ts'
import type { ListedEventItem } from '../../store/store.ts'
import { shownRecordAndLanguages } from '../shown-language.ts'
import { urlOfItemPage } from '../urls.ts'
import { type Event, oneVenueOrList, representCategoryOnce, representVenueOnce } from './event.ts'
import { representImage } from './image.ts'
import type { JsonItemContext } from './published.ts'

type Category = Event['categories'][number]

/** An event as lists on pages show it. A whole representation is one, too. */
export interface ListedEvent
  extends Pick<
    Event,
    | ('id' | 'title' | 'url' | 'image' | 'venue' | 'cost' | 'tickets' | 'featured' | 'sticky' | 'show_map')
    | ('all_day' | 'no_end_time' | 'start_date' | 'end_date' | 'utc_start_date' | 'utc_end_date' | 'timezone')
    | ('timezone_abbr' | 'event_status' | 'previous_start_date' | 'attendance_mode' | 'password_protected')
  > {
  /** The language of the title that is shown. */
  readonly language: string
  readonly cost_details: {
    readonly currency_symbol?: string
    readonly currency_code?: string
    readonly values?: readonly string[]
  }
  readonly categories: readonly Pick<Category, 'id' | 'name' | 'slug' | 'url' | 'color' | 'language'>[]
  readonly series: { readonly id: number } | null
}

/** The fields that a password hides. */
type Protected = Pick<
  ListedEvent,
  | 'image'
  | 'cost'
  | 'cost_details'
  | 'tickets'
  | 'previous_start_date'
  | 'featured'
  | 'sticky'
  | 'show_map'
  | 'categories'
  | 'venue'
>

/** Empty values that replace the protected fields. */
const blanked: Protected = {
  image: false,
  cost: '',
  cost_details: {},
  tickets: [],
  previous_start_date: '',
  featured: false,
  sticky: false,
  show_map: false,
  categories: [],
  venue: [],
}

function unprotected(
  { record, image: shown, venues, categories }: ListedEventItem,
  view: JsonItemContext,
): Protected {
  const {
    display: cost,
    symbol: currency_symbol,
    code: currency_code,
    values,
  } = shownCostFromSent(record.cost, view.currency)
  return {
    image: representImage(shown, view.root),
    cost,
    cost_details: { currency_symbol, currency_code, values },
    tickets: record.tickets,
    previous_start_date: record.previous_start_date,
    featured: record.featured === 1,
    sticky: record.sticky === 1,
    show_map: record.show_map === 1,
    categories: categories.map((one) => representCategoryOnce(one, view)),
    venue: oneVenueOrList(venues.map((one) => representVenueOnce(one, view))),
  }
}

/** Returns the event as lists on pages show it. */
export function listedEvent(item: ListedEventItem, view: JsonItemContext): ListedEvent {
  const { record: own, shown: languages } = shownRecordAndLanguages('event', item.record, view.root)
  const { id, slug, start_date, end_date, start_utc, end_utc, timezone, series } = item.record
  const { all_day, event_status, attendance_mode, password_hash } = item.record
  const shown = {
    id,
    title: own.title,
    language: languages.language,
    start_date,
    end_date,
    timezone,
    event_status,
    attendance_mode,
    url: urlOfItemPage(view.root, 'event', slug),
    all_day: all_day === 1,
    no_end_time: hasNoEnd(item.record),
    utc_start_date: utcTimestampOfEpoch(start_utc),
    utc_end_date: utcTimestampOfEpoch(end_utc),
    timezone_abbr: zoneAbbreviation(timezone, start_utc),
    password_protected: password_hash !== null,
    series: series === null ? null : { id: series },
  }
  return Object.assign(shown, item.isProtected ? blanked : unprotected(item, view))
}
