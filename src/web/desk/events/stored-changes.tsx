/** Offers to restore unsaved changes. */
import { useState } from 'preact/hooks'
import { momentText } from '../time/wall.ts'
import { clockIn, ownZone } from '../time/zones.ts'
import { t } from '../words/index.ts'
import { differing } from './draft.ts'
import type { Editing } from './editing.ts'
import { forgetDraft, storedDraft } from './stored-draft.ts'

/** The offer, if there are stored changes. */
export function StoredChanges({ state }: { readonly state: Editing }) {
  const [kept, setKept] = useState(() => {
    const found = storedDraft(state.id)
    return found !== undefined && differing(found.draft, found.base).length > 0 ? found : undefined
  })
  if (kept === undefined || state.isChanged.value) return null
  const takeUp = () => {
    // Fields that are newer than the stored changes keep their loaded values.
    const loaded = state.draft.value
    state.takeUp({ ...loaded, ...kept.draft }, { ...loaded, ...kept.base }, kept.etag)
    setKept(undefined)
  }
  const discard = () => {
    forgetDraft(state.id)
    setKept(undefined)
  }
  return (
    <div class="kept" role="status">
      <p>{t('kept', { at: momentText(clockIn(ownZone, kept.at)) })}</p>
      <button type="button" class="main" onClick={takeUp}>
        {t('kept.take')}
      </button>
      <button type="button" onClick={discard}>
        {t('kept.discard')}
      </button>
    </div>
  )
}
