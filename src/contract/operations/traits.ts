/** Traits of operations: whether it writes, is paginated, sends a body, may be tried without effect. */
import { isActionWithoutCredentials } from './accounts/own-account.ts'
import { sessionOperationNames } from './accounts/session.ts'
import { editingToolOperationNames } from './editing.ts'
import { followerOperationNames } from './integrations/followers.ts'
import { followingOperationNames } from './integrations/following.ts'
import type { Operation, OperationName } from './operation.ts'
import { isPublicSubmissionAction, submissionOperationNames } from './submissions.ts'

/** Returns whether the action changes an item: absent args leave its fields unchanged. */
export function isUpdateAction(action: OperationName): boolean {
  return action === 'update' || action === 'put'
}

/** Returns whether a session that the request comes with is ignored: the operation is for users who are not signed in. */
export function ignoresSession({ action }: Operation): boolean {
  return action === 'sign-in' || isActionWithoutCredentials(action) || isPublicSubmissionAction(action)
}

/** Returns whether the operation writes, as its methods say. */
export function isWriteOperation({ methods }: Operation): boolean {
  return !methods.includes('GET')
}

/** Proving a password or code takes long and counts as an attempt: it must not wait in a transaction. Nor must the public. */
const proving: readonly string[] = [
  ...submissionOperationNames.filter(isPublicSubmissionAction),
  // Its tools have their own.
  'mcp',
  // It writes nothing.
  'preview-import',
  // What they send or begin can't be taken back.
  'test-webhook',
  'send-test-mail',
  'back-up',
  ...followerOperationNames,
  ...followingOperationNames,
  'begin-factor',
  'confirm-factor',
  'end-factor',
  'request-reset',
  'use-reset',
  ...sessionOperationNames,
]

/** Returns whether the operation takes `dry_run`. */
export function takesDryRun(operation: Operation): boolean {
  return isWriteOperation(operation) && !proving.includes(operation.action)
}

const paged: readonly OperationName[] = [
  'list',
  'history',
  'audit',
  'list-translations',
  'list-followers',
  'list-following',
  'list-sent',
  'list-hosts',
]

/** Returns whether the action's response is paginated. */
export function isPagedAction(action: OperationName): boolean {
  return paged.includes(action)
}

const ofTemplates = ['add-template', 'rename-template']

const ofDrafts = ['keep-draft', 'apply-draft']

const bodiesOfAccounts = [
  'submit',
  'change-submission',
  'decide-submission',
  'decide-event',
  'begin-factor',
  'confirm-factor',
  'end-factor',
  'confirm-email',
  'request-reset',
  'use-reset',
]

/** Returns whether the action reads its args from a body. */
export function isActionWithBodyArgs(action: OperationName): boolean {
  const ofOthers = [
    ...editingToolOperationNames,
    'add-user',
    'change-user',
    'transfer-items',
    'change-sign-in',
    'set-member',
    ...ofTemplates,
    ...ofDrafts,
    'create-token',
    'create-feed',
    'add-subscription',
    'add-webhook',
    'translate',
    'follow-actor',
    'change-webhook',
    ...bodiesOfAccounts,
  ]
  return [
    'create',
    'update',
    'put',
    'batch',
    'mcp',
    'sign-in',
    'import',
    'preview-import',
    'change-subscription',
    'change-settings',
    ...ofOthers,
  ].includes(action)
}
