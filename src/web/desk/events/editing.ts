/** The state of the event editor. Saving never overwrites changes of other users silently. */
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { internalFields } from '../../../domain/publication/internal.ts'
import { type ApiResponse, callApi, idempotencyKeyMaker } from '../api/api.ts'
import { faultMessage, RequestFault } from '../api/faults.ts'
import type { EventItem } from '../api/types.ts'
import type { UnsavedFormStore } from '../kept/form.tsx'
import { hasUnsavedImageChanges, saveTypedImages } from '../media/images.ts'
import { recurrenceLinesForNewStart } from '../series/lines.ts'
import type { SeriesScope } from '../series/scope-dialog.tsx'
import { remainingRecurrenceLines } from '../series/series-dates.ts'
import { smallCorrectionBody, translatableTextNamesAmong } from '../translating/panel.tsx'
import { loadOwnTexts, ownLanguageQueryArgs } from '../translating/translation.tsx'
import {
  type ChangesDraftInEditor,
  discardChangesDraft,
  loadChangesDraft,
  saveChangesDraft,
} from './changes-draft.ts'
import {
  type DraftKey,
  differingKeys,
  draftOfSavedEvent,
  type EventDraft,
  eventChangeBody,
  keysToSend,
} from './draft.ts'

// The body of a request that changes an event of a series.

/** Returns the body of a change for a scope of the series. The rule follows a start that moves to another weekday. */
function draftChangesBodyForScope(
  draft: EventDraft,
  base: EventDraft,
  scope: SeriesScope | undefined,
): Readonly<Record<string, unknown>> {
  const body = eventChangeBody(draft, base)
  if (scope === undefined || scope === 'this') return body
  const lines = recurrenceLinesForNewStart(draft.recurrence, base, draft)
  const isMoved = body.recurrence === undefined && lines.join() !== draft.recurrence.join()
  const recurrence = isMoved ? lines : draft.recurrence
  const isCleared = body.recurrence !== undefined && draft.recurrence.length === 0
  return {
    ...body,
    apply_to: isCleared ? 'all' : scope,
    ...((isMoved || body.recurrence !== undefined) && { recurrence: isCleared ? null : recurrence }),
  }
}

// The form of an event: its values, the version that they change, and the body of the change.

/** A conflict with what was saved meanwhile: the keys that both changed, the values on the server, the event and its ETag. */
interface EditConflict {
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
  readonly conflict: Signal<EditConflict | undefined>
  readonly isSaving: Signal<boolean>
  /** Whether the next save leaves translations as right as they are. */
  readonly isSmallCorrection: Signal<boolean>
  /** The revision of the last save, by which it can be undone; 0 before the first. */
  readonly revision: Signal<number>
  /** The draft of changes to the event that somebody keeps; undefined for none. */
  readonly changesDraft: Signal<ChangesDraftInEditor | undefined>
  /** Keeps the changes until they are saved. */
  readonly kept: UnsavedFormStore<EventDraft> | undefined
  /** Returns the idempotency key of the body of a new event. */
  readonly keyOf: (body: object) => string
}

/** Sets one value of the draft. */
function setDraftValueInPlace<K extends DraftKey>(form: EventForm, key: K, value: EventDraft[K]): void {
  const { draft, base, etag, kept } = form
  draft.value = { ...draft.value, [key]: value }
  kept?.keep(draft.value, base.value, etag.value)
}

/** Takes over values that were made from those of a version. */
function adoptValues(form: EventForm, next: EventDraft, from: EventDraft, version?: string): void {
  batch(() => {
    form.etag.value = version
    form.base.value = from
    form.draft.value = next
  })
}

/** The query by which the service shows the event that is edited in its own language. */
const ownLanguageQueryArgsOfForm = ({ event }: EventForm) =>
  event.value === undefined ? {} : ownLanguageQueryArgs(event.value)

/** The part of the body by which a small correction leaves translations as they are. */
function rightTranslations(form: EventForm, scope: SeriesScope | undefined) {
  const { draft, base, event, isSmallCorrection } = form
  const texts = translatableTextNamesAmong('events', differingKeys(draft.value, base.value))
  return isSmallCorrection.value && texts.length > 0 ? smallCorrectionBody(event.value, texts, scope) : {}
}

