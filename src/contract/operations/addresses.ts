/** The args in the paths of items. */
import { type ArgSpecs, markedAsExtension, required } from '../arg.ts'
import * as kind from '../kinds.ts'
import type { AddressedBy } from './operation.ts'

/** The args of each way of addressing an item. */
export const itemPathArgsByAddressing = {
  id: { id: required(kind.integer(0)) },
  slug: { slug: required(kind.text()) },
  /** The id by which another system knows an event. */
  uid: { uid: markedAsExtension(required(kind.uid)) },
} satisfies Record<AddressedBy, ArgSpecs>
