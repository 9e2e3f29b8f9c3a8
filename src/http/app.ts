/** The application: Fastify, its routes, and the error handler. */
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { because, Problem, type RefusalReason } from '../problem.ts'
import { addFederation } from './federation.ts'
import { declaredRouteWithLanguageFilledIn, type RootsOfSiteAndApi } from './language-roots.ts'
import { logDatabaseOutages, requestLogFields } from './observability/logs.ts'
import { addMonitoring } from './observability/monitoring.ts'
import { type SpanExporter, spanExporterTo } from './observability/tracing.ts'
import type { AppOptions } from './options.ts'
import { prefersReasons } from './protocol.ts'
import { hasBody } from './request/body-admission.ts'
import { queryOfUrlOfAnyLength } from './request/query.ts'
import { problemOfError, problemResponse } from './response/problems.ts'
import { addStaleReplicaHeaders, sendResponse } from './response/send.ts'
import type { RouteWithOptionalTranslation } from './route-translation.ts'
import { type AppHandlersAndRoutes, appHandlersOf } from './router.ts'
import { applyClientBounds } from './server/bounds.ts'
import { discardRestOfRequest, fastifyOptions, timeouts } from './server/server.ts'
import { addOrganisationSignIn } from './site/organisation-sign-in.ts'
import { addFormPagesAndFiles, addReadPages, pageTable } from './site/routes.ts'
import { makeRouteNamerOfRequests, type RouteTable, routeTableOfInterfaces } from './url-table.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

const never = (): never => {
  throw new Error('No route declares a schema: the kinds of its args validate requests.')
}
/** Fasti validates requests with its own kinds, so Fastify's schema compilers are not loaded. */
const noSchemas = { buildValidator: never, buildSerializer: never }

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void

/** The sender of request spans; undefined without a collector. */
function tracing({ collector, now }: AppOptions, log: FastifyBaseLogger): SpanExporter | undefined {
  if (collector === undefined) return undefined
  const dropped = (spans: number, why: string) => log.warn({ spans, why }, 'spans dropped')
  return spanExporterTo(collector, () => now().now.epochNanoseconds, dropped)
}

/** Responds from the response cache before a route's handler runs. Log, metrics, spans and limits see the request. */
const cacheFirst =
  ({ fromCache }: Pick<AppHandlersAndRoutes, 'fromCache'>): Hook =>
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
function addInterfaces(
  app: FastifyInstance,
  { patterns, find }: RouteTable,
  handlers: AppHandlersAndRoutes,
): void {
  const routes = new WeakMap<FastifyRequest, RouteWithOptionalTranslation>()
  const onRequest: Hook = (request, reply, done) => {
    const found = find(request)
    if (found === undefined) return done(new Problem('rest_no_route'))
    request.params = found.params
    routes.set(request, found.route)
    handlers.admit(found.route, request, reply).then(() => done(), done)
  }
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const route = routes.get(request)
    if (route === undefined) throw new Problem('rest_no_route')
    return handlers.handle(route, request, reply)
  }
  for (const url of patterns) app.route({ method: [...methods], url, onRequest, handler })
}

/** The reasons of requests whose client closed the connection before the response. */
const closedByClient: ReadonlySet<unknown> = new Set([
  'connection_closed',
  'connection_gone',
  'report_unread',
])

const isClosedByClient = ({ data }: Problem) => closedByClient.has(data.reason)

