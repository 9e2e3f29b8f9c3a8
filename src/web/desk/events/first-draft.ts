/** The initial draft of a new event, if another view prepared one. */
import { isAtLeast } from '../api/session.ts'
import { type EventDraft, newDraft } from './draft.ts'

let next: EventDraft | undefined

/** Sets the draft that the next new event starts with. */
export function startWith(draft: EventDraft): void {
  next = draft
}

/** Returns the prepared draft once, then an empty one. */
export function firstDraft(): EventDraft {
  const draft = next ?? newDraft(isAtLeast('author') ? 'publish' : 'draft')
  next = undefined
  return draft
}
