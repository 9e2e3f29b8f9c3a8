/** A field for one item that is searched by typing. */
import { useState } from 'preact/hooks'
import { Combobox, type Suggestion } from '../parts/combobox.tsx'

interface FoundProps {
  readonly name: string
  readonly label: string
  readonly suggest: (text: string) => Promise<readonly Suggestion[]>
  /** Called with the chosen item, or undefined if the field was cleared. */
  readonly onChange: (picked: Suggestion | undefined) => void
  /** Called with the typed text if there are no suggestions. */
  readonly onTyped?: (text: string) => void
}

/** Renders the field. */
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
