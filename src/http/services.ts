/** The parts of one application, each once: handlers and pages are built from it. */

import { type ChangeStreams, changeStreamsOf } from '../changes/streams.ts'
import { type RouteWithOperations, routesOfOperations } from '../contract/operations.ts'
import { servedOperations } from '../operations.ts'
import { memoizedByText } from '../support/remembered.ts'
import { newRequestAdmission, type RequestAdmissionFunctions } from './auth/admission.ts'
import {
  type FrontCacheAnswerMarkers,
  frontCacheAnswerMarkersOfStore,
  type ResponseCache,
  responseCache,
} from './cache/response-cache.ts'
import { languageRootsOf, type RootsOfSiteAndApi } from './language-roots.ts'
import type { AppOptions } from './options.ts'
import { type RenderQueues, renderQueues } from './response/render-queues.ts'
import { type AppearanceProvider, appearanceProviderOf } from './site/appearance.ts'

/** The parts of one application. */
export interface AppServices {
  readonly options: AppOptions
  readonly roots: RootsOfSiteAndApi
  readonly routes: readonly RouteWithOperations[]
  readonly admission: RequestAdmissionFunctions
  readonly appearances: AppearanceProvider
  /** The open streams of changes. */
  readonly streams: ChangeStreams
  readonly queues: RenderQueues
  readonly cache: ResponseCache
  /** The places of answers in caches in front of the service; undefined without such caches. */
  readonly shared: FrontCacheAnswerMarkers | undefined
}

/** The routes of a namespace: the same objects for each application that has them. */
const servedRoutes = (federation: 'off' | 'on') =>
  memoizedByText(4, (namespace, submissions: 'off' | 'open') =>
    routesOfOperations(servedOperations(namespace, submissions, federation)),
  )
const servedRoutesByFederation = { off: servedRoutes('off'), on: servedRoutes('on') }

/** Returns the parts of an application with these options. Throws if the theme can't be read. */
export function appServicesOf(options: AppOptions): AppServices {
  const { store, namespace, submissions, federation, elapsed } = options
  const roots = languageRootsOf({ ...options, zone: options.now().zone })
  const admission = newRequestAdmission(options)
  const shared = options.surrogateKeys ? frontCacheAnswerMarkersOfStore(store, options.now) : undefined
  return {
    options,
    roots,
    routes: servedRoutesByFederation[federation === undefined ? 'off' : 'on'](namespace, submissions),
    admission,
    appearances: appearanceProviderOf(options, roots.rootOf(roots.prefixes[0])),
    streams: changeStreamsOf(store, elapsed),
    queues: renderQueues(),
    cache: responseCache(store, admission.admit, shared),
    shared,
  }
}
