/** Putting the service together: configuration → store and application. */
import type { FastifyInstance } from 'fastify'
import { Temporal } from 'temporal-polyfill'
import type { Config } from './config.ts'
import { createApp } from './http/app.ts'
import type { Patience } from './http/server.ts'
import { invalidParam } from './problem.ts'
import { isUnavailable } from './store/dialects.ts'
import { openStore } from './store/open.ts'
import type { Store } from './store/store.ts'

export interface Service {
  /** Inside an object, since awaiting a Fastify instance boots it. */
  readonly app: FastifyInstance
  readonly store: Store
  close(): Promise<void>
}

export interface Overrides {
  /** The clock; the system's by default. */
  readonly now?: () => Temporal.Instant
  /** How long clients may take. */
  readonly patience?: Patience
}

/** What stands for fetching images by address until that is possible. */
export function noImages(): Promise<never> {
  return Promise.reject(
    invalidParam('image', 'images by address are not supported by this version: send the id of a media item'),
  )
}

/** Opens the store, brings it up to date and builds the application. Nothing listens yet. */
export async function createService(
  config: Config,
  { now = () => Temporal.Now.instant(), patience }: Overrides = {},
): Promise<Service> {
  const moment = () => ({ now: now(), zone: config.zone })
  const store = await openStore(config.databaseUrl, moment())
  const app = createApp({
    ...config,
    store,
    now: moment,
    images: noImages,
    isUnavailable,
    ...(patience !== undefined && { patience }),
  })
  return {
    app,
    store,
    async close() {
      await app.close()
      await store.close()
    },
  }
}
