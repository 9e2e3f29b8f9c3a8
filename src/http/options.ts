/** The options of the application: types only. */

import type { Outside, TranslateTexts } from '../api/outside.ts'
import type { ImportSubscribedCalendarNow } from '../calendars/subscriptions/index.ts'
import type { Config } from '../config.ts'
import type { Moment } from '../domain/time/moment.ts'
import type { Geocode } from '../geocoding/index.ts'
import type { drawAppIcon, shareImageDrawer } from '../media/drawing.ts'
import type { SignInService } from '../oidc/sign-in.ts'
import type { SignInAttempt } from '../people/sessions.ts'
import type { Store } from '../store/store.ts'
import type { UpkeepTools } from '../upkeep/index.ts'
import type { AttemptCounts } from '../webhooks/deliveries.ts'
import type { Dialects } from './dialects.ts'
import type { ToolsAnsweringOtherServers } from './federation.ts'
import type { LogError } from './observability/logs.ts'
import type { MediaFileService } from './operations/media-files.ts'
import type { UnavailabilityReason } from './response/problems.ts'
import type { ClientTimeouts } from './server/server.ts'

/** The options of the application: the configuration, and what the service makes of it. */
export interface AppOptions extends Omit<Config, 'federation'> {
  readonly store: Store
  readonly now: () => Moment
  /** Seconds of a monotonic clock, for rate limits. */
  readonly elapsed: () => number
  /** The forms of other calendars' programs, for aliases that have their namespace. */
  readonly dialects: Dialects
  /** Returns the places at an address, with names in a language. Throws an Error that says why it can't. */
  readonly geocode?: Geocode | undefined
  /** Translates texts; undefined without a translation server. */
  readonly translate?: TranslateTexts | undefined
  /** The counts of series that this process extended, and of their new occurrences, for metrics. */
  extension(): { readonly extended: number; readonly occurrences: number }
  /** Called with each attempt to authenticate that failed. */
  failedSignIn(attempt: SignInAttempt): void
  /** The folders whose disks must not be full. */
  readonly folders: readonly string[]
  /** When the last back-up was completed, in seconds since 1970 UTC; undefined if none was. */
  lastBackUp(): Promise<number | undefined>
  readonly patience?: ClientTimeouts
  /** Whether the service is still being made ready: load balancers turn to another instance. */
  isStarting(): boolean
  readonly images: MediaFileService
  /** Draws the image that messengers show of an event, as PNG, for a caller. Throws 429 or 503 if too many are being drawn. */
  readonly drawCard: ReturnType<typeof shareImageDrawer>
  /** Draws an icon of the given size from the first picture that can be read, as PNG: on `paper`, or else transparent. */
  readonly drawIcon: typeof drawAppIcon
  /** The upkeep of the service, as far as administrators see and start it. */
  readonly upkeep: UpkeepTools
  /** The organisation; undefined without `signIn`. */
  readonly organisation?: SignInService | undefined
  readonly readNow: ImportSubscribedCalendarNow
  /** The tools of webhooks besides the store. */
  readonly webhooks: Outside['webhooks'] & { counts(): AttemptCounts }
  /** The counts of this process's purges; undefined without a cache in front of the service that is told. */
  readonly purges?: (() => { readonly sent: number; readonly failed: number }) | undefined
  /** How other servers are answered; undefined if the calendar does not federate. */
  readonly federation: ToolsAnsweringOtherServers | undefined
  /** What rooms of their own bring for their operations. */
  readonly outside: Partial<Outside>
  /** The reason why the database or the image folder is unavailable; undefined if the error has another cause. */
  readonly unavailability: (error: unknown) => UnavailabilityReason | undefined
  /** Logs an error of a request. */
  readonly logError: LogError
}
