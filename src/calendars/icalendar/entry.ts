import type { Sent } from '../import/sent-line.ts'
import type { Entry } from '../series/series-entry.ts'

export type { Entry } from '../series/series-entry.ts'

import { cancellationOf, dateArgs, formattedText, statusOf, textNamed } from './event-args.ts'
import { writtenExtras } from './extras.ts'
import { uidOfOccurrence } from './inventory.ts'
import type { Occurrence } from './occurrences.ts'

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
