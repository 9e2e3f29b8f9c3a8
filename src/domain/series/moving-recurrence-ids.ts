/**
 * The places of occurrences while a move of their series reaches them part by part (contract §10.4): those that it has not reached are
 * where the former rule put them.
 */
import { epochOfUtc } from '../time/timestamp.ts'
import { wallClockOfDateSecond } from './occurrence-starts.ts'
import type { FirstOccurrenceTimes } from './series.ts'

/** How far a move has come. A move to later times begins with the last place, one to earlier times with the first, so that none is taken. */
export interface MoveProgress {
  /** The seconds of wall clock time by which places are later than before; 0 if the move has reached all of them. */
  readonly moved_by: number
  /** The former place that it has reached last. */
  readonly moved_to: string
}

/** No move, or one that has reached all places. */
export const noMoveInProgress: MoveProgress = { moved_by: 0, moved_to: '' }

/** Returns a move that has not reached any place. */
export const unstartedMoveBySeconds = (seconds: number): MoveProgress => ({
  moved_by: seconds,
  // Greater than any timestamp.
  moved_to: seconds > 0 ? '~' : '',
})

/** Whether a move has not reached the occurrence at a place. */
export const isRecurrenceIdNotYetMoved = ({ moved_by, moved_to }: MoveProgress, place: string): boolean =>
  moved_by > 0 ? place < moved_to : moved_by < 0 && place > moved_to

/** Returns where a move puts the occurrence at a former place, in the terms of the moved series. */
export const recurrenceIdAfterMove = (
  { moved_by }: MoveProgress,
  place: string,
  series: Pick<FirstOccurrenceTimes, 'zone' | 'allDay'>,
): string => wallClockOfDateSecond(epochOfUtc(place) + moved_by, series)

/** Returns where the rule puts the occurrence at a stored place. */
export const recurrenceIdByRuleInMove = (
  move: MoveProgress,
  place: string,
  series: Pick<FirstOccurrenceTimes, 'zone' | 'allDay'>,
): string => (isRecurrenceIdNotYetMoved(move, place) ? recurrenceIdAfterMove(move, place, series) : place)
