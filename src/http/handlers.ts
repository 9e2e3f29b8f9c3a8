/** The request handlers: from a request at a route to the response that is sent. */
import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Action, isSessionAction, type Operation, operationsOf } from '../contract/operations.ts'
import { isPeopleAction } from '../contract/people.ts'
import { type Route, routesOf } from '../contract/routes.ts'
import { isSubscriptionAction } from '../contract/subscriptions.ts'
import type { Moment } from '../domain/moment.ts'
import { prefersHtml } from './accept.ts'
import { type Admission, admissionOf } from './admission.ts'
import { answer } from './answer.ts'
import { type Answer, accepted, linked } from './asked.ts'
import { type BodyAdmission, bodyAdmission } from './body-admission.ts'
import { readsRemovals } from './compatibility/removal.ts'
import { inWordsOf, type RoutedRequest, type TranslatedRoute } from './compatibility/translation.ts'
import { deskAnswer, deskFileAnswer } from './desk.ts'
import { documents } from './documents.ts'
import { feedCache } from './feed-cache.ts'
import { asHolder } from './feed-links.ts'
import { feedPieces } from './feed-pieces.ts'
import { feedAnswer } from './feeds.ts'
import { fileAnswer } from './files.ts'
import { decorate } from './headers.ts'
import { auditAnswer } from './history.ts'
import { importAnswers } from './imports.ts'
import { sendFile } from './media-files.ts'
import { allowFor, allowId, allowOf, allowType, asCalendar, operationFor } from './negotiation.ts'
import type { Parts } from './parts.ts'
import { peopleAnswer } from './people.ts'
import { revisionSeen } from './preconditions.ts'
import { published } from './published.ts'
import { noQuery, type Query, queryOf } from './query.ts'
import { readyAnswers } from './ready.ts'
import { placeOf, type Roots, rootsOf } from './roots.ts'
import { send } from './send.ts'
import { type FeedAnswer, sendFeed } from './send-feed.ts'
import { sessionAnswers } from './session-answers.ts'
import { shelf } from './shelf.ts'
import { goHome, type Pages, pagesOf } from './site/answer.ts'
import { subscriptionAnswers } from './subscriptions.ts'
import type { Watched } from './watching.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

