/** Shares an event with somebody without an account, before it is public or changed (ext.). */

import { type Context, viewerOf } from '../../api/context.ts'
import { Problem } from '../../problem.ts'
import type { CreatedPreviewLink, EventItem } from '../../store/store.ts'
import { editableRecord } from '../update.ts'

/**
 * Creates a secret link to the preview of an event, valid for seven days. Returns its secret for the only time. Throws 401, 403, 404 or
 * 410 unless the actor may change the event.
 */
export async function createPreviewLink(id: number, context: Context): Promise<CreatedPreviewLink> {
  const event = await editableRecord(context.store, 'event', { id }, context)
  if (event.status === 'trash') throw new Problem('event-no-longer-available')
  return context.store.previewLinks.create(event.id, context.moment)
}

/** Ends all links to the preview of an event. Returns how many there were. Throws 401, 403, 404 or 410. */
export async function endPreviewLinks(id: number, context: Context): Promise<number> {
  const event = await editableRecord(context.store, 'event', { id }, context)
  return context.store.previewLinks.end(event.id)
}

/** The event of a secret link. */
interface PreviewedEvent {
  readonly item: EventItem
  /** The views of the draft of changes to it, as JSON text; undefined for none. */
  readonly draftViews: string | undefined
}

/**
 * Returns the event of a secret link, and the draft of changes to it. What it links to is shown as to the reader, who learns nothing of hidden venues. The link stands in for
 * the password of the event. Throws 404 for links that are not valid, and once the event is in the trash.
 */
export async function eventOfPreviewSecret(secret: string, context: Context): Promise<PreviewedEvent> {
  const { store, moment } = context
  const id = await store.previewLinks.find(secret, moment)
  const item =
    id === undefined
      ? undefined
      : await store.snapshot(async (snapshot) => {
          const record = await snapshot.find('event', { id }, moment)
          if (record === undefined || record.status === 'trash') return undefined
          const [one] = await snapshot.items('event', [record], viewerOf(context))
          return one
        })
  if (item === undefined) throw new Problem('event-not-found')
  const draft = await store.eventDrafts.find(item.record.id)
  return { item: { ...item, isProtected: false, internal: undefined }, draftViews: draft?.views }
}
