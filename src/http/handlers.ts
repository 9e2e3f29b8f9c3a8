/** A request at a route → its answer on the wire. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../actions/context.ts'
import { allowWriting } from '../actions/policy.ts'
import {
  isSessionAction,
  type Operation,
  operationsOf,
  type Route,
  routesOf,
} from '../contract/operations.ts'
import { type IndexContext, patternOf, routeEntry, routeIndex } from '../contract/route-index.ts'
import { epochOf, type Moment } from '../domain/moment.ts'
import { describerOf, type Language, languages } from '../locales/index.ts'
import { Problem } from '../problem.ts'
import type { Store } from '../store/store.ts'
import { type Answer, answer } from './answer.ts'
import { attempts } from './attempts.ts'
import { authentication, type Credentials } from './authentication.ts'
import { addressName, counter } from './counter.ts'
import { MOST_WRONG_PASSWORDS } from './event-passwords.ts'
import { feedAnswer } from './feeds.ts'
import { decorate, rootLink } from './headers.ts'
import { allowLocal, isLocalCall } from './local-mode.ts'
import { type MediaFiles, sendFile } from './media-files.ts'
import { allowFor, allowOf, allowType, asCalendar, operationFor } from './negotiation.ts'
import { fileAnswer } from './pages.ts'
import { published } from './published.ts'
import { readyAnswers } from './ready.ts'
import { placeOf, type Roots, rootsOf } from './roots.ts'
import { send } from './send.ts'
import { type FeedAnswer, sendFeed } from './send-feed.ts'
import { queryOf, type Sent } from './sent.ts'
import type { Patience } from './server.ts'
import { sessionAnswers } from './session-answers.ts'
import { isLarge, takesFile } from './upload.ts'
import type { Watched } from './watching.ts'
import { webSessions } from './web-sessions.ts'

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
  /** Requests per minute of a token, or of an address. */
  readonly rateLimit: number | undefined
  readonly trustProxy: readonly string[]
  readonly patience?: Patience
  readonly images: MediaFiles
  readonly isUnavailable: (error: unknown) => boolean
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

