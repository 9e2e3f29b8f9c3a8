/** The options of the application: types only. */

import type { Outside, TranslateTexts } from '../api/outside.ts'
import type { ImportSubscribedCalendarNow } from '../calendars/subscriptions.ts'
import type { ApiPathAndNamespace } from '../domain/api-aliases.ts'
import type { ContentLanguages } from '../domain/languages.ts'
import type { HorizonDuration } from '../domain/series/occurrences.ts'
import type { Moment } from '../domain/time/moment.ts'
import type { Geocode } from '../geocoding.ts'
import type { MailServer } from '../mail/mail-server.ts'
import type { OrganisationSettings } from '../oidc/rules.ts'
import type { SignInService } from '../oidc/sign-in.ts'
import type { SignInAttempt } from '../people/sessions.ts'
import type { Store } from '../store/store.ts'
import type { UpkeepTools } from '../upkeep/index.ts'
import type { InterfaceLanguageCode } from '../words/languages.ts'
import type { Dialects } from './dialects.ts'
import type { ToolsAnsweringOtherServers } from './federation.ts'
import type { AddressLogDetail, LogError } from './observability/logs.ts'
import type { DeliveryAttemptCounts } from './observability/metrics.ts'
import type { TraceCollectorEndpoint } from './observability/tracing.ts'
import type { MediaFileService } from './operations/media-files.ts'
import type { UnavailabilityReason } from './response/problems.ts'
import type { ClientTimeouts } from './server/server.ts'

/** The options of the application. */
export interface AppOptions {
  readonly store: Store
  readonly now: () => Moment
  /** Seconds of a monotonic clock, for rate limits. */
  readonly elapsed: () => number
  readonly baseUrl: string
  readonly namespace: string
  readonly aliases: readonly ApiPathAndNamespace[]
  /** The forms of other calendars' programs, for aliases that have their namespace. */
  readonly dialects: Dialects
  /** The name of the calendar, as users see it. */
  readonly name: string
  /** The name of a theme that comes with the service, or the folder of one. */
  readonly theme: string
  /** The region of dates and hours, if one is set; that of the zone by default. */
  readonly region: string | undefined
  /** The template of the addresses of map tiles; without one there are no maps. */
  readonly mapTiles: string | undefined
  /** Sanitised HTML. */
  readonly mapAttribution: string
  /** The address of a geocoder; undefined for none. */
  readonly geocoder: string | undefined
  /** Returns the places at an address, with names in a language. Throws an Error that says why it can't. */
  readonly geocode?: Geocode | undefined
  /** Translates texts; undefined without a translation server. */
  readonly translate?: TranslateTexts | undefined
  readonly language: InterfaceLanguageCode
  /** The languages of the interface that the calendar offers. */
  readonly languages: readonly InterfaceLanguageCode[]
  /** The languages of content, that of the site first. */
  readonly contentLanguages: ContentLanguages
  /** Whether browsers keep pages to be read without a connection. */
  readonly offline: 'on' | 'off'
  readonly maxPerPage: number
  readonly currency: string | undefined
  /** How far ahead the occurrences of series are made. */
  readonly horizon: HorizonDuration
  /** The counts of series that this process extended, and of their new occurrences, for metrics. */
  extension(): { readonly extended: number; readonly occurrences: number }
  /** Called with each attempt to authenticate that failed. */
  failedSignIn(attempt: SignInAttempt): void
  /** How addresses are written into the log. */
  readonly logAddresses: AddressLogDetail
  /** The folders whose disks must not be full. */
  readonly folders: readonly string[]
  /** When the last back-up was completed, in seconds since 1970 UTC; undefined if none was. */
  lastBackUp(): Promise<number | undefined>
  readonly corsOrigins: readonly string[]
  /** The origins of pages that may show public pages in a frame, or `*`. */
  readonly frameAncestors: readonly string[]
  /** Whether public answers tell caches in front of the service what they show and how long to keep it. */
  readonly surrogateKeys: boolean
  readonly logLevel: string
  /** Maximum requests per minute for a token, user or address; undefined for no limit. */
  readonly rateLimit: number | undefined
  readonly trustProxy: readonly string[]
  /** Maximum open connections of one address. */
  readonly connectionsPerAddress: number
  /** The OpenTelemetry collector of request spans, if configured. */
  readonly collector: TraceCollectorEndpoint | undefined
  readonly patience?: ClientTimeouts
  /** Whether the service is still being made ready: load balancers turn to another instance. */
  isStarting(): boolean
  readonly images: MediaFileService
  /** Draws the image that messengers show of an event, as PNG, for a caller. Throws 429 or 503 if too many are being drawn. */
  readonly drawCard?: (
    card: {
      readonly site: string
      readonly title: string
      readonly label: string
      readonly isOff: boolean
      readonly weekday: string
      readonly day: string
      readonly month: string
      readonly hours: string
      readonly where: string
      readonly colors: {
        readonly paper: string
        readonly ink: string
        readonly quiet: string
        readonly accent: string
        readonly onAccent: string
      }
    },
    caller: string,
  ) => Promise<Buffer>
  /** Draws an icon of the given size from the first picture that can be read, as PNG: on `paper`, or else transparent. */
  readonly drawIcon?: (
    pictures: readonly Buffer[],
    icon: { readonly size: number; readonly paper: string | undefined },
  ) => Promise<Buffer>
  /** Whether the public may submit events. */
  readonly submissions: 'off' | 'open'
  /** The most bytes that everything takes that the public sent and nobody approved. */
  readonly submissionsSpace: number
  /** The upkeep of the service, as far as administrators see and start it. */
  readonly upkeep: UpkeepTools
  /** Where e-mail is sent; undefined if the service sends none. */
  readonly mail: MailServer | undefined
  /** How people sign in through their organisation; undefined if they don't. */
  readonly signIn: OrganisationSettings | undefined
  /** The organisation; undefined without `signIn`. */
  readonly organisation?: SignInService | undefined
  /** Whether people sign in with passwords. */
  readonly passwords: boolean
  /** Reads the calendar of a calendar subscription now. */
  readonly readNow: ImportSubscribedCalendarNow
  /** The tools of webhooks besides the store. */
  readonly webhooks: Outside['webhooks'] & { counts(): DeliveryAttemptCounts }
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
