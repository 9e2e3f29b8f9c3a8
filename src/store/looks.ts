/** What lists of events are made from, of memory or of a snapshot: types only. */
import type { ResourceName } from '../contract/resources/index.ts'
import type { Moment } from '../domain/moment.ts'
import type { EventItem } from './items-shown.ts'
import type { Asker, EventQuery } from './queries.ts'
import type { Reading } from './store.ts'

/** How things that are named in a question are looked up. */
export type Naming = Pick<Reading, 'find' | 'visible' | 'term' | 'descendants'>

/** Which events a page shows, in their order, and how many there are in all. */
export interface FoundEvents {
  readonly ids: readonly number[]
  readonly total: number
}

/** What memory alone tells of the newest revision. */
export interface Glance {
  readonly revision: number
  /** Undefined where memory does not know. */
  findAtOnce(query: EventQuery, asker: Asker): FoundEvents | undefined
  /**
   * Whether an item is in this view as it was at an earlier revision. An event is another one also where a venue or an
   * organizer of it was written, but not where a term of it was.
   */
  isAsOf(resource: ResourceName, id: number, revision: number): boolean
  /** Whether all items of a resource are in this view as they were at an earlier revision. */
  areAsOf(resource: ResourceName, revision: number): boolean
  /** Whether what names an item of a resource in a question names here what it named at an earlier revision. */
  namesAsOf(resource: ResourceName, revision: number): boolean
}

/** One consistent view of what lists of events are made of. */
export interface Look extends Naming, Pick<Glance, 'revision' | 'isAsOf' | 'areAsOf' | 'namesAsOf'> {
  findEvents(query: EventQuery, asker: Asker): Promise<FoundEvents>
  events(ids: readonly number[], asker: Asker): Promise<readonly EventItem[]>
  nextPublication(moment: Moment): Promise<number | undefined>
}
