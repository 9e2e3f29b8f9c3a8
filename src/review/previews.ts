/** Secret links with which somebody without an account sees an event before it is public. */
import { createPreviewLink, endPreviewLinks } from '../actions/editing/preview-links.ts'
import { answer, named } from '../api/answer.ts'
import { serviceOperation } from '../api/operation.ts'
import { writersOf } from '../api/who.ts'
import { integerShape, textShape, timestampShape } from '../contract/shape.ts'
import { utcTimestampOfEpoch } from '../domain/time/timestamp.ts'
import { baseUrlOfPages } from '../representations/urls.ts'

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
    const { secret, expires_utc } = await createPreviewLink(id, by)
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
  run: async ({ id, ...by }) => ({ ended: await endPreviewLinks(id, by) }),
})
