/** The state of the form of an event, and saving it: for some dates of its series, or as a draft of changes that waits. */
import { batch, computed, type Signal, signal } from '@preact/signals'
import { pick } from '../../../contract/table-of.ts'
import { internalFields } from '../../../domain/publication/internal.ts'
import type { ApiResponse } from '../api/api.ts'
import { RequestFault } from '../api/faults.ts'
import type { EventItem } from '../api/types.ts'
import { type EditedResource, type ItemUnderEdit, newEditedItem } from '../edited/use-edited-item.ts'
import { recurrenceLinesForNewStart } from '../series/lines.ts'
import { everyScope, type SeriesScope } from '../series/scope-dialog.tsx'
import { remainingRecurrenceLines } from '../series/series-dates.ts'
import {
  type ChangesDraftInEditor,
  discardChangesDraft,
  loadChangesDraft,
  saveChangesDraft,
} from './changes-draft.ts'
import {
  draftOfSavedEvent,
  type EventDraft,
  eventArgs,
  eventChangeBody,
  keysToSend,
  newEventDraft,
} from './draft.ts'

const events: EditedResource<EventItem, EventDraft> = {
  collection: 'events',
  valuesOf: (event) => (event === undefined ? newEventDraft() : draftOfSavedEvent(event)),
}

/** An event under edit, with the draft of changes to it that somebody keeps; undefined for none. */
interface EventForm extends ItemUnderEdit<EventItem, EventDraft> {
  readonly changesDraft: Signal<ChangesDraftInEditor | undefined>
}

export interface SaveOptions {
  readonly scope?: SeriesScope | undefined
  /** Whether the changes wait as a draft, and the public goes on seeing the event as it is. */
  readonly asDraft?: boolean
}

/**
 * Returns the body of a save, for a scope of the series. The rule follows a start that moves to another weekday. Of the following dates
 * alone, COUNT no more counts those before, which keep theirs.
 */
async function bodyOf({ item, edited, values, smallCorrection }: EventForm, scope: SeriesScope | undefined) {
  const [saved, draft, { base }] = [item.value, values.value, edited.value]
  if (saved === undefined) return eventChangeBody(draft, undefined)
  const body = { ...eventChangeBody(draft, base), ...smallCorrection(scope) }
  if (scope === undefined || scope === 'this') return body
  const isRuleChanged = 'recurrence' in body
  const lines = isRuleChanged ? draft.recurrence : recurrenceLinesForNewStart(draft.recurrence, base, draft)
  if (!isRuleChanged && lines.join() === draft.recurrence.join()) return { ...body, apply_to: scope }
  if (lines.length === 0) return { ...body, apply_to: 'all', recurrence: null }
  const recurrence = scope === 'following' ? await remainingRecurrenceLines(lines, draft, saved) : lines
  return { ...body, apply_to: scope, recurrence }
}

/** Saves some values alone, at once; other changes stay unsaved. Throws a Fault, of a newer version, too. */
async function saveAlone(form: EventForm, sent: Partial<EventDraft>, scope: SeriesScope | undefined) {
  const args = eventArgs(sent, form.edited.value.base)
  const response = await form.send({ ...args, ...(scope !== undefined && { apply_to: scope }) })
  form.showSavedAlone(response, sent)
  return response.body
}

/** Saves the changes. A draft of changes that was continued is no longer needed then. */
async function saveChanges(form: EventForm, scope: SeriesScope | undefined): Promise<ApiResponse<EventItem>> {
  const { changesDraft, send } = form
  const response = await send(await bodyOf(form, scope))
  const found = changesDraft.value
  if (found?.continued === undefined) return response
  // What was saved is saved; a draft that stays says that it is outdated.
  await discardChangesDraft(response.body.id, found.draft, true).catch(() => {})
  changesDraft.value = undefined
  return response
}

/** Keeps the changes as a draft. What only editors see waits for nothing: it is saved. Returns the event, which stays as it is. */
async function keepChanges(form: EventForm, scope: SeriesScope | undefined) {
  const { edited, changesDraft, stored } = form
  const internal = pick(edited.value.edits, internalFields)
  if (Object.keys(internal).length > 0) await saveAlone(form, internal, scope)
  const saved = stored.value
  if (saved === undefined) throw new Error('A new event has no draft of changes.')
  const body = await bodyOf(form, scope)
  const asSeen = { seen: changesDraft.value, ifMatch: edited.value.etag }
  changesDraft.value = await saveChangesDraft(saved.body, body, asSeen).catch(async (error: unknown) => {
    // Somebody else kept or discarded one meanwhile: it is shown, and the next press asks about it.
    if (error instanceof RequestFault && error.status === 409)
      changesDraft.value = await loadChangesDraft(saved.body)
    throw error
  })
  return saved
}

/** A reason is that of one state: a new state loses the one that is saved, but not one that is typed already. */
function reasonOfChosenState({ event_status, status_reason }: EventDraft, base: EventDraft): string {
  if (event_status === base.event_status) return base.status_reason
  return event_status === 'scheduled' || status_reason === base.status_reason ? '' : status_reason
}

/** Starts to edit an event that the service returned, or a new one from `start`. */
export function newEventEditingState(
  loaded: ApiResponse<EventItem> | undefined,
  { start, found }: { readonly start?: EventDraft; readonly found?: ChangesDraftInEditor | undefined } = {},
) {
  const form = { ...newEditedItem(events, loaded, start), changesDraft: signal(found) }
  const { edited, values, item, isChanged, changesDraft } = form
  return {
    ...form,
    /** Undefined until the event is made. */
    get id() {
      return item.value?.id
    },
    /** Whether something would be lost that neither the service nor a draft of changes has. */
    isUnsaved: computed(() => {
      const continued = changesDraft.value?.continued
      return continued === undefined
        ? isChanged.value
        : JSON.stringify(values.value) !== JSON.stringify(continued)
    }),
    set: (changed: Partial<EventDraft>) =>
      batch(() => {
        form.set(changed)
        if (changed.event_status !== undefined)
          form.set({ status_reason: reasonOfChosenState(values.value, edited.value.base) })
      }),
    /** The scopes that the changes allow for an event of a series; none for other events. */
    scopes(): readonly SeriesScope[] {
      const changed = keysToSend(values.value, edited.value.base)
      if (item.value?.series == null || changed.length === 0) return []
      return changed.includes('recurrence') ? ['all', 'following'] : everyScope
    },
    /** Saves for some dates of a series, or keeps a draft of changes. */
    saveFor: ({ scope, asDraft = false }: SaveOptions = {}) =>
      form.save(() => (asDraft ? keepChanges(form, scope) : saveChanges(form, scope))),
    saveAlone: (sent: Partial<EventDraft>, scope?: SeriesScope) => saveAlone(form, sent, scope),
  }
}

export type EventEditingState = ReturnType<typeof newEventEditingState>

export interface EventFieldsProps {
  readonly state: EventEditingState
}

/** The props of those parts of the editor of an event that change the event by themselves. */
export interface EventEditorProps extends EventFieldsProps {
  /** Shows the event anew, after its change was undone. */
  readonly reload: () => void
}
