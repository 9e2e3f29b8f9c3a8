/** The initial draft of a new event, if another view prepared one. */
import { type EventDraft, newEventDraft } from './draft.ts'

let next: EventDraft | undefined

/** Sets the draft that the next new event starts with. */
export function setDraftOfNextEvent(draft: EventDraft): void {
  next = draft
}

/** Returns the prepared draft once, then an empty one. */
export function takeDraftOfNextEvent(): EventDraft {
  const draft = next ?? newEventDraft()
  next = undefined
  return draft
}
