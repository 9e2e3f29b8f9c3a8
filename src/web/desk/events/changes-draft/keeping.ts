/** Keeps the changes of the form of an event as a draft, and forgets the draft once its changes are saved. */
import { batch } from '@preact/signals'
import { RequestFault } from '../../api/faults.ts'
import type { EventItem } from '../../api/types.ts'
import { hasUnsavedImageChanges, saveTypedImages } from '../../media/typed-image-texts.ts'
import type { SeriesScope } from '../../series/scope-dialog.tsx'
import { adoptValues, changeBodyOf, type EventForm } from '../form/event-form.ts'
import { discardChangesDraft, loadChangesDraft, saveChangesDraft } from './changes-draft.ts'

/** Keeps the changes as a draft, and shows the event as it is again. Returns that; undefined for a new event. Throws a Fault. */
export async function sendChangesAsDraft(
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
export async function discardContinuedDraft({ changesDraft, event }: EventForm): Promise<void> {
  const found = changesDraft.value
  if (found?.continued === undefined || event.value === undefined) return
  // What was saved is saved; a draft that stays says that it is outdated.
  await discardChangesDraft(event.value.id, found.draft, true).catch(() => {})
  changesDraft.value = undefined
}
