/**
 * Who may read and who may edit a published item (contract §5): the one rule. Policy asks it; the conditions in SQL, and the
 * columns in memory that lists are found in, are held equal to it by tests.
 */

/** What a reader may see and edit besides what is public. */
export interface AccessScope {
  /** The id of the user; undefined for anonymous. */
  readonly user: number | undefined
  /** Unpublished items that may be read. */
  readonly reads: 'none' | 'own' | 'all'
  /** Items that may be edited: their protection and their hiding do not apply. */
  readonly edits: 'none' | 'own unpublished' | 'own' | 'all'
}

/** What the rule depends on of an item. */
export interface AccessedItem {
  /** The id of its author. */
  readonly author: number
  /** Whether it counts as published now. */
  readonly isPublic: boolean
}

const owns = ({ user }: AccessScope, { author }: AccessedItem) => user !== undefined && user === author

/** Whether the item may be read, public or not. */
export function mayRead(scope: AccessScope, item: AccessedItem): boolean {
  return item.isPublic || scope.reads === 'all' || (scope.reads === 'own' && owns(scope, item))
}

/** Whether the item may be edited, trashed and deleted. */
export function mayEdit(scope: AccessScope, item: AccessedItem): boolean {
  const { edits } = scope
  if (edits === 'all' || edits === 'none') return edits === 'all'
  return owns(scope, item) && (edits === 'own' || !item.isPublic)
}
