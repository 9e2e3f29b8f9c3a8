/** The most that one write may cost: each role has a bound in rows, so that a short request does not become gigabytes (SECURITY.md). */

import type { ContextWithImages } from '../../api/context.ts'
import { type Actor, highestRoleOfActor } from '../../api/policy.ts'
import { because, invalidParam } from '../../problem.ts'
import type { EventRecord, Writing } from '../../store/store.ts'

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
