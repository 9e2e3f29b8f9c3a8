/** Builds the service from its configuration: the store and the application. */
import { dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Temporal } from 'temporal-polyfill'
import { type Config, withSettings } from './config.ts'
import {
  type Deliverers,
  makeAllDeliverers,
  startWebhooksFederationAndPurges,
  stopDeliverers,
} from './delivering.ts'
import { pluginDialects } from './dialects/index.ts'
import { epochOfInstant } from './domain/time/moment.ts'
import { createApp } from './http/app.ts'
import { type Dialects, noDialects } from './http/dialects.ts'
import { errorLogger, failedSignInLine } from './http/observability/logs.ts'
import type { ClientTimeouts } from './http/server/server.ts'
import { letterLookReader } from './http/site/themes.ts'
import { drawAppIcon, shareImageDrawer } from './media/drawing.ts'
import { findPlacesByAddress, translatorAt } from './media/fetching/services.ts'
import { mediaLibraryOf } from './media/library.ts'
import { lastBackUpReader, storageFaultOfError } from './media/storage.ts'
import type { SignInService } from './oidc/sign-in.ts'
import { storedResources } from './resources.ts'
import { settingsChangeTest, settingsInLanguage } from './settings/index.ts'
import { sqliteFileOf } from './store/check/existing-database.ts'
import { unavailabilityReason, violatesReference } from './store/database/dialects.ts'
import { openStore } from './store/open.ts'
import type { Store } from './store/store.ts'
import { boundCaches } from './support/shared-budget-cache.ts'
import { type ServiceParts, type ServiceTasks, serviceTasksOf, syncDueSubscriptions } from './tasks.ts'
import { upkeepToolsOf } from './upkeep/running/upkeep.ts'

// The services of others that this one asks on demand: a geocoder and a translation server.

/** Returns the functions that ask them; undefined for those that are not configured. */
const makeGeocodeAndTranslate = ({ geocoder, baseUrl, translator }: Config) => ({
  geocode:
    geocoder === undefined
      ? undefined
      : (address: string, language: string) =>
          findPlacesByAddress(geocoder, address, { site: baseUrl, language }),
  translate: translator === undefined ? undefined : translatorAt(translator),
})

export interface Service extends ServiceTasks, Deliverers {
  /** Returns the function that logs the errors of a task. */
  failed(task: string): (error: unknown) => void
  /** Begins to deliver to webhooks and to the servers of followers, until the service is released. */
  startDelivering(): void
  /** A member of an object, because awaiting a Fastify instance boots it. */
  readonly app: FastifyInstance
  readonly store: Store
  /** What aliases are served as. */
  readonly dialects: Dialects
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
  readonly patience?: ClientTimeouts
  /** Called with the name of each migration before it is applied to a database that has some. */
  readonly onMigration?: (name: string) => void
}

const DAY = 86_400

/** The rooms with the forms of other calendars' programs. */
const [dialects = noDialects]: readonly Dialects[] = [pluginDialects]

/** The settings that the service starts with, as one text. */
const started = ({ zone, language, region }: Config) => [zone, language, region].join(' ')

/** Opens the store that a configuration names, applies pending migrations and begins a history. */
async function openConfigured(config: Config, now: Temporal.Instant, onMigration: Overrides['onMigration']) {
  const options = {
    readUrl: config.databaseReadUrl,
    listenUrl: config.databaseListenUrl,
    timeout: config.databaseTimeout,
    signsInElsewhere: config.signIn !== undefined,
    keepChanges: config.changesDays * DAY,
    ...(onMigration !== undefined && { onMigration }),
  }
  const store = await openStore(config.databaseUrl, { now, zone: config.zone }, storedResources, options)
  // Where nothing can be written, as on a full disk, no history branches either.
  await store.beginHistory().catch((error: unknown) => {
    if (unavailabilityReason(error) === undefined) throw error
  })
  return store
}

/** Returns the organisation that signs people in, whose library is loaded for those who have one. */
async function organisationIn(
  { signIn }: Config,
  now: () => Temporal.Instant,
): Promise<SignInService | undefined> {
  if (signIn === undefined) return undefined
  if (signIn.protocol === 'oidc') return (await import('./oidc/sign-in.ts')).newSignInService(signIn)
  const { newSamlSignInService } = await import('./saml/sign-in.ts')
  return newSamlSignInService(signIn, () => now().epochMilliseconds)
}

/** Builds the application, and the function that logs errors. */
function appOf(
  parts: ServiceParts,
  { webhooks, federation, purger }: Deliverers,
  {
    elapsed,
    patience,
    organisation,
  }: {
    readonly elapsed: () => number
    readonly patience: Overrides['patience']
    readonly organisation: SignInService | undefined
  },
) {
  const { config, store, images, extension, start, now, moment } = parts
  const whyUnavailable = (error: unknown) =>
    violatesReference(error) ? 'overtaken' : (unavailabilityReason(error) ?? storageFaultOfError(error))
  const logError = errorLogger({ store, elapsed, unavailability: whyUnavailable })
  const { app, drain } = createApp({
    ...config,
    dialects,
    isStarting: () => start.isPreparing,
    extension: () => extension,
    failedSignIn: (attempt) => app.log.warn(failedSignInLine(attempt, config.logAddresses), 'failed sign-in'),
    store,
    now: moment,
    elapsed,
    images,
    folders: [config.dataDir, dirname(sqliteFileOf(config.databaseUrl) ?? config.dataDir)],
    lastBackUp: lastBackUpReader(images, elapsed),
    drawCard: shareImageDrawer(),
    drawIcon: drawAppIcon,
    webhooks: webhooks.tools,
    federation: federation?.tools,
    outside: { ...federation?.outside },
    purges: purger?.counts,
    async readNow(id) {
      for await (const { settled } of syncDueSubscriptions(store, config, now, id)) return settled
      return undefined
    },
    ...makeGeocodeAndTranslate(config),
    upkeep: upkeepToolsOf(config, {
      letterLook: letterLookReader(store, config),
      siteName: async (language) => settingsInLanguage(await store.settings(), language).name ?? config.name,
      now: () => epochOfInstant(now()),
    }),
    organisation,
    unavailability: whyUnavailable,
    logError,
    ...(patience !== undefined && { patience }),
  })
  return { app, drain, logError }
}

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
  const store = open ?? (await openConfigured(given, now(), onMigration))
  const config = withSettings(given, await store.settings())
  boundCaches(config.cacheMemory)
  const moment = () => ({ now: now(), zone: config.zone })
  const extension = { extended: 0, occurrences: 0 }
  const parts: ServiceParts = {
    config,
    store,
    images: mediaLibraryOf(config),
    extension,
    start: { isPreparing: false },
    now,
    moment,
    elapsed,
  }
  const deliverers = makeAllDeliverers(parts)
  const organisation = await organisationIn(config, now)
  const { app, drain, logError } = appOf(parts, deliverers, { elapsed, patience, organisation })
  const failed: Service['failed'] = (task) => (error) => logError(app.log, error, {}, task)
  const release = async () => {
    await stopDeliverers(deliverers)
    await app.close()
    return store
  }
  return {
    app,
    drain,
    store,
    dialects,
    ...serviceTasksOf(parts, letterLookReader(store, config), app.log),
    ...deliverers,
    failed,
    startDelivering: () => startWebhooksFederationAndPurges(deliverers, failed),
    config,
    isOutdated: settingsChangeTest(store, (kept) => started(withSettings(given, kept)) !== started(config)),
    release,
    async close() {
      await (await release()).close()
    },
  }
}
