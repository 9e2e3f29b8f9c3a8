/**
 * The one rule of who may read and who may edit an item (contract §5). The policy calls it. Tests keep the SQL conditions and
 * the in-memory columns of lists equal to it.
 */

/** The items that a viewer may read and edit in addition to published ones. */
export interface AccessScope {
  /** The id of the user; undefined for anonymous viewers. */
  readonly user: number | undefined
  /** Unpublished items that the viewer may read. */
  readonly reads: 'none' | 'own' | 'all'
  /** Items that the viewer may edit: event passwords and hiding do not apply to these. */
  readonly edits: 'none' | 'own unpublished' | 'own' | 'all'
}

/** The properties of an item that the rule depends on. */
export interface AccessedItem {
  /** The id of its author. */
  readonly author: number
  /** Whether it counts as published now. */
  readonly isPublic: boolean
}

const owns = ({ user }: AccessScope, { author }: AccessedItem) => user !== undefined && user === author

/** Whether the viewer may read the item. */
export function scopeMayRead(scope: AccessScope, item: AccessedItem): boolean {
  return item.isPublic || scope.reads === 'all' || (scope.reads === 'own' && owns(scope, item))
}

/** Whether the viewer may edit, trash and delete the item. */
export function scopeMayEdit(scope: AccessScope, item: AccessedItem): boolean {
  const { edits } = scope
  if (edits === 'all' || edits === 'none') return edits === 'all'
  return owns(scope, item) && (edits === 'own' || !item.isPublic)
}
