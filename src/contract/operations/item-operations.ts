/** The operations on items, computed from the declarations of their resources. */
import { type ArgSpecs, markedAsExtension, optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'
import { shownLanguageArgs } from '../resources/content.ts'
import { isPublishable, type ResourceName, resourceNamed } from '../resources/index.ts'
import { applyTo } from '../resources/occurrence.ts'
import { itemPathArgsByAddressing as addresses } from './addresses.ts'
import { itemHistoryArgs } from './audit.ts'
import type { AddressedBy, Operation } from './operation.ts'

const force = { force: markedAsExtension(optional(kind.boolean, false)) }

/** The arg that says what becomes of the events of a group that is deleted: they move to another one, or stay without a group (0). */
const moveTo = { move_to: markedAsExtension(optional(kind.groupTarget)) }

function removalArgs(name: ResourceName, own: ArgSpecs): ArgSpecs {
  if (name === 'group') return moveTo
  return isPublishable(name) ? { ...own, ...force, ...(name === 'event' && { apply_to: applyTo }) } : own
}

function ofItem(name: ResourceName, by: AddressedBy): readonly Operation[] {
  const { collection, fields, byId, updateArgs } = resourceNamed(name)
  const path = by === 'id' ? `/${collection}/{id}` : `/${collection}/by-slug/{slug}`
  const own = by === 'id' ? byId : {}
  const common = { resource: name, by, path, address: addresses[by] }
  return [
    { ...common, action: 'read', methods: ['GET'], args: { ...own, ...shownLanguageArgs } },
    {
      ...common,
      action: 'update',
      methods: ['POST', 'PUT', 'PATCH'],
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

/** The address of an event by the id of another system. */
export const uidAddressArgs = { uid: markedAsExtension(required(kind.uid)) }

/** An event is also written by the id that another system knows it by (contract §13). */
const byUid: Operation = {
  action: 'put',
  resource: 'event',
  path: '/events/by-uid/{uid}',
  methods: ['PUT'],
  address: uidAddressArgs,
  args: resourceNamed('event').fields,
}

function history(name: ResourceName): Operation {
  const path = `/${resourceNamed(name).collection}/{id}/history`
  const address = addresses.id
  return {
    action: 'history',
    resource: name,
    by: 'id',
    path,
    address,
    methods: ['GET'],
    args: itemHistoryArgs,
  }
}

/** Returns whether items are also addressed by their slug. */
const hasSlugRoutes = (name: ResourceName) => (isPublishable(name) && name !== 'series') || name === 'group'

/** Returns the operations on the items of a resource: list, create, and those on one item. */
export function itemOperations(name: ResourceName): readonly Operation[] {
  const { collection, createArgs, listArgs } = resourceNamed(name)
  const common = { resource: name, path: `/${collection}`, address: {} }
  return [
    { ...common, action: 'list', methods: ['GET'], args: listArgs },
    // A series is created by an event with `recurrence`.
    ...(name === 'series'
      ? []
      : [{ ...common, action: 'create', methods: ['POST'], args: createArgs } as const]),
    ...ofItem(name, 'id'),
    ...(hasSlugRoutes(name) ? ofItem(name, 'slug') : []),
    ...(name === 'event' ? [byUid] : []),
    history(name),
  ]
}
