/** The operations as declarations know them: their type, and their traits. */
export { itemPathArgsByAddressing } from './operations/addresses.ts'
export type {
  AddressedBy,
  MediaTypes,
  Method,
  NamedOperation,
  Operation,
  OwnFacts,
  OwnHeaderName,
} from './operations/operation.ts'
export * from './operations/traits.ts'