type Failed = (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Returns the function that responds to an error: with a page to browsers, otherwise with JSON. */
function failureOf(parts: AppOptions, { decorated, pages, faults, roots }: AppHandlersAndRoutes): Failed {
  const whyNoRoute = noRouteExplainer(roots)
  return async (error, request, reply) => {
    const found = problemOfError(error, parts.unavailability)
    const why = found.code === 'rest_no_route' ? whyNoRoute(request) : undefined
    const problem = why === undefined ? found : new Problem(found.code, why)
    if (isClosedByClient(problem)) request.log.info(requestLogFields(request), problem.message)
    else if (problem.status >= 500)
      parts.logError(request.log, error, requestLogFields(request), problem.code)
    decorated(request, reply)
    const isScript = request.headers['x-csrf-token'] !== undefined
    const response = pages.isFor(request)
      ? await pages.problem(problem, request)
      : problemResponse(problem, request.id, {
          isScript,
          prefersReasons: prefersReasons(request.headers.prefer),
        })
    return sendResponse({ request, reply, shared: faults }, queryOfUrlOfAnyLength(request.url), response)
  }
}

/** Returns the function that says why there is no route at an address, where the settings are a likely reason. */
function noRouteExplainer({ aliases, prefixes: [base] }: RootsOfSiteAndApi) {
  return ({ url }: FastifyRequest): RefusalReason | undefined => {
    const [path = ''] = url.split('?')
    if (aliases.length === 0 && /\/wp-json(?:\/|$)/.test(path)) return because('no_alias')
    const isAlias = aliases.some((alias) => `${path}/`.startsWith(`${alias.path}/`))
    return isAlias || `${path}/`.startsWith(`${base}/`)
      ? undefined
      : because('base_path_missing', { path: base })
  }
}

/** Returns a Fastify application without routes. */
function emptyApp(
  parts: AppOptions,
  { roots, bodies }: AppHandlersAndRoutes,
  failed: Failed,
): FastifyInstance {
  const app = Fastify({
    ...fastifyOptions(parts.trustProxy, parts.patience ?? timeouts),
    logger: { level: parts.logLevel },
    schemaController: { compilersFactory: noSchemas },
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: parts.dialects.rewriter(roots),
    frameworkErrors: (error, request, reply) => failed(error, request, reply),
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request: FastifyRequest) => bodies.read(request))
  app.setErrorHandler(failed)
  app.setNotFoundHandler((request, reply) => failed(new Problem('rest_no_route'), request, reply))
  return app
}

/** Returns the table of the routes of the API, with those of aliases and of their companions. */
function apiRoutes({ namespace, dialects }: AppOptions, { roots, routes }: AppHandlersAndRoutes): RouteTable {
  const own = roots.interfaces.map((one) => ({
    ...one,
    routes: roots.aliases.includes(one) ? dialects.routesAt(one, routes) : routes,
    shown: namespace,
  }))
  const others = roots.companions.map((one) => ({
    ...one,
    routes: dialects.routesIn(one.namespace),
    shown: one.namespace,
  }))
  return routeTableOfInterfaces([...own, ...others])
}

/** Adds the routes that are only read, outside of the API and of the web calendar. */
function addOthers(
  app: FastifyInstance,
  { roots, root, rootIndex, desk, media, file, decorated }: AppHandlersAndRoutes,
): void {
  const [base] = roots.prefixes
  const read = (url: string, handler: AppHandlersAndRoutes['desk']) =>
    app.route({ method: ['GET', 'HEAD'], url, handler })
  // Browsers ask before a page of another origin reads a root with credentials.
  const readRoot = (url: string, handler: AppHandlersAndRoutes['desk']) => {
    read(url, handler)
    const Allow = 'GET, HEAD, OPTIONS'
    app.options(url, async (request, reply) => {
      decorated(request, reply)
      return reply.headers({ Allow, 'Access-Control-Allow-Methods': Allow }).code(204).send()
    })
  }
  for (const prefix of roots.served) {
    readRoot(`${prefix}/`, root)
    read(`${prefix}/desk`, desk)
    read(`${prefix}/desk/*`, desk)
  }
  for (const path of new Set(roots.interfaces.map((one) => one.path)))
    if (![...roots.prefixes, ...roots.served].includes(path)) readRoot(`${path}/`, rootIndex)
  // Where developers look for the documentation first.
  const toDocumentation = async (request: FastifyRequest, reply: FastifyReply) => {
    decorated(request, reply)
    const { url, namespace } = roots.rootOf(declaredRouteWithLanguageFilledIn(request))
    return reply.header('Cache-Control', 'public, no-cache').redirect(`${url}/${namespace}/doc`, 302)
  }
  const own = roots.interfaces.filter((one) => !roots.aliases.includes(one))
  for (const place of new Set(own.flatMap(({ path, namespace }) => [path, `${path}/${namespace}`])))
    for (const name of ['openapi.json', 'docs', 'api'])
      if (!app.hasRoute({ method: 'GET', url: `${place}/${name}` })) read(`${place}/${name}`, toDocumentation)
  app.route({ method: [...methods], url: `${base}/media/:file`, handler: media })
  // HEAD is declared here: Fastify's implicit HEAD route sends Content-Length: 0 with a 304.
  read(`${base}/assets/:name`, file)
}

/** Builds the application, which does not listen yet. `drain` makes it say that it is not ready, and close connections with their responses. */
export function createApp(parts: AppOptions) {
  const handlers = appHandlersOf(parts)
  const app = emptyApp(parts, handlers, failureOf(parts, handlers))
  logDatabaseOutages({ ...parts, log: app.log })
  const drain = applyClientBounds(app, parts)
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (hasBody(raw)) reply.raw.prependOnceListener('finish', () => discardRestOfRequest(raw))
    done()
  })
  app.addHook('preClose', async () => {
    handlers.streams.close()
    await drain.stop()
  })
  const interfaces = apiRoutes(parts, handlers)
  const readPages = pageTable(handlers.roots)
  const watched = { ...parts, ...handlers, spans: tracing(parts, app.log), isEnding: drain.isBegun }
  addMonitoring(app, watched, makeRouteNamerOfRequests([interfaces, readPages]))
  addStaleReplicaHeaders(app, parts.store)
  if (parts.federation !== undefined) addFederation(app, parts.federation, parts, handlers)
  app.addHook('onRequest', cacheFirst(handlers))
  addOthers(app, handlers)
  addInterfaces(app, interfaces, handlers)
  addReadPages(app, handlers, readPages)
  addFormPagesAndFiles(app, handlers)
  addOrganisationSignIn(app, handlers)
  parts.dialects.addOldAddresses(app, handlers)
  return { app, drain: drain.begin }
}
