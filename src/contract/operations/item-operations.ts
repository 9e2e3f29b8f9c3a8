/** The operations on items, computed from the declarations of their resources. */
import { type ArgSpecs, markedAsExtension, optional } from '../arg.ts'
import * as kind from '../kinds.ts'
import { isPublishable, type ResourceName, resourceNamed } from '../resources/index.ts'
import { applyTo } from '../resources/occurrence.ts'
import { itemPathArgsByAddressing as addresses } from './addresses.ts'
import type { AddressedBy, Operation } from './operation.ts'

/** Whether an item with a trash is deleted for good. */
export const forceArgs = { force: markedAsExtension(optional(kind.boolean, false)) }

function removalArgs(name: ResourceName, own: ArgSpecs): ArgSpecs {
  return isPublishable(name) ? { ...own, ...forceArgs, ...(name === 'event' && { apply_to: applyTo }) } : own
}

const addressPaths: Readonly<Record<AddressedBy, string>> = {
  id: '{id}',
  slug: 'by-slug/{slug}',
  uid: 'by-uid/{uid}',
}

function ofItem(name: ResourceName, by: AddressedBy): readonly Operation[] {
  const { collection, fields, byId, updateArgs } = resourceNamed(name)
  const path = `/${collection}/${addressPaths[by]}`
  const own = by === 'id' ? byId : {}
  const common = { resource: name, by, path, address: addresses[by] }
  return [
    {
      ...common,
      action: 'update',
      // PUT by the id of another system also creates.
      methods: by === 'uid' ? ['PATCH'] : ['POST', 'PUT', 'PATCH'],
      args: by === 'id' ? updateArgs : fields,
    },
    {
      ...common,
      action: 'remove',
      methods: ['DELETE'],
      args: removalArgs(name, own),
    },
  ]
}

/** Creates the event that another system knows by an id, or updates it (contract §13). */
const putByUid: Operation = {
  action: 'put',
  resource: 'event',
  path: `/events/${addressPaths.uid}`,
  methods: ['PUT'],
  address: addresses.uid,
  args: resourceNamed('event').fields,
}

/** Returns whether items are also addressed by their slug. */
const hasSlugRoutes = (name: ResourceName) => isPublishable(name) && name !== 'series'

/** Returns the operations on the items of a resource: list, create, and those on one item. */
export function itemOperations(name: ResourceName): readonly Operation[] {
  const { collection, createArgs } = resourceNamed(name)
  const common = { resource: name, path: `/${collection}`, address: {} }
  return [
    // A series is created by an event with `recurrence`.
    ...(name === 'series'
      ? []
      : [{ ...common, action: 'create', methods: ['POST'], args: createArgs } as const]),
    ...ofItem(name, 'id'),
    ...(hasSlugRoutes(name) ? ofItem(name, 'slug') : []),
    ...(name === 'event' ? [...ofItem(name, 'uid'), putByUid] : []),
  ]
}
