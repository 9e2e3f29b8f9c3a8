/** The tasks of a service that something else starts from time to time. */
import type { Temporal } from 'temporal-polyfill'
import { makePagePicturesOfMediaAfterId } from './actions/linking/images.ts'
import { type ExtensionCounts, extendAllSeries } from './actions/series/making.ts'
import { administratorMakingPagePictures, seriesExtensionActor, subscriptionActor } from './api/policy.ts'
import { importDueSubscriptions, type SubscriptionRun } from './calendars/subscriptions/index.ts'
import type { Config } from './config.ts'
import { epochOfInstant, type Moment } from './domain/time/moment.ts'
import { type CourierOptions, sendDueMail } from './mail/courier.ts'
import { fetchCalendar } from './media/fetching/services.ts'
import { mediaLibraryOf } from './media/library.ts'
import { globalId, makeRootPartForSiteLanguage } from './representations/urls.ts'
import { settingsInLanguage } from './settings/index.ts'
import { unavailabilityReason } from './store/database/dialects.ts'
import type { Store } from './store/store.ts'

// Synchronising calendar subscriptions, as the service does regularly and `fasti subscribe run` does once.

/** Events per transaction; few enough that other writers do not wait noticeably. */
const SLICE = 10

/** Synchronises the calendar subscriptions that are due, or only that of `id`, due or not. Yields each result. */
export function syncDueSubscriptions(
  store: Store,
  config: Pick<
    Config,
    'zone' | 'currency' | 'horizon' | 'baseUrl' | 'contentLanguages' | 'dataDir' | 'imageHosts' | 'bucket'
  >,
  now: () => Temporal.Instant,
  id?: number,
): AsyncIterable<SubscriptionRun> {
  const importing = {
    store,
    now: () => ({ now: now(), zone: config.zone }),
    caller: {
      actor: subscriptionActor,
      ...makeRootPartForSiteLanguage(config.contentLanguages),
      currency: config.currency,
      horizon: config.horizon,
      images: mediaLibraryOf(config),
    },
    globalId: (name: Parameters<typeof globalId>[1], id: number) =>
      globalId({ base: config.baseUrl }, name, id),
    isFatal: (error: unknown) => unavailabilityReason(error) !== undefined,
    isStrict: false,
    slice: SLICE,
    onProgress: () => {},
  }
  return importDueSubscriptions(
    (address, known, login) => fetchCalendar(address, known, config.imageHosts, login),
    importing,
    id,
  )
}

/** Seconds of work on pictures between two pauses, in which other work has the processor. */
const PICTURES_RUN = 1
/** Seconds after which images are looked at again whose files were missing. */
const PICTURES_AGAIN = 600
/** Seconds between two lines of the log about pictures. */
const PICTURES_SAID = 60

export interface ServiceTasks {
  /**
   * Fills the memory that lists are found in. Until it ends, the service says that it is not ready.
   * Throws if the database cannot be reached.
   */
  prepare(): Promise<void>
  /** Synchronises the calendar subscriptions that are due. Throws if the database cannot be reached. */
  followDue(): Promise<void>
  /** Makes the occurrences of series up to the horizon. Throws if the database cannot be reached. */
  extendSeries(): Promise<ExtensionCounts>
  /**
   * Sends the e-mail that is due, erases who submitted events that were decided on long ago, and clears pages from before an erasure. Throws if the database cannot be
   * reached.
   */
  sendDue(): Promise<void>
  /** Makes pictures for pages of images that have none yet, for about a second. Throws if the database or the storage cannot be reached. */
  makePictures(): Promise<void>
}

/** Writes lines of the log. */
interface TaskLog {
  warn(what: object, message: string): void
  info(what: object, message: string): void
}

/** The parts of a service that its tasks need. */
interface TaskParts {
  readonly config: Config
  readonly store: Store
  /** Series that were extended: when, in seconds since 1970 UTC, and how many occurrences were made since the start. */
  readonly extension: { extended: number; occurrences: number }
  /** Whether the service is being prepared. */
  readonly start: { isPreparing: boolean }
  now(): Temporal.Instant
  moment(): Moment
  /** The seconds of a monotonic clock. */
  elapsed(): number
}

