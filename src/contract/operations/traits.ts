/** Traits of operations: whether it writes, is paginated, sends a body, may be tried without effect. */
import type { Operation } from './operation.ts'

/** Returns whether the action changes an item: absent args leave its fields unchanged. */
export function isUpdateAction(action: string): boolean {
  return action === 'update' || action === 'put'
}

/** Returns whether a session that the request comes with is ignored: the operation is for users who are not signed in. */
export function ignoresSession({ facts }: Operation): boolean {
  return facts.ignoresSession
}

/** Returns whether the operation writes, as its methods say. */
export function isWriteOperation({ methods }: Operation): boolean {
  return !methods.includes('GET')
}

/** Returns whether the operation takes `dry_run`. */
export function takesDryRun({ facts }: Operation): boolean {
  return facts.isRehearsable
}

/** Returns whether the operation's response is paginated. */
export function isPagedOperation({ facts }: Operation): boolean {
  return facts.answer.isPage
}

/** Returns whether the operation reads its args from a body. */
export function readsArgsFromBody({ facts }: Operation): boolean {
  return facts.body !== undefined
}

/** Returns whether the operation can also respond with iCalendar, by content negotiation. */
export function mayRespondWithCalendar({ action, resource }: Operation): boolean {
  return resource === 'event' && (action === 'list' || action === 'read')
}
