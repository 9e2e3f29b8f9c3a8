/** The text of a field with suggestions of the form of an event, until it is chosen. */
import type { EventDraft } from '../draft.ts'
import type { EventEditingState } from '../editing.ts'

/** Returns the text that was typed into the field of an arg, and the function that sets it. */
export function typedTextAndSetter(
  state: EventEditingState,
  arg: keyof EventDraft['typed'],
): readonly [text: string, set: (text: string) => void] {
  const set = (text: string) => state.set('typed', { ...state.draft.value.typed, [arg]: text || undefined })
  return [state.draft.value.typed[arg] ?? '', set]
}
