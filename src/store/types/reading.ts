/** Views that are read from: types only. */

import type { ResourceName, TermName } from '../../contract/resources/index.ts'
import type { Moment } from '../../domain/time/moment.ts'
import type { readOperations } from '../records/reading.ts'
import type { EventItem, EventLinkKind, FoundEventIds, ListedEventItem, Page, QueryOf } from './items.ts'
import type { AuditPage, AuditQuery } from './log.ts'
import type { EventQuery, Viewer } from './queries.ts'

/** Everything that is read by SQL alone: of the store, of a snapshot, or of a transaction. */
export type Reading = ReturnType<typeof readOperations>

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

/**
 * Lists of events that show nothing older than a revision. They are found in memory, and read from the database as they are by then: what
 * the viewer may no longer read is left out.
 */
export interface ReadView extends MemoryView {
  findEvents(query: EventQuery, viewer: Viewer): Promise<FoundEventIds>
  /** The events with these ids, in their order, with the linked items of these kinds; by default with all. */
  events(
    ids: readonly number[],
    viewer: Viewer,
    links?: readonly EventLinkKind[],
  ): Promise<readonly EventItem[]>
  /** The same of the columns alone that lists on pages show: without texts, and with nothing else that events name. */
  listedEvents(
    ids: readonly number[],
    viewer: Viewer,
    links: readonly EventLinkKind[],
  ): Promise<readonly ListedEventItem[]>
  /** The first scheduled publication after a moment, if nothing is written before; `Infinity` for none. In seconds since 1970 UTC. */
  nextPublication(moment: Moment): Promise<number>
}

/** Finds pages of collections. */
export interface Lists {
  list<N extends ResourceName>(name: N, query: QueryOf<N>, viewer: Viewer): Promise<Page<N>>
}

/** One consistent view of all stored data. */
export interface Snapshot extends Reading {
  /** One page of the matching audit rows, newest first. */
  auditPage(query: AuditQuery): Promise<AuditPage>
}
