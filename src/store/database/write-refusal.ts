/** Follows whether the database refuses writes, because a disk is full, read-only or failing. */
import type { DbPool, OnWriteRefusal, WriteRefusal, WriteRefusals } from './connection.ts'
import { unavailabilityReason } from './errors.ts'

/** Milliseconds between two tries whether writes succeed again. */
const PAUSE = 2000

/** The writer of a database, and whether it is refused. */
interface WatchedWriter {
  readonly writer: DbPool
  readonly refusals: WriteRefusals
  /** Ends the tries. */
  stop(): void
}

function refusalOf(cause: unknown): WriteRefusal | undefined {
  const reason = unavailabilityReason(cause)
  return reason === 'full' || reason === 'read-only' || reason === 'failing' ? { reason, cause } : undefined
}

/** Returns a writer that notes refusals. While there is one, it tries from time to time to write; `hasRoom` says whether a write may succeed. */
export function watchWriter(writer: DbPool, hasRoom = async () => true): WatchedWriter {
  let [known, since]: [WriteRefusal | undefined, number] = [undefined, 0]
  let listener: OnWriteRefusal = () => {}
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const succeeds = async () => {
    if (!(await hasRoom())) return false
    await writer.transaction(async (db) => {
      // SQLite writes no page that is as it was.
      for (const by of ['+ 1', '- 1']) await db.run(`update revision set value = value ${by}`, [])
    })
    return true
  }
  const retryLater = () => {
    timer = setTimeout(async () => {
      const isOver = await succeeds().catch(() => false)
      if (isStopped) return
      if (!isOver) return retryLater()
      known = undefined
      listener(undefined, (performance.now() - since) / 1000)
    }, PAUSE).unref()
  }
  const noting = async <T>(act: Promise<T>): Promise<T> => {
    try {
      return await act
    } catch (error) {
      const refusal = known === undefined ? refusalOf(error) : undefined
      if (refusal !== undefined) {
        ;[known, since] = [refusal, performance.now()]
        retryLater()
        listener(refusal, 0)
      }
      throw error
    }
  }
  return {
    writer: {
      ...writer,
      run: (text, values) => noting(writer.run(text, values)),
      hold: (act) => noting(writer.hold(act)),
      transaction: (act, options) => noting(writer.transaction(act, options)),
    },
    refusals: {
      refusal: () => known,
      onRefusal(next) {
        listener = next
        if (known !== undefined) listener(known, 0)
      },
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
