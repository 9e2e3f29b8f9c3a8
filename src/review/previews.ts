/** Secret links with which somebody without an account sees an event before it is public. */
import { editableRecord } from '../actions/update.ts'
import { answer, named } from '../api/answer.ts'
import { type Context, viewerOf } from '../api/context.ts'
import { serviceOperation } from '../api/operation.ts'
import { writersOf } from '../api/who.ts'
import { integerShape, textShape, timestampShape } from '../contract/shape.ts'
import { utcTimestampOfEpoch } from '../domain/time/timestamp.ts'
import { Problem } from '../problem.ts'
import { baseUrlOfPages } from '../representations/urls.ts'
import type { EventItem } from '../store/store.ts'

const ofEvent = {
  about: 'event',
  args: {},
  right: { scope: 'write:events', allows: writersOf('event') },
  problems: ['event-not-found', 'event-no-longer-available'],
} as const

const previewLink = named('PreviewLink', { url: textShape, expires_utc: timestampShape })
const endedPreviewLinks = named('EndedPreviewLinks', { ended: integerShape })

export const sharePreview = serviceOperation({
  ...ofEvent,
  route: 'POST /events/{id}/preview-links',
  name: 'share-preview',
  summary: 'Share a preview of an event by a secret link, for seven days',
  answer: answer(
    previewLink,
    'The secret address, which is shown only once, and the time until which it is valid.',
    { status: 201 },
  ),
  async run({ id, root, ...by }) {
    const event = await editableRecord(by.store, 'event', { id }, by)
    if (event.status === 'trash') throw new Problem('event-no-longer-available')
    const { secret, expires_utc } = await by.store.proposals.share(id, by.moment)
    return {
      url: `${baseUrlOfPages(root)}preview/${secret}`,
      expires_utc: utcTimestampOfEpoch(expires_utc),
    }
  },
})

export const endPreviews = serviceOperation({
  ...ofEvent,
  route: 'DELETE /events/{id}/preview-links',
  name: 'end-previews',
  summary: 'End the secret links to previews of an event',
  answer: answer(endedPreviewLinks, 'The number of links that have ended.'),
  async run({ id, ...by }) {
    await editableRecord(by.store, 'event', { id }, by)
    return { ended: await by.store.proposals.endShared(id) }
  },
})

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
  const id = await store.proposals.shared(secret, moment)
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
  const draft = await store.proposals.draft(item.record.id)
  return { item: { ...item, isProtected: false, internal: undefined }, draftViews: draft?.views }
}
