/** Changes as other programs follow them (contract §13): types only. */
import type { ChangeAction } from '../../contract/operations/integrations/changes.ts'
import type { ResourceName } from '../../contract/resources/index.ts'
import type { Moment } from '../../domain/time/moment.ts'
import type { Viewer } from './queries.ts'

/** The newest change of an item, as a viewer sees it. */
export interface ViewedItemChange {
  readonly revision: number
  readonly resource: ResourceName
  readonly id: number
  readonly action: ChangeAction
}

export interface ChangePage {
  /** Ascending by revision. All changes of one revision are on the same page, which may make it longer than asked for. */
  readonly changes: readonly ViewedItemChange[]
  /** The revision to go on from. */
  readonly next: number
  readonly hasMore: boolean
}

export interface ChangeLog {
  /**
   * Returns what changed after the revision `since`, by default as far back as changes are kept; undefined if that is no
   * longer known.
   */
  page(since: number | undefined, limit: number, viewer: Viewer): Promise<ChangePage | undefined>
  /** How many items one revision changed for this viewer. */
  countAt(revision: number, viewer: Viewer): Promise<number>
  /** The oldest revision from which changes are complete at that moment. */
  floor(moment: Moment): Promise<number>
}
