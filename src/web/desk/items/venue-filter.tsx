import { useEffect, useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import type { Venue } from '../api/types.ts'
import { type FoundItem, noItem, SearchedItemField } from '../suggesting/combobox.tsx'
import { t } from '../words/index.ts'
import { suggestItems } from './linked.tsx'

interface VenueFilterProps {
  /** An id, or empty. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A field for a venue. Clearing it removes the filter. */
export function VenueFilter({ value, onChange }: VenueFilterProps) {
  const [found, setFound] = useState<FoundItem>(
    value === '' ? noItem : { text: `#${value}`, picked: { value, label: `#${value}` } },
  )
  // A link to the events of a venue has its id alone.
  useEffect(() => {
    const unnamed = `#${value}`
    if (value === '' || value !== found.picked?.value || found.text !== unnamed) return
    callApi<Venue>('GET', `/venues/${value}`).then(
      // Somebody may have typed or cleared meanwhile.
      ({ body: { venue } }) =>
        setFound((now) => (now.text === unnamed ? { text: venue, picked: { value, label: venue } } : now)),
      () => undefined,
    )
  }, [value])
  const change = (next: FoundItem) => {
    setFound(next)
    if (next.picked || (next.text === '' && value !== '')) onChange(next.picked?.value ?? '')
  }
  return (
    <SearchedItemField
      name="venue"
      label={t('venue')}
      placeholder={t('venue.any')}
      value={found}
      suggest={(typed) => suggestItems('venues', typed.startsWith('#') ? '' : typed)}
      onChange={change}
    />
  )
}
