/** The state of the event editor. Saving never overwrites changes of other users silently. */
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import type { ApiResponse } from '../api/api.ts'
import { faultMessage, RequestFault } from '../api/faults.ts'
import { idempotencyKeyMaker } from '../api/idempotency-keys.ts'
import type { EventItem } from '../api/types.ts'
import type { UnsavedFormStore } from '../kept/kept.ts'
import type { SeriesScope } from '../series/scope-dialog.tsx'
import { type DraftKey, differingKeys, type EventDraft, keysToSend } from './draft.ts'
import {
  adoptValues,
  type EventForm,
  saveDraft,
  saveOneValue,
  settleConflict,
  setValue,
  type ValueConflict,
} from './saving.ts'

export interface EventEditingState extends Omit<EventForm, 'etag' | 'keyOf'> {
  readonly isChanged: ReadonlySignal<boolean>
  set<K extends DraftKey>(key: K, value: EventDraft[K]): void
  /** Restores changes that were made to an earlier version. */
  takeUp(draft: EventDraft, base: EventDraft, etag: string | undefined): void
  /** The scopes that the changes allow for an event of a series; empty for other events. */
  scopes(): readonly SeriesScope[]
  /** Saves the event, with a scope if it is of a series. Returns the saved event, or undefined if saving failed. */
  save(scope?: SeriesScope): Promise<EventItem | undefined>
  /** Saves one value at once, and leaves other changes unsaved. Throws a Fault. */
  saveAlone<K extends DraftKey>(key: K, value: EventDraft[K], scope?: SeriesScope): Promise<EventItem>
  /** Resolves a conflict: `mine` are the keys for which the values of this draft are used. */
  settle(mine: ReadonlySet<DraftKey>): Promise<EventItem | undefined>
}

/** Saves the draft, and shows what is wrong with it. */
async function saveWithNotice(
  form: EventForm,
  scope: SeriesScope | undefined,
): Promise<EventItem | undefined> {
  try {
    return await saveDraft(form, scope)
  } catch (error) {
    batch(() => {
      form.faults.value = error instanceof RequestFault ? error.fields : {}
      form.fault.value = faultMessage(error)
    })
    return undefined
  }
}

/** Starts to edit an event that the service returned, or a new one from `start`. `kept` keeps the changes until they are saved. */
export function startEditing(
  id: number | undefined,
  start: EventDraft,
  loaded?: ApiResponse<EventItem>,
  kept?: UnsavedFormStore<EventDraft>,
): EventEditingState {
  const [base, draft] = [signal(start), signal(start)]
  const form: EventForm = {
    id,
    event: signal(loaded?.body),
    base,
    etag: signal(loaded?.etag),
    draft,
    faults: signal({}),
    fault: signal(''),
    conflict: signal<ValueConflict | undefined>(undefined),
    isSaving: signal(false),
    isSmallCorrection: signal(false),
    revision: signal(0),
    kept,
    keyOf: idempotencyKeyMaker(),
  }
  /** The scope of the last save, which is that of the changes after a conflict. */
  let lastScope: SeriesScope | undefined
  return {
    ...form,
    isChanged: computed(() => differingKeys(draft.value, base.value).length > 0),
    set: (key, value) => setValue(form, key, value),
    takeUp: (next, from, etag) => adoptValues(form, next, from, etag),
    scopes() {
      const changed = keysToSend(draft.value, base.value)
      if (form.event.value?.series == null || changed.length === 0) return []
      return changed.includes('recurrence') ? ['all', 'following'] : ['this', 'following', 'all']
    },
    save(scope) {
      lastScope = scope
      return saveWithNotice(form, scope)
    },
    saveAlone: (key, value, scope) => saveOneValue(form, key, value, scope),
    async settle(mine) {
      const { value } = form.conflict
      if (value === undefined) return undefined
      settleConflict(form, value, mine)
      return saveWithNotice(form, lastScope)
    },
  }
}
