/** Who may use an operation at all, before any item is read (contract §5, §13). */

import { mayReviewSome } from '../../actions/submissions/review.ts'
import { declarationOf } from '../../api/operation.ts'
import {
  type Actor,
  hasScope,
  mayWriteSomeItems,
  refusalProblem,
  requireScope,
  rightsByRole,
} from '../../api/policy.ts'
import { changeOperationNames } from '../../contract/operations/integrations/changes.ts'
import { eventChangesDraftOperationNames } from '../../contract/operations/previews/event-drafts.ts'
import { isPublicSubmissionAction, submissionOperationNames } from '../../contract/operations/submissions.ts'
import type { Operation, OperationName } from '../../contract/operations.ts'
import type { RouteWithOperations } from '../../contract/routes.ts'
import { scopeNeedOf } from '../../contract/scopes.ts'
import { recordFromNames } from '../../contract/table-of.ts'
import { allowHeaderOf } from './negotiation.ts'

type Rule = (actor: Actor, operation: Operation) => boolean

const anyone: Rule = () => true
const reviewer: Rule = ({ role }) => rightsByRole[role].edits === 'all'
/** Whoever reviews what waits in any group. */
const groupReviewer: Rule = (actor) => mayReviewSome({ actor })
const writer: Rule = (actor, { resource }) => resource === undefined || mayWriteSomeItems(actor, resource)

/** Who may use an action at all, before any item is read. */
const users: { readonly [A in OperationName]: Rule } = {
  index: anyone,
  doc: anyone,
  ...recordFromNames(changeOperationNames, () => anyone),
  ...recordFromNames(submissionOperationNames, (action) =>
    isPublicSubmissionAction(action) ? anyone : groupReviewer,
  ),
  'list-asked-events': groupReviewer,
  'read-review': writer,
  'decide-event': writer,
  'share-preview': writer,
  'end-previews': writer,
  ...recordFromNames(
    eventChangesDraftOperationNames,
    () => (actor: Actor) => mayWriteSomeItems(actor, 'event'),
  ),
  feed: anyone,
  audit: reviewer,
  import: ({ role }) => rightsByRole[role].imports,
  'preview-import': ({ role }) => rightsByRole[role].imports,
  batch: ({ role }) => role !== 'anonymous',
  mcp: anyone,
  'list-translations': reviewer,
  undo: (actor) => mayWriteSomeItems(actor, 'event'),
}

const allows = (actor: Actor, operation: Operation): boolean =>
  operation.facts === undefined
    ? users[operation.action](actor, operation)
    : declarationOf(operation).right.allows(actor)

/** Whether an actor may use an operation at all, before any item is read. */
export function mayUseOperation(actor: Actor, operation: Operation): boolean {
  const scope = scopeNeedOf(operation)
  return (scope === undefined || hasScope(actor, scope)) && allows(actor, operation)
}

/** Throws 401 or 403 where a caller may not use an operation at all; 403 names the scope that the caller's token does not cover. */
export function requireMayUseOperation(actor: Actor, operation: Operation): void {
  const scope = scopeNeedOf(operation)
  if (scope !== undefined) requireScope(actor, scope)
  if (!allows(actor, operation)) throw refusalProblem(actor)
}

/** The methods that this actor may use on a route: the Allow header of OPTIONS (contract §7). */
export function allowHeaderForActor(route: RouteWithOperations, actor: Actor): string {
  const operations = route.operations.filter((operation) => mayUseOperation(actor, operation))
  return allowHeaderOf({ ...route, operations })
}
