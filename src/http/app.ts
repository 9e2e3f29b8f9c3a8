/** The application: Fastify, the headers of every answer, one set of routes per language root. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Context } from '../actions/context.ts'
import { type Actor, rights } from '../actions/policy.ts'
import { openApi } from '../contract/openapi.ts'
import { type Operation, operationsOf, type Route, routesOf } from '../contract/operations.ts'
import { isPublished } from '../contract/resources/index.ts'
import { type IndexContext, patternOf, routeEntry, routeIndex } from '../contract/route-index.ts'
import type { Moment } from '../domain/moment.ts'
import { describerOf, isLanguage, type Language, languages } from '../locales/index.ts'
import { Problem } from '../problem.ts'
import type { Root } from '../representations/urls.ts'
import type { MediaRecord, Store } from '../store/store.ts'
import { answer } from './answer.ts'
import { authentication } from './authentication.ts'
import { problemAnswer, problemOf } from './problems.ts'
import { send } from './send.ts'
import { bodyOf, queryOf, type Sent } from './sent.ts'

/** What the application is put together from. */
export interface Parts {
  readonly store: Store
  readonly now: () => Moment
  readonly baseUrl: string
  readonly namespace: string
  readonly language: Language
  readonly maxPerPage: number
  readonly currency: string | undefined
  readonly corsOrigins: readonly string[]
  readonly logLevel: string
  readonly images: (url: string) => Promise<MediaRecord>
  readonly isUnavailable: (error: unknown) => boolean
}

const BODY_LIMIT = 1_048_576
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

const exposed =
  'X-Total-Count, X-Total-Pages, Link, ETag, Location, Idempotency-Replayed, Retry-After, X-Fasti-Revision'
const allowedHeaders =
  'Authorization, Content-Type, If-Match, If-None-Match, If-Modified-Since, If-Unmodified-Since, X-Fasti-Revision, X-CSRF-Token, Idempotency-Key, X-Event-Password, X-HTTP-Method-Override'

const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Robots-Tag': 'noindex',
  Vary: 'Accept, Accept-Encoding, Authorization, Cookie, Origin, X-Event-Password',
  'Access-Control-Expose-Headers': exposed,
  'Access-Control-Allow-Headers': allowedHeaders,
} as const

/** Which origin may read the answer: as configured; by default any, for reads without credentials. */
function allowedOrigin(request: FastifyRequest, origins: readonly string[]): string | undefined {
  const { origin, authorization, cookie } = request.headers
  if (origins.includes('*')) return '*'
  if (origins.length > 0) return origin !== undefined && origins.includes(origin) ? origin : undefined
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
  return isRead && authorization === undefined && cookie === undefined ? '*' : undefined
}

/** The method meant: POST may carry another one (contract §8). */
function methodOf(request: FastifyRequest, query: Sent, body: Sent): string {
  if (request.method !== 'POST') return request.method === 'HEAD' ? 'GET' : request.method
  const override = request.headers['x-http-method-override'] ?? query._method ?? body._method
  return typeof override === 'string' && override !== '' ? override.toUpperCase() : 'POST'
}

function allowOf({ operations }: Route): string {
  const own = [...new Set(operations.flatMap((operation) => operation.methods))]
  return [...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
}

/** Refuses only where every type of the address is refused with q=0 (contract §6). */
function allowJson(accept: string | undefined): void {
  const weights = new Map(
    (accept ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [type = '', ...parameters] = part.split(';').map((one) => one.trim())
        return [type, parameters.some((one) => /^q=0(\.0*)?$/.test(one))]
      }),
  )
  const isRefused = weights.get('application/json') ?? weights.get('application/*') ?? weights.get('*/*')
  if (isRefused === true) throw new Problem('rest_not_acceptable')
}

/** What this actor may do here: the Allow of OPTIONS (contract §7). */
function allowFor(route: Route, actor: Actor): string {
  const { creates, managesTerms } = rights[actor.role]
  const mayWrite = ({ resource }: Operation) =>
    resource !== undefined && (isPublished(resource) ? creates !== 'none' : managesTerms)
  const operations = route.operations.filter(
    (one) => one.methods.some((method) => method === 'GET') || mayWrite(one),
  )
  return allowOf({ ...route, operations })
}

async function formMethod(request: FastifyRequest): Promise<Sent> {
  const type = request.headers['content-type']
  return request.method === 'POST' && type?.includes('form') ? bodyOf(request.body, type) : {}
}

