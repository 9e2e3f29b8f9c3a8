/** The parts of one application, each once: handlers and pages are built from it. */

import { changeStreamsOf } from '../changes/streams.ts'
import { routesOfOperations } from '../contract/operations.ts'
import { servedOperations } from '../operations.ts'
import { memoizedByText } from '../support/remembered.ts'
import { newRequestAdmission } from './auth/admission.ts'
import { frontCacheAnswerMarkersOfStore, responseCache } from './cache/response-cache.ts'
import { languageRootsOf } from './language-roots.ts'
import type { AppOptions } from './options.ts'
import { renderQueues } from './response/render-queues.ts'
import { appearanceProviderOf } from './site/appearance.ts'

/** The parts of one application. */
export type AppServices = Readonly<ReturnType<typeof appServicesOf>>

/** The routes of a namespace: the same objects for each application that has them. */
const servedRoutes = (federation: 'off' | 'on') =>
  memoizedByText(4, (namespace, submissions: 'off' | 'open') =>
    routesOfOperations(servedOperations(namespace, submissions, federation)),
  )
const servedRoutesByFederation = { off: servedRoutes('off'), on: servedRoutes('on') }

/** Returns the parts of an application with these options. Throws if the theme can't be read. */
export function appServicesOf(options: AppOptions) {
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
    /** The open streams of changes. */
    streams: changeStreamsOf(store, elapsed),
    queues: renderQueues(),
    cache: responseCache(store, admission.admit, shared),
    /** The places of answers in caches in front of the service; undefined without such caches. */
    shared,
  }
}
