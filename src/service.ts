/** Builds the service from its configuration: the store and the application. */
import { dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Temporal } from 'temporal-polyfill'
import { horizonActor } from './actions/policy.ts'
import { type ExtensionRun, extendAll } from './actions/series/extend.ts'
import { settingsWatch } from './actions/settings.ts'
import { type Config, withSettings } from './config.ts'
import { epochOf } from './domain/time/moment.ts'
import { followedIn } from './following.ts'
import { createApp } from './http/app.ts'
import { errorLog } from './http/observability/error-log.ts'
import { failedLine } from './http/observability/logged-address.ts'
import type { ClientTimeouts } from './http/server/server.ts'
import { sendDue } from './mail/courier.ts'
import { geocoded } from './media/fetching/geocoder.ts'
import { postPublic, receiverFault } from './media/fetching/guarded-post.ts'
import { storageFault } from './media/folder.ts'
import { lastBackUps } from './media/hold.ts'
import { libraryOf } from './media/library.ts'
import { shareImages } from './media/share-image.ts'
import { sqliteFileOf } from './store/check/existing.ts'
import { unavailability } from './store/database/dialects.ts'
import { openStore } from './store/open.ts'
import type { Store } from './store/store.ts'
import type { Deliverer } from './webhooks/deliverer.ts'
import { webhookServiceOf } from './webhooks/service.ts'

/** Returns a function that says whether a clock, in seconds, is behind what it was at the last call; true at the first. */
function clockWatch(): (at: number) => boolean {
  let latest = Number.POSITIVE_INFINITY
  return (at) => {
    const isBehind = at < latest
    latest = at
    return isBehind
  }
}

export interface Service {
  /** Synchronises the calendar subscriptions that are due. Throws if the database cannot be reached. */
  followDue(): Promise<void>
  /** Makes the occurrences of series up to the horizon. Throws if the database cannot be reached. */
  extendSeries(): Promise<ExtensionRun>
  /**
   * Sends the e-mail that is due, and erases who submitted events that were decided on long ago. Throws if the database cannot be
   * reached.
   */
  sendDue(): Promise<void>
  /** Returns the function that logs the errors of a task. */
  failed(task: string): (error: unknown) => void
  /** Delivers to webhooks. */
  readonly webhooks: Deliverer
  /** A member of an object, because awaiting a Fastify instance boots it. */
  readonly app: FastifyInstance
  readonly store: Store
  /** The configuration with the settings of the site, with which the service runs. */
  readonly config: Config
  /** Whether the zone, the language or the region was changed since: then the service has to be built again. */
  isOutdated(): Promise<boolean>
  /** Makes the service say that it is not ready, and close connections with their responses, until it is closed. */
  drain(): void
  /** Closes everything but the store, which it returns. */
  release(): Promise<Store>
  close(): Promise<void>
}

interface Overrides {
  /** The wall clock; that of the system by default. */
  readonly now?: () => Temporal.Instant
  /** The seconds of a monotonic clock; that of the process by default. */
  readonly elapsed?: () => number
  /** An open store; by default the one that the configuration names is opened. */
  readonly store?: Store
  /** The timeouts of clients. */
  readonly patience?: ClientTimeouts
  /** Called with the name of each migration before it is applied to a database that has some. */
  readonly onMigration?: (name: string) => void
}

const DAY = 86_400

/** Seconds after a decision when the name and address of the submitter are erased (contract §14). */
const ERASED_AFTER = 90 * 86_400

/** The settings that the service starts with, as one text. */
const started = ({ zone, language, region }: Config) => [zone, language, region].join(' ')

/** Opens the store, applies pending migrations and builds the application, which does not listen yet. */
export async function createService(
  given: Config,
  {
    now = () => Temporal.Now.instant(),
    elapsed = () => performance.now() / 1000,
    patience,
    store: open,
    onMigration,
  }: Overrides = {},
): Promise<Service> {
  const store =
    open ??
    (await openStore(
      given.databaseUrl,
      { now: now(), zone: given.zone },
      {
        readUrl: given.databaseReadUrl,
        listenUrl: given.databaseListenUrl,
        timeout: given.databaseTimeout,
        keepChanges: given.changesDays * DAY,
        ...(onMigration !== undefined && { onMigration }),
      },
    ))
  const config = withSettings(given, await store.settings())
  const moment = () => ({ now: now(), zone: config.zone })
  const { geocoder } = config
  const extension = { extended: 0, occurrences: 0 }
  const isBehind = clockWatch()
  const images = libraryOf(config)
  const webhooks = webhookServiceOf({
    ...config,
    contextNow: () => ({ store, moment: moment(), currency: config.currency, images }),
    post: (url, body, headers, stop) =>
      postPublic(url, { body, headers }, { allowedHosts: config.webhookHosts, stop }),
    receiverFault: (url) => receiverFault(url, config.webhookHosts),
  })
  const whyUnavailable = (error: unknown) => unavailability(error) ?? storageFault(error)
  const logError = errorLog({ store, elapsed, unavailability: whyUnavailable })
  const { app, drain } = createApp({
    ...config,
    extension: () => extension,
    failedSignIn: (attempt) => app.log.warn(failedLine(attempt, config.logAddresses), 'failed sign-in'),
    store,
    now: moment,
    elapsed,
    images,
    folders: [config.dataDir, dirname(sqliteFileOf(config.databaseUrl) ?? config.dataDir)],
    lastBackUp: lastBackUps(images, elapsed),
    drawCard: shareImages(),
    webhooks: webhooks.tools,
    async readNow(id) {
      for await (const { settled } of followedIn(store, config, now, id)) return settled
      return undefined
    },
    geocode:
      geocoder === undefined
        ? undefined
        : (address, language) => geocoded(geocoder, address, { site: config.baseUrl, language }),
    unavailability: whyUnavailable,
    logError,
    ...(patience !== undefined && { patience }),
  })
  const release = async () => {
    await webhooks.stop()
    await app.close()
    return store
  }
  return {
    app,
    drain,
    store,
    async followDue() {
      for await (const _ of followedIn(store, config, now));
    },
    async extendSeries() {
      const context = { store, moment: moment(), actor: horizonActor, images: libraryOf(config) }
      const made = await extendAll({ ...context, currency: config.currency, horizon: config.horizon })
      extension.extended = epochOf(context.moment.now)
      extension.occurrences += made.occurrences
      return made
    },
    webhooks,
    failed: (task) => (error) => logError(app.log, error, {}, task),
    async sendDue() {
      if (isBehind(epochOf(now()))) await store.correctTimes(moment())
      await store.submissions.erase(epochOf(now()) - ERASED_AFTER)
      const { name = config.name } = await store.settings()
      await sendDue({
        ...config,
        name,
        store,
        now: moment,
        failed: (error, { id, kind }, isGivenUp) =>
          app.log.warn({ err: error, mail: { id, kind }, isGivenUp }, 'e-mail'),
      })
    },
    config,
    isOutdated: settingsWatch(store, (stored) => started(withSettings(given, stored)) !== started(config)),
    release,
    async close() {
      await (await release()).close()
    },
  }
}