/** The parts of a service that its application and its tasks share. */
export interface ServiceParts extends TaskParts {
  readonly images: ReturnType<typeof mediaLibraryOf>
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

/** Returns the task that makes pictures for pages, and tells the log once a minute how many images wait for theirs. */
function pictureTask({ config, store, moment, elapsed }: TaskParts, log: TaskLog): () => Promise<void> {
  let [after, begun, said] = [0, elapsed(), Number.NEGATIVE_INFINITY]
  let made = 0
  return async () => {
    if (elapsed() - begun > PICTURES_AGAIN) [after, begun] = [0, elapsed()]
    const { currency } = config
    const context = {
      store,
      moment: moment(),
      actor: administratorMakingPagePictures,
      currency,
      images: mediaLibraryOf(config),
    }
    const run = await makePagePicturesOfMediaAfterId(after, { seconds: PICTURES_RUN, elapsed }, context)
    after = run.after
    made += run.images
    if (made > 0 && (run.isDone || elapsed() - said >= PICTURES_SAID)) {
      log.info({ pictures: { made, waiting: await store.countWithoutPictures() } }, 'pictures for pages')
      said = elapsed()
      made = 0
    }
    if (run.error !== undefined) throw run.error
  }
}

/** Seconds after which pages of the file are tried again that an erasure could not clear. */
const PAGES_AGAIN = 600

/** Returns the task that clears pages from before an erasure. It is not waited for: a large file takes minutes. */
function formerPagesTask({ store, elapsed }: TaskParts, log: TaskLog): () => Promise<void> {
  let next = Number.NEGATIVE_INFINITY
  const { formerPages } = store
  return async () => {
    if (elapsed() < next) return
    next = elapsed() + PAGES_AGAIN
    if (!(await formerPages.areOwed())) return
    void formerPages.wipe().then((remains) => {
      if (remains === undefined) log.info({}, 'pages from before an erasure are cleared')
      else log.warn({ err: remains }, 'pages from before an erasure are still in the file: tried again')
    })
  }
}

const DAY = 86_400

/** Seconds for which actors of other servers are kept that have nothing to do with the calendar: their keys are read anew by then. */
const PEERS_KEPT = 2 * DAY

/** Returns the function that deletes the oldest rows of the audit, old states of series, and strange actors: at the start, and once a day. */
function pruner({ config: { auditDays, federation }, store, now }: TaskParts): () => Promise<void> {
  let next = Number.NEGATIVE_INFINITY
  return async () => {
    const at = epochOfInstant(now())
    if (at < next) return
    next = at + DAY
    await store.persons.pruneSeriesStates(at)
    if (auditDays !== undefined) await store.persons.pruneAudit(at - auditDays * DAY)
    if (federation === undefined) return
    await store.federation.peers.prune(at - PEERS_KEPT)
    await store.federation.sent.prune()
  }
}

/** Returns the tasks of a service, whose e-mail looks as `letterLook` says. */
export function serviceTasksOf(
  parts: TaskParts,
  letterLook: CourierOptions['letterLook'],
  log: TaskLog,
): ServiceTasks {
  const { config, store, extension, start, now, moment } = parts
  const [isBehind, prune, clearFormerPages] = [clockWatch(), pruner(parts), formerPagesTask(parts, log)]
  return {
    async prepare() {
      start.isPreparing = true
      try {
        await store.readView(0)
      } finally {
        start.isPreparing = false
      }
    },
    async followDue() {
      for await (const _ of syncDueSubscriptions(store, config, now));
    },
    async extendSeries() {
      const context = { store, moment: moment(), actor: seriesExtensionActor, images: mediaLibraryOf(config) }
      const made = await extendAllSeries({ ...context, currency: config.currency, horizon: config.horizon })
      extension.extended = epochOfInstant(context.moment.now)
      extension.occurrences += made.occurrences
      return made
    },
    async sendDue() {
      await prune()
      await clearFormerPages()
      if (isBehind(epochOfInstant(now()))) await store.correctTimes(moment())
      await store.proposals.erase(epochOfInstant(now()) - ERASED_AFTER)
      const settings = await store.settings()
      await sendDueMail({
        ...config,
        nameIn: (language) => settingsInLanguage(settings, language).name ?? config.name,
        store,
        now: moment,
        letterLook,
        failed: (error, { id, kind }, isGivenUp) =>
          log.warn({ err: error, mail: { id, kind }, isGivenUp }, 'e-mail'),
      })
    },
    makePictures: pictureTask(parts, log),
  }
}
