/** The application: Fastify, its routes, and the error handler. */
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { Problem } from '../problem.ts'
import { pluginRoutes } from './compatibility/bridges/plugin-queries.ts'
import { isPluginAlias } from './compatibility/companions.ts'
import { addOldAddresses } from './compatibility/old-addresses.ts'
import { restRouteRewriter } from './compatibility/rest-route.ts'
import { companionRoutes } from './compatibility/routes.ts'
import { logOutages } from './observability/error-log.ts'
import { monitor } from './observability/monitoring.ts'
import { namesOf } from './observability/request-ids.ts'
import { type Spans, spansTo } from './observability/tracing.ts'
import type { AppOptions } from './options.ts'
import { hasBody } from './request/body-admission.ts'
import { anyQueryOf } from './request/query.ts'
import { problemOf, problemResponse } from './response/problems.ts'
import { send } from './response/send.ts'
import { markStale } from './response/staleness.ts'
import { type RouteTable, routeTable } from './route-table.ts'
import { type Handlers, handlersOf } from './router.ts'
import { boundConnections } from './server/connections.ts'
import { draining } from './server/draining.ts'
import { dropRest, lingering, lingerOnClose } from './server/lingering.ts'
import { isProxyOf } from './server/proxies.ts'
import { handleExpectations, MAX_CONNECTIONS, patience, requireHost, serverOptions } from './server/server.ts'
import { addPages, addReadPages, pageTable } from './site/routes.ts'
import { namesWith } from './url-table.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

const never = (): never => {
  throw new Error('No route declares a schema: the kinds of its args validate requests.')
}
/** Fasti validates requests with its own kinds, so Fastify's schema compilers are not loaded. */
const noSchemas = { buildValidator: never, buildSerializer: never }

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void

/** The sender of request spans; undefined without a collector. */
function tracing({ collector, now }: AppOptions, log: FastifyBaseLogger): Spans | undefined {
  if (collector === undefined) return undefined
  const dropped = (spans: number, why: string) => log.warn({ spans, why }, 'spans dropped')
  return spansTo(collector, () => now().now.epochNanoseconds, dropped)
}

/** Responds from the response cache before a route's handler runs. Log, metrics, spans and limits see the request. */
const cacheFirst =
  ({ fromCache }: Pick<Handlers, 'fromCache'>): Hook =>
  (request, reply, done) => {
    const go = (isAnswered: boolean) => (isAnswered ? undefined : done())
    try {
      const isAnswered = fromCache(request, reply)
      if (typeof isAnswered === 'boolean') go(isAnswered)
      else isAnswered.then(go, done)
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  }

/** Adds the API to an application. */
function addInterfaces(app: FastifyInstance, { patterns, find }: RouteTable, handlers: Handlers): void {
  const onRequest: Hook = (request, reply, done) => {
    const found = find(request)
    if (found === undefined) return done(new Problem('rest_no_route'))
    request.params = found.params
    if (hasBody(request)) handlers.admit(found.route, request, reply).then(() => done(), done)
    else done()
  }
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const found = find(request)
    if (found === undefined) throw new Problem('rest_no_route')
    return handlers.handle(found.route, request, reply)
  }
  for (const url of patterns) app.route({ method: [...methods], url, onRequest, handler })
}

/** The application, and how it is drained before it is closed. */
export interface App {
  readonly app: FastifyInstance
  /** Makes the service say that it is not ready, and close connections with their responses. It still listens. */
  drain(): void
}

/** Builds the application. It does not listen yet. */
export function createApp(parts: AppOptions): App {
  const handlers = handlersOf(parts)
  const { roots, routes, rootIndex, file, desk, media, pages, bodies, streams } = handlers
  const failed = async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const problem = problemOf(error, parts.unavailability)
    if (problem.status >= 500) parts.logError(request.log, error, namesOf(request), problem.code)
    handlers.decorated(request, reply)
    const isScript = request.headers['x-csrf-token'] !== undefined
    const response = pages.isFor(request)
      ? await pages.problem(problem, request)
      : problemResponse(problem, request.id, isScript)
    return send({ request, reply }, anyQueryOf(request.url), response)
  }
  const wait = parts.patience ?? patience
  const app = Fastify({
    ...serverOptions(parts.trustProxy, wait),
    logger: { level: parts.logLevel },
    schemaController: { compilersFactory: noSchemas },
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: restRouteRewriter(roots),
    frameworkErrors: (error, request, reply) => failed(error, request, reply),
  })
  logOutages({ ...parts, log: app.log })
  const spans = tracing(parts, app.log)
  requireHost(app.server)
  handleExpectations(app.server)
  app.server.maxConnections = MAX_CONNECTIONS
  // Past a maximum count, Node drops headers silently; HEADERS_LIMIT already bounds their size.
  app.server.maxHeadersCount = 0
  const isProxy = isProxyOf(parts.trustProxy)
  boundConnections(app.server, { ofAddress: parts.connectionsPerAddress, inSum: MAX_CONNECTIONS, isProxy })
  lingerOnClose(app.server, { ...lingering, idle: wait.linger, total: wait.request })
  const drain = draining(app.server, wait.request)
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (hasBody(raw)) reply.raw.prependOnceListener('finish', () => dropRest(raw))
    done()
  })
  app.addHook('preClose', async () => {
    streams.close()
    drain.stop()
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request: FastifyRequest) => bodies.read(request))
  const isPlugin = new Set(roots.aliases.filter(isPluginAlias))
  const own = roots.interfaces.map((one) => ({
    ...one,
    routes: isPlugin.has(one) ? pluginRoutes(routes) : routes,
    shown: parts.namespace,
  }))
  const others = roots.companions.map((one) => ({
    ...one,
    routes: companionRoutes(one.namespace),
    shown: one.namespace,
  }))
  const apiRoutes = routeTable([...own, ...others])
  const readPages = pageTable(roots)
  monitor(app, { ...parts, ...handlers, spans, isEnding: drain.isBegun }, namesWith([apiRoutes, readPages]))
  markStale(app, parts.store)
  app.addHook('onRequest', cacheFirst(handlers))
  for (const prefix of roots.served) {
    app.route({ method: ['GET', 'HEAD'], url: `${prefix}/`, handler: rootIndex })
    for (const url of [`${prefix}/desk`, `${prefix}/desk/*`])
      app.route({ method: ['GET', 'HEAD'], url, handler: desk })
  }
  for (const path of new Set(roots.interfaces.map((one) => one.path)))
    if (![...roots.prefixes, ...roots.served].includes(path))
      app.route({ method: ['GET', 'HEAD'], url: `${path}/`, handler: rootIndex })
  addInterfaces(app, apiRoutes, handlers)
  addReadPages(app, handlers, readPages)
  addPages(app, handlers)
  addOldAddresses(app, handlers)
  app.route({ method: [...methods], url: `${roots.prefixes[0]}/media/:file`, handler: media })
  // HEAD is declared here: Fastify's implicit HEAD route sends Content-Length: 0 with a 304.
  app.route({ method: ['GET', 'HEAD'], url: `${roots.prefixes[0]}/assets/:name`, handler: file })
  app.setErrorHandler(failed)
  app.setNotFoundHandler((request, reply) => failed(new Problem('rest_no_route'), request, reply))
  return { app, drain: drain.begin }
}
