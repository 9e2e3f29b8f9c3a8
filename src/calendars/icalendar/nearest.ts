/** Chooses the occurrences to import when there are too many: those nearest to now. */
import type { Component } from './text/content-lines.ts'
import type { Times } from './zones/times.ts'

/** The maximum number of imported occurrences of one event. */
export const MAX_OCCURRENCES = 500

const hasEnd = ({ properties }: Component) =>
  properties.every(({ name, value }) => name !== 'RRULE' || /(?:^|;)(?:COUNT|UNTIL)=/i.test(value))

/**
 * Returns the starts nearest to now from a sorted list, in seconds since 1970 UTC: the upcoming ones first, and the most recent
 * past ones up to the maximum. Rules without end give past occurrences of the last two years.
 */
export function nearest(
  all: readonly number[],
  component: Component,
  length: number,
  times: Times,
): readonly number[] {
  const recent = hasEnd(component) ? all : all.filter((start) => start >= times.since)
  const first = recent.findIndex((start) => start + length >= times.now)
  const to = Math.min(recent.length, (first < 0 ? recent.length : first) + MAX_OCCURRENCES)
  if (recent.length > MAX_OCCURRENCES) times.note(`occurrences beyond the nearest ${MAX_OCCURRENCES}`)
  return recent.slice(Math.max(0, to - MAX_OCCURRENCES), to)
}
