/** A field that takes one thing found while one types. */
import { useState } from 'preact/hooks'
import { Combobox, type Suggestion } from '../parts/combobox.tsx'

interface FoundProps {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly suggest: (text: string) => Promise<readonly Suggestion[]>
  /** Emptied, it takes nothing: undefined. */
  readonly onChange: (picked: Suggestion | undefined) => void
  /** Takes what was typed where nothing is suggested. */
  readonly onTyped?: (text: string) => void
}

/** The field. */
export function FoundField({ suggest, onChange, onTyped, ...field }: FoundProps) {
  const [text, setText] = useState('')
  return (
    <Combobox
      {...field}
      text={text}
      suggest={suggest}
      onText={(typed) => {
        setText(typed)
        onChange(undefined)
        onTyped?.(typed.trim())
      }}
      onPick={(picked) => {
        setText(picked.label)
        onChange(picked)
      }}
    />
  )
}
