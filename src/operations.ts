/** All operations of the API, which the rooms declare, in the order of its index: that of the rooms. */

import { isOnSubmissions } from './contract/operations/submissions.ts'
import type { Operation } from './contract/operations.ts'
import { indexUnder } from './documents/index.ts'
import { rooms } from './rooms.ts'

/** Returns every operation under a namespace, the index of which names it. */
export function operationsUnderNamespace(namespace: string): readonly Operation[] {
  const index = indexUnder(namespace)
  const all: readonly Operation[] = rooms.flatMap(({ operations }) => operations)
  return [index, ...all.filter(({ action }) => action !== index.action)]
}

/** Returns the operations that a service has: those on submissions only if it takes any, and those of federation only if it federates. */
export function servedOperations(
  namespace: string,
  submissions: 'off' | 'open',
  federation: 'off' | 'on',
): readonly Operation[] {
  const ofFederation: readonly Operation[] = rooms.find(({ name }) => name === 'federation')?.operations ?? []
  return operationsUnderNamespace(namespace).filter(
    (operation) =>
      (submissions === 'open' || !isOnSubmissions(operation)) &&
      (federation === 'on' || !ofFederation.includes(operation)),
  )
}
