/** Common to all updates: compare with the stored record and write only what differs, as the next version. */
import type { ContextWithImages } from '../../api/context.ts'
import { type Actor, highestRoleOfActor, mayPublishInGroup } from '../../api/policy.ts'
import { isSameValue } from '../../contract/columns.ts'
import type { ItemName, ResourceName } from '../../contract/resources/index.ts'
import { isInternalChange } from '../../domain/publication/internal.ts'
import { type ItemStatus, isApprovedStatus } from '../../domain/publication.ts'
import { slugOr } from '../../domain/text/letters.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { because, invalidParam } from '../../problem.ts'
import type { EventRecord, LinkIds, LinksOf, RecordOf, ValuesOf, Writing } from '../../store/store.ts'

/** A stored item that is about to change. */
export interface ItemToChange<N extends ResourceName> {
  readonly name: N
  readonly kept: RecordOf<N>
  /** The links of an event, where they are read, too. */
  readonly links?: LinkIds
}

/** A slug as sent, and the title that it otherwise derives from. */
interface SlugChange {
  readonly sent: string | null | undefined
  /** The title after the change. */
  readonly title: string
  /** Whether the item leaves the trash by a write of many events: a put makes its slug free by itself. */
  readonly isBack?: boolean
}

/** Returns the values that differ from the stored ones. */
export function changedValues<R extends object>(values: Partial<R>, kept: R): Partial<R> {
  const changes: Partial<R> = {}
  for (const name of Object.keys(values)) {
    const value: unknown = Reflect.get(values, name)
    if (!isSameValue(Reflect.get(kept, name), value)) Reflect.set(changes, name, value)
  }
  return changes
}

/**
 * Returns the changes with the resulting status (contract §4.3). An approval covers what was reviewed: a user
 * without the right to publish who changes an approved item sends it back to `pending`.
 */
export function withApprovalStatus<
  R extends { readonly status: ItemStatus; readonly group_id?: number | null },
>(changes: Partial<R>, kept: R, { actor }: Pick<ContextWithImages, 'actor'>): Partial<R> {
  const group = changes.group_id === undefined ? kept.group_id : changes.group_id
  const waits =
    !isInternalChange(Object.keys(changes)) &&
    isApprovedStatus(kept.status) &&
    isApprovedStatus(changes.status ?? kept.status) &&
    !mayPublishInGroup(actor, group)
  return waits ? { ...changes, status: 'pending' } : changes
}

/**
 * Returns the slug after a change: as sent, derived from the title, or made free again when the item leaves the
 * trash.
 */
export async function slugAfterChange(
  store: Writing,
  { name, kept }: { readonly name: ItemName; readonly kept: { readonly id: number; readonly slug: string } },
  { sent, title, isBack = false }: SlugChange,
): Promise<string> {
  const renamed = sent !== undefined && sent !== kept.slug
  if (!renamed && !isBack) return kept.slug
  const isChosen = renamed && sent !== ''
  return store.freeSlug(name, renamed ? slugOr(sent || title, name) : kept.slug, kept.id, isChosen)
}

/** Writes the changes as the next version. Returns the item as it is stored then. */
export function saveChangesOfItem<N extends ResourceName>(
  store: Writing,
  { name, kept, links }: ItemToChange<N>,
  changes: Partial<ValuesOf<N>> & LinksOf<N>,
  { moment }: Pick<ContextWithImages, 'moment'>,
): Promise<RecordOf<N>> {
  // What only editors see does not make an event one that was modified.
  const isSame = isInternalChange(Object.keys(changes))
  const modified_utc = isSame && 'modified_utc' in kept ? kept.modified_utc : epochOfInstant(moment.now)
  return store.put(name, kept.id, { ...changes, modified_utc }, { record: kept, links })
}

/** Whether the change takes an item out of the trash. */
export const leavesTrash = (before: string, after: string) => before === 'trash' && after !== 'trash'

// The most that one write may cost: each role has a bound in rows, so that a short request does not become gigabytes (SECURITY.md).

/** Role → the most rows of one transaction: those of a request, of all operations of an atomic batch, or of one operation of another. */
const mostRows: Readonly<Record<Actor['role'], number>> = {
  anonymous: 0,
  subscriber: 0,
  submitter: 500,
  contributor: 2500,
  author: 5000,
  editor: 40_000,
  administrator: 40_000,
}

/** As many characters of texts count as one row more. */
const CHARACTERS_OF_ROW = 4000

/** The characters of a value as it is stored: lists and objects, such as tickets, are JSON. */
function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  return typeof value === 'object' && value !== null ? JSON.stringify(value).length : 0
}

/** The rows that one event counts for, by its texts. What is searched are the same texts again. */
function rowsOf(values: Partial<EventRecord>): number {
  const { search_text: _, ...texts } = values
  const characters = Object.values(texts).reduce<number>((sum, value) => sum + charactersOf(value), 0)
  return 1 + Math.floor(characters / CHARACTERS_OF_ROW)
}

/** Occurrences that are written alike, and the arg that demands it. */
interface WrittenOccurrences {
  readonly arg: 'recurrence' | 'apply_to'
  readonly count: number
  readonly values: Partial<EventRecord>
}

/**
 * Counts that a transaction writes values to so many occurrences of a series. Throws 400 on the arg above the bound of the highest role.
 * Imports are bounded for each series, because they write in slices.
 */
export function spendOccurrenceWrites(
  store: Pick<Writing, 'spend'>,
  { arg, count, values }: WrittenOccurrences,
  { actor, followsSource }: Pick<ContextWithImages, 'actor' | 'followsSource'>,
): void {
  const rows = count * rowsOf(values)
  const role = highestRoleOfActor(actor)
  const [spent, most] = [followsSource === true ? rows : store.spend(rows), mostRows[role]]
  if (spent > most)
    throw invalidParam(
      arg,
      because('too_many_rows', { rows: spent, events: count, characters: CHARACTERS_OF_ROW, role, most }),
    )
}
