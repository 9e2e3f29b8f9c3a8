/** Saves the form of an event. Changes that another user saved first are merged with it, or become a conflict. */
import { batch, type Signal } from '@preact/signals'
import { type ApiResponse, callApi } from '../api/api.ts'
import { RequestFault } from '../api/faults.ts'
import type { EventItem } from '../api/types.ts'
import type { UnsavedFormStore } from '../kept/kept.ts'
import { isImageTyped, saveTypedImages } from '../media/typed.ts'
import type { SeriesScope } from '../series/scope-dialog.tsx'
import { changedTexts, stillRight } from '../translating/outdating.tsx'
import { inOwnLanguage, loadOwnTexts } from '../translating/translation.ts'
import { type DraftKey, differingKeys, type EventDraft, eventBody, eventDraft } from './draft.ts'
import { scopedBody } from './scoped-body.ts'

/** A conflict: the original value, the value here, and the value on the server. */
export interface ValueConflict {
  readonly keys: readonly DraftKey[]
  readonly theirs: EventDraft
  readonly event: EventItem
  readonly etag: string
}

/** The values of the form, and the version of the event that they change. */
export interface EventForm {
  readonly id: number | undefined
  /** The event as last returned by the service; undefined for a new one. */
  readonly event: Signal<EventItem | undefined>
  /** The values of that version. */
  readonly base: Signal<EventDraft>
  readonly etag: Signal<string | undefined>
  readonly draft: Signal<EventDraft>
  readonly faults: Signal<Readonly<Record<string, string>>>
  /** The error of the last save. */
  readonly fault: Signal<string>
  readonly conflict: Signal<ValueConflict | undefined>
  readonly isSaving: Signal<boolean>
  /** Whether the next save leaves translations as right as they are. */
  readonly isSmallCorrection: Signal<boolean>
  /** The revision of the last save, by which it can be undone; 0 before the first. */
  readonly revision: Signal<number>
  /** Keeps the changes until they are saved. */
  readonly kept: UnsavedFormStore<EventDraft> | undefined
  /** Returns the idempotency key of the body of a new event. */
  readonly keyOf: (body: object) => string
}

const merged = (mine: EventDraft, theirs: EventDraft, keep: Iterable<DraftKey>): EventDraft => ({
  ...theirs,
  ...Object.fromEntries([...keep].map((key) => [key, mine[key]])),
})

/** Sets one value of the draft. */
export function setValue<K extends DraftKey>(form: EventForm, key: K, value: EventDraft[K]): void {
  const { draft, base, etag, kept } = form
  draft.value = { ...draft.value, [key]: value }
  kept?.keep(draft.value, base.value, etag.value)
}

/** Takes over values that were made from those of a version. */
export function adoptValues(form: EventForm, next: EventDraft, from: EventDraft, version?: string): void {
  batch(() => {
    form.etag.value = version
    form.base.value = from
    form.draft.value = next
  })
}

/** The query by which the service shows the event that is edited in its own language. */
const ownLanguageOf = ({ event }: EventForm) => (event.value === undefined ? {} : inOwnLanguage(event.value))

/** The part of the body by which a small correction leaves translations as they are. */
function rightTranslations(form: EventForm, scope: SeriesScope | undefined) {
  const { draft, base, event, isSmallCorrection } = form
  const texts = changedTexts('events', differingKeys(draft.value, base.value))
  return isSmallCorrection.value && texts.length > 0 ? stillRight(event.value, texts, scope) : {}
}

function send(form: EventForm, scope: SeriesScope | undefined): Promise<ApiResponse<EventItem>> {
  const { id, draft, base, etag, keyOf } = form
  if (id !== undefined)
    return callApi('PATCH', `/events/${id}`, {
      query: ownLanguageOf(form),
      body: { ...scopedBody(draft.value, base.value, scope), ...rightTranslations(form, scope) },
      ifMatch: etag.value,
    })
  const body = eventBody(draft.value, undefined)
  return callApi('POST', '/events', { body, idempotencyKey: keyOf(body) })
}

function showSaved(form: EventForm, { etag, body }: ApiResponse<EventItem>): EventItem {
  const values = eventDraft(body)
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
  if (!isImageTyped(image)) return response.body
  // Until it is saved, too, it stays in the form.
  setValue(form, 'image', image)
  await saveTypedImages([image])
  return showSaved(form, await loadOwnTexts(`/events/${response.body.id}`))
}

/** Another user saved first: changes without a conflict are merged, and the user is asked about the others. */
async function meet(form: EventForm, scope: SeriesScope | undefined): Promise<EventItem | undefined> {
  const { id, draft, base, conflict } = form
  const current = await loadOwnTexts<EventItem>(`/events/${id}`)
  const theirs = eventDraft(current.body)
  const mine = differingKeys(draft.value, base.value)
  const clashing = new Set(differingKeys(theirs, base.value))
  const both = mine.filter((key) => clashing.has(key) && differingKeys(draft.value, theirs).includes(key))
  if (both.length > 0) {
    conflict.value = { keys: both, theirs, event: current.body, etag: current.etag }
    return undefined
  }
  adoptValues(form, merged(draft.value, theirs, mine), theirs, current.etag)
  form.event.value = current.body
  return finish(form, await send(form, scope))
}

/** Saves the draft. Returns the saved event, or undefined if there is a conflict or it is being saved already. */
export async function saveDraft(
  form: EventForm,
  scope: SeriesScope | undefined,
): Promise<EventItem | undefined> {
  const { isSaving } = form
  if (isSaving.value) return undefined
  isSaving.value = true
  try {
    return await finish(form, await send(form, scope))
  } catch (error) {
    if (error instanceof RequestFault && error.status === 412) return await meet(form, scope)
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
    query: ownLanguageOf(form),
    body: { [key]: value, ...(scope !== undefined && { apply_to: scope }) },
    ifMatch: etag.value,
  })
  const own = differingKeys(draft.value, base.value).filter((one) => one !== key)
  const theirs = eventDraft(response.body)
  adoptValues(form, merged(draft.value, theirs, own), theirs, response.etag)
  form.event.value = response.body
  form.revision.value = response.revision
  if (own.length > 0) kept?.keep(draft.value, theirs, response.etag)
  else kept?.forget()
  return response.body
}

/** Ends a conflict: the draft has its own values for `mine`, and otherwise theirs. */
export function settleConflict(form: EventForm, conflict: ValueConflict, mine: ReadonlySet<DraftKey>): void {
  const { theirs, keys, etag, event } = conflict
  const own = differingKeys(form.draft.value, form.base.value).filter(
    (key) => !keys.includes(key) || mine.has(key),
  )
  form.conflict.value = undefined
  adoptValues(form, merged(form.draft.value, theirs, own), theirs, etag)
  form.event.value = event
}