export interface Handlers extends Omit<Watched, 'store'> {
  readonly roots: Roots
  readonly routes: readonly Route[]
  /** Answers before the application has seen the request, where that can be done at once. */
  readonly atOnce: (request: IncomingMessage, response: ServerResponse) => boolean
  readonly rootIndex: Handler
  /** Files of pages. */
  readonly file: Handler
  /** Files of media items. */
  readonly media: Handler
  /** Refuses a large body before it is read, where whoever sends it may not. */
  admit(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void>
  handle(route: Route): Handler
}

interface Request {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly query: Sent
  readonly route: Route
  readonly moment: Moment
}

/** Tells the context of a request, once it may be answered at all: who asks, and whether not too often. */
function contexts({ store, currency, images, rateLimit }: Parts, credentials: Credentials) {
  const callerOf = authentication(store, credentials)
  const requests = rateLimit === undefined ? undefined : counter(rateLimit)
  const wrong = counter(MOST_WRONG_PASSWORDS)
  const limit = (name: string, now: number) => {
    requests?.allow(name, now)
    requests?.count(name, now)
  }
  /** Lets anyone in who need not say who they are. */
  const admit = (request: FastifyRequest, isLocal: boolean, now: number) => {
    if (isLocal) allowLocal(request.url, request.headers, request.socket.remoteAddress)
    if (requests !== undefined) limit(addressName(request.ip), now)
  }
  const known = new WeakMap<FastifyRequest, ReturnType<typeof admitted>>()
  const admitted = async (
    request: FastifyRequest,
    reply: FastifyReply,
    moment: Moment,
    isSigningIn: boolean,
  ) => {
    const caller = await callerOf(request, moment, isSigningIn)
    const { actor, name, cookie } = caller
    if (cookie !== undefined) reply.header('Set-Cookie', cookie)
    const now = epochOf(moment.now)
    limit(name, now)
    const context: Context = { store, moment, actor, currency, images }
    return { context, caller, guesser: { wrong, name, now } }
  }
  /** Once a request: who asks may be needed before the body is read. */
  const contextOf = (request: FastifyRequest, reply: FastifyReply, moment: Moment, isSigningIn = false) => {
    const context = known.get(request) ?? admitted(request, reply, moment, isSigningIn)
    known.set(request, context)
    return context
  }
  const admits = ({ url = '', headers, socket }: IncomingMessage, isLocal: boolean): boolean => {
    if (requests !== undefined) return false
    return !isLocal || isLocalCall(url, headers, socket.remoteAddress)
  }
  return { contextOf, admit, admits }
}

/** The documents that follow from the contract alone. */
function documents({ namespace, now }: Parts, roots: Roots, routes: readonly Route[]) {
  const indexed = (place: string, moment: Moment): IndexContext => ({
    namespace,
    root: roots.rootOf(place).url,
    moment,
    describe: describerOf(roots.languageOf(place)),
  })
  return {
    entry: (route: Route, place: string, moment: Moment) => routeEntry(route, indexed(place, moment)),
    index(place: string, { namespace: asked }: Sent, moment: Moment) {
      if (asked !== undefined && asked !== namespace) throw new Problem('rest_invalid_namespace')
      return routeIndex(routes, indexed(place, moment))
    },
    root(place: string) {
      const moment = now()
      const entries = routes.map((route) => [
        patternOf(route.path, namespace),
        routeEntry(route, indexed(place, moment)),
      ])
      return {
        name: 'Fasti',
        url: `${roots.rootOf(place).url}/`,
        namespaces: [namespace],
        routes: Object.fromEntries(entries),
        timezone: moment.zone,
        languages,
      }
    },
  }
}

/** Builds the handlers of one application. */
export function handlersOf(parts: Parts): Handlers {
  const { now, namespace, corsOrigins, maxPerPage, store } = parts
  const roots = rootsOf(parts)
  const routes = routesOf(operationsOf(namespace))
  const credentials = { attempts: attempts(), sessions: webSessions(store, parts.baseUrl, corsOrigins) }
  const { contextOf, admit, admits } = contexts(parts, credentials)
  const ofSession = sessionAnswers(store, credentials)
  const ready = readyAnswers(store, admit, admits)
  const document = documents(parts, roots, routes)
  const doc = published(namespace, roots, routes)
  const underWay = new Set<string>()

  async function answered(asking: Request): Promise<Answer | FeedAnswer> {
    const { request, reply, query, route, moment } = asking
    const { headers, body } = request
    const place = placeOf(request)
    const asJson = await operationFor(route, request, query)
    const operation: Operation = asCalendar(asJson, headers.accept, routes)
    const isSigningIn = operation.action === 'sign-in'
    const { context, caller, guesser } = await contextOf(request, reply, moment, isSigningIn)
    if (operation.action === 'doc') return doc(headers.accept, place)
    allowType(operation, headers.accept)
    if (operation.action === 'index') return { status: 200, body: document.index(place, query, moment) }
    if (isSessionAction(operation.action))
      return ofSession[operation.action]({ operation, request, reply, moment, caller })
    const params = request.params as Readonly<Record<string, string>>
    const root = roots.rootOf(place)
    const asked = { operation, params, query, body, headers, root, maxPerPage, context, guesser, underWay }
    if (operation.format !== undefined) return feedAnswer(asked, operation.format)
    const { headers: own, ...rest } = await answer(asked)
    const Link = own?.Link === undefined ? rootLink(root.url) : `${rootLink(root.url)}, ${own.Link}`
    return { ...rest, headers: { ...own, Link } }
  }

  async function options({ request, reply, route, moment }: Request): Promise<Answer> {
    const { context } = await contextOf(request, reply, moment)
    reply.header('Access-Control-Allow-Methods', allowOf(route))
    const headers = { Allow: allowFor(route, context.actor) }
    return { status: 200, headers, body: document.entry(route, placeOf(request), moment) }
  }

  const decorated = (request: FastifyRequest, reply: FastifyReply) =>
    decorate(request, reply, roots.rootOf(placeOf(request)).url, corsOrigins)

  async function make(route: Route, request: FastifyRequest, reply: FastifyReply, moment: Moment) {
    decorated(request, reply)
    const { id } = request.params as { readonly id?: string }
    if (id !== undefined && !/^\d{1,16}$/.test(id)) throw new Problem('rest_no_route')
    const asked = { request, reply, route, query: queryOf(request.url), moment }
    if (request.method === 'OPTIONS') return send(request, reply, asked.query, await options(asked))
    const keep = await ready.keeper(request, moment)
    const answer = await answered(asked)
    if ('text' in answer) return sendFeed(request, reply, answer)
    return send(request, reply, asked.query, answer, answer.isMoving === true ? undefined : keep)
  }

  return {
    roots,
    routes,
    atOnce: (request, response) => ready.answeredAtOnce(request, response, now()),
    handle: (route) => (request, reply) => {
      const moment = now()
      const done = ready.answered(request, reply, moment)
      if (done === true) return reply
      const made = () => make(route, request, reply, moment)
      return done === false ? made() : done.then((isDone) => (isDone ? reply : made()))
    },
    async rootIndex(request, reply) {
      decorated(request, reply)
      await contextOf(request, reply, now())
      return send(request, reply, queryOf(request.url), {
        status: 200,
        body: document.root(placeOf(request)),
      })
    },
    async file(request, reply) {
      decorated(request, reply)
      const { name } = request.params as { readonly name: string }
      return send(request, reply, {}, fileAnswer(name))
    },
    async media(request, reply) {
      decorated(request, reply)
      await contextOf(request, reply, now())
      return sendFile(request, reply, parts.images)
    },
    async admit({ operations }, request, reply) {
      const resource = operations.find(takesFile)?.resource
      if (request.method !== 'POST' || resource === undefined || !isLarge(request)) return
      allowWriting((await contextOf(request, reply, now())).context.actor, resource)
    },
    decorated,
    readyAnswers: ready.given,
    caller: async (request, reply) => (await contextOf(request, reply, now())).context.actor,
  }
}
