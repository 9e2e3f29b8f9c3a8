import { uidOfOccurrence } from '../../../domain/uid.ts'
import type { SentObject } from '../../jsonl/sent-line.ts'
import {
  cancellationKindOrFalse,
  htmlDescription,
  occurrenceDateArgs,
  propertyText,
  statusFromClass,
  UNTITLED,
} from '../event-args.ts'
import { fastiPropertiesOfComponent } from '../extras.ts'
import { type CalendarOccurrence, recurrenceIdOfStart } from '../occurrences.ts'
import type { EventImportEntry, OccurrenceOfSeriesNotInCalendar } from '../series/series-entry.ts'
import { dateOnClockAtEpoch, type MomentOrDay } from '../zones/event-times.ts'
import { type Component, replacesLaterOccurrences } from './content-lines.ts'

/** The languages that the texts of a component name, each once. */
const languagesOf = ({ properties }: Component): readonly string[] => [
  ...new Set(properties.flatMap(({ params }) => params.get('LANGUAGE') ?? [])),
]

/** Returns an occurrence as a separate entry. */
export function occurrenceEntry(
  uid: string,
  occurrence: CalendarOccurrence,
  first: CalendarOccurrence,
  described: SentObject,
): EventImportEntry {
  const { component } = occurrence
  return {
    number: component.number,
    uid: uidOfOccurrence(uid, occurrence.recurrence),
    ...(occurrence !== first && { parent: uidOfOccurrence(uid, first.recurrence) }),
    args: { ...described, ...occurrenceDateArgs(occurrence) },
    status: statusFromClass(component),
    location: propertyText(component, 'LOCATION'),
    extras: fastiPropertiesOfComponent(component),
    isFormatted: htmlDescription(component) !== '',
    languages: languagesOf(component),
    cancelled: cancellationKindOrFalse(component, occurrence.times),
    ...(occurrence.of !== undefined && { named: namedBy(uid, component, occurrence.of) }),
  }
}

/** Returns the occurrence that a component names. */
function namedBy(uid: string, component: Component, of: MomentOrDay): OccurrenceOfSeriesNotInCalendar {
  const { epoch, isDate } = of
  return {
    uid,
    epoch,
    day: dateOnClockAtEpoch(of, epoch),
    isDate,
    follows: replacesLaterOccurrences(component),
  }
}

/** A message that cancels an event or one occurrence, and has no dates (RFC 5546 §3.2.5). */
export function bareCancellationEntry(
  uid: string,
  component: Component,
  of: MomentOrDay | undefined,
): EventImportEntry {
  return {
    number: component.number,
    uid: uidOfOccurrence(uid, of === undefined ? '' : recurrenceIdOfStart(of.epoch)),
    args: { title: UNTITLED },
    status: '',
    location: '',
    extras: [],
    isFormatted: false,
    cancelled: 'bare',
    ...(of !== undefined && { named: namedBy(uid, component, of) }),
  }
}
