/** Filters by venue and category. */
import { useState } from 'preact/hooks'
import { SelectField } from '../parts/field.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { Combobox } from '../suggesting/combobox.tsx'
import { categoriesInTreeOrder, loadAllCategories } from '../terms/terms.ts'
import { t } from '../words/index.ts'
import { suggestItems } from './linked.tsx'

// A filter for one venue, or all, with a search.

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

// A filter for one category of the tree, or all.

interface CategoryFilterProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

const INDENT = '\u2003'

/** A select with the tree. */
export function CategoryFilter({ value, onChange }: CategoryFilterProps) {
  const { value: all = [] } = useLoaded(loadAllCategories, [])
  const options = categoriesInTreeOrder(all).map(
    ({ category: { id, name }, depth }) => [String(id), INDENT.repeat(depth) + name] as const,
  )
  return (
    <SelectField
      name="category"
      label={t('category')}
      value={value}
      options={[['', t('category.any')], ...options]}
      onChange={onChange}
    />
  )
}
