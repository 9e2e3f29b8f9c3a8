/** Venues and organizers that the calendar knows, offered in place of new ones that an entry brought. */
import { useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import { hasRoleAtLeast } from '../api/session.ts'
import type { VenueOrOrganizerCollection } from '../api/types.ts'
import { notifyWithUndo } from '../bulk/undo.ts'
import type { LinkedItem } from '../items/editing.ts'
import { itemDetail, itemName } from '../items/suggested.ts'
import { mergeEntryOfItem, mergeInto } from '../merge/entries.ts'
import { useLoaded } from '../parts/loaded.tsx'
import { showFault } from '../parts/notice.tsx'
import { t } from '../words/index.ts'

/** The most items that are offered. */
const MOST = 4
/** Shorter words are in too many names. */
const MIN_WORD = 4

/** Loads the public items whose names have all words of a name; if there are none, those with its longest word. */
async function similarTo(
  collection: VenueOrOrganizerCollection,
  item: LinkedItem,
): Promise<readonly LinkedItem[]> {
  const found = async (search: string) => {
    const query = { search, status: 'publish', per_page: MOST + 1 }
    const { body } = await callApi<Record<string, readonly LinkedItem[]>>('GET', `/${collection}`, { query })
    return (body[collection] ?? []).filter(({ id }) => id !== item.id).slice(0, MOST)
  }
  const name = itemName(item)
  const all = await found(name)
  const [longest = ''] = name.split(/\s+/).toSorted((one, other) => other.length - one.length)
  return all.length > 0 || longest.length < MIN_WORD ? all : found(longest)
}

interface KnownProps {
  readonly collection: VenueOrOrganizerCollection
  /** The new item, which waits like its event. */
  readonly item: LinkedItem
  readonly reload: () => void
}

/** Buttons that use a known item in place of a new one, which then is part of it. */
export function KnownItems({ collection, item, reload }: KnownProps) {
  const { value: known = [] } = useLoaded(() => similarTo(collection, item), [collection, item.id])
  const [isBusy, setBusy] = useState(false)
  const take = async (one: LinkedItem) => {
    setBusy(true)
    try {
      const response = await mergeInto(collection, mergeEntryOfItem(one), [mergeEntryOfItem(item)])
      notifyWithUndo(t('review.used', { name: itemName(one) }), response, reload)
      reload()
    } catch (error) {
      showFault(error)
    }
    setBusy(false)
  }
  // Merging is for those who edit the whole site.
  if (known.length === 0 || !hasRoleAtLeast('editor')) return null
  return (
    <div class="known">
      <p class="hint">{t('review.known')}</p>
      {known.map((one) => (
        <button type="button" key={one.id} disabled={isBusy} onClick={() => take(one)}>
          {t('review.use', { name: itemName(one) })} <small>{itemDetail(one)}</small>
        </button>
      ))}
    </div>
  )
}
