/** What the application is put together from: types only. */

import type { ReadNow } from '../actions/subscriptions.ts'
import type { Alias } from '../domain/alias.ts'
import type { Moment } from '../domain/moment.ts'
import type { Language } from '../locales/index.ts'
import type { Store } from '../store/store.ts'
import type { MediaFiles } from './media-files.ts'
import type { Unavailability } from './problems.ts'
import type { Patience } from './server.ts'
import type { Collector } from './tracing.ts'

/** What the application is put together from. */
export interface Parts {
  readonly store: Store
  readonly now: () => Moment
  /** Seconds of a clock that only goes forward, for limits. */
  readonly elapsed: () => number
  readonly baseUrl: string
  readonly namespace: string
  readonly aliases: readonly Alias[]
  /** What the calendar is called where people see it. */
  readonly name: string
  readonly language: Language
  readonly maxPerPage: number
  readonly currency: string | undefined
  readonly corsOrigins: readonly string[]
  readonly logLevel: string
  /** Requests per minute of a token, or of an address. */
  readonly rateLimit: number | undefined
  readonly trustProxy: readonly string[]
  /** Open connections of one address. */
  readonly connectionsPerAddress: number
  /** Where spans of requests go, if anywhere. */
  readonly collector: Collector | undefined
  readonly patience?: Patience
  readonly images: MediaFiles
  /** Reads the calendar of a subscription now. */
  readonly readNow: ReadNow
  /** Why the database or the folder of images is not available, where that is what an error says. */
  readonly unavailability: (error: unknown) => Unavailability | undefined
}
