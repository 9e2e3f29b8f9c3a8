/** Writing within a transaction: types only. */
import type { putsOf } from '../put.ts'
import type { unloggedWriting } from '../records/writing.ts'
import type { manyEventsWriting } from '../series/writing.ts'

/** Reading and writing without the acts that have one line in the log, however many items they touch. */
export type LoggedPerItem = ReturnType<typeof unloggedWriting> &
  ReturnType<typeof putsOf> &
  ReturnType<typeof manyEventsWriting>

export interface ResultAndRevision<T> {
  readonly result: T
  readonly revision: number
}
