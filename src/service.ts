/** Putting the service together: configuration → store and application. */
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Temporal } from 'temporal-polyfill'
import { commandLine } from './actions/policy.ts'
import { type Followed, follow } from './calendars/following.ts'
import type { Config } from './config.ts'
import { createApp } from './http/app.ts'
import type { Patience } from './http/server.ts'
import { type Bucket, bucketAt } from './media/bucket.ts'
import { calendarAt } from './media/calendar-at.ts'
import { folderAt, storageFault } from './media/folder.ts'
import { type Library, libraryOver } from './media/library.ts'
import { globalId } from './representations/urls.ts'
import { unavailability } from './store/dialects.ts'
import { openStore } from './store/open.ts'
import type { Store } from './store/store.ts'

export interface Service {
  /** Brings the subscriptions that are due in step. Throws where the database can't be reached. */
  followDue(): Promise<void>
  /** Inside an object, since awaiting a Fastify instance boots it. */
  readonly app: FastifyInstance
  readonly store: Store
  close(): Promise<void>
}

export interface Overrides {
  /** The clock; the system's by default. */
  readonly now?: () => Temporal.Instant
  /** Seconds of a clock that only goes forward; the process's by default. */
  readonly elapsed?: () => number
  /** How long clients may take. */
  readonly patience?: Patience
}

/** The images of a configuration: in its bucket, or in its data folder. */
export function libraryOf({
  dataDir,
  imageHosts,
  baseUrl,
  bucket,
}: Pick<Config, 'dataDir' | 'imageHosts'> & {
  readonly baseUrl?: string
  readonly bucket?: Bucket | undefined
}): Library {
  return libraryOver(
    bucket === undefined ? folderAt(join(dataDir, 'media')) : bucketAt(bucket),
    imageHosts,
    baseUrl,
  )
}

/** Events in one transaction: as many as nobody else waits for. */
const SLICE = 10

/** Brings the subscriptions in a store in step that are due, or that of `id`, due or not. */
export function followedIn(
  store: Store,
  config: Pick<Config, 'zone' | 'currency' | 'baseUrl' | 'dataDir' | 'imageHosts' | 'bucket'>,
  now: () => Temporal.Instant,
  id?: number,
): AsyncIterable<Followed> {
  const importing = {
    store,
    now: () => ({ now: now(), zone: config.zone }),
    caller: { actor: commandLine, currency: config.currency, images: libraryOf(config) },
    globalId: (name: Parameters<typeof globalId>[1], id: number) =>
      globalId({ base: config.baseUrl }, name, id),
    isFatal: (error: unknown) => unavailability(error) !== undefined,
    isStrict: false,
    slice: SLICE,
    onProgress: () => {},
  }
  return follow((address, known) => calendarAt(address, known, config.imageHosts), importing, id)
}

/** Opens the store, brings it up to date and builds the application. Nothing listens yet. */
export async function createService(
  config: Config,
  { now = () => Temporal.Now.instant(), elapsed = () => performance.now() / 1000, patience }: Overrides = {},
): Promise<Service> {
  const moment = () => ({ now: now(), zone: config.zone })
  const store = await openStore(config.databaseUrl, moment(), config.databaseReadUrl)
  const app = createApp({
    ...config,
    store,
    now: moment,
    elapsed,
    images: libraryOf(config),
    async readNow(id) {
      for await (const { settled } of followedIn(store, config, now, id)) return settled
      return undefined
    },
    unavailability: (error) => unavailability(error) ?? storageFault(error),
    ...(patience !== undefined && { patience }),
  })
  return {
    app,
    store,
    async followDue() {
      for await (const _ of followedIn(store, config, now));
    },
    async close() {
      await app.close()
      await store.close()
    },
  }
}
