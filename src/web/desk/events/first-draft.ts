/** What a new event begins with, where something else has read or chosen it before. */
import { isAtLeast } from '../api/session.ts'
import { type Draft, newDraft } from './draft.ts'

let next: Draft | undefined

/** Has the next new event begin with a draft. */
export function startWith(draft: Draft): void {
  next = draft
}

/** Returns the draft that a new event begins with, once; then an empty one again. */
export function firstDraft(): Draft {
  const draft = next ?? newDraft(isAtLeast('author') ? 'publish' : 'draft')
  next = undefined
  return draft
}
