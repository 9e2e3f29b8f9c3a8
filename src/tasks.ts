/** The tasks of a service that something else starts from time to time. */
import type { Temporal } from 'temporal-polyfill'
import { seriesExtensionActor } from './actions/policy.ts'
import { type ExtensionRun, extendAll } from './actions/series/extend.ts'
import type { Config } from './config.ts'
import { epochOf, type Moment } from './domain/time/moment.ts'
import { syncDueSubscriptions } from './following.ts'
import { sendDueMail } from './mail/courier.ts'
import { imageLibraryOf } from './media/library.ts'
import type { Store } from './store/store.ts'

export interface ServiceTasks {
  /** Synchronises the calendar subscriptions that are due. Throws if the database cannot be reached. */
  followDue(): Promise<void>
  /** Makes the occurrences of series up to the horizon. Throws if the database cannot be reached. */
  extendSeries(): Promise<ExtensionRun>
  /**
   * Sends the e-mail that is due, and erases who submitted events that were decided on long ago. Throws if the database cannot be
   * reached.
   */
  sendDue(): Promise<void>
}

/** The parts of a service that its tasks need. */
export interface TaskParts {
  readonly config: Config
  readonly store: Store
  /** Series that were extended: when, in seconds since 1970 UTC, and how many occurrences were made since the start. */
  readonly extension: { extended: number; occurrences: number }
  now(): Temporal.Instant
  moment(): Moment
}

/** Seconds after a decision when the name and address of the submitter are erased (contract §14). */
const ERASED_AFTER = 90 * 86_400

/** Returns a function that says whether a clock, in seconds, is behind what it was at the last call; true at the first. */
function clockWatch(): (at: number) => boolean {
  let latest = Number.POSITIVE_INFINITY
  return (at) => {
    const isBehind = at < latest
    latest = at
    return isBehind
  }
}

/** Returns the tasks of a service. `warn` logs an e-mail that could not be sent. */
export function tasksOf(
  { config, store, extension, now, moment }: TaskParts,
  warn: (what: object, message: string) => void,
): ServiceTasks {
  const isBehind = clockWatch()
  return {
    async followDue() {
      for await (const _ of syncDueSubscriptions(store, config, now));
    },
    async extendSeries() {
      const context = { store, moment: moment(), actor: seriesExtensionActor, images: imageLibraryOf(config) }
      const made = await extendAll({ ...context, currency: config.currency, horizon: config.horizon })
      extension.extended = epochOf(context.moment.now)
      extension.occurrences += made.occurrences
      return made
    },
    async sendDue() {
      if (isBehind(epochOf(now()))) await store.correctTimes(moment())
      await store.submissions.erase(epochOf(now()) - ERASED_AFTER)
      const { name = config.name } = await store.settings()
      await sendDueMail({
        ...config,
        name,
        store,
        now: moment,
        failed: (error, { id, kind }, isGivenUp) =>
          warn({ err: error, mail: { id, kind }, isGivenUp }, 'e-mail'),
      })
    },
  }
}
