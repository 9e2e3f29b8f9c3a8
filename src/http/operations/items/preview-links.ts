/** Operations on the secret links to the preview of an event over HTTP (ext.). */
import { createPreviewLink, endPreviewLinks } from '../../../actions/editing/preview-links.ts'
import type { PreviewLinkOperationName } from '../../../contract/operations/previews/preview-links.ts'
import { utcTimestampOfEpoch } from '../../../domain/time/timestamp.ts'
import { baseUrlOfPages } from '../../../representations/urls.ts'
import { idOfPathParams } from '../../request/api-request.ts'
import type { OperationHandlers } from '../handler.ts'

const headers = { 'Cache-Control': 'private, no-store' }

/** Builds the handlers of links to previews. They throw 401, 403, 404 or 410. */
export function previewLinkHandlers(): OperationHandlers<PreviewLinkOperationName> {
  return {
    async 'share-preview'({ params, context, root }) {
      const { secret, expires_utc } = await createPreviewLink(idOfPathParams(params), context)
      const url = `${baseUrlOfPages(root)}preview/${secret}`
      return { status: 201, headers, body: { url, expires_utc: utcTimestampOfEpoch(expires_utc) } }
    },
    async 'end-previews'({ params, context }) {
      return { status: 200, headers, body: { ended: await endPreviewLinks(idOfPathParams(params), context) } }
    },
  }
}
