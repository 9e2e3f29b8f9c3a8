/** Chooses the occurrences to import when there are too many: those nearest to now. */
import { because } from '../../problem.ts'
import type { Component } from './text/content-lines.ts'
import type { TimesContext } from './zones/event-times.ts'

/** The maximum number of imported occurrences of one event. */
export const MAX_NEAREST_STARTS = 500

/** Whether every rule of a component ends. */
export const hasOnlyEndingRules = ({ properties }: Component) =>
  properties.every(({ name, value }) => name !== 'RRULE' || /(?:^|;)(?:COUNT|UNTIL)=/i.test(value))

/** A component that repeats, and how many of its starts are imported. */
interface RepeatedComponent {
  readonly component: Component
  /** The length of an occurrence, in seconds. */
  readonly length: number
  readonly most?: number
}

/**
 * Returns the starts nearest to now from a sorted list, in seconds since 1970 UTC: the upcoming ones first, and the most recent
 * past ones up to the maximum, by default 500. Rules without end give past occurrences of the last two years.
 */
export function startsNearNow(
  all: readonly number[],
  { component, length, most = MAX_NEAREST_STARTS }: RepeatedComponent,
  times: TimesContext,
): readonly number[] {
  const recent = hasOnlyEndingRules(component) ? all : all.filter((start) => start >= times.since)
  const first = recent.findIndex((start) => start + length >= times.now)
  const to = Math.min(recent.length, (first < 0 ? recent.length : first) + most)
  if (recent.length > most) times.note(because('occurrences_left_out', { most }))
  return recent.slice(Math.max(0, to - most), to)
}
