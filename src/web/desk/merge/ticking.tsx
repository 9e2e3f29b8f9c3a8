/** For editors: selects entries in the lists of venues, organizers, categories and tags, and merges or removes them. */
import { useState } from 'preact/hooks'
import { hasRoleAtLeast } from '../api/session.ts'
import { notifyWithUndo } from '../bulk/undo.ts'
import { useRowKeys } from '../keys/row-keys.ts'
import { useViewActs } from '../keys/view-acts.ts'
import { SelectField } from '../parts/choice.tsx'
import { confirmDeletion } from '../parts/dialog.tsx'
import { notify, showFault } from '../parts/notice.tsx'
import { t } from '../words/index.ts'
import { MergeDialog } from './dialog.tsx'
import {
  type MergeCollection,
  type MergeEntry,
  type TickedIdsAndSetter,
  trashOrDeleteTickedEntries,
} from './entries.ts'

/** The checkbox of an entry. */
export function EntryCheckbox({
  entry: { id, name },
  ticked,
}: {
  readonly entry: MergeEntry
  readonly ticked: TickedIdsAndSetter
}) {
  if (!hasRoleAtLeast('editor')) return null
  const isTicked = ticked.ids.has(id)
  const toggle = () =>
    ticked.set(isTicked ? [...ticked.ids].filter((one) => one !== id) : [...ticked.ids, id])
  return (
    <input type="checkbox" checked={isTicked} aria-label={t('choose', { title: name })} onChange={toggle} />
  )
}

async function remove(
  collection: MergeCollection,
  chosen: readonly MergeEntry[],
  after: () => void,
): Promise<void> {
  const count = chosen.length
  const isTerm = collection === 'categories' || collection === 'tags'
  if (isTerm && !(await confirmDeletion(t('delete.title', { count }), t('terms.delete.text')))) return
  try {
    const response = await trashOrDeleteTickedEntries(collection, chosen)
    if (isTerm) notify(t('entries.deleted', { count }))
    else if (response !== undefined) notifyWithUndo(t('entries.trashed', { count }), response, after)
  } catch (error) {
    showFault(error)
  }
  after()
}

interface BarProps {
  readonly collection: MergeCollection
  /** The shown entries. */
  readonly entries: readonly MergeEntry[]
  readonly ticked: TickedIdsAndSetter
  /** Reloads the list. */
  readonly reload: () => void
}

function Actions({ collection, entries: chosen, ticked, reload }: BarProps) {
  const [isMerging, setMerging] = useState(false)
  const after = () => {
    ticked.set([])
    reload()
  }
  const merge = () => setMerging(true)
  useViewActs(chosen.length > 1 ? [{ label: t('merge'), key: 'm', run: merge }] : [])
  return (
    <fieldset class="bulk">
      <legend class="unseen">{t('bulk')}</legend>
      <p role="status">{t('chosen', { count: chosen.length })}</p>
      {chosen.length > 1 && (
        <button type="button" onClick={merge}>
          {t('merge')}
        </button>
      )}
      <button type="button" class="danger" onClick={() => remove(collection, chosen, after)}>
        {t(collection === 'venues' || collection === 'organizers' ? 'bulk.trash' : 'bulk.delete')}
      </button>
      {isMerging && (
        <MergeDialog collection={collection} chosen={chosen} after={after} close={() => setMerging(false)} />
      )}
    </fieldset>
  )
}

/** The checkbox that selects all shown entries, and the actions for the selected ones. */
export function TickBar(props: BarProps) {
  const { entries, ticked } = props
  useRowKeys()
  if (!hasRoleAtLeast('editor') || entries.length === 0) return null
  const chosen = entries.filter(({ id }) => ticked.ids.has(id))
  const isAll = chosen.length === entries.length
  return (
    <>
      {chosen.length > 0 && <Actions {...props} entries={chosen} />}
      <label class="check all">
        <input
          type="checkbox"
          checked={isAll}
          onChange={() => ticked.set(isAll ? [] : entries.map(({ id }) => id))}
        />
        <span>{t('choose-all')}</span>
      </label>
    </>
  )
}

interface UseProps {
  readonly isUnused: boolean
  readonly onChange: (isUnused: boolean) => void
}

/** A filter: all entries, or those without events. */
export function UnusedItemsFilterSelect({ isUnused, onChange }: UseProps) {
  if (!hasRoleAtLeast('editor')) return null
  return (
    <SelectField
      name="use"
      label={t('use')}
      value={isUnused ? 'none' : 'any'}
      options={[
        ['any', t('use.any')],
        ['none', t('use.none')],
      ]}
      onChange={(value) => onChange(value === 'none')}
    />
  )
}
