/** The form of an event: its values, the version that they change, and the body of the change. */
import { batch, type Signal } from '@preact/signals'
import type { EventItem } from '../../api/types.ts'
import type { UnsavedFormStore } from '../../kept/unsaved-values.ts'
import { remainingRecurrenceLines } from '../../series/rule-dates.ts'
import type { SeriesScope } from '../../series/scope-dialog.tsx'
import { smallCorrectionBody, translatableTextNamesAmong } from '../../translating/outdated-notice.tsx'
import { ownLanguageQueryArgs } from '../../translating/translation.ts'
import type { ChangesDraftInEditor } from '../changes-draft/changes-draft.ts'
import { type DraftKey, differingKeys, type EventDraft } from '../draft.ts'
import { draftChangesBodyForScope } from '../scoped-body.ts'

/** A conflict with what was saved meanwhile: the keys that both changed, the values on the server, the event and its ETag. */
export interface EditConflict {
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
export function setDraftValueInPlace<K extends DraftKey>(
  form: EventForm,
  key: K,
  value: EventDraft[K],
): void {
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
export const ownLanguageQueryArgsOfForm = ({ event }: EventForm) =>
  event.value === undefined ? {} : ownLanguageQueryArgs(event.value)

/** The part of the body by which a small correction leaves translations as they are. */
function rightTranslations(form: EventForm, scope: SeriesScope | undefined) {
  const { draft, base, event, isSmallCorrection } = form
  const texts = translatableTextNamesAmong('events', differingKeys(draft.value, base.value))
  return isSmallCorrection.value && texts.length > 0 ? smallCorrectionBody(event.value, texts, scope) : {}
}

/** How the form is saved. */
export interface EventSaveOptions {
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
export async function changeBodyOf(form: EventForm, scope: SeriesScope | undefined) {
  const body = draftChangesBodyForScope(form.draft.value, form.base.value, scope)
  return { ...body, ...(await restOfRule(form, body)), ...rightTranslations(form, scope) }
}
