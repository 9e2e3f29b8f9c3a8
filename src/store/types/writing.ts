/** Writing within a transaction: types only. */

import type { PersonOfAct, ValuesByAct } from '../../contract/operations/audit.ts'
import type { MergeableName } from '../../contract/operations/editing.ts'
import type { ItemName, ResourceName } from '../../contract/resources/index.ts'
import type { Moment } from '../../domain/time/moment.ts'
import type { DerivedColumn } from '../log/logged.ts'
import type { GroupRecord, MediaRecord } from '../tables.ts'
import type { IncomingWriting } from './federation.ts'
import type { DutyWriting, LinksOf, RecordOf, SeriesRecord, SeriesWriting, ValuesOf } from './items.ts'
import type {
  AuditOfWriteOrItemQuery,
  AuditRow,
  BeforeAndAfterByField,
  RemovedGroup,
  StoredMembership,
  UndoneMerge,
} from './log.ts'
import type { ProposalWriting } from './proposals.ts'
import type { IdempotencyRecord, Reading } from './reading.ts'

/** Settings to set, or to forget (undefined). */
export type SettingChanges = Readonly<Record<string, string | undefined>>

type DefaultedMediaColumn = 'id' | 'focus_x' | 'focus_y' | 'language' | 'translations' | 'readable_in'

/** The row of an image: its focus is in the middle by default and it has no translations, an id is only given when importing, and pages have no pictures of it yet. */
export type NewMedia = Omit<MediaRecord, 'widths' | DefaultedMediaColumn> &
  Partial<Pick<MediaRecord, DefaultedMediaColumn>>

/** The columns that a put sets: those that do not derive from others; those that are absent or undefined stay. An explicit id is only given when importing. */
export type PutValues<N extends ResourceName> = LinksOf<N> & {
  readonly [C in keyof Omit<ValuesOf<N>, DerivedColumn<N>>]?: ValuesOf<N>[C] | undefined
}

/** The titles of events and the names of venues and organizers that a transaction is going to make, and by what it looks for events. */
export interface ExpectedItems {
  readonly event: readonly string[]
  readonly venue: readonly string[]
  readonly organizer: readonly string[]
  /** UIDs of events or series, and slugs of events. */
  readonly uids: readonly string[]
  readonly addresses: readonly string[]
}

/** Writes single items of every resource. What derives is kept true: folded texts, counts of terms, the log. */
export interface ItemWriting {
  /**
   * Inserts an item, or updates the one with that id, whose version grows if anything differs. Returns it as it is stored then. An absent slug
   * stays, or is that of the name, as an empty one is; it is made free.
   */
  put<N extends ResourceName>(name: N, id: number | undefined, values: PutValues<N>): Promise<RecordOf<N>>
  /** The first of `slug`, `slug-2` … that no item of the resource has, nor had, unless somebody chose the slug. */
  freeSlug(name: ItemName | 'series', slug: string, except?: number, isChosen?: boolean): Promise<string>
  /** Gives an item former slugs, except those that another item has or had. Returns whether it has more than before. */
  addFormerSlugs(name: ItemName | 'series', id: number, slugs: readonly string[]): Promise<boolean>
  /** Puts a new item with a slug that is free. */
  insert<N extends ResourceName>(name: N, values: ValuesOf<N> & LinksOf<N>): Promise<number>
  /** Puts an item with a slug that is free. The version of a series grows only where it is set. */
  update<N extends ResourceName>(
    name: N,
    id: number,
    values: Partial<ValuesOf<N>> & LinksOf<N>,
  ): Promise<void>
  /** Deletes an item and its links; categories below move up, and items lose their image. Changed items are modified at `now` (seconds since 1970). */
  remove(name: ResourceName, id: number, now: number): Promise<void>
  /** Inserts the row of an image whose files already exist. An explicit id is only given when importing. */
  insertMedia(media: NewMedia): Promise<number>
  /** Notes in which widths there are pictures of an image for pages: neither a change nor a version of it. */
  setPictures(id: number, widths: readonly number[]): Promise<void>
}

/** Writes where items were imported from. */
export interface ImportKeyWriting {
  /** Records what a source was imported as. A key that is recorded already names the new item from then on. */
  rememberImport(key: string, resource: string, id: number): Promise<void>
  /** Deletes the import recorded under a key, if there is one. */
  forgetImport(key: string): Promise<void>
  /** Makes new ids follow those inserted explicitly. */
  reserveIds(): Promise<void>
}

