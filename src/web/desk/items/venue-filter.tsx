import { useState } from 'preact/hooks'
import { Combobox } from '../suggesting/combobox.tsx'
import { t } from '../words/index.ts'
import { suggestItems } from './linked.tsx'

interface VenueFilterProps {
  /** An id, or empty. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A field for a venue. Clearing it removes the filter. */
export function VenueFilter({ value, onChange }: VenueFilterProps) {
  const [text, setText] = useState(value === '' ? '' : `#${value}`)
  const [isTaken, setTaken] = useState(true)
  const type = (typed: string) => {
    setText(typed)
    setTaken(typed.trim() === '')
    if (typed === '' && value !== '') onChange('')
  }
  return (
    <Combobox
      name="venue"
      label={t('venue')}
      placeholder={t('venue.any')}
      text={text}
      suggest={(typed) => suggestItems('venues', typed.startsWith('#') ? '' : typed)}
      isUntaken={!isTaken}
      onText={type}
      onPick={(picked) => {
        setText(picked.label)
        setTaken(true)
        onChange(picked.value)
      }}
    />
  )
}
