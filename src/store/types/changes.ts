/** Changes as other programs follow them (contract §13): types only. */
import type { ChangeAction } from '../../contract/operations/integrations/changes.ts'
import type { ResourceName } from '../../contract/resources/index.ts'
import type { Moment } from '../../domain/time/moment.ts'
import type { Viewer } from './queries.ts'

/** The newest change of an item, as a viewer sees it. */
export interface ItemChangeForViewer {
  readonly revision: number
  readonly resource: ResourceName
  readonly id: number
  readonly action: ChangeAction
}

/** Who reads changes, and of which part of the calendar. */
export interface ChangesViewer {
  readonly viewer: Viewer
  /** The groups whose events and series are followed, 0 for those without one; undefined for everything. */
  readonly groups?: readonly number[] | undefined
}

export interface ChangePage {
  /** Ascending by revision. All changes of one revision are on the same page, which may make it longer than asked for. */
  readonly changes: readonly ItemChangeForViewer[]
  /** The revision to go on from. */
  readonly next: number
  readonly hasMore: boolean
}

export interface ChangeLog {
  /**
   * Returns what changed after the revision `since`, by default as far back as changes are kept; undefined if that is no
   * longer known.
   */
  page(since: number | undefined, limit: number, reader: ChangesViewer): Promise<ChangePage | undefined>
  /** How many items one revision changed for this reader. */
  countAt(revision: number, reader: ChangesViewer): Promise<number>
  /** The oldest revision from which changes are complete at that moment. */
  floor(moment: Moment): Promise<number>
}