/** Writes what the site keeps. */
export interface SiteWriting {
  saveSettings(changes: SettingChanges): Promise<void>
  saveIdempotencyRecord(key: string, kept: IdempotencyRecord, moment: Moment): Promise<void>
}

/** The transaction itself. */
export interface TransactionBookkeeping {
  /** The audit rows of one write, the parts of its acts, or at most 1,000 of an item from one row on or after a revision; newest first. */
  recorded(query: AuditOfWriteOrItemQuery): Promise<readonly AuditRow[]>
  /** Prepares for making many items: looks up at once what they need, and inserts them late. */
  expect(expected: ExpectedItems): Promise<void>
  /** Counts rows that this transaction writes. Returns how many it has counted. */
  spend(rows: number): number
  /** The number of items that this transaction has written, also by publishing what was due. */
  touchedItems(): number
  /** Runs `act`. If it fails, its writes are rolled back, but not the rest of the transaction. */
  attempt<T>(act: () => Promise<T>): Promise<T>
}

/** The extent of an act on a series. */
interface SeriesActToNote {
  /** The number of events that it touched. */
  readonly touched: number
  /** The names of the changed fields. */
  readonly changed?: readonly string[]
  /** Of the changed fields of the pattern, the values before and after. */
  readonly changes?: BeforeAndAfterByField
}

/** Acts with one audit row, however many items they touch. */
export interface ActsWithOneAuditRow {
  /** Merges items into another one of their kind: one audit row, however many events change. Times in seconds since 1970. */
  merge<N extends MergeableName>(
    name: N,
    records: readonly RecordOf<N>[],
    into: RecordOf<N>,
    now: number,
  ): Promise<void>
  /** Parts what a write merged into an item. Returns how many items came back. */
  unmerge<N extends MergeableName>(name: N, into: RecordOf<N>, of: UndoneMerge, now: number): Promise<number>
  /** Clears the e-mail address and the telephone number of an organizer; the audit keeps no values of it. `now` is in seconds since 1970 UTC. */
  forgetContact(organizer: number, now: number): Promise<void>
  /** Notes in the audit that what a user is author of has another author now, or is in another group. */
  noteHandOver<A extends 'handed_over' | 'handed_to_group' | 'taken_from_group'>(
    act: A,
    values: ValuesByAct[A],
    touched: number,
  ): void
  /** Notes a part of an act in the log. */
  notePart(resource: string, item_id: number, changes: BeforeAndAfterByField): void
  /** Notes an act on a series, by its title after it, in the audit. */
  noteSeries(
    verb: 'create' | 'update' | 'trash' | 'delete',
    series: Pick<SeriesRecord, 'id' | 'title' | 'slug'>,
    act: SeriesActToNote,
  ): void
  /** Notes the state of a series before this act in the log, for seven days. `now` is in seconds since 1970 UTC. */
  noteSeriesBefore(series: number, state: object, now: number): Promise<void>
  /** Deletes the states of a series before acts. */
  forgetSeriesBefore(series: number): Promise<void>
  /** Deletes these, and the values before and after its changes. */
  forgetSeriesValues(series: number): Promise<void>
  /** Notes a group in the log with its members and templates, which are deleted along with it. */
  noteGroupBefore(group: GroupRecord): Promise<void>
  /** Gives a group that is back its templates, and those of its members who are users still. */
  giveMembersAndTemplates(group: Pick<RemovedGroup, 'members' | 'templates'>): Promise<void>
  /** How a user is a member of a group; undefined for others. */
  membership(group: number, user: number): Promise<StoredMembership | undefined>
  /** Makes a user a member of a group, or takes the user out of it (undefined): one audit row of the group, if anything differs. */
  setMembership(group: number, person: PersonOfAct, next: StoredMembership | undefined): Promise<void>
}

/** Writing without the acts that have an audit row of their own. */
export interface WritingAuditedPerItem
  extends Reading,
    ItemWriting,
    SeriesWriting,
    ImportKeyWriting,
    SiteWriting,
    DutyWriting,
    TransactionBookkeeping {
  readonly proposals: ProposalWriting
  readonly incoming: IncomingWriting
}

/** Reading and writing within one transaction. */
export interface Writing extends WritingAuditedPerItem, ActsWithOneAuditRow {}

export interface ResultAndRevision<T> {
  readonly result: T
  readonly revision: number
}
