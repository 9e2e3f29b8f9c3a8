/** A field for one item that is searched by typing, of a form that changes much at once. */
import { useState } from 'preact/hooks'
import { Combobox } from './combobox.tsx'
import type { Suggestion } from './suggestion.ts'

interface FoundProps {
  readonly name: string
  readonly label: string
  readonly suggest: (text: string) => Promise<readonly Suggestion[]>
  /** Called with the chosen item, or undefined if the field was cleared. */
  readonly onChange: (picked: Suggestion | undefined) => void
  /** Called with the typed text, which is a value by itself. */
  readonly onTyped?: (text: string) => void
}

/** Renders the field. */
export function SearchedItemField({ suggest, onChange, onTyped, ...field }: FoundProps) {
  const [text, setText] = useState('')
  const [isTaken, setTaken] = useState(true)
  return (
    <Combobox
      {...field}
      text={text}
      suggest={suggest}
      isUntaken={!isTaken}
      isGrave
      onText={(typed) => {
        setText(typed)
        setTaken(typed.trim() === '' || onTyped !== undefined)
        onChange(undefined)
        onTyped?.(typed.trim())
      }}
      onPick={(picked) => {
        setText(picked.label)
        setTaken(true)
        onChange(picked)
      }}
    />
  )
}