/** How the form is saved. */
interface EventSaveOptions {
  /** The dates of a series that change. */
  readonly scope: SeriesScope | undefined
  /** Whether the changes wait as a draft, and the public goes on seeing the event as it is. */
  readonly asDraft: boolean
}

/** The lines of the rule for these and the following dates alone: those before keep theirs, and COUNT counts them no more. */
async function restOfRule(
  { draft, event }: EventForm,
  { apply_to, recurrence }: Readonly<Record<string, unknown>>,
): Promise<{ readonly recurrence?: readonly string[] }> {
  const saved = event.value
  if (apply_to !== 'following' || !Array.isArray(recurrence) || saved === undefined) return {}
  return { recurrence: await remainingRecurrenceLines(recurrence, draft.value, saved) }
}

/** Returns the body that changes the event as the form says. Throws a Fault. */
async function changeBodyOf(form: EventForm, scope: SeriesScope | undefined) {
  const body = draftChangesBodyForScope(form.draft.value, form.base.value, scope)
  return { ...body, ...(await restOfRule(form, body)), ...rightTranslations(form, scope) }
}

// Keeps the changes of the form of an event as a draft, and forgets the draft once its changes are saved.

/** Keeps the changes as a draft, and shows the event as it is again. Returns that; undefined for a new event. Throws a Fault. */
async function sendChangesAsDraft(
  form: EventForm,
  scope: SeriesScope | undefined,
): Promise<EventItem | undefined> {
  const { changesDraft, event, base, draft, etag, kept, fault, faults } = form
  const item = event.value
  if (item === undefined) return undefined
  const asSeen = { seen: changesDraft.value, ifMatch: etag.value }
  const body = await changeBodyOf(form, scope)
  const found = await saveChangesDraft(item, body, asSeen).catch(async (error: unknown) => {
    // Somebody else kept or discarded one meanwhile: it is shown, and the next press asks about it.
    if (error instanceof RequestFault && error.status === 409)
      changesDraft.value = await loadChangesDraft(item)
    throw error
  })
  const { image } = draft.value
  if (hasUnsavedImageChanges(image)) await saveTypedImages([image])
  batch(() => {
    changesDraft.value = found
    adoptValues(form, base.value, base.value, etag.value)
    faults.value = {}
    fault.value = ''
  })
  kept?.forget()
  return item
}

/** A draft of changes that was continued is no longer needed once it is saved. */
async function discardContinuedDraft({ changesDraft, event }: EventForm): Promise<void> {
  const found = changesDraft.value
  if (found?.continued === undefined || event.value === undefined) return
  // What was saved is saved; a draft that stays says that it is outdated.
  await discardChangesDraft(event.value.id, found.draft, true).catch(() => {})
  changesDraft.value = undefined
}

// Saves the form of an event. Changes that another user saved first are merged with it, or become a conflict.

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
async function saveEventForm(form: EventForm, way: EventSaveOptions): Promise<EventItem | undefined> {
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
async function saveOneValue<K extends DraftKey>(
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
function settleConflict(form: EventForm, conflict: EditConflict, mine: ReadonlySet<DraftKey>): void {
  const { theirs, keys, etag, event } = conflict
  const own = differingKeys(form.draft.value, form.base.value).filter(
    (key) => !keys.includes(key) || mine.has(key),
  )
  form.conflict.value = undefined
  adoptValues(form, merged(form.draft.value, theirs, own), theirs, etag)
  form.event.value = event
}

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

// The text of a field with suggestions of the form of an event, until it is chosen.

/** Returns the text that was typed into the field of an arg, and the function that sets it. */
export function typedTextAndSetter(
  state: EventEditingState,
  arg: keyof EventDraft['typed'],
): readonly [text: string, set: (text: string) => void] {
  const set = (text: string) => state.set('typed', { ...state.draft.value.typed, [arg]: text || undefined })
  return [state.draft.value.typed[arg] ?? '', set]
}
