/** A room: all that the service has to know of one capability. */
import type { ResourceName } from '../contract/resources/index.ts'
import type { DeclaredOperation } from './operation.ts'
import type { Resource } from './resource.ts'

export interface Room {
  readonly name: string
  /** None by default. */
  readonly resources?: readonly Resource<ResourceName>[]
  readonly operations: readonly DeclaredOperation[]
}
