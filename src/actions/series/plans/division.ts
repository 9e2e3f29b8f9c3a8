/** Which occurrences stay in a series when its rule or its times change, which leave it, and which are new. Pure. */

import type { PureContext } from '../../../api/context.ts'
import type { MoveProgress } from '../../../domain/series/moving-recurrence-ids.ts'
import { occurrencesBetween } from '../../../domain/series/occurrence-starts.ts'
import type { Occurrence as Place } from '../../../domain/series/series.ts'
import type { OccurrenceRecord } from '../../../store/store.ts'
import {
  horizonWallTime,
  laterWallTime,
  missingOccurrences,
  occurrencesToHorizon,
  splitOffPlacesToMakeNow,
} from '../times.ts'
import type { SeriesPatternAndRuleChange } from './pattern-change.ts'
import { deferredMoveProgressIfPossible, isSpreadLater } from './spreading.ts'

/** The occurrences of a series, as a change divides them. */
export interface OccurrenceDivision {
  /** Those that stay in the series and get the change with it. */
  readonly staying: readonly OccurrenceRecord[]
  /** Those that stay and get the change in further transactions. */
  readonly later: readonly OccurrenceRecord[]
  /** The move by which those get their places in further transactions, too; undefined if they get them at once. */
  readonly move: MoveProgress | undefined
  readonly left: readonly OccurrenceRecord[]
  /** The number of occurrences that are missing up to the horizon. */
  readonly missing: number
  /** Those of them that this transaction makes. */
  readonly added: readonly Place[]
  /** The wall clock time up to which all occurrences exist then. */
  readonly madeUntil: string
}

/** The occurrences that the rule gives up to the horizon, where it is another one or reaches further. */
function wantedPlaces(change: SeriesPatternAndRuleChange, context: PureContext) {
  const { rule, madeUntil, isNewRule, isMoved, isRestored } = change
  if (!isNewRule && !isMoved && !isRestored) return { horizon: madeUntil, all: [] }
  if (isNewRule) {
    const all = occurrencesToHorizon(rule, horizonWallTime(rule, context), context)
    return { horizon: laterWallTime(horizonWallTime(rule, context), all[0]?.recurrenceId ?? ''), all }
  }
  const horizon = laterWallTime(horizonWallTime(rule, context), madeUntil)
  return { horizon, all: occurrencesBetween(rule, madeUntil, horizon) }
}

/** Returns how a change divides `every` occurrence. Throws 400 on `recurrence` for a rule that gives too many. */
export function divideOccurrencesByChange(
  change: SeriesPatternAndRuleChange,
  every: readonly OccurrenceRecord[],
  context: PureContext,
): OccurrenceDivision {
  const { all, horizon } = wantedPlaces(change, context)
  const hit = new Set(all.map(({ recurrenceId }) => recurrenceId))
  const isHit = ({ recurrence_id }: OccurrenceRecord) =>
    !change.isNewRule || hit.has(change.newId(recurrence_id))
  const staying = every.filter(isHit)
  const there = staying.map(({ recurrence_id }) => ({ recurrence_id: change.newId(recurrence_id) }))
  const missing = change.isDissolved ? [] : missingOccurrences(all, there)
  const isLater = isSpreadLater(change, staying.length, context)
  const move = isLater ? deferredMoveProgressIfPossible(change, staying) : undefined
  // Until all have moved, a new one might have the place of another.
  const { now, madeUntil } = splitOffPlacesToMakeNow(missing, horizon, move ? { madeAtOnce: 0 } : context)
  return {
    staying: isLater ? [] : staying,
    later: isLater ? staying : [],
    move,
    left: every.filter((one) => !isHit(one)),
    missing: missing.length,
    added: now,
    madeUntil,
  }
}
