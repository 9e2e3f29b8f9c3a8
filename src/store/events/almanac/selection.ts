/** A query and its selection: types only. */
import type { Viewer } from '../../store.ts'
import type { Almanac } from './almanac.ts'

/** A query's context: the almanac, the viewer and the time (seconds since 1970 UTC). */
export interface QueryContext {
  readonly almanac: Almanac
  readonly viewer: Viewer
  readonly now: number
}

/** The events that match a query, in the order of their starts. */
export interface Selection {
  readonly almanac: Almanac
  readonly total: number
  /** How many slots are allocated for this selection only. */
  readonly held: number
  slice(skip: number, count: number, order: 'asc' | 'desc'): readonly number[]
  /** All slots. */
  slots(): Int32Array
}
