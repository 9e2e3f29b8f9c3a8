/** The changes of the calendar as an asynchronous iterator. */
import { answerError } from './errors.ts'
import type { Calendar } from './index.ts'
import type { components } from './schema.ts'

type ItemChange = components['schemas']['ItemChange']

export interface FollowOptions {
  /** The revision to begin after; by default the oldest recorded one. */
  readonly since?: number
  /** Changes per page. */
  readonly perPage?: number
  /** Seconds between two requests for new changes; without it the iterator ends after the last change. */
  readonly every?: number
  /** Ends the iterator. */
  readonly signal?: AbortSignal
}

/** Changes, oldest first. */
export interface Changes extends AsyncIterable<ItemChange> {
  /**
   * The position: store it after you have processed the changes before it, and begin there next time. After a crash some changes
   * may come again; none is lost.
   */
  readonly since: number | undefined
}

const pause = (seconds: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Returns the changes after a revision. The iterator throws the problem of a page that could not be read, as a FastiError. */
export function changes(calendar: Calendar, options: FollowOptions = {}): Changes {
  const { perPage = 500, every, signal } = options
  let { since } = options
  const pages = async function* () {
    while (signal?.aborted !== true) {
      const query = { per_page: perPage, ...(since !== undefined && { since }) }
      const { data, error, response } = await calendar.GET('/changes', { params: { query } })
      if (data === undefined) throw answerError(error, response)
      yield* data.changes
      since = data.next_since
      if (data.has_more) continue
      if (every === undefined) return
      await pause(every, signal)
    }
  }
  return {
    get since() {
      return since
    },
    [Symbol.asyncIterator]: pages,
  }
}
