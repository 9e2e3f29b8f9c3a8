/** Keeps the changes of the form of an event as a draft, and forgets the draft once its changes are saved. */
import { batch } from '@preact/signals'
import type { EventItem } from '../../api/types.ts'
import { isImageTyped, saveTypedImages } from '../../media/typed-image-texts.ts'
import type { SeriesScope } from '../../series/scope-dialog.tsx'
import { adoptValues, changeBodyOf, type EventForm } from '../form/event-form.ts'
import { discardChangesDraft, keepChangesDraft } from './changes-draft.ts'

/** Keeps the changes as a draft, and shows the event as it is again. Returns that; undefined for a new event. Throws a Fault. */
export async function sendChangesAsDraft(
  form: EventForm,
  scope: SeriesScope | undefined,
): Promise<EventItem | undefined> {
  const { changesDraft, event, base, draft, etag, kept, fault, faults } = form
  if (event.value === undefined) return undefined
  const asSeen = { seen: changesDraft.value, ifMatch: etag.value }
  const found = await keepChangesDraft(event.value, await changeBodyOf(form, scope), asSeen)
  const { image } = draft.value
  if (isImageTyped(image)) await saveTypedImages([image])
  batch(() => {
    changesDraft.value = found
    adoptValues(form, base.value, base.value, etag.value)
    faults.value = {}
    fault.value = ''
  })
  kept?.forget()
  return event.value
}

/** A draft of changes that was continued is no longer needed once it is saved. */
export async function forgetContinuedDraft({ changesDraft, event }: EventForm): Promise<void> {
  const found = changesDraft.value
  if (found?.continued === undefined || event.value === undefined) return
  // What was saved is saved; a draft that stays says that it is outdated.
  await discardChangesDraft(event.value.id, found.draft).catch(() => {})
  changesDraft.value = undefined
}
