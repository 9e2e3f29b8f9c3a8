/**
 * The way of each request of the API. Its order is that of refusals (contract §6):
 *
 *   route        the operation at the path that has the method
 *   admit        who asks: credentials, the scope of the token, whether a type is acceptable, the right to use the operation
 *   read         the args, in query and body: all faults of form
 *   look         where something has to be prepared: the item, and If-Match
 *   prepare      what takes too long for a transaction
 *   transaction  the item, If-Match, what else the args name, `run`; a rehearsal is rolled back, and a key that was used answers again
 *   represent    what `run` returned, in the words of the interface (`operations/represent.ts`)
 *   condition    _fields, envelope, ETag, 304 (`response/send.ts`)
 *   send
 *
 * The steps of operations on items, from `read` to the transaction, are in `operations/item-steps.ts`. Operations of the service go their own
 * way from `read` on (`operations/service-operations.ts`), and so do feeds and files of events (`operations/feeds.ts`).
 */
import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { runThenAlwaysUndo } from '../actions/writing/preparing.ts'
import type { Context } from '../api/context.ts'
import { type DeclaredOperation, declarationOf, type ItemOperation } from '../api/operation.ts'
import { allowHeaderForActor, allowHeaderOf, requireMayUseOperation } from '../api/permission.ts'
import { type Form, formOfArgs, parseArgs, valuesOfForm } from '../contract/arg.ts'
import {
  isUpdateAction,
  isWriteOperation,
  itemPathArgsByAddressing,
  type Operation,
} from '../contract/operations.ts'
import type { ResourceName } from '../contract/resources/index.ts'
import type { Item, Reading } from '../store/store.ts'
import { checkedTogether } from './auth/admission.ts'
import { newCountedPasswordGuess } from './auth/credentials.ts'
import { renderingCache } from './cache/renderings.ts'
import { documentationOf, makeRouteIndexBuilders } from './documents.ts'
import { declaredRouteWithLanguageFilledIn } from './language-roots.ts'
import { keptOrReadEvent, renderedPage } from './operations/events-json.ts'
import { makeFeedHandler } from './operations/feeds.ts'
import type { Exchange, HandlerParts, OperationHandler } from './operations/handler.ts'
import {
  argsOf,
  check,
  formOf,
  itemFor,
  itemToChange,
  opened,
  prepare,
  run,
  withImages,
} from './operations/item-steps.ts'
import { orMoved } from './operations/moved.ts'
import { isIfModifiedSinceAmbiguous, versionCheck } from './operations/preconditions.ts'
import { pageOf, represent } from './operations/represent.ts'
import { outsideOf, serve } from './operations/service-operations.ts'
import { asRehearsal, asRehearsed, type ResponseKeeper, runIdempotently } from './operations/writes.ts'
import {
  makeRevisionHeader,
  minRevisionFromHeaders,
  prefersStrictHandling,
  rootWithQueriedLanguage,
  strictHandlingApplied,
} from './protocol.ts'
import {
  type ApiRequest,
  type ApiResponse,
  idOrSlugInPath,
  responseWithRootLink,
} from './request/api-request.ts'
import { deleteRequestArgs, sentArgs } from './request/body.ts'
import type { BodyAdmission } from './request/body-admission.ts'
import {
  operationByHeaders,
  operationFor,
  operationOrItsCalendarFeed,
  readsBody,
  requireAcceptableResponse,
} from './request/negotiation.ts'
import { pathParamsOfRequest, queryOfUrl } from './request/query.ts'
import { requireKnownQuery } from './request/strict.ts'
import { queueOfList } from './response/render-queues.ts'
import { sendResponse } from './response/send.ts'
import { type FeedFileToSend, sendFeed } from './response/send-feed.ts'
import {
  answerInWordsOfRoute,
  type RequestAtTranslatedRoute,
  type RouteTranslation,
  type RouteWithOptionalTranslation,
} from './route-translation.ts'
import type { AppServices } from './services.ts'

/** What the pipeline of one application has. */
interface Parts extends AppServices, HandlerParts {
  /** Makes the feeds and files of events. */
  readonly feed: OperationHandler
  /** The operations for which requests have been admitted. */
  readonly admissions: WeakMap<FastifyRequest, Operation>
}

