/** The operations as declarations know them: their type, and their traits. */
export {
  type SessionOperationName,
  sessionOperationNames,
  signInArgs,
} from './operations/accounts/session.ts'
export { mayRespondWithCalendar } from './operations/calendars/feed-operations.ts'
export { uidAddressArgs } from './operations/item-operations.ts'
export type { AddressedBy, Method, Operation, OperationName, OwnFacts } from './operations/operation.ts'
export * from './operations/traits.ts'
