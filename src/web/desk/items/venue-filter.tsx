/** A filter for one venue, or all, with a search. */
import { useState } from 'preact/hooks'
import { Combobox } from '../parts/combobox.tsx'
import { t } from '../words/index.ts'
import { suggestItems } from './suggested.ts'

interface FilterProps {
  /** An id, or empty. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A field for a venue. Clearing it removes the filter. */
export function VenueFilter({ value, onChange }: FilterProps) {
  const [text, setText] = useState(value === '' ? '' : `#${value}`)
  const type = (typed: string) => {
    setText(typed)
    if (typed === '' && value !== '') onChange('')
  }
  return (
    <Combobox
      name="venue"
      label={t('venue')}
      placeholder={t('venue.any')}
      text={text}
      suggest={(typed) => suggestItems('venues', typed.startsWith('#') ? '' : typed)}
      onText={type}
      onPick={(picked) => {
        setText(picked.label)
        onChange(picked.value)
      }}
    />
  )
}
