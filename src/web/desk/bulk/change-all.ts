/** Changes many events alike, in several writes. */
import { type ApiResponse, callApi } from '../api/api.ts'
import { faultMessage, isOutdatedReviewFault } from '../api/faults.ts'
import { idempotencyKeyMaker } from '../api/idempotency-keys.ts'
import type { EventItem, Venue } from '../api/types.ts'
import { showErrorNotice } from '../parts/notice.tsx'
import { t } from '../words/index.ts'
import { notifyWithUndo } from './undo.ts'

/** The chosen changes, as args of the API. */
export interface BulkChanges {
  readonly add_categories?: readonly number[]
  readonly remove_categories?: readonly number[]
  readonly add_tags?: readonly (number | string)[]
  readonly remove_tags?: readonly number[]
  /** The venues by their ids; the name of one that is made first. */
  readonly venue?: readonly number[] | string
  /** The id of the user whom the events wait for; null for nobody. */
  readonly assignee?: number | null
  readonly status?: EventItem['status']
  readonly shift_days?: number
}

/** The most events of one request, which changes all of them or none. */
const MOST = 100

/** The events to change, how, and the revision as of which the user saw them. */
interface ChosenChanges {
  readonly ids: readonly number[]
  readonly changes: BulkChanges
  readonly seen: number
}

/** A second attempt makes no second venue. */
const keyOfNewVenue = idempotencyKeyMaker()

/** Changes the events, a hundred at a time, until one such write is refused. Returns the writes, and the error that ended them. */
async function changeAll({ ids, changes, seen }: ChosenChanges) {
  const made: ApiResponse<Venue>[] = []
  const writes: ApiResponse<{ readonly changed: readonly number[] }>[] = []
  const state = (error?: unknown) => ({
    writes: [...made, ...writes],
    error,
    count: writes.reduce((sum, { body }) => sum + body.changed.length, 0),
  })
  const { venue: name } = changes
  if (typeof name === 'string') {
    const idempotencyKey = keyOfNewVenue({ name, ids, changes })
    made.push(await callApi<Venue>('POST', '/venues', { body: { venue: name }, idempotencyKey }))
  }
  const venue = made.length === 0 ? changes.venue : made.map(({ body }) => body.id)
  for (let from = 0; from < ids.length; from += MOST) {
    const some = ids.slice(from, from + MOST)
    const body = {
      ids: some,
      ...changes,
      ...(venue !== undefined && { venue }),
      ...(changes.status !== undefined && { seen }),
    }
    try {
      writes.push(await callApi('POST', '/events/bulk', { body }))
    } catch (error) {
      return state(error)
    }
  }
  return state()
}

/** Changes the events, reports the result, and offers undo. `after` is called at the end. Throws if nothing could be changed at all. */
export async function applyBulkChanges(chosen: ChosenChanges, after: () => void): Promise<void> {
  const { writes, count, error } = await changeAll(chosen)
  if (error !== undefined && count === 0 && !isOutdatedReviewFault(error)) throw error
  const texts = [
    ...(count > 0 ? [t('bulk.outcome.done', { count })] : []),
    ...(error === undefined ? [] : [faultMessage(error)]),
  ]
  if (count > 0) notifyWithUndo(texts.join(' '), writes, after)
  else showErrorNotice(texts.join(' '))
  after()
}
