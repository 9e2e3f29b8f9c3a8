/** One handler for each action of the contract: the compiler names an action that has none. */
import type { Route } from '../../contract/routes.ts'
import type { Admission } from '../auth/admission.ts'
import { listChanges } from '../changes/list.ts'
import { streamChanges } from '../changes/stream.ts'
import type { Streams } from '../changes/streams.ts'
import type { AppOptions } from '../options.ts'
import { withRootLink } from '../request/api-request.ts'
import type { Roots } from '../roots.ts'
import type { Looks } from '../site/look.ts'
import { batchOperation } from './batch.ts'
import { calendarSubscriptionOperations } from './calendar-subscriptions.ts'
import { feedOperation } from './feeds/index.ts'
import { geocodingOperations } from './geocoding.ts'
import type { OperationHandler, OperationHandlers } from './handler.ts'
import { auditResponse } from './history.ts'
import { importOperation } from './import.ts'
import { itemOperations } from './items.ts'
import { mcpOperation } from './mcp.ts'
import { docOperation } from './openapi.ts'
import { putResponse } from './put.ts'
import { previewResponse } from './recurrence-preview.ts'
import { type indexDocuments, indexOperation } from './route-index.ts'
import { sessionOperations } from './session.ts'
import { settingsOperations } from './settings.ts'
import { submissionHandlers } from './submissions.ts'
import { userOperations } from './users.ts'
import { webhookOperations } from './webhooks.ts'

/** Adds the link to the root to the responses of a handler. */
const linked =
  (handler: OperationHandler): OperationHandler =>
  async (request, exchange) => {
    const response = await handler(request, exchange)
    return 'text' in response ? response : withRootLink(response, request.root.url)
  }

/** Returns the handlers of one application. To add an action, add its line or its group here. */
export function operationHandlers(
  options: AppOptions,
  roots: Roots,
  routes: readonly Route[],
  documents: ReturnType<typeof indexDocuments>,
  { credentials, actorNow }: Admission,
  looks: Looks,
  streams: Streams,
): OperationHandlers {
  const { store, namespace, readNow, now } = options
  const handlers: OperationHandlers = {
    index: indexOperation(documents),
    doc: docOperation(namespace, roots, routes),
    ...sessionOperations(store, credentials),
    ...userOperations(options, credentials),
    ...submissionHandlers(options),
    ...calendarSubscriptionOperations(readNow),
    ...settingsOperations(looks, options),
    ...webhookOperations(options.webhooks),
    'list-changes': linked(listChanges),
    'stream-changes': linked(streamChanges(streams, now, (request) => actorNow(request, now()))),
    ...geocodingOperations(options),
    'preview-recurrence': previewResponse,
    ...itemOperations,
    put: linked(putResponse),
    audit: linked(auditResponse),
    feed: feedOperation(store, async () => (await looks.current()).name),
    import: linked(importOperation(options)),
    mcp: mcpOperation({ ...options, ...credentials, routes, handlerOf: (action) => handlers[action] }),
    batch: linked(
      batchOperation({ ...options, ...credentials, routes, handlerOf: (action) => handlers[action] }),
    ),
  }
  return handlers
}
