/** Changes many events alike, in several writes. */
import { type ApiResponse, callApi } from '../api/api.ts'

/** The chosen changes, as args of the API. */
export interface BulkChanges {
  readonly add_categories?: readonly number[]
  readonly remove_categories?: readonly number[]
  readonly add_tags?: readonly (number | string)[]
  readonly remove_tags?: readonly number[]
  readonly venue?: readonly number[]
  readonly status?: string
  readonly shift_days?: number
}

/** The most events of one request, which changes all of them or none. */
const MOST = 100

/** BulkChanges the events, a hundred at a time, until one such write is refused. Returns the writes, and the error that ended them. */
export async function changeAll(ids: readonly number[], changes: BulkChanges, seen: number) {
  const writes: ApiResponse<{ readonly changed: readonly number[] }>[] = []
  const state = (error?: unknown) => ({
    writes,
    error,
    count: writes.reduce((sum, { body }) => sum + body.changed.length, 0),
  })
  for (let from = 0; from < ids.length; from += MOST) {
    const some = ids.slice(from, from + MOST)
    const body = { ids: some, ...changes, ...(changes.status !== undefined && { seen }) }
    try {
      writes.push(await callApi('POST', '/events/bulk', { body }))
    } catch (error) {
      return state(error)
    }
  }
  return state()
}
