/** Offers to restore unsaved changes of an event. */

import { RestoreUnsavedOffer } from '../kept/offer.tsx'
import type { UnsavedValues } from '../kept/unsaved-values.ts'
import { differingKeys, type EventDraft } from './draft.ts'
import type { EventEditingState } from './editing.ts'

/** The offers, if there are changes of closed tabs. */
export function StoredChangesOffer({ state }: { readonly state: EventEditingState }) {
  if (state.kept === undefined) return null
  const takeUp = (kept: UnsavedValues<EventDraft>) => {
    // Fields that are newer than the stored changes keep their loaded values.
    const loaded = state.draft.value
    state.takeUp({ ...loaded, ...kept.values }, { ...loaded, ...kept.base }, kept.etag)
  }
  return (
    <RestoreUnsavedOffer
      keeping={state.kept}
      isChanged={state.isChanged.value}
      isWorth={({ values, base }) => differingKeys(values, base).length > 0}
      nameOf={state.id === undefined ? ({ title }) => title : undefined}
      take={takeUp}
    />
  )
}