/** Builds the application; nothing listens yet. */
export function createApp(parts: Parts): FastifyInstance {
  const { store, now, namespace } = parts
  const app = Fastify({
    logger: { level: parts.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000, caseSensitive: true },
    bodyLimit: BODY_LIMIT,
    requestTimeout: 30_000,
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => failed(error, request, reply),
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  const decorate = (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(everywhere)
    reply.header('Link', `<${rootOf(request.url).url}/>; rel="https://api.w.org/"`)
    const origin = allowedOrigin(request, parts.corsOrigins)
    if (origin !== undefined) reply.header('Access-Control-Allow-Origin', origin)
  }

  const failed = async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const problem = problemOf(error, parts.isUnavailable)
    if (problem.status >= 500) request.log.error({ err: error, reqId: request.id }, problem.code)
    decorate(request, reply)
    return send(request, reply, {}, problemAnswer(problem, request.id))
  }

  const base = new URL(parts.baseUrl).pathname.replace(/\/$/, '')
  const rootNamed = (language: Language): Root => ({
    base: parts.baseUrl,
    url: language === parts.language ? parts.baseUrl : `${parts.baseUrl}/${language}`,
    namespace,
  })
  const languageOf = (url: string): Language => {
    const first = url.slice(base.length).split(/[/?]/)[1] ?? ''
    return isLanguage(first) ? first : parts.language
  }
  const rootOf = (url: string) => rootNamed(languageOf(url))

  const actorOf = authentication(store)

  const contextOf = async (request: FastifyRequest, moment: Moment): Promise<Context> => ({
    store,
    moment,
    actor: await actorOf(request, moment),
    currency: parts.currency,
    images: parts.images,
  })

  const operations = operationsOf(namespace)
  const routes = routesOf(operations)

  const indexContext = (url: string, moment: Moment): IndexContext => ({
    namespace,
    root: rootOf(url).url,
    moment,
    describe: describerOf(languageOf(url)),
  })

  const operationFor = (route: Route, method: string): Operation => {
    const found = route.operations.find((operation) => operation.methods.some((one) => one === method))
    if (found === undefined)
      throw new Problem('rest_method_not_allowed', { headers: { Allow: allowOf(route) } })
    return found
  }

  const handle = (route: Route) => async (request: FastifyRequest, reply: FastifyReply) => {
    decorate(request, reply)
    const moment = now()
    const params = request.params as Readonly<Record<string, string>>
    if (params.id !== undefined && !/^\d{1,16}$/.test(params.id)) throw new Problem('rest_no_route')
    const query = queryOf(request.url)
    if (request.method === 'OPTIONS') {
      const { actor } = await contextOf(request, moment)
      reply.header('Allow', allowFor(route, actor)).header('Access-Control-Allow-Methods', allowOf(route))
      return send(request, reply, query, {
        status: 200,
        body: routeEntry(route, indexContext(request.url, moment)),
      })
    }
    const operation = operationFor(route, methodOf(request, query, await formMethod(request)))
    const context = await contextOf(request, moment)
    allowJson(request.headers.accept)
    if (operation.action === 'index') {
      if (query.namespace !== undefined && query.namespace !== namespace)
        throw new Problem('rest_invalid_namespace')
      return send(request, reply, query, {
        status: 200,
        body: routeIndex(routes, indexContext(request.url, moment)),
      })
    }
    if (operation.action === 'doc') {
      return send(request, reply, query, {
        status: 200,
        body: openApi(routes, indexContext(request.url, moment)),
      })
    }
    const answered = await answer({
      operation,
      params,
      query,
      context,
      body: request.body,
      headers: request.headers,
      root: rootOf(request.url),
      maxPerPage: parts.maxPerPage,
    })
    if (answered.headers?.Link !== undefined) {
      const own = `<${rootOf(request.url).url}/>; rel="https://api.w.org/"`
      return send(request, reply, query, {
        ...answered,
        headers: { ...answered.headers, Link: `${own}, ${answered.headers.Link}` },
      })
    }
    return send(request, reply, query, answered)
  }

  const rootIndex = async (request: FastifyRequest, reply: FastifyReply) => {
    decorate(request, reply)
    await contextOf(request, now())
    const { url } = rootOf(request.url)
    const entries = routes.map((route) => [
      patternOf(route.path, namespace),
      routeEntry(route, indexContext(request.url, now())),
    ])
    const body = {
      name: 'Fasti',
      url: `${url}/`,
      namespaces: [namespace],
      routes: Object.fromEntries(entries),
      timezone: now().zone,
      languages,
    }
    return send(request, reply, queryOf(request.url), { status: 200, body })
  }

  for (const prefix of [base, ...languages.map((language) => `${base}/${language}`)]) {
    app.route({ method: ['GET', 'HEAD'], url: `${prefix}/`, handler: rootIndex })
    for (const route of routes) {
      const url = `${prefix}/${namespace}${route.path.replace(/\{(\w+)\}/g, ':$1')}`
      app.route({ method: [...methods], url, handler: handle(route) })
    }
  }
  app.get('/healthz', async (_request, reply) => {
    await store.revision()
    return reply.type('application/json; charset=utf-8').send('{"status":"ok"}')
  })
  app.setErrorHandler(failed)
  app.setNotFoundHandler((request, reply) => failed(new Problem('rest_no_route'), request, reply))
  return app
}
