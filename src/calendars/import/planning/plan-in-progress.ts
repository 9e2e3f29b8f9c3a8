/** The writing in which every call first writes what is planned. */
import type { BatchResourceName, Writing } from '../../../store/store.ts'
import { forgetAllAnswers, type KnownAnswers } from './known-answers.ts'
import { type ImportRowsWrittenLater, makeEmptyPlan, plansAnything, writeImportPlan } from './plan.ts'

/** Calls that nothing planned concerns. */
const beside: ReadonlySet<string> = new Set<keyof Writing>([
  ...(['attempt', 'spend', 'noteSeries', 'noteHandOver', 'revision'] as const),
  ...(['mergedInto', 'hasUser', 'settings', 'media', 'mediaFrom', 'mediaOfFile', 'insertMedia'] as const),
])

/** Calls that see what is planned, and change nothing that is known. */
const reads: ReadonlySet<string> = new Set<keyof Writing>([
  ...([
    'find',
    'items',
    'visible',
    'children',
    'isBelow',
    'linksOf',
    'linkedTo',
    'terms',
    'sameTerm',
  ] as const),
  ...(['alike', 'mergedAlike', 'draftsAlike', 'freeSlug', 'takenSlugs'] as const),
  ...([
    'eventWithUid',
    'eventsWithUid',
    'importKeysOf',
    'importsUnder',
    'imported',
    'importedAs',
    'existingIds',
  ] as const),
  ...(['seriesWithUid', 'occurrences', 'eventRecords', 'linksOfAll', 'singleEvents', 'reserveIds'] as const),
])

/** A plan that is being made, and the writing for which it is made. */
export interface ImportBatchPlanInProgress {
  readonly store: Writing
  readonly answers: KnownAnswers
  plan: ImportRowsWrittenLater
  /** The ids that the next new items get. */
  readonly next: Map<BatchResourceName, number>
  /** The events of the plan, and those written from it. */
  readonly made: Set<number>
}

/** Writes what is planned. Later rows get their ids anew: others may have been written. */
export async function writePlanInProgress(planning: ImportBatchPlanInProgress): Promise<void> {
  const { plan } = planning
  if (!plansAnything(plan)) return
  planning.plan = makeEmptyPlan()
  planning.next.clear()
  await writeImportPlan(planning.store, plan)
}

/** The writing in which every call first writes what is planned. What writes ends what is known. */
export const writingThatWritesPlanFirst = (planning: ImportBatchPlanInProgress): Writing =>
  new Proxy(planning.store, {
    get(store, name) {
      const member: unknown = Reflect.get(store, name)
      if (typeof member !== 'function' || beside.has(String(name))) return member
      return async (...args: readonly unknown[]) => {
        await writePlanInProgress(planning)
        if (!reads.has(String(name))) forgetAllAnswers(planning.answers)
        return Reflect.apply(member, store, args)
      }
    },
  })
