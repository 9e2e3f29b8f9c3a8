import { useEffect, useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import type { VenueOrOrganizerCollection } from '../api/types.ts'
import { argNameByVenueOrOrganizerCollection } from '../events/draft.ts'
import { type FoundItem, noItem, SearchedItemField } from '../suggesting/combobox.tsx'
import { t } from '../words/index.ts'
import { itemName, type LinkedItem, suggestItems } from './linked.tsx'

interface ItemFilterProps {
  readonly collection: VenueOrOrganizerCollection
  /** An id, or empty. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A field for a venue or an organizer. Clearing it removes the filter. */
export function ItemFilter({ collection, value, onChange }: ItemFilterProps) {
  const name = argNameByVenueOrOrganizerCollection[collection]
  const [found, setFound] = useState<FoundItem>(
    value === '' ? noItem : { text: `#${value}`, picked: { value, label: `#${value}` } },
  )
  // A link to the events of one has its id alone.
  useEffect(() => {
    const unnamed = `#${value}`
    if (value === '' || value !== found.picked?.value || found.text !== unnamed) return
    callApi<LinkedItem>('GET', `/${collection}/${value}`).then(
      ({ body }) => {
        const label = itemName(body)
        // Somebody may have typed or cleared meanwhile.
        setFound((now) => (now.text === unnamed ? { text: label, picked: { value, label } } : now))
      },
      () => undefined,
    )
  }, [value])
  const change = (next: FoundItem) => {
    setFound(next)
    if (next.picked || (next.text === '' && value !== '')) onChange(next.picked?.value ?? '')
  }
  return (
    <SearchedItemField
      name={name}
      label={t(name)}
      placeholder={t(collection === 'venues' ? 'venue.any' : 'organizer.any')}
      value={found}
      suggest={(typed) => suggestItems(collection, typed.startsWith('#') ? '' : typed)}
      onChange={change}
    />
  )
}
