/** Suggestions that a field offers. */
import { foldedText } from '../../../domain/text/letters.ts'

export interface Suggestion {
  readonly value: string
  readonly label: string
  /** A hint after the label, in a weaker style. */
  readonly detail?: string
  /** Whether it is taken only by a choice of its own, never as the best match: what is created, for instance. */
  readonly isDeliberate?: boolean
}

const folded = (name: string) => foldedText(name.trim())

/** The number of suggestions that a field shows, and of those that it loads to find an exact name among them. */
const MAX_SHOWN = 8
export const MAX_LOADED_SUGGESTIONS = 40

export function suggestionsToShow(text: string, loaded: readonly Suggestion[]): readonly Suggestion[] {
  const isSame = ({ label }: Suggestion) => folded(label) === folded(text)
  return [...loaded.filter(isSame), ...loaded.filter((one) => !isSame(one))].slice(0, MAX_SHOWN)
}

/** Whether a suggestion may be taken for a text that is not its name. Enter takes the first such one. */
export const needsNoDeliberateChoice = ({ isDeliberate }: Suggestion): boolean => isDeliberate !== true

/** Returns the only suggestion with exactly this name; undefined if there are none or several. */
export function exactSuggestion(text: string, found: readonly Suggestion[]): Suggestion | undefined {
  const same = found.filter(({ label }) => folded(label) === folded(text))
  return same.length === 1 ? same[0] : undefined
}
