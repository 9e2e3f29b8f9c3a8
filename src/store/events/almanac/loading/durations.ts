/** The lists that events are in by their duration. */

/**
 * Seconds. Events longer than a day are also in a list of their own, so that a scan for shorter ones can start a day before a window;
 * and those longer than a month in another one, so that a scan for the others of more than a day can start a month before it.
 */
export const BRIEF_EVENT_SECONDS = 86_400
export const LONG_EVENT_SECONDS = 31 * BRIEF_EVENT_SECONDS

/** The list of its own that an event of this duration is in, if any. */
export function listNameOfDuration(seconds: number): 'lasting' | 'long' | undefined {
  if (seconds <= BRIEF_EVENT_SECONDS) return undefined
  return seconds <= LONG_EVENT_SECONDS ? 'lasting' : 'long'
}
