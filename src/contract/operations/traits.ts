/** Traits of operations: whether it writes, is paginated, sends a body, may be tried without effect. */
import { isActionWithoutCredentials } from './accounts/own-account.ts'
import { sessionOperationNames } from './accounts/session.ts'
import { editingToolOperationNames } from './editing.ts'
import type { Operation } from './operation.ts'

/** Returns whether the action changes an item: absent args leave its fields unchanged. */
export function isUpdateAction(action: string): boolean {
  return action === 'update' || action === 'put'
}

/** Returns whether a session that the request comes with is ignored: the operation is for users who are not signed in. */
export function ignoresSession({ action, facts }: Operation): boolean {
  if (facts !== undefined) return facts.ignoresSession
  return action === 'sign-in' || isActionWithoutCredentials(action)
}

/** Returns whether the operation writes, as its methods say. */
export function isWriteOperation({ methods }: Operation): boolean {
  return !methods.includes('GET')
}

/** Proving a password or code takes long and counts as an attempt: it must not wait in a transaction. */
const proving: readonly string[] = [
  // Its tools have their own.
  'mcp',
  // It writes nothing.
  'preview-import',
  // What they send or begin can't be taken back.
  'begin-factor',
  'confirm-factor',
  'end-factor',
  'request-reset',
  'use-reset',
  ...sessionOperationNames,
]

/** Returns whether the operation takes `dry_run`. */
export function takesDryRun(operation: Operation): boolean {
  if (operation.facts !== undefined) return operation.facts.isRehearsable
  return isWriteOperation(operation) && !proving.includes(operation.action)
}

const paged: readonly string[] = ['list-translations']

/** Returns whether the operation's response is paginated. */
export function isPagedOperation({ action, facts }: Operation): boolean {
  return facts?.answer.isPage ?? paged.includes(action)
}

const bodiesOfAccounts = [
  'begin-factor',
  'confirm-factor',
  'end-factor',
  'confirm-email',
  'request-reset',
  'use-reset',
]

/** Returns whether the operation reads its args from a body. */
export function readsArgsFromBody({ action, facts }: Operation): boolean {
  if (facts !== undefined) return facts.body !== undefined
  const ofOthers = [
    ...editingToolOperationNames,
    'add-user',
    'change-user',
    'transfer-items',
    'change-sign-in',
    'create-token',
    'create-feed',
    'translate',
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
    ...ofOthers,
  ].includes(action)
}
