/** The body of a request that changes an event of a series. */
import type { SeriesScope } from '../series/scope-dialog.tsx'
import { recurrenceLinesForNewStart } from '../series/write-lines.ts'
import { type EventDraft, eventChangeBody } from './draft.ts'

/** Returns the body of a change for a scope of the series. The rule follows a start that moves to another weekday. */
export function draftChangesBodyForScope(
  draft: EventDraft,
  base: EventDraft,
  scope: SeriesScope | undefined,
): Readonly<Record<string, unknown>> {
  const body = eventChangeBody(draft, base)
  if (scope === undefined || scope === 'this') return body
  const lines = recurrenceLinesForNewStart(draft.recurrence, base, draft)
  const isMoved = body.recurrence === undefined && lines.join() !== draft.recurrence.join()
  const recurrence = isMoved ? lines : draft.recurrence
  const isCleared = body.recurrence !== undefined && draft.recurrence.length === 0
  return {
    ...body,
    apply_to: isCleared ? 'all' : scope,
    ...((isMoved || body.recurrence !== undefined) && { recurrence: isCleared ? null : recurrence }),
  }
}
