/** The operations of the API: one per resource, action and way of addressing, derived from the declarations. */
import { type ArgSpecs, optional } from './arg.ts'
import * as kind from './kinds.ts'
import { memberOperations } from './operations/accounts/members.ts'
import { personDataOperations } from './operations/accounts/persons.ts'
import { sessionOperations } from './operations/accounts/session.ts'
import { userOperations } from './operations/accounts/users.ts'
import { auditArgs } from './operations/audit.ts'
import { batchOperations } from './operations/batch.ts'
import { calendarSubscriptionOperations } from './operations/calendars/calendar-subscriptions.ts'
import { feedOperations } from './operations/calendars/feed-operations.ts'
import { importOperations } from './operations/calendars/imports.ts'
import { demoOperations } from './operations/demo.ts'
import { editingToolOperations } from './operations/editing.ts'
import { geocodingOperations } from './operations/geocoding.ts'
import { changeOperations } from './operations/integrations/changes.ts'
import { followerOperations } from './operations/integrations/followers.ts'
import { followingOperations } from './operations/integrations/following.ts'
import { mcpOperations } from './operations/integrations/mcp.ts'
import { webhookOperations } from './operations/integrations/webhooks.ts'
import { itemOperations } from './operations/item-operations.ts'
import type { Operation } from './operations/operation.ts'
import { eventChangesDraftOperations } from './operations/previews/event-drafts.ts'
import { previewLinkOperations } from './operations/previews/preview-links.ts'
import { quickEventOperations } from './operations/quick-event.ts'
import { recurrencePreviewOperations } from './operations/recurrence-preview.ts'
import { reviewOperations } from './operations/reviews.ts'
import { settingsOperations } from './operations/settings.ts'
import { isSubmissionAction, submissionOperations } from './operations/submissions.ts'
import { templateOperations } from './operations/templates.ts'
import { translationTaskOperations } from './operations/translating.ts'
import { upkeepOperations } from './operations/upkeep.ts'
import { resourceNames } from './resources/index.ts'

export {
  type SessionOperationName,
  sessionOperationNames,
  signInArgs,
} from './operations/accounts/session.ts'
export { itemPathArgsByAddressing } from './operations/addresses.ts'
export { mayRespondWithCalendar } from './operations/calendars/feed-operations.ts'
export type { AddressedBy, Method, Operation, OperationName } from './operations/operation.ts'
export * from './operations/traits.ts'

/** Returns the args of the index. The default of `namespace` is the given namespace. */
function indexArgs(namespace: string): ArgSpecs {
  return { namespace: optional(kind.text(), namespace), context: optional(kind.text(), 'view') }
}

/** Returns every operation under a namespace, in the order of the index. */
export function operationsUnderNamespace(namespace: string): readonly Operation[] {
  const plain = { address: {}, methods: ['GET'] } as const
  return [
    { ...plain, action: 'index', path: '', args: indexArgs(namespace) },
    { ...plain, action: 'doc', path: '/doc', args: {} },
    ...sessionOperations,
    ...userOperations,
    ...calendarSubscriptionOperations,
    ...settingsOperations,
    ...upkeepOperations,
    ...changeOperations,
    ...geocodingOperations,
    ...recurrencePreviewOperations,
    ...quickEventOperations,
    ...demoOperations,
    ...webhookOperations,
    ...followerOperations,
    ...followingOperations,
    { ...plain, action: 'audit', path: '/audit', args: auditArgs },
    ...submissionOperations,
    ...resourceNames.flatMap(itemOperations),
    ...memberOperations,
    ...templateOperations,
    ...personDataOperations,
    ...reviewOperations,
    ...previewLinkOperations,
    ...eventChangesDraftOperations,
    ...feedOperations(),
    ...importOperations,
    ...batchOperations,
    ...editingToolOperations,
    ...translationTaskOperations,
    ...mcpOperations,
  ]
}

/** Returns the operations that a service has: those on submissions only if it takes any. */
export function servedOperations(namespace: string, submissions: 'off' | 'open'): readonly Operation[] {
  return operationsUnderNamespace(namespace).filter(
    ({ action }) => submissions === 'open' || !isSubmissionAction(action),
  )
}
