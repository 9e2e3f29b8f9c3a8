/** The selection of a query: types only. */
import type { Almanac } from './almanac.ts'

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
