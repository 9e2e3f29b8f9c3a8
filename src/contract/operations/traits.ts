/** Traits of operations: whether it writes, is paginated, sends a body, may be tried without effect. */
import type { Operation } from './operation.ts'

/** Returns whether the action changes an item: absent args leave its fields unchanged. */
export function isUpdateAction(action: string): boolean {
  return action === 'update' || action === 'put'
}

/** Returns whether a session that the request comes with is ignored: the operation is for users who are not signed in. */
export function ignoresSession({ facts }: Operation): boolean {
  return facts?.ignoresSession === true
}

/** Returns whether the operation writes, as its methods say. */
export function isWriteOperation({ methods }: Operation): boolean {
  return !methods.includes('GET')
}

const neverRehearsed: readonly string[] = [
]

/** Returns whether the operation takes `dry_run`. */
export function takesDryRun(operation: Operation): boolean {
  if (operation.facts !== undefined) return operation.facts.isRehearsable
  return isWriteOperation(operation) && !neverRehearsed.includes(operation.action)
}

/** Returns whether the operation's response is paginated. */
export function isPagedOperation({ facts }: Operation): boolean {
  return facts?.answer.isPage === true
}

/** Returns whether the operation reads its args from a body. */
export function readsArgsFromBody({ action, facts }: Operation): boolean {
  if (facts !== undefined) return facts.body !== undefined
}