/** Returns what answers the requests of an application at the routes of its API. */
export function pipelineOf(services: AppServices) {
  const { options, admission, cache, shared, queues, appearances } = services
  const documents = makeRouteIndexBuilders(services)
  const documentation = documentationOf(services)
  const parts: Parts = {
    ...services,
    siteName: options.name,
    maxPerPage: options.maxPerPage,
    logError: options.logError,
    unavailability: options.unavailability,
    outside: outsideOf(services, { index: documents.index, documentation }),
    runningKeys: new Set(),
    eventJson: renderingCache(),
    singleJson: renderingCache(),
    alone: new Map(),
    counters: new Map(),
    admissions: new WeakMap(),
    limit: admission.credentials.limit,
    actorNow: checkedTogether((request) => admission.actorNow(request, options.now())),
    perform: (operation, request, exchange) => perform(operation, request, exchange, parts),
    feed: makeFeedHandler(
      options.store,
      async (language) => (await appearances.current()).inLanguage(language).name,
      queues.feeds,
    ),
  }
  return {
    /** The index of the root at a place. */
    rootDocument: documents.root,
    /** Admits a request at a route; before its body is read, if it has one. Throws 401, 403, 404, 405, 413, 429 or 503. */
    async admit(
      route: RouteWithOptionalTranslation,
      request: FastifyRequest,
      reply: FastifyReply,
      bodies: BodyAdmission,
    ): Promise<void> {
      if (request.method === 'GET' || request.method === 'HEAD') return
      const routed = { request, reply, route, query: queryOfUrl(request.url), moment: options.now() }
      const operation =
        request.method === 'OPTIONS' ? undefined : operationByHeaders(route, request, routed.query)
      if (operation === 'any') return bodies.admitAny(request, reply)
      const { context } =
        operation === undefined
          ? await admission.contextOf(request, reply, routed.moment)
          : await admitted(routed, operation, parts)
      const isRead = operation !== undefined && readsBody(operation, request)
      bodies.admit(isRead ? operation : undefined, context.actor, request, reply)
    },
    /** Answers a request that was admitted. */
    async handle(
      route: RouteWithOptionalTranslation,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<FastifyReply> {
      const moment = options.now()
      const query = queryOfUrl(request.url)
      const place = declaredRouteWithLanguageFilledIn(request)
      const routed = { request, reply, route, query, moment }
      if (request.method === 'OPTIONS') {
        const { context } = await admission.contextOf(request, reply, moment)
        reply.header('Access-Control-Allow-Methods', allowHeaderOf(route))
        const headers = { Allow: allowHeaderForActor(route, context.actor) }
        const body = documents.entry(route, place, moment)
        return sendResponse(routed, query, { status: 200, headers, body })
      }
      const keep = await cache.keeper(request, moment)
      const exchange = { request, reply, shared: await shared?.begin(request, moment) }
      const shown = { rootUrl: services.roots.rootOf(place).url, siteName: options.name }
      const response = await answerInWordsOfRoute(routed, shown, (query) =>
        answer({ ...routed, query }, place, keep?.revision ?? 0, parts),
      )
      if ('text' in response) return sendFeed(exchange, response)
      return sendResponse(exchange, query, response, response.dependsOnClock === true ? undefined : keep)
    },
  }
}

// route, admit

/**
 * Admits a request to an operation: once, before its body is read where it has one. Returns who calls, as of the moment. Throws 401, 403,
 * 404 or 429.
 */
async function admitted(
  { request, reply, moment }: RequestAtTranslatedRoute,
  operation: Operation,
  { admission, admissions }: Parts,
) {
  const caller = await admission.contextOf(request, reply, moment, operation.facts.ignoresSession)
  if (admissions.get(request) !== operation) requireMayUseOperation(caller.context.actor, operation)
  admissions.set(request, operation)
  return caller
}

/** Answers a request at a place, by the operation that it means, on data at least as new as the revision `since`. */
async function answer(
  routed: RequestAtTranslatedRoute,
  place: string,
  since: number,
  parts: Parts,
): Promise<ApiResponse | FeedFileToSend> {
  const { request, reply, query, route } = routed
  const { headers, body } = request
  const { accept } = headers
  const { roots, routes } = parts
  const operation = operationOrItsCalendarFeed(await operationFor(route, request, query), accept, routes)
  const { context, caller, guesser } = await admitted(routed, operation, parts)
  requireAcceptableResponse(operation, accept)
  const root = rootWithQueriedLanguage(roots.rootOf(place), query)
  const isStrict =
    route.translation === undefined && root.dialect === undefined && prefersStrictHandling(headers.prefer)
  if (isStrict) {
    reply.headers(strictHandlingApplied)
    requireKnownQuery({ operation, query })
  }
  // The idle timeout would end them.
  if (operation.facts.isSlow && request.socket instanceof Socket) request.socket.setTimeout(0)
  const asked: ApiRequest = {
    operation,
    query,
    headers,
    body,
    context: { ...context, content: root.content },
    guesser,
    root,
    params: pathParamsOfRequest(request),
    language: roots.languageOf(place),
    isStrict,
    minRevision: Math.max(since, minRevisionFromHeaders(headers)),
    isGone: () => request.raw.socket?.destroyed === true,
  }
  const exchange = { request, reply, caller }
  if (route.translation === undefined) return perform(operation, asked, exchange, parts)
  return performTranslated(route.translation, asked, exchange, parts)
}

/** Performs an operation, or rehearses it: of a request of its own, of a batch, or of a tool. */
async function perform(operation: Operation, asked: ApiRequest, exchange: Exchange, parts: Parts) {
  const request = await asRehearsal(asked)
  const response = await performed(declarationOf(operation), request, exchange, parts)
  return request === asked || 'text' in response ? response : asRehearsed(response)
}

/** Performs what a route of another API means, which may be another operation than that at its path. */
async function performTranslated(
  translation: RouteTranslation,
  asked: ApiRequest,
  exchange: Exchange,
  parts: Parts,
): Promise<ApiResponse | FeedFileToSend> {
  const request = (await translation.request?.(asked)) ?? asked
  const { siteName, maxPerPage } = parts
  const handlerOf =
    (operation: Operation): OperationHandler =>
    (request, exchange) =>
      performed(declarationOf(operation), request, exchange, parts)
  const own = translation.handler?.(request, { handlerOf, siteName, maxPerPage })
  if (own === undefined) return perform(asked.operation, request, exchange, parts)
  const rehearsed = await asRehearsal(request)
  if (rehearsed === request) return inTurn(request, exchange, parts, () => own(request, exchange))
  const response = await runThenAlwaysUndo(request.context, (context) =>
    own({ ...rehearsed, context }, exchange),
  )
  return 'text' in response ? response : asRehearsed(response)
}

/** Does what makes a list in turns with others where it searches texts, or lists long. */
const inTurn = <T>(request: ApiRequest, { caller }: Exchange, { queues }: Parts, act: () => Promise<T>) =>
  queueOfList(queues, request)?.(caller.name, act, request.isGone) ?? act()

/** Returns the response of an operation, with the link to its root. */
async function performed(
  operation: DeclaredOperation,
  asked: ApiRequest,
  exchange: Exchange,
  parts: Parts,
): Promise<ApiResponse | FeedFileToSend> {
  if (operation.format !== undefined) return parts.feed(asked, exchange)
  if (operation.of === undefined)
    return responseWithRootLink(await serve(operation, asked, exchange, parts), asked.root.url)
  const request = operation.by === 'uid' || operation.put !== undefined ? await withIdOfUid(asked) : asked
  const act = (keep?: ResponseKeeper) =>
    isWriteOperation(operation)
      ? write(operation, request, parts, keep)
      : inTurn(request, exchange, parts, () => read(operation, request, parts))
  const response = operation.facts.answer.isRepeatable
    ? await runIdempotently(request, parts.runningKeys, act)
    : await act()
  return responseWithRootLink(response, request.root.url)
}

// read, look, prepare, transaction

type Values = Readonly<Record<string, unknown>>

/** The request at the id of the event that its path names by UID: an id that no item has, if there is none. */
async function withIdOfUid(request: ApiRequest): Promise<ApiRequest> {
  const { uid } = parseArgs(itemPathArgsByAddressing.uid, request.params, 'create')
  const known = await request.context.store.eventWithUid(uid)
  return { ...request, params: { uid, id: String(known?.id ?? 0) } }
}

/** Answers with an item from one consistent view, with a list of what is found, or from what is kept of these. */
async function read(operation: ItemOperation, request: ApiRequest, parts: Parts): Promise<ApiResponse> {
  const { of, args, refuses, facts } = operation
  const sent = formOfArgs(args, request.query.args(args), 'query', refuses)
  const page = facts.answer.isPage ? pageOf(operation, request, sent, parts) : undefined
  const { form = sent, pagingOf, isMoving = false } = page ?? {}
  await check(operation, form, request, parts)
  if (pagingOf !== undefined && operation.page && request.headers['x-event-password'] === undefined) {
    const args = await argsOf(operation, form, request)
    const found = await operation.page(args, request.context, request.minRevision)
    return { ...(await renderedPage(found, request, { ...parts, pagingOf })), dependsOnClock: isMoving }
  }
  // Lists of series, and those of events that a password opens, are found in memory, too.
  if (facts.answer.isPage && (of.name === 'series' || of.name === 'event'))
    await request.context.store.readView(request.minRevision)
  const context = await opened(operation, form, request)
  const { find } = operation
  const look = async () => {
    if (find !== undefined) return found(operation, find, form, request, parts)
    const answered = async (read: Reading) => {
      const item = await itemFor(operation, read, request)
      const result = await run(operation, form, { ...context, read, item })
      return { response: represent(operation, result, request, parts, pagingOf), id: item?.id ?? 0 }
    }
    const { store } = context
    const { response, id } = await (operation.by === undefined ? answered(store) : store.snapshot(answered))
    const isUnsettled = await isIfModifiedSinceAmbiguous(request, of.name, id, response.modified)
    const dependsOnClock = isMoving || operation.dependsOnClock?.(form.values) === true
    return { ...response, isUnsettled, dependsOnClock }
  }
  return facts.answer.leadsOn ? orMoved(request, of.name, look()) : look()
}

/** Answers with an item that its operation finds, where no rendering of it is kept. Throws 401, 403, 404, 410 or 429. */
async function found(
  operation: ItemOperation,
  finding: NonNullable<ItemOperation['find']>,
  form: Form<Values>,
  request: ApiRequest,
  parts: Parts,
): Promise<ApiResponse> {
  const { query, headers, context, params } = request
  const values = valuesOfForm(form)
  // The route by slug does not declare the arg, but accepts it, too.
  const password = values.password ?? (query.text('password') || headers['x-event-password'])
  const guess = newCountedPasswordGuess(password, request.guesser)
  const given = { ...context, address: idOrSlugInPath(operation, params), matches: guess.opens }
  const find = () => finding(given, values)
  const show = (item: Item<ResourceName>) => represent(operation, item, request, parts)
  if (password === undefined) return keptOrReadEvent(request, parts, find, show)
  try {
    return show(await find())
  } finally {
    guess.end()
  }
}

/** Answers from one transaction, which is kept unless the request is a rehearsal, or its key was used meanwhile. */
async function write(
  operation: ItemOperation,
  request: ApiRequest,
  parts: Parts,
  keep?: ResponseKeeper,
): Promise<ApiResponse> {
  const { mode, of, put, facts } = operation
  const { context, params, isDry = false } = request
  const sent = mode === 'query' ? await deleteRequestArgs(request) : await sentArgs(request)
  const form = put === undefined ? formOf(operation, sent) : { values: sent, missing: [], faults: {} }
  const between = () => operation.between?.(context, form.values) ?? []
  await check(operation, form, request, parts, between)
  const isExpected = facts.isConditional ? await versionCheck(request, of.name) : () => {}
  const ready = await prepare(operation, request, form, isExpected, parts)
  const act = (context: Context, isComplete = () => true) =>
    context.store.write(
      context,
      async (tx) => {
        const item = await itemToChange(operation, tx, request, isExpected, between)
        const before = tx.itemWrites()
        const given = { ...context, tx, ready, item }
        const result = await (put?.({ ...given, uid: params.uid ?? '' }, sent) ?? run(operation, form, given))
        const response = represent(operation, result, request, parts)
        await keep?.save(tx, response)
        const writes = tx.itemWrites()
        return { response, isUnchanged: writes === before, writes, did: result }
      },
      // What changes nothing takes no revision.
      ({ writes }) => isComplete() && !isDry && (keep?.isFirst() ?? writes > 0),
    )
  const { image, pictures, prepares } = operation
  const { result, revision } = await (image === undefined && pictures === undefined && prepares !== true
    ? act(context)
    : withImages(operation, request, form, isExpected, act))
  const { response, isUnchanged, did } = result
  await operation.after?.(did, context)
  const own = {
    ...makeRevisionHeader(result.writes > 0 ? revision : revision - 1),
    ...(isUpdateAction(operation.action) && { 'X-Fasti-Result': 'updated' }),
    ...response.headers,
    ...(isUnchanged && { 'X-Fasti-Result': 'unchanged' }),
  }
  return { ...response, headers: own }
}
