/** Takes the text of a field with suggestions as what it names exactly. */
import { useEffect, useRef } from 'preact/hooks'
import { exactSuggestion, needsNoDeliberateChoice, type Suggestion } from './suggestion.ts'
import { noteUnchosenText } from './unchosen-text.ts'

/** Loads suggestions for a text. */
export type Suggest = (text: string) => Promise<readonly Suggestion[]> | readonly Suggestion[]

export interface ComboboxProps {
  readonly name: string
  readonly label: string
  readonly text: string
  readonly hint?: string
  readonly fault?: string | undefined
  readonly placeholder?: string
  /** Returns suggestions for the text; may send a request. */
  readonly suggest: Suggest
  readonly onText: (text: string) => void
  readonly onPick: (picked: Suggestion) => void
  /** Called for Enter, a comma or leaving the field without a chosen suggestion. */
  readonly onEnter?: (text: string) => void
  /** Whether the text is not a value of the form yet. Leaving the field takes it if it names a suggestion exactly. */
  readonly isUntaken?: boolean
  /** Finds the suggestion that the text names exactly. */
  readonly exactly?: typeof exactSuggestion
  /** Whether the text is shown to be wrong where it is, so that saving asks nothing. */
  readonly isJudged?: boolean
  /** Whether a hasty answer would change much: then Enter goes back to the form. */
  readonly isGrave?: boolean
}

/** Returns the functions that take the text of the field as the suggestion that it names, exactly or best, and keeps it for the form until then. */
export function useTakingTypedText(id: string, props: ComboboxProps) {
  const latest = useRef(props)
  latest.current = props
  const { isUntaken = false, isJudged = false } = props
  const find = async (text: string, choose: typeof exactSuggestion): Promise<boolean> => {
    const found = choose(text, await Promise.resolve(latest.current.suggest(text)).catch(() => []))
    const isSame = latest.current.text === text
    if (found !== undefined && isSame) latest.current.onPick(found)
    return found !== undefined && isSame
  }
  // Leaving the field and saving the form ask at the same time: the text is looked for and taken once.
  const finding = useRef<{ readonly text: string; readonly isTaken: Promise<boolean> } | undefined>(undefined)
  const takeExact = async (): Promise<boolean> => {
    const { text, exactly = exactSuggestion } = latest.current
    if (finding.current?.text !== text) finding.current = { text, isTaken: find(text, exactly) }
    const isTaken = await finding.current.isTaken
    finding.current = undefined
    return isTaken
  }
  useEffect(() => {
    const input = document.getElementById(id)
    const isOfForm = input instanceof HTMLInputElement && input.form !== null
    if (!isUntaken || isJudged || !isOfForm) return undefined
    noteUnchosenText(id, () => ({
      label: latest.current.label,
      text: latest.current.text,
      input,
      isGrave: latest.current.isGrave === true,
      takeExact,
      suggest: async () => latest.current.suggest(latest.current.text),
      pick: (picked) => latest.current.onPick(picked),
      drop: () => latest.current.onText(''),
    }))
    return () => noteUnchosenText(id, undefined)
  }, [id, isUntaken, isJudged])
  /** Takes what is exact, otherwise the best suggestion. */
  const takeBest = () =>
    find(
      latest.current.text,
      (text, found) =>
        (latest.current.exactly ?? exactSuggestion)(text, found) ?? found.find(needsNoDeliberateChoice),
    )
  return { takeExact, takeBest }
}
