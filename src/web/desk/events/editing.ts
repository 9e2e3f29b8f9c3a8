/** The state of the event editor. Saving never overwrites changes of other users silently. */
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { ApiResponse } from '../api/api.ts'
import { faultMessage, RequestFault } from '../api/faults.ts'
import { idempotencyKeyMaker } from '../api/idempotency-keys.ts'
import type { EventItem } from '../api/types.ts'
import type { UnsavedFormStore } from '../kept/unsaved-values.ts'
import type { SeriesScope } from '../series/scope-dialog.tsx'
import type { ChangesDraftInEditor } from './changes-draft/changes-draft.ts'
import { type DraftKey, differingKeys, type EventDraft, keysToSend } from './draft.ts'
import {
  adoptValues,
  type EditConflict,
  type EventForm,
  type EventSaveOptions,
  setDraftValueInPlace,
} from './form/event-form.ts'
import { saveEventForm, saveOneValue, settleConflict } from './saving.ts'

export interface EventEditingState extends Omit<EventForm, 'etag' | 'keyOf'> {
  readonly isChanged: ReadonlySignal<boolean>
  /** Whether something would be lost that neither the service nor a draft of changes has. */
  readonly isUnsaved: ReadonlySignal<boolean>
  set<K extends DraftKey>(key: K, value: EventDraft[K]): void
  /** Restores changes that were made to an earlier version. */
  takeUp(draft: EventDraft, base: EventDraft, etag: string | undefined): void
  /** The scope that was answered when the state was saved: the reason or the address that follows is of the same dates. */
  readonly answeredScope: Signal<SeriesScope | undefined>
  /** The scopes that the changes allow for an event of a series; empty for other events. */
  scopes(): readonly SeriesScope[]
  /** Saves the event, with a scope if it is of a series, or keeps its changes as a draft. Returns the saved event, or undefined if saving failed. */
  save(way?: Partial<EventSaveOptions>): Promise<EventItem | undefined>
  /** Saves one value at once, and leaves other changes unsaved. Throws a Fault. */
  saveAlone<K extends DraftKey>(key: K, value: EventDraft[K], scope?: SeriesScope): Promise<EventItem>
  /** Resolves a conflict: `mine` are the keys for which the values of this draft are used. */
  settle(mine: ReadonlySet<DraftKey>): Promise<EventItem | undefined>
}

/** The props of the fields of an event. */
export interface EventFieldsProps {
  readonly state: EventEditingState
}

/** The props of those parts of the editor of an event that change the event by themselves. */
export interface EventEditorProps extends EventFieldsProps {
  /** Shows the event anew, after its change was undone. */
  readonly reload: () => void
}

/** Saves the draft, and shows what is wrong with it. */
async function saveWithNotice(form: EventForm, way: EventSaveOptions): Promise<EventItem | undefined> {
  try {
    return await saveEventForm(form, way)
  } catch (error) {
    batch(() => {
      form.faults.value = error instanceof RequestFault ? error.fields : {}
      form.fault.value = faultMessage(error)
    })
    return undefined
  }
}

/** Parts of an editor besides the event: the store of unsaved changes, and the draft of changes that somebody keeps. */
interface EditingParts {
  readonly kept?: UnsavedFormStore<EventDraft>
  readonly found?: ChangesDraftInEditor | undefined
}

/** The form of an event as it was loaded, or of a new one. */
function newForm(
  id: number | undefined,
  start: EventDraft,
  loaded: ApiResponse<EventItem> | undefined,
  { kept, found }: EditingParts,
): EventForm {
  return {
    id,
    event: signal(loaded?.body),
    base: signal(start),
    etag: signal(loaded?.etag),
    draft: signal(start),
    faults: signal({}),
    fault: signal(''),
    conflict: signal<EditConflict | undefined>(undefined),
    isSaving: signal(false),
    isSmallCorrection: signal(false),
    revision: signal(0),
    changesDraft: signal(found),
    kept,
    keyOf: idempotencyKeyMaker(),
  }
}

/** A reason is that of one state: a new state loses the one that is saved, but not one that is typed already. */
function reasonOfChosenState({ event_status, status_reason }: EventDraft, base: EventDraft): string {
  if (event_status === base.event_status) return base.status_reason
  return event_status === 'scheduled' || status_reason === base.status_reason ? '' : status_reason
}

/** Starts to edit an event that the service returned, or a new one from `start`. */
export function newEventEditingState(
  id: number | undefined,
  start: EventDraft,
  loaded?: ApiResponse<EventItem>,
  parts: EditingParts = {},
): EventEditingState {
  const form = newForm(id, start, loaded, parts)
  const { base, draft } = form
  /** The way of the last save, which is that of the changes after a conflict. */
  let lastWay: EventSaveOptions = { scope: undefined, asDraft: false }
  return {
    ...form,
    answeredScope: signal(undefined),
    isChanged: computed(() => differingKeys(draft.value, base.value).length > 0),
    isUnsaved: computed(
      () => differingKeys(draft.value, form.changesDraft.value?.continued ?? base.value).length > 0,
    ),
    set(key, value) {
      setDraftValueInPlace(form, key, value)
      if (key === 'event_status')
        setDraftValueInPlace(form, 'status_reason', reasonOfChosenState(draft.value, base.value))
    },
    takeUp: (next, from, etag) => adoptValues(form, next, from, etag),
    scopes() {
      const changed = keysToSend(draft.value, base.value)
      if (form.event.value?.series == null || changed.length === 0) return []
      return changed.includes('recurrence') ? ['all', 'following'] : ['this', 'following', 'all']
    },
    save({ scope, asDraft = false } = {}) {
      lastWay = { scope, asDraft }
      return saveWithNotice(form, lastWay)
    },
    saveAlone: (key, value, scope) => saveOneValue(form, key, value, scope),
    async settle(mine) {
      const { value } = form.conflict
      if (value === undefined) return undefined
      settleConflict(form, value, mine)
      return saveWithNotice(form, lastWay)
    },
  }
}
