/** Types of series and their occurrences for other folders (contract §10). */
import type { TermName } from '../../contract/resources/index.ts'
import type { MoveProgress } from '../../domain/series/moving-recurrence-ids.ts'
import type { OccurrenceColumns } from '../tables/series.ts'
import type { EventRecord, GroupRecord } from '../tables.ts'
import type { InternalPart } from './duties.ts'
import type { LinkIds, LinkName, SeriesRecord, ValuesOf } from './records.ts'

/** The series of an occurrence, as the occurrence shows it. */
export type SeriesHead = Pick<
  SeriesRecord,
  | 'id'
  | 'slug'
  | 'title'
  | 'status'
  | 'uid'
  | 'recurrence'
  | 'timezone'
  | 'all_day'
  | 'start_date'
  | 'end_date'
>

/** The series of an occurrence. */
export interface SeriesHeadWithWithheldDates extends SeriesHead {
  /** The `recurrence_id` of occurrences that are not public, at most a hundred. Lists of events leave it empty. */
  readonly withheld: readonly string[]
}

/** A series with what its representation shows besides. */
export interface SeriesSummary {
  readonly record: SeriesRecord
  /** Whether the viewer may not edit it, and sees only the titles of its translations. */
  readonly showsTitlesOnly: boolean
  /** The number of occurrences that are not in the trash. */
  readonly count: number
  /** The start of the next public occurrence, a timestamp in that event's zone; null if there is none. */
  readonly next: string | null
  readonly group: GroupRecord | undefined
  /** What only those see who may edit the series; undefined for others. */
  readonly internal?: InternalPart | undefined
}

/** An occurrence without its texts. */
export type OccurrenceRecord = Pick<
  EventRecord,
  | keyof OccurrenceColumns
  | 'id'
  | 'version'
  | 'status'
  | 'author'
  | 'date_utc'
  | 'slug'
  | 'all_day'
  | 'timezone'
  | 'start_date'
  | 'end_date'
  | 'start_utc'
  | 'end_utc'
  | 'previous_start_date'
  | 'password_hash'
  | 'group_id'
>

export interface SeriesReading {
  /** All occurrences of a series, in the order of the rule, those in the trash included. Statuses are as stored. */
  occurrences(series: number): Promise<readonly OccurrenceRecord[]>
  /** The first `most` occurrences of a series with ids above `after`, in the order of ids. Statuses are as stored. */
  occurrencesAfter(series: number, after: number, most: number): Promise<readonly OccurrenceRecord[]>
  /** The next `most` occurrences that a move of their series reaches, in its order. Statuses are as stored. */
  occurrencesToMove(
    series: Pick<SeriesRecord, 'id' | keyof MoveProgress>,
    most: number,
  ): Promise<readonly OccurrenceRecord[]>
  /** The occurrences of a series at a place or later, in the order of the rule. Statuses are as stored. */
  occurrencesFrom(series: number, recurrenceId: string): Promise<readonly OccurrenceRecord[]>
  /** The records of the events with these ids, by id. Statuses are as stored. */
  eventRecords(ids: readonly number[]): Promise<ReadonlyMap<number, EventRecord>>
  /** The links of several events, by id. */
  linksOfAll(ids: readonly number[]): Promise<ReadonlyMap<number, LinkIds>>
  /** Those of the events whose stored status is `publish`. */
  publishedAmong(ids: readonly number[]): Promise<ReadonlySet<number>>
  /** Of the targets of links, those that still exist. */
  existing(links: LinkIds): Promise<LinkIds>
  /** The events with these iCalendar UIDs that belong to no series, by id. Statuses are as stored. */
  singleEvents(uids: readonly string[]): Promise<readonly EventRecord[]>
  /** The series with that iCalendar UID. */
  seriesWithUid(uid: string): Promise<SeriesRecord | undefined>
  /** The ids of the series whose rule gives more occurrences than exist, or whose changes have not reached all of them, ascending. */
  incompleteSeries(): Promise<readonly number[]>
}

/** The place of an occurrence before and after the rule of its series has moved. */
export interface OccurrencePlaceChange {
  readonly id: number
  readonly from: string
  readonly to: string
}

/** Writes many events of a series with few statements. None of these adds audit rows: see `ActsWithOneAuditRow`. */
export interface SeriesWriting {
  /** Inserts events that have the same columns and links. Returns their ids in the order of `values`. */
  insertOccurrences(values: readonly ValuesOf<'event'>[], links: LinkIds): Promise<readonly number[]>
  /** Writes the same values to all of these events, as the next version of each. */
  updateEvents(ids: readonly number[], values: Partial<ValuesOf<'event'>>): Promise<void>
  /** Writes other values to each event, by id, in the same columns; as the same version. */
  updateEach(rows: readonly ({ readonly id: number } & Partial<ValuesOf<'event'>>)[]): Promise<void>
  /**
   * Gives occurrences of one series other places, all at once, as the same version. The journal does not name them: it names their series,
   * and them with the change of their times that follows.
   */
  setPlaces(places: readonly OccurrencePlaceChange[]): Promise<void>
  /** Gives all of these events the same links of one kind. */
  setLinksOfAll(name: LinkName, ids: readonly number[], targets: readonly number[]): Promise<void>
  /** Deletes events. Returns the ids of their children, which lose their parent. */
  removeEvents(ids: readonly number[]): Promise<readonly number[]>
  /** Adds to the counts of terms, by id. */
  addCounts(name: TermName, changes: ReadonlyMap<number, number>): Promise<void>
}
