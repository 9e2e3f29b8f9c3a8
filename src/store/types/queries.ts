import type { ReasonToTranslate } from '../../contract/operations/editing.ts'
import type { SearchFieldName } from '../../contract/resources/event.ts'
import type { FilterValuesByName, FlagFilterName } from '../../contract/resources/fields/index.ts'
import type { ResourceName } from '../../contract/resources/index.ts'
import type { StatusFilter } from '../../contract/resources/shared.ts'
import type { ContentChoice, ContentLanguages, ReadableFilter } from '../../domain/languages.ts'
import type { AccessScope } from '../../domain/publication.ts'
import type { SearchWords } from '../../domain/text/search-words.ts'
import type { Moment } from '../../domain/time/moment.ts'
import type { StartAndEndLimits } from '../../domain/time/window.ts'

/** The viewer: the access scope and the time of a request. */
export interface Viewer {
  readonly scope: AccessScope
  readonly moment: Moment
  /** Ids of events whose password the viewer sent: they are not protected. `all` treats every event as open. */
  readonly opened?: ReadonlySet<number> | 'all'
}

export type ItemAddress = { readonly id: number } | { readonly slug: string }

/** How names are searched. */
interface NameSearch {
  /** Where nothing has the words, other forms of them count, and names with a letter wrong. */
  readonly isForgiving?: true
  /** In the place of the search: of each list, the text has one part. */
  readonly forms?: readonly (readonly string[])[]
}

interface Paged {
  /** Only items that can be read in these languages. */
  readonly readable?: ReadableFilter
  /** In which languages texts are shown: a search finds words of these, too. Without it, of the item's own texts alone. */
  readonly shown?: ContentChoice
  readonly page: number
  readonly per_page: number
  readonly order: 'asc' | 'desc'
  readonly include?: readonly number[]
  readonly exclude?: readonly number[]
}
/** A circle on the globe, with the distance in kilometres. */
export interface Circle {
  readonly lat: number
  readonly lng: number
  readonly distance: number
}
export interface EventQuery
  extends Paged,
    FilterValuesByName,
    Readonly<Partial<Record<FlagFilterName, boolean>>> {
  readonly search?: SearchWords
  /** Where each word of the search may be; by default in the title and the texts. */
  readonly search_in?: readonly SearchFieldName[]
  readonly orderby:
    | 'start_date'
    | 'end_date'
    | 'date'
    | 'modified'
    | 'title'
    | 'id'
    | 'status'
    | 'author'
    | 'venue'
    | 'category'
    | 'distance'
    | 'relevance'
  readonly status: readonly StatusFilter[]
  readonly window: StartAndEndLimits
  /** Published after one moment and before another, in seconds since 1970. */
  readonly published?: { readonly after?: number | undefined; readonly before?: number | undefined }
  /** Ids; categories include their descendants. */
  readonly categories?: readonly number[]
  readonly tags?: readonly number[]
  readonly venue?: readonly number[]
  readonly organizer?: readonly number[]
  readonly geoloc?: boolean
  readonly circle?: Circle
  readonly post_parent?: number
  readonly author?: number
  /** Ids; 0 for events of no group. */
  readonly group?: readonly number[]
  /** Whether they are in the main calendar. */
  readonly in_main?: boolean
  /** Whether they are of groups with review and not in the main calendar. */
  readonly awaits_main?: boolean
  /** Ids: only occurrences of these series. */
  readonly series?: readonly number[]
  /** Of each series, only the first event in the order of the list. */
  readonly collapse?: 'series'
  /** Also the events outside of the window whose series has one within. */
  readonly wholeSeries?: true
  /** Only occurrences of series. */
  readonly isOccurrence?: true
  readonly hidden: boolean
  /** Only events that a password hides from the viewer. */
  readonly isProtected?: true
}
export interface VenueOrOrganizerQuery extends Paged, NameSearch {
  readonly search?: SearchWords
  readonly orderby: 'date' | 'name' | 'modified' | 'id'
  readonly status: readonly StatusFilter[]
  readonly event?: number
  readonly has_events?: boolean
  readonly only_with_upcoming: boolean
  /** Whether upcoming events outside the main calendar do not count. */
  readonly in_main?: boolean
  /** Linked to no event outside the trash; false: to one. */
  readonly unused?: boolean
}
export interface TermQuery extends Paged, NameSearch {
  /** Folded. */
  readonly search?: string
  readonly orderby:
    | 'name'
    | 'id'
    | 'slug'
    | 'count'
    | 'description'
    | 'parent'
    | 'include'
    | 'include_slugs'
    | 'term_group'
  readonly hide_empty: boolean
  /** No event outside the trash has the term or, of categories, one below it; false: an event has. */
  readonly unused?: boolean
  readonly event?: number
  readonly slug?: string
  readonly parent?: number
}
export interface MediaQuery extends Omit<Paged, 'order'> {
  readonly search?: SearchWords
  /** Whether it has a description in its own language. */
  readonly described?: boolean
}
/** Series, found by the events that are their occurrences. */
export interface SeriesQuery extends Omit<Paged, 'include' | 'exclude'> {
  /** Which occurrences. Its paging has no effect. */
  readonly events: EventQuery
  readonly orderby: EventQuery['orderby']
  readonly status: readonly StatusFilter[]
  readonly exclude?: readonly number[]
}
/** Groups, by name. */
export interface GroupQuery extends Paged {
  readonly search?: SearchWords
}
/** Own pages: those for the footer, in its order. */
export interface PageQuery extends Paged {
  readonly search?: SearchWords
  readonly in_footer?: boolean
  readonly status: readonly StatusFilter[]
  readonly orderby: 'menu_order' | 'title' | 'date' | 'modified' | 'id'
}

/** Which items are to translate. */
export interface TranslationQueueQuery extends Pick<Moment, 'now'> {
  /** One of the content languages. */
  readonly language: string
  readonly languages: ContentLanguages
  readonly states: readonly ReasonToTranslate[]
  readonly resources: readonly ResourceName[]
  /** What the own texts of the items have. */
  readonly words: SearchWords | undefined
  readonly page: number
  readonly per_page: number
}

/** An item that is to translate. */
export interface TitleAndReasonToTranslate {
  readonly resource: ResourceName
  readonly id: number
  /** Its own title or name. */
  readonly title: string
  readonly state: ReasonToTranslate
}

/** A page of what is to translate. */
export interface TranslationQueue {
  readonly items: readonly TitleAndReasonToTranslate[]
  readonly total: number
}
