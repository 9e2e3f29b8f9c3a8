/** Which occurrences of many are imported: those nearest to now. */
import type { Component } from './text/content-lines.ts'
import type { Times } from './zones/times.ts'

/** Occurrences of one event that are imported, at most. */
export const MAX_OCCURRENCES = 500

const hasEnd = ({ properties }: Component) =>
  properties.every(({ name, value }) => name !== 'RRULE' || /(?:^|;)(?:COUNT|UNTIL)=/i.test(value))

/**
 * The starts nearest to now, of all in order, in seconds since 1970 UTC: the first to come, and the last ones before where there is
 * room. Of rules without end those of the last two years.
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
