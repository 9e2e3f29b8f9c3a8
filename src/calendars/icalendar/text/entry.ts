import type { Sent } from '../../import/sent-line.ts'
import type { ImportEntry, NamedOccurrence } from '../../series/series-entry.ts'

export type { ImportEntry } from '../../series/series-entry.ts'

import { cancellationOf, dateArgs, formattedText, statusOf, textNamed, UNTITLED } from '../event-args.ts'
import { writtenExtras } from '../extras.ts'
import { type CalendarOccurrence, recurrenceIdAt } from '../occurrences.ts'
import { clockDay, type When } from '../zones/times.ts'
import { type Component, isRange } from './content-lines.ts'
import { uidOfOccurrence } from './inventory.ts'

/** Returns an occurrence as a separate entry. */
export function entryOf(
  uid: string,
  occurrence: CalendarOccurrence,
  first: CalendarOccurrence,
  described: Sent,
): ImportEntry {
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
    ...(occurrence.of !== undefined && { named: namedBy(uid, component, occurrence.of) }),
  }
}

/** Returns the occurrence that a component names. */
function namedBy(uid: string, component: Component, of: When): NamedOccurrence {
  const { epoch, isDate } = of
  return { uid, epoch, day: clockDay(of, epoch), isDate, follows: isRange(component) }
}

/** A message that cancels an event or one occurrence, and has no dates (RFC 5546 §3.2.5). */
export function bareCancellation(uid: string, component: Component, of: When | undefined): ImportEntry {
  return {
    number: component.number,
    uid: uidOfOccurrence(uid, of === undefined ? '' : recurrenceIdAt(of.epoch)),
    args: { title: UNTITLED },
    status: '',
    location: '',
    extras: [],
    isFormatted: false,
    cancelled: 'bare',
    ...(of !== undefined && { named: namedBy(uid, component, of) }),
  }
}