export interface Handlers extends Omit<Watched, 'store' | 'now' | 'spans'> {
  readonly roots: Roots
  readonly routes: readonly Route[]
  /** Responds from the response cache; returns false if the request must be handled. Throws if the caller is not admitted. */
  readonly fromCache: (request: FastifyRequest, reply: FastifyReply) => boolean | Promise<boolean>
  readonly rootIndex: Handler
  /** The pages of the web calendar. */
  readonly pages: Pages
  /** Static files of pages. */
  readonly file: Handler
  /** The desk of editors. */
  readonly desk: Handler
  /** Files of media items. */
  readonly media: Handler
  /** Admits and reads request bodies. */
  readonly bodies: BodyAdmission
  /** Admits a request's body before it is read. Throws 404, 405, 401, 403, 413, 429 or 503. */
  admit(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void>
  handle(route: TranslatedRoute): Handler
}

const isSlow = (action: Action) => ['import', 'add-subscription', 'run-subscription'].includes(action)

/** Builds the functions that produce the responses of operations and of OPTIONS. */
function making(parts: Parts, roots: Roots, routes: readonly Route[], { contextOf, credentials }: Admission) {
  const { store, namespace, maxPerPage, name: siteName } = parts
  const ofSession = sessionAnswers(store, credentials)
  const imported = importAnswers(parts)
  const ofSubscriptions = subscriptionAnswers(parts.readNow)
  const document = documents(parts, roots)
  const doc = published(namespace, roots, routes)
  const kept = { shelf: shelf(), pieces: feedPieces(), feeds: feedCache(store) }
  const always = { maxPerPage, siteName, underWay: new Set<string>(), ...kept }

  function index({ args }: Operation, query: Query, place: string, moment: Moment): Answer {
    const { namespace: asked } = accepted(args, query.args(args), 'query')
    return { status: 200, body: document.index(place, asked, moment) }
  }

  /** Performs an operation on data at least as new as the revision `since` and the caller's X-Fasti-Revision. */
  async function byOperation(asking: RoutedRequest, since: number): Promise<Answer | FeedAnswer> {
    const { request, reply, query, route, moment } = asking
    const { headers, body } = request
    const place = placeOf(request)
    const asJson = await operationFor(route, request, query)
    const operation: Operation = asCalendar(asJson, headers.accept, routes)
    const isSigningIn = operation.action === 'sign-in'
    const { context, caller, guesser } = await contextOf(request, reply, moment, isSigningIn)
    if (operation.action === 'doc') return doc(headers.accept, place)
    allowType(operation, headers.accept)
    if (operation.action === 'index') return index(operation, query, place, moment)
    if (isSessionAction(operation.action))
      return ofSession[operation.action]({ operation, request, reply, moment, caller })
    const params = request.params as Readonly<Record<string, string>>
    const root = roots.rootOf(place)
    const atLeast = Math.max(since, revisionSeen(headers))
    const isGone = () => request.raw.socket?.destroyed === true
    const sent = { operation, params, query, body, headers, root, context, guesser, atLeast, isGone }
    const asked = { ...always, ...sent }
    // Imports and remote calendars may take minutes without any byte sent, so the idle timeout is disabled.
    if (isSlow(operation.action) && request.socket instanceof Socket) request.socket.setTimeout(0)
    if (isSubscriptionAction(operation.action)) return ofSubscriptions(operation.action, asked)
    if (isPeopleAction(operation.action)) return peopleAnswer(operation.action, asked)
    if (operation.action === 'audit') return linked(await auditAnswer(asked), root.url)
    if (operation.isSecret === true) return feedAnswer(await asHolder(asked, store), 'ics')
    if (operation.format !== undefined) return feedAnswer(asked, operation.format)
    if (operation.action === 'import')
      return linked(await imported(asked, () => reply.raw.destroyed), root.url)
    return linked(await (route.translation?.instead?.(asked) ?? answer(asked)), root.url)
  }

  async function options({ request, reply, route, moment }: RoutedRequest): Promise<Answer> {
    const { context } = await contextOf(request, reply, moment)
    reply.header('Access-Control-Allow-Methods', allowOf(route))
    const headers = { Allow: allowFor(route, context.actor) }
    return { status: 200, headers, body: document.entry(route, placeOf(request), moment) }
  }
  return { answered: inWordsOf(roots, byOperation), options, rootDocument: document.root }
}

/** Builds the handlers of one application. */
export function handlersOf(parts: Parts): Handlers {
  const { now, namespace, corsOrigins, store } = parts
  const roots = rootsOf(parts)
  const routes = routesOf(operationsOf(namespace))
  const admission = admissionOf(parts)
  const { contextOf, admit } = admission
  const { answered, options, rootDocument } = making(parts, roots, routes, admission)
  const ready = readyAnswers(store, admit)
  const caller = async (request: FastifyRequest, reply: FastifyReply) =>
    (await contextOf(request, reply, now())).context.actor
  const bodies = bodyAdmission(admission, now, readsRemovals(roots))
  const decorated = (request: FastifyRequest, reply: FastifyReply) =>
    decorate(request, reply, roots.rootOf(placeOf(request)).url, corsOrigins)

  async function make(route: TranslatedRoute, request: FastifyRequest, reply: FastifyReply, moment: Moment) {
    decorated(request, reply)
    allowId(request)
    const asked = { request, reply, route, query: queryOf(request.url), moment }
    if (request.method === 'OPTIONS') return send(request, reply, asked.query, await options(asked))
    const keep = await ready.keeper(request, moment)
    const answer = await answered(asked, keep?.revision ?? 0)
    if ('text' in answer) return sendFeed(request, reply, answer)
    return send(request, reply, asked.query, answer, answer.isMoving === true ? undefined : keep)
  }
  return {
    roots,
    routes,
    fromCache: (request, reply) => ready.answered(request, reply, now()),
    handle: (route) => (request, reply) => make(route, request, reply, now()),
    pages: pagesOf(parts, roots, admission, ready),
    async rootIndex(request, reply) {
      decorated(request, reply)
      if (prefersHtml(request.headers.accept)) return goHome(reply, roots.rootOf(placeOf(request)))
      await contextOf(request, reply, now())
      const body = rootDocument(placeOf(request))
      return send(request, reply, queryOf(request.url), { status: 200, body })
    },
    async file(request, reply) {
      decorated(request, reply)
      const { name } = request.params as { readonly name: string }
      return send(request, reply, noQuery, deskFileAnswer(name) ?? fileAnswer(name))
    },
    async desk(request, reply) {
      decorated(request, reply)
      const [path = ''] = request.url.split('?')
      const language = roots.languageOf(placeOf(request))
      const place = { path, base: roots.prefixes[0], namespace, language, zone: now().zone }
      return send(request, reply, noQuery, deskAnswer(place))
    },
    async media(request, reply) {
      decorated(request, reply)
      await contextOf(request, reply, now())
      return sendFile(request, reply, parts.images)
    },
    bodies,
    async admit(route, request, reply) {
      decorated(request, reply)
      allowId(request)
      await bodies.admit(route, request, reply)
    },
    decorated,
    readyAnswers: ready,
    caller,
  }
}
