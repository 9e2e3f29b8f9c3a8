/** Operations of editors on stored items (ext.): revert, duplicate, bulk changes and merge. */

import { markedAsExtension, optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'
import type { ResourceName } from '../resources/index.ts'
import { settableStatuses } from '../resources/shared.ts'

/** The greatest number of items of one request. */
export const MAX_ITEMS_PER_REQUEST = 100

/** Resources whose items can be merged. */
const mergedNames = ['venue', 'organizer', 'category', 'tag'] as const
/** A resource whose items can be merged. */
export type MergeableName = (typeof mergedNames)[number]

/** Returns whether items of a resource can be merged. */
export const isMergeable = (name: ResourceName): name is MergeableName =>
  mergedNames.some((one) => one === name)

/** The args of reverting: the id of a change in the item's history. */
export const revertArgs = { change: markedAsExtension(required(kind.integer(1))) }
/** The args of duplicating: where the copies start, and their status. */
export const duplicateArgs = {
  dates: markedAsExtension(required(kind.dateList(MAX_ITEMS_PER_REQUEST))),
  status: markedAsExtension(optional(kind.choice(settableStatuses))),
}
/** The args of a bulk change: the events, and the changes. */
export const bulkArgs = {
  ids: markedAsExtension(required(kind.integers)),
  add_categories: markedAsExtension(optional(kind.references(false))),
  remove_categories: markedAsExtension(optional(kind.integers)),
  add_tags: markedAsExtension(optional(kind.references(false))),
  remove_tags: markedAsExtension(optional(kind.integers)),
  venue: markedAsExtension(optional(kind.integers)),
  assignee: markedAsExtension(optional(kind.assigneeTarget)),
  status: markedAsExtension(optional(kind.choice(settableStatuses))),
  shift_days: markedAsExtension(optional(kind.integer(-3660, 3660))),
  seen: markedAsExtension(optional(kind.integer(0))),
}
/** The args of merging: the items that become part of this one. */
export const itemsToMergeArgs = { items: markedAsExtension(required(kind.integers)) }

// Args that operations on items of several resources have.

/** Whether an item with a trash is deleted for good. */
export const forceArgs = { force: markedAsExtension(optional(kind.boolean, false)) }

// Operations on translations (contract §15, ext.): why an item is to be translated, and drafts by a machine.

/** The resources whose items a machine translates. */
export const machineTranslatedResources = [
  'event',
  'series',
  'venue',
  'organizer',
  'category',
  'tag',
  'page',
] as const
export type MachineTranslatedResource = (typeof machineTranslatedResources)[number]

/** Why an item is to be translated: it has no translation with a title, one that is not published, or one of an earlier text. */
export const reasonsToTranslate = ['missing', 'draft', 'outdated'] as const
export type ReasonToTranslate = (typeof reasonsToTranslate)[number]

/** The args of a translation by the machine. */
export const translateArgs = {
  language: markedAsExtension(required(kind.languageTag)),
  replace: markedAsExtension(optional(kind.boolean)),
}
