/** The items that a write touches, as they are noted for the journal: types only. */
import type { ResourceName } from '../../contract/resources/index.ts'
import type { Db } from '../database/rows.ts'
import type { ItemChange, ItemVisibility } from './item-visibility.ts'

/** How an item stood before the write; `known` is unset where the write did not change how it stands. */
export type VisibilityBefore = { readonly known: ItemVisibility | undefined } | undefined

/** Collects the touched items, to be saved once at the end of the transaction. */
export interface JournalNotes {
  /** Forgets what is noted: a transaction begins. */
  begin(): void
  /** The item has to be read again: something that is cached with it changed. */
  touch(resource: ResourceName, id: number): void
  /**
   * The item itself was changed, created or deleted: other programs are notified (contract §13), those of the public unless the `columns`
   * that were written are for its editors alone.
   */
  change(resource: ResourceName, id: number, before?: VisibilityBefore, columns?: readonly string[]): void
  /** Whether it is noted how the item stood before the write. */
  knows(resource: ResourceName, id: number): boolean
  /** How many items are noted. */
  count(): number
  /** How many new items of a resource are noted. */
  added(resource: ResourceName): number
  /** Saves the notes. `logged` is what the write changed of the resources whose changes are in the log. */
  keep(
    db: Db,
    revision: number,
    keeping: WriteTimeAndChangesCutoff,
    logged: readonly ItemChange[],
  ): Promise<void>
  /** Forgets what is noted from now on when the returned function is called. */
  mark(): () => void
}

/** When a write happened, and since when changes are kept: seconds since 1970 UTC. */
export interface WriteTimeAndChangesCutoff {
  readonly at: number
  readonly since: number
}
