/** Read views for lists of events: types only. */
import type { ResourceName, TermName, VenueOrOrganizerName } from '../../contract/resources/index.ts'
import type { Moment } from '../../domain/time/moment.ts'
import type { AuditPage, AuditQuery } from './audit.ts'
import type { EventItem, Item, ListedEventItem } from './items.ts'
import type { EventQuery, QueryOf, Viewer } from './queries.ts'
import type { Reading } from './reading.ts'
import type { OccurrenceRecord } from './series.ts'

/** Resolves the ids, slugs and names in a request. */
export type ReferenceResolver = Pick<
  Reading,
  | 'find'
  | 'visible'
  | 'term'
  | 'mergedInto'
  | 'itemOfFormerSlug'
  | 'descendants'
  | 'eventsWithUid'
  | 'eventsByAssignee'
>

/** The events of a page, in order, and the total. */
export interface FoundEventIds {
  readonly ids: readonly number[]
  readonly total: number
}

/** What memory knows of the journal, at a revision. */
export interface MemoryView {
  readonly revision: number
  /**
   * Whether the item is unchanged in this view since an earlier revision. An event also counts as changed where one
   * of its venues or organizers was written, but not where one of its terms was.
   */
  isAsOf(resource: ResourceName, id: number, revision: number): boolean
  /** Whether all items of the resource are unchanged in this view since an earlier revision. */
  areAsOf(resource: ResourceName, revision: number): boolean
  /** Whether the terms of the resource have the names in this view that they had at an earlier revision. */
  namesAsOf(resource: TermName, revision: number): boolean
}

/** The kinds of items that events are linked to. */
export type EventLinkKind = VenueOrOrganizerName | TermName

/** The kinds of linked items that lists of events on pages show. */
export type LinkKindShownInLists = 'venue' | 'category'

/** One consistent view of everything that lists of events need. */
export interface ReadView extends ReferenceResolver, MemoryView {
  findEvents(query: EventQuery, viewer: Viewer): Promise<FoundEventIds>
  /** The events with these ids, in their order, with the linked items of these kinds; by default with all. */
  events(
    ids: readonly number[],
    viewer: Viewer,
    links?: readonly EventLinkKind[],
  ): Promise<readonly EventItem[]>
  /** The same events as lists on pages show them, with the linked items of these kinds: far fewer columns are read. */
  listedEvents(
    ids: readonly number[],
    viewer: Viewer,
    links: readonly LinkKindShownInLists[],
  ): Promise<readonly ListedEventItem[]>
  nextPublication(moment: Moment): Promise<number | undefined>
  /** All occurrences of a series, in the order of the rule, those in the trash included. */
  occurrences(series: number): Promise<readonly OccurrenceRecord[]>
}

export interface Page<N extends ResourceName> {
  readonly items: readonly Item<N>[]
  readonly total: number
}

/** One consistent view of all stored data. */
export interface Snapshot extends Reading, Pick<ReadView, 'findEvents' | 'events'> {
  list<N extends ResourceName>(name: N, query: QueryOf<N>, viewer: Viewer): Promise<Page<N>>
  /** One page of the matching audit rows, newest first. */
  auditPage(query: AuditQuery): Promise<AuditPage>
}
