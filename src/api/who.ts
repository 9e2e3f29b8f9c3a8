/** Whom operations serve, before anything is read. */

import type { ResourceName } from '../contract/resources/index.ts'
import type { Right } from './operation.ts'
import { mayWriteSomeItems, rightsByRole } from './policy.ts'

type Allows = Right['allows']

export const everyone: Allows = () => true
export const knownUsers: Allows = ({ role }) => role !== 'anonymous'
export const administrators: Allows = ({ role }) => rightsByRole[role].administers
/** Those who edit everything. */
export const editors: Allows = ({ role }) => rightsByRole[role].edits === 'all'

/** Those who may write some item of a resource. */
export const writersOf =
  (name: ResourceName): Allows =>
  (actor) =>
    mayWriteSomeItems(actor, name)
