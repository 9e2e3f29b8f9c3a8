/** Saves the form of an event. Changes that another user saved first are merged with it, or become a conflict. */
import { batch } from '@preact/signals'
import { internalFields } from '../../../domain/publication/internal.ts'
import { type ApiResponse, callApi } from '../api/api.ts'
import { RequestFault } from '../api/faults.ts'
import type { EventItem } from '../api/types.ts'
import { hasUnsavedImageChanges, saveTypedImages } from '../media/typed-image-texts.ts'
import type { SeriesScope } from '../series/scope-dialog.tsx'
import { loadOwnTexts } from '../translating/translation.ts'
import { discardContinuedDraft, sendChangesAsDraft } from './changes-draft/keeping.ts'
import { type DraftKey, differingKeys, draftOfSavedEvent, type EventDraft, eventChangeBody } from './draft.ts'
import {
  adoptValues,
  changeBodyOf,
  type EditConflict,
  type EventForm,
  type EventSaveOptions,
  ownLanguageQueryArgsOfForm,
  setDraftValueInPlace,
} from './form/event-form.ts'

const merged = (mine: EventDraft, theirs: EventDraft, keep: Iterable<DraftKey>): EventDraft => ({
  ...theirs,
  ...Object.fromEntries([...keep].map((key) => [key, mine[key]])),
})

async function send(form: EventForm, scope: SeriesScope | undefined): Promise<ApiResponse<EventItem>> {
  const { id, draft, etag, keyOf } = form
  if (id !== undefined)
    return callApi('PATCH', `/events/${id}`, {
      query: ownLanguageQueryArgsOfForm(form),
      body: await changeBodyOf(form, scope),
      ifMatch: etag.value,
    })
  const body = eventChangeBody(draft.value, undefined)
  return callApi('POST', '/events', { body, idempotencyKey: keyOf(body) })
}

function showSaved(form: EventForm, { etag, body }: ApiResponse<EventItem>): EventItem {
  const values = draftOfSavedEvent(body)
  batch(() => {
    adoptValues(form, values, values, etag)
    form.event.value = body
    form.faults.value = {}
    form.fault.value = ''
    form.isSmallCorrection.value = false
  })
  form.kept?.forget()
  return body
}

/** Takes over what was saved, and saves what was typed for the image, which is not a part of the event. */
async function finish(form: EventForm, response: ApiResponse<EventItem>): Promise<EventItem> {
  const { image } = form.draft.value
  form.revision.value = response.revision
  showSaved(form, response)
  await discardContinuedDraft(form)
  if (!hasUnsavedImageChanges(image)) return response.body
  // Until it is saved, too, it stays in the form.
  setDraftValueInPlace(form, 'image', image)
  await saveTypedImages([image])
  return showSaved(form, await loadOwnTexts(`/events/${response.body.id}`))
}

/** Another user saved first: changes without a conflict are merged, and the user is asked about the others. */
async function meet(form: EventForm, way: EventSaveOptions): Promise<EventItem | undefined> {
  const { id, draft, base, conflict } = form
  const current = await loadOwnTexts<EventItem>(`/events/${id}`)
  const theirs = draftOfSavedEvent(current.body)
  const mine = differingKeys(draft.value, base.value)
  const clashing = new Set(differingKeys(theirs, base.value))
  const both = mine.filter((key) => clashing.has(key) && differingKeys(draft.value, theirs).includes(key))
  if (both.length > 0) {
    conflict.value = { keys: both, theirs, event: current.body, etag: current.etag }
    return undefined
  }
  adoptValues(form, merged(draft.value, theirs, mine), theirs, current.etag)
  form.event.value = current.body
  return perform(form, way)
}

/** What only editors see waits for nothing: it is saved when the other changes are kept as a draft. */
async function saveInternalFields(form: EventForm, scope: SeriesScope | undefined): Promise<void> {
  const { draft, base } = form
  for (const key of internalFields)
    if (differingKeys(draft.value, base.value).includes(key))
      await saveOneValue(form, key, draft.value[key], scope)
}

async function perform(
  form: EventForm,
  { scope, asDraft }: EventSaveOptions,
): Promise<EventItem | undefined> {
  if (!asDraft) return finish(form, await send(form, scope))
  if (form.event.value !== undefined) await saveInternalFields(form, scope)
  return sendChangesAsDraft(form, scope)
}

/** Saves the draft. Returns the saved event, or undefined if there is a conflict or it is being saved already. */
export async function saveEventForm(form: EventForm, way: EventSaveOptions): Promise<EventItem | undefined> {
  const { isSaving } = form
  if (isSaving.value) return undefined
  isSaving.value = true
  try {
    return await perform(form, way)
  } catch (error) {
    if (error instanceof RequestFault && error.status === 412) return await meet(form, way)
    throw error
  } finally {
    isSaving.value = false
  }
}

/** Saves one value alone, at once. Other changes of the draft stay unsaved. Throws a Fault, of a newer version, too. */
export async function saveOneValue<K extends DraftKey>(
  form: EventForm,
  key: K,
  value: EventDraft[K],
  scope: SeriesScope | undefined,
): Promise<EventItem> {
  const { id, draft, base, etag, kept } = form
  const response = await callApi<EventItem>('PATCH', `/events/${id}`, {
    query: ownLanguageQueryArgsOfForm(form),
    body: { [key]: value, ...(scope !== undefined && { apply_to: scope }) },
    ifMatch: etag.value,
  })
  const own = differingKeys(draft.value, base.value).filter((one) => one !== key)
  const theirs = draftOfSavedEvent(response.body)
  adoptValues(form, merged(draft.value, theirs, own), theirs, response.etag)
  form.event.value = response.body
  form.revision.value = response.revision
  if (own.length > 0) kept?.keep(draft.value, theirs, response.etag)
  else kept?.forget()
  return response.body
}

/** Ends a conflict: the draft has its own values for `mine`, and otherwise theirs. */
export function settleConflict(form: EventForm, conflict: EditConflict, mine: ReadonlySet<DraftKey>): void {
  const { theirs, keys, etag, event } = conflict
  const own = differingKeys(form.draft.value, form.base.value).filter(
    (key) => !keys.includes(key) || mine.has(key),
  )
  form.conflict.value = undefined
  adoptValues(form, merged(form.draft.value, theirs, own), theirs, etag)
  form.event.value = event
}
