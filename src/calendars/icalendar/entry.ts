/** One event of a calendar, as it is imported. */
import type { Problem } from '../../problem.ts'
import type { Extra } from '../../representations/icalendar/extras.ts'
import type { Numbered } from '../import/batches.ts'
import type { Sent } from '../import/sent-line.ts'
import type { SeriesEntry } from '../series/series-entry.ts'
import {
  type Cancellation,
  cancellationOf,
  dateArgs,
  formattedText,
  statusOf,
  textNamed,
} from './event-args.ts'
import { writtenExtras } from './extras.ts'
import { uidOfOccurrence } from './inventory.ts'
import type { Occurrence } from './occurrences.ts'

/** One event to import, or why there is none. */
export interface Entry extends Numbered {
  readonly uid: string
  /** The UID of the first occurrence, which the others have as parent. */
  readonly parent?: string
  readonly args: Sent
  readonly status: string
  readonly location: string
  /** What this service says besides, as written. */
  readonly extras: readonly Extra[]
  /** Whether the description is HTML as it came. */
  readonly isFormatted: boolean
  readonly cancelled: Cancellation
  readonly fault?: Problem
  /** What recurs: the entry then is its first occurrence. */
  readonly series?: SeriesEntry
  /** Set where a rule is not understood: the entry is the first occurrence, and the others stay as they are here. */
  readonly isRuleUnclear?: true
}

/** An occurrence as an entry of its own. */
export function entryOf(uid: string, occurrence: Occurrence, first: Occurrence, described: Sent): Entry {
  const { component } = occurrence
  return {
    number: component.number,
    uid: uidOfOccurrence(uid, occurrence.recurrence),
    ...(occurrence !== first && { parent: uidOfOccurrence(uid, first.recurrence) }),
    args: { ...described, ...dateArgs(occurrence) },
    status: statusOf(component),
    location: textNamed(component, 'LOCATION'),
    extras: writtenExtras(component),
    isFormatted: formattedText(component) !== '',
    cancelled: cancellationOf(component, occurrence.times),
  }
}
