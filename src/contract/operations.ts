/** The operations as declarations know them: their type, and their traits. */
export { itemPathArgsByAddressing } from './operations/addresses.ts'
export { mayRespondWithCalendar } from './operations/calendars/feed-operations.ts'
export type {
  AddressedBy,
  MediaTypes,
  Method,
  NamedOperation,
  Operation,
  OperationName,
  OwnFacts,
  OwnHeaderName,
  TabledOperation,
  WholeOperation,
} from './operations/operation.ts'
export * from './operations/traits.ts'
