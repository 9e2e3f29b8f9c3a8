/** All operations of the API, which the rooms declare, in the order of its index. */
import type { DeclaredOperation } from './api/operation.ts'
import { machineTranslatedResources, mergedNames } from './contract/operations/editing.ts'
import { isOnSubmissions } from './contract/operations/submissions.ts'
import type { Operation } from './contract/operations.ts'
import { type ResourceName, resourceNames } from './contract/resources/index.ts'
import { indexUnder } from './documents/index.ts'
import { rooms } from './rooms.ts'

const ofRooms: readonly DeclaredOperation[] = rooms.flatMap(({ operations }) => operations)

/** The operations of a room, or of those those whose path begins so. */
const ofRoom = (room: string, ...beginnings: readonly string[]): readonly Operation[] =>
  rooms
    .filter(({ name }) => name === room)
    .flatMap(({ operations }) => operations)
    .filter(
      ({ path }) => beginnings.length === 0 || beginnings.some((beginning) => path.startsWith(beginning)),
    )

/** The operations of each of these resources that do one of `actions`. */
const ofEach = (names: readonly ResourceName[], actions: readonly string[]): readonly Operation[] =>
  names.flatMap((name) =>
    ofRooms.filter(({ resource, action }) => resource === name && actions.includes(action)),
  )

/** Returns every operation under a namespace, in the order of the index. */
export function operationsUnderNamespace(namespace: string): readonly Operation[] {
  const ofReview = ofRoom('review')
  return [
    indexUnder(namespace),
    ...ofRoom('documents', '/doc'),
    ...ofRoom('people', '/session', '/users', '/tokens', '/feeds', '/password-resets', '/sign-in'),
    ...ofRoom('subscriptions'),
    ...ofRoom('settings'),
    ...ofRoom('upkeep'),
    ...ofRoom('changes', '/changes'),
    ...ofRoom('geocoding'),
    ...ofRoom('events', '/recurrence'),
    ...ofRoom('events', '/quick-event'),
    ...ofRoom('demo'),
    ...ofRoom('webhooks'),
    ...ofRoom('federation'),
    ...ofRoom('changes', '/audit'),
    ...ofReview.filter(isOnSubmissions),
    ...ofEach(resourceNames, ['list', 'create', 'read', 'update', 'remove', 'put', 'history']),
    ...ofRoom('media', '/media/{id}/uses'),
    ...ofRoom('people', '/groups'),
    ...ofRoom('events', '/templates'),
    ...ofRoom('events', '/assignees'),
    ...ofRoom('people', '/persons'),
    ...ofReview.filter((operation) => !isOnSubmissions(operation)),
    ...ofRoom('feeds'),
    ...ofRoom('import'),
    ...ofRoom('batch'),
    ...ofRoom('changes', '/undo'),
    ...ofEach(resourceNames, ['revert']),
    ...ofEach(['event'], ['duplicate', 'bulk']),
    ...ofEach(mergedNames, ['merge']),
    ...ofRoom('translations'),
    ...ofEach(machineTranslatedResources, ['translate']),
    ...ofRoom('assistants'),
  ]
}

/** Returns the operations that a service has: those on submissions only if it takes any, and those of federation only if it federates. */
export function servedOperations(
  namespace: string,
  submissions: 'off' | 'open',
  federation: 'off' | 'on',
): readonly Operation[] {
  const ofFederation = new Set<string>(ofRoom('federation').map(({ action }) => action))
  return operationsUnderNamespace(namespace).filter(
    (operation) =>
      (submissions === 'open' || !isOnSubmissions(operation)) &&
      (federation === 'on' || !ofFederation.has(operation.action)),
  )
}
