/**
 * The way of each request of the API. Its order is that of refusals (contract §6):
 *
 *   route        the operation at the path that has the method
 *   admit        who asks: credentials, the scope of the token, whether a type is acceptable, the right to use the operation
 *   read         the args, in query and body: all faults of form
 *   look         where something has to be prepared: the item, and If-Match
 *   prepare      what takes too long for a transaction
 *   transaction  the item, If-Match, what else the args name, `run`; a rehearsal is rolled back, and a key that was used answers again
 *   represent    what `run` returned, in the words of the interface
 *   condition    _fields, envelope, ETag, 304
 *   send
 *
 * Feeds and files of events are made and sent by `http/operations/feeds/`, from `read` on.
 */
import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { imageToFetch } from '../actions/linking/images.ts'
import { tryPasswordOnEvent } from '../actions/list.ts'
import { requireEventUnchangedSinceRevision } from '../actions/proposals.ts'
import { hasWritten } from '../actions/update.ts'
import {
  meaningfulFaults,
  runChecksAndThrowFaults,
  runReportingAllFaults,
} from '../actions/writing/faults.ts'
import { runAfterPreparing, runThenAlwaysUndo } from '../actions/writing/preparing.ts'
import type { Context } from '../api/context.ts'
import {
  type Alone,
  type AnswerKeeper,
  type DeclaredOperation,
  declarationOf,
  type GivenToAny,
  type ItemOperation,
  type Others,
  type SentRequest,
  type ServiceOperation,
} from '../api/operation.ts'
import type { Outside } from '../api/outside.ts'
import {
  allowHeaderForActor,
  allowHeaderOf,
  operationAndParamsAt,
  requireMayUseOperation,
} from '../api/permission.ts'
import { requireScope } from '../api/policy.ts'
import type { Resource } from '../api/resource.ts'
import { type Form, formOfArgs, isWhole, parseArgs, valuesOfForm } from '../contract/arg.ts'
import {
  ignoresSession,
  isUpdateAction,
  isWriteOperation,
  itemPathArgsByAddressing,
  type Operation,
} from '../contract/operations.ts'
import type { ResourceName } from '../contract/resources/index.ts'
import { placeFinder } from '../geocoding.ts'
import { because, type Faults, Problem } from '../problem.ts'
import { type Paging, pageLinks, representCollection } from '../representations/json/index.ts'
import { contentChoiceOfRoot, restUrl } from '../representations/urls.ts'
import type { Item, Reading, RecordOf, Writing } from '../store/store.ts'
import { oneTaskAtATimeRunner } from '../support/fair-queue.ts'
import { addressRateKey, newRateCounter, type RateCounter } from '../support/rate-limiter.ts'
import {
  checkedTogether,
  countOrRefuseSubmissionTry,
  type FindActorAgain,
  newSubmissionQuota,
  type RequestAdmissionFunctions,
} from './auth/admission.ts'
import { callbackAddress } from './auth/cookies.ts'
import { type CredentialTools, newCountedPasswordGuess } from './auth/credentials.ts'
import { renderingCache } from './cache/renderings.ts'
import { surrogateKeysOfItem } from './cache/response-cache.ts'
import { documentationOf, makeRouteIndexBuilders } from './documents.ts'
import { declaredRouteWithLanguageFilledIn } from './language-roots.ts'
import { faultsOfListFields, keptOrReadEvent, renderedPage } from './operations/events-json.ts'
import { makeFeedHandler } from './operations/feeds.ts'
import type { Exchange, HandlerParts, OperationHandler } from './operations/handler.ts'
import { orMoved } from './operations/moved.ts'
import { pageHeaders, readPaging } from './operations/paging.ts'
import {
  type CheckVersion,
  isIfModifiedSinceAmbiguous,
  lastModified,
  preconditionCheck,
  versionCheck,
} from './operations/preconditions.ts'
import { performOrRehearse, type ResponseKeeper, runIdempotently, unkeyed } from './operations/writes.ts'
import type { AppOptions } from './options.ts'
import {
  ifMatchTag,
  makeRevisionHeader,
  minRevisionFromHeaders,
  prefersHtml,
  prefersReasons,
  prefersStrictHandling,
  refuseIfMatchForNewItem,
  rootWithQueriedLanguage,
  strictHandlingApplied,
  updatedItemHeaders,
} from './protocol.ts'
import {
  type ApiRequest,
  type ApiResponse,
  idOfPathParams,
  idOrSlugInPath,
  representationContextOf,
  responseWithRootLink,
} from './request/api-request.ts'
import { deleteRequestArgs, parseBody, sentArgs } from './request/body.ts'
import type { BodyAdmission } from './request/body-admission.ts'
import {
  operationByHeaders,
  operationFor,
  operationOrItsCalendarFeed,
  readsBody,
  requireAcceptableResponse,
} from './request/negotiation.ts'
import { emptyQuery, pathParamsOfRequest, queryOfUrl } from './request/query.ts'
import { requireKnownQuery } from './request/strict.ts'
import { problemOfError, problemResponse } from './response/problems.ts'
import { queueOfList } from './response/render-queues.ts'
import { selectBodyFields, sendResponse } from './response/send.ts'
import { type FeedFileToSend, sendFeed } from './response/send-feed.ts'
import {
  makeTranslatingPerformer,
  type RequestAtTranslatedRoute,
  type RouteWithOptionalTranslation,
} from './route-translation.ts'
import type { AppServices } from './services.ts'
import { settingsOf } from './site/appearance.ts'

// What the handlers of one application share, and how lists take turns.

/** Runs a handler of lists in turns where it searches texts, or lists long. */
const inTurnsOfLists =
  (queues: AppServices['queues'], handler: OperationHandler): OperationHandler =>
  (request, exchange) => {
    const act = () => handler(request, exchange)
    return queueOfList(queues, request)?.(exchange.caller.name, act, request.isGone) ?? act()
  }

/** Returns the parts that the handlers of an application share. */
const handlerPartsOf = ({ name, maxPerPage }: AppOptions): HandlerParts => ({
  siteName: name,
  maxPerPage,
  runningKeys: new Set(),
  eventJson: renderingCache(),
  singleJson: renderingCache(),
})

/** Answers the requests of one application at the routes of its API. */
interface Pipeline {
  /** Admits a request at a route; before its body is read, if it has one. Throws 401, 403, 404, 405, 413, 429 or 503. */
  admit(
    route: RouteWithOptionalTranslation,
    request: FastifyRequest,
    reply: FastifyReply,
    bodies: BodyAdmission,
  ): Promise<void>
  /** Answers a request that was admitted. */
  handle(
    route: RouteWithOptionalTranslation,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply>
  /** The index of the root at a place. */
  rootDocument(place: string, name: string): object
}

/** Returns the pipeline of an application. */
export function pipelineOf(parted: AppServices): Pipeline {
  const documents = makeRouteIndexBuilders(parted)
  const documentation = documentationOf(parted)
  const services = { ...parted, outside: outsideOf(parted, { index: documents.index, documentation }) }
  const { roots, routes, admission, options, cache, shared, queues, appearances } = services
  const parts: Parts = {
    ...handlerPartsOf(options),
    ...options,
    routes,
    queues,
    limit: admission.credentials.limit,
    handlerOf: (operation) => handlerOf(operation),
    feed: makeFeedHandler(
      options.store,
      async (language) => (await appearances.current()).inLanguage(language).name,
      queues.feeds,
    ),
    outside: services.outside,
    alone: new Map<Alone, ReturnType<typeof oneTaskAtATimeRunner>>(),
    actorNow: checkedTogether((request) => admission.actorNow(request, options.now())),
    counters: new Map<ServiceOperation, RateCounter>(),
  }
  const perform = performerOf(parts)
  const handlerOf = (operation: Operation) => perform(declarationOf(operation))
  const admissions: Admissions = new WeakMap()
  const answered = makeTranslatingPerformer(roots, options.name, answererOf(services, handlerOf, admissions))
  return {
    rootDocument: documents.root,
    async admit(route, request, reply, bodies) {
      if (request.method === 'GET' || request.method === 'HEAD') return
      const routed = { request, reply, route, query: queryOfUrl(request.url), moment: options.now() }
      const operation =
        request.method === 'OPTIONS' ? undefined : operationByHeaders(route, request, routed.query)
      if (operation === 'any') return bodies.admitAny(request, reply)
      const { context } =
        operation === undefined
          ? await admission.contextOf(request, reply, routed.moment)
          : await admitted(services, routed, operation, admissions)
      const isRead = operation !== undefined && readsBody(operation, request)
      bodies.admit(isRead ? operation : undefined, context.actor, request, reply)
    },
    async handle(route, request, reply) {
      const moment = options.now()
      const query = queryOfUrl(request.url)
      const routed = { request, reply, route, query, moment }
      if (request.method === 'OPTIONS') {
        const { context } = await admission.contextOf(request, reply, moment)
        reply.header('Access-Control-Allow-Methods', allowHeaderOf(route))
        const headers = { Allow: allowHeaderForActor(route, context.actor) }
        const body = documents.entry(route, declaredRouteWithLanguageFilledIn(request), moment)
        return sendResponse(routed, query, { status: 200, headers, body })
      }
      const keep = await cache.keeper(request, moment)
      const exchange = { request, reply, shared: await shared?.begin(request, moment) }
      const response = await answered(routed, keep?.revision ?? 0)
      if ('text' in response) return sendFeed(exchange, response)
      return sendResponse(exchange, query, response, response.dependsOnClock === true ? undefined : keep)
    },
  }
}

// route, admit

interface ServicesAndOutside extends AppServices {
  readonly outside: Outside
}

/** The operations for which requests have been admitted. */
type Admissions = WeakMap<FastifyRequest, Operation>

/**
 * Admits a request to an operation: once, before its body is read where it has one. Returns who calls, as of the moment. Throws 401, 403,
 * 404 or 429.
 */
async function admitted(
  { admission }: ServicesAndOutside,
  { request, reply, moment }: RequestAtTranslatedRoute,
  operation: Operation,
  admissions: Admissions,
) {
  const caller = await admission.contextOf(request, reply, moment, ignoresSession(operation))
  if (admissions.get(request) !== operation) requireMayUseOperation(caller.context.actor, operation)
  admissions.set(request, operation)
  return caller
}

/** Returns the function that performs the operation of a request, on data at least as new as the revision `since`. */
function answererOf(services: ServicesAndOutside, handlerOf: Parts['handlerOf'], admissions: Admissions) {
  const { roots, routes, options, queues } = services
  return async (routed: RequestAtTranslatedRoute, since: number): Promise<ApiResponse | FeedFileToSend> => {
    const { request, reply, query, route } = routed
    const { headers, body } = request
    const { accept } = headers
    const operation = operationOrItsCalendarFeed(await operationFor(route, request, query), accept, routes)
    const { context, caller, guesser } = await admitted(services, routed, operation, admissions)
    requireAcceptableResponse(operation, accept)
    const place = declaredRouteWithLanguageFilledIn(request)
    const root = rootWithQueriedLanguage(roots.rootOf(place), query)
    const isStrict =
      route.translation === undefined && root.dialect === undefined && prefersStrictHandling(headers.prefer)
    if (isStrict) {
      reply.headers(strictHandlingApplied)
      requireKnownQuery({ operation, query })
    }
    const asSent: ApiRequest = {
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
    // The idle timeout would end them.
    if (operation.facts.isSlow && request.socket instanceof Socket) request.socket.setTimeout(0)
    const sent = (await route.translation?.request?.(asSent)) ?? asSent
    const { name: siteName, maxPerPage } = options
    const other = route.translation?.handler?.(sent, { handlerOf, siteName, maxPerPage })
    const own = other && inTurnsOfLists(queues, other)
    const exchange = { request, reply, caller }
    if (own !== undefined) return performOrRehearse(own, sent, exchange, false)
    return performOrRehearse(handlerOf(operation), sent, exchange, true)
  }
}

// What declared operations have in common, from the right to the representation.

interface Parts
  extends HandlerParts,
    Pick<AppServices, 'queues' | 'routes'>,
    Pick<AppOptions, 'logError' | 'unavailability'>,
    Pick<CredentialTools, 'limit'> {
  readonly outside: Outside
  handlerOf(operation: Operation): OperationHandler
  /** Makes and sends the feeds and files of events. */
  readonly feed: OperationHandler
  /** What runs operations one at a time, by what they share. */
  readonly alone: Map<Alone, ReturnType<typeof oneTaskAtATimeRunner>>
  /** What counts the requests of each address, by operation. */
  readonly counters: Map<ServiceOperation, RateCounter>
  readonly actorNow: FindActorAgain
}

/** What the service has besides its database. */
function outsideOf(
  { options, routes, appearances, admission, streams }: AppServices,
  documents: Outside['documents'],
): Outside {
  const limits = newSubmissionQuota(options)
  const { translate, elapsed, region, maxPerPage, webhooks, readNow } = options
  const { outside, upkeep, lastBackUp, submissions, submissionsSpace, unavailability } = options
  return {
    ...outside,
    translate,
    elapsed,
    region,
    maxPerPage,
    webhooks,
    readNow,
    upkeep,
    lastBackUp,
    submissions,
    submissionsSpace,
    streams,
    momentNow: options.now,
    problemOf: (error) => problemOfError(error, unavailability),
    isUnavailability: (error) => unavailability(error) !== undefined,
    importAlone: oneTaskAtATimeRunner(because('import_running')),
    countTryToSubmit: (sender) => countOrRefuseSubmissionTry(limits, sender),
    siteLanguage: options.language,
    places: placeFinder(options),
    settings: settingsOf(appearances, options),
    siteName: options.name,
    baseUrl: options.baseUrl,
    routes,
    documents,
    signingIn: signingInOf(options, admission),
  }
}

/** How people sign in to an application. */
function signingInOf(
  { passwords, signIn, organisation, mail, baseUrl }: AppOptions,
  { credentials: { attempts, sessions } }: RequestAdmissionFunctions,
): Outside['signingIn'] {
  return {
    passwords,
    organisation: signIn,
    issuer: (signIn?.protocol === 'saml' ? signIn.metadata : signIn?.issuer) ?? '',
    issuerName: async () => organisation?.issuer(),
    endOf: async (idToken) =>
      signIn && organisation?.endOf(idToken, callbackAddress(baseUrl, signIn.protocol)),
    sendsMail: mail !== undefined,
    attempts,
    sessions,
  }
}

/** Returns the function that performs declared operations: of requests of their own, of a batch, and of tools. */
const performerOf =
  (parts: Parts) =>
  (operation: DeclaredOperation): OperationHandler =>
    operation.format !== undefined
      ? parts.feed
      : async (request, exchange) =>
          responseWithRootLink(await act(operation, request, exchange, parts), request.root.url)

async function act(
  operation: ItemOperation | ServiceOperation,
  asked: ApiRequest,
  exchange: Exchange,
  parts: Parts,
) {
  if (operation.of === undefined) return serve(operation, asked, exchange, parts)
  const request = operation.by === 'uid' || operation.put !== undefined ? await withIdOfUid(asked) : asked
  if (operation.facts.answer.isRepeatable)
    return runIdempotently(request, parts.runningKeys, (keep) => write(operation, request, parts, keep))
  if (isWriteOperation(operation)) return write(operation, request, parts)
  const look = () => read(operation, request, parts)
  return queueOfList(parts.queues, request)?.(exchange.caller.name, look, request.isGone) ?? look()
}

/** The request at the id of the event that its path names by UID: an id that no item has, if there is none. */
async function withIdOfUid(request: ApiRequest): Promise<ApiRequest> {
  const { uid } = parseArgs(itemPathArgsByAddressing.uid, request.params, 'create')
  const known = await request.context.store.eventWithUid(uid)
  return { ...request, params: { uid, id: String(known?.id ?? 0) } }
}

/** Answers from one consistent view, or from what is kept of it. */
async function read(operation: ItemOperation, request: ApiRequest, parts: Parts): Promise<ApiResponse> {
  const { of, args, refuses, facts } = operation
  const sent = formOfArgs(args, request.query.args(args), 'query', refuses)
  const page = facts.answer.isPage ? pageOf(operation, request, sent, parts) : undefined
  const { form = sent, pagingOf, isMoving = false } = page ?? {}
  await check(operation, form, request, parts)
  const { rendered } = operation
  if (pagingOf !== undefined && rendered !== undefined && request.headers['x-event-password'] === undefined) {
    const page = await renderedPage(await argsOf(operation, form, request), rendered, request, {
      ...parts,
      pagingOf,
    })
    return { ...page, dependsOnClock: isMoving }
  }
  const context = await opened(operation, form, request)
  const { find } = operation
  const look = async () => {
    if (find !== undefined) return found(operation, find, form, request, parts)
    const { response, id } = await context.store.snapshot(async (read) => {
      const item = await itemFor(operation, read, request)
      const result = await run(operation, form, { ...context, read, item })
      return { response: represent(operation, result, request, parts, pagingOf), id: item?.id ?? 0 }
    })
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
        const before = tx.touchedItems()
        const given = { ...context, tx, ready, item }
        const result = await (put?.({ ...given, uid: params.uid ?? '' }, sent) ?? run(operation, form, given))
        const response = represent(operation, result, request, parts)
        await keep?.save(tx, response)
        const isUnchanged = tx.touchedItems() === before && response.version === item?.version
        return { response, isUnchanged, touched: tx.touchedItems(), did: result }
      },
      // What changes nothing takes no revision.
      ({ touched }) => isComplete() && !isDry && (keep?.isFirst() ?? hasWritten({ touched })),
    )
  const { image, pictures, prepares } = operation
  const { result, revision } = await (image === undefined && pictures === undefined && prepares !== true
    ? act(context)
    : withImages(operation, request, form, isExpected, act))
  const { response, isUnchanged, did } = result
  await operation.after?.(did, context)
  const now = hasWritten(result) ? revision : revision - 1
  const isUpdate = isUpdateAction(operation.action) && response.status !== 201
  const own = isUpdate ? updatedItemHeaders(isUnchanged, now) : makeRevisionHeader(now)
  return { ...response, headers: { ...response.headers, ...own } }
}

/** Answers an operation of the service itself. */
async function serve(
  operation: ServiceOperation,
  request: ApiRequest,
  exchange: Exchange,
  parts: Parts,
): Promise<ApiResponse> {
  const { args, mode, facts, alone, right, answer } = operation
  for (const scope of right.also ?? []) requireScope(request.context.actor, scope)
  const { context, root, language, params, isDry = false } = request
  const numbers = Object.entries(operation.address).filter(([, { kind }]) => kind.name === 'integer')
  const ids = numbers.map(([name]) => [name, idOfPathParams({ id: params[name] ?? '' })] as const)
  const view = representationContextOf(request, true, parts.siteName)
  const given = { ...params, ...Object.fromEntries(ids), ...parts.outside, root, language, isDry, view }
  let read: Promise<Values> | undefined
  const reading = () => (read ??= argsSentTo(operation, request))
  const keeping = (keep: ResponseKeeper): AnswerKeeper<unknown> => ({
    ...keep,
    save: (tx, result) => keep.save(tx, represent(operation, result, request, parts)),
  })
  const at = (context: Context, raw: Values, keep = unkeyed) => ({
    ...given,
    ...context,
    request: sentRequest({ ...request, context }, exchange, raw, parts),
    others: othersOf({ ...request, context }, exchange, parts),
    keep: keeping(keep),
  })
  await operation.before?.(at(context, {}), reading)
  const sent = await reading()
  const { form, pagingOf } = facts.answer.isPage
    ? pageOf(operation, request, formOfArgs(args, sent, mode), parts)
    : { form: formOfArgs(args, sent, mode) }
  const values = valuesOfForm(form)
  countRequest(operation, exchange.request.ip, parts)
  for (let counted = 1; counted < (operation.countsAs?.(values) ?? 1); counted += 1)
    parts.limit(exchange.caller.name)
  const answered = async (keep?: ResponseKeeper) => {
    const act = (context: Context) => operation.serve(at(context, sent, keep), values)
    const isUndone = isDry && !operation.rehearsesItself
    const once = () => (isUndone ? runThenAlwaysUndo(context, act) : act(context))
    // A rehearsal is one transaction, in which nothing is kept.
    const result = await (alone === undefined || isDry ? once() : runnerFor(alone, parts)(once))
    const cookie = answer.cookieOf?.(result)
    if (cookie !== undefined) exchange.reply.header('Set-Cookie', cookie)
    return represent(operation, result, request, parts, pagingOf)
  }
  return facts.answer.isRepeatable ? runIdempotently(request, parts.runningKeys, answered) : answered()
}

/** The args of a request as they were sent: those of a write may be in its body. */
async function argsSentTo({ args, methods, inQuery, ...operation }: ServiceOperation, request: ApiRequest) {
  const { query, body, headers } = request
  if (methods.includes('GET') || Object.keys(args).length === 0) return query.args(args)
  if (inQuery === undefined)
    return sentArgs(operation.readsBodyAlone ? { ...request, query: emptyQuery } : request)
  const sent = query.args(args)
  const own = Object.fromEntries(inQuery.map((name) => [name, sent[name]]))
  return { ...(await parseBody(body, textOf(headers['content-type']))), ...own }
}

const textOf = (header: unknown) => (typeof header === 'string' ? header : undefined)

/** How the operation of a request performs others. */
function othersOf(
  request: ApiRequest,
  exchange: Exchange,
  { routes, handlerOf, unavailability, logError }: Parts,
): Others {
  const { context } = request
  return {
    context,
    at(method, path) {
      const { operation, params } = operationAndParamsAt(routes, method, path)
      const query = queryOfUrl(path)
      return {
        operation,
        hasInQuery: query.has,
        async perform({ body, key, seen }, by) {
          if (request.isStrict === true) requireKnownQuery({ operation, query })
          const own = {
            ...request,
            operation,
            params,
            query,
            seen,
            body: body && Buffer.from(JSON.stringify(body)),
            headers: {
              ...(body && { 'content-type': 'application/json' }),
              ...(key !== undefined && { 'idempotency-key': key }),
            },
            context: by,
          }
          const response = await performOrRehearse(handlerOf(operation), own, exchange, true)
          if ('text' in response) throw new Problem('rest_not_acceptable')
          const { status, headers = {}, chunked } = response
          const text = () =>
            chunked === undefined
              ? JSON.stringify(response.body)
              : Buffer.concat(chunked.chunks).toString('utf8')
          return {
            status,
            headers,
            body: response.body,
            text: () =>
              query.has('_fields') ? JSON.stringify(selectBodyFields(JSON.parse(text()), query)) : text(),
          }
        },
      }
    },
    told(error, about = {}) {
      const { id, log, headers } = exchange.request
      const problem = problemOfError(error, unavailability)
      if (problem.status >= 500) logError(log, error, about, problem.code)
      const { status, body } = problemResponse(problem, id, {
        prefersReasons: prefersReasons(headers.prefer),
      })
      return { status, body }
    },
  }
}

/** A request as operations of the service ask about it. */
function sentRequest(
  request: ApiRequest,
  { request: sent, reply, caller }: Exchange,
  raw: Values,
  { actorNow }: Parts,
): SentRequest {
  return {
    headers: sent.headers,
    ip: sent.ip,
    session: caller.session,
    body: request.body,
    prefersHtml: prefersHtml(sent.headers.accept),
    prefersReasons: prefersReasons(sent.headers.prefer),
    caller: caller.name,
    raw,
    minRevision: request.minRevision,
    version: ifMatchTag(request.headers),
    precondition: (of) => preconditionCheck(request, of),
    callerNow: () => actorNow(sent),
    isGone: () => reply.raw.destroyed,
  }
}

/** Counts a request of an address. Throws 429 where an operation takes no more of them in its minute. */
function countRequest(operation: ServiceOperation, ip: string, { counters, outside }: Parts): void {
  const { perMinute } = operation
  if (perMinute === undefined) return
  const counter = counters.get(operation) ?? newRateCounter(perMinute)
  counters.set(operation, counter)
  const [name, now] = [addressRateKey(ip), outside.elapsed()]
  counter.allow(name, now)
  counter.count(name, now)
}

/** What runs the operations that share `together` one at a time. */
function runnerFor(together: Alone, { alone, outside }: Parts) {
  const runner = alone.get(together) ?? oneTaskAtATimeRunner(together.reason, together.pause, outside.elapsed)
  alone.set(together, runner)
  return runner
}

/** Runs a write with its images prepared, for a caller who may change the item. A rehearsal leaves no files. */
async function withImages<T>(
  operation: ItemOperation,
  request: ApiRequest,
  form: Form<Values>,
  isExpected: CheckVersion,
  act: (context: Context, isComplete: () => boolean) => Promise<T>,
): Promise<T> {
  const { context, isDry } = request
  const files = isDry && { write: async () => {}, remove: async () => {} }
  const preparing = { ...context, images: { ...context.images, ...files } }
  const toFetch = isWhole(form) ? await imageToFetch(operation.image?.(form.values), preparing) : undefined
  if (!isWhole(form) || (toFetch === undefined && operation.pictures === undefined))
    return runAfterPreparing(preparing, act)
  const item = await itemFor(operation, context.store, request)
  if (item !== undefined) isExpected(item)
  return runAfterPreparing(preparing, act, toFetch ?? operation.pictures?.({ ...context, item }, form.values))
}

type Values = Readonly<Record<string, unknown>>

/** What was sent for the args of a write. */
function formOf({ args, mode, refuses, refusesToSet = {} }: ItemOperation, sent: Values): Form<Values> {
  const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
  const set = Object.entries(refusesToSet).filter(([name]) => !isEmpty(sent[name]))
  return formOfArgs(args, sent, mode, { ...refuses, ...Object.fromEntries(set) })
}

/** Throws what a form and the caller decide before anything is looked up; where there is no item to find, its faults wait for those of links. */
async function check(
  operation: ItemOperation,
  form: Form<Values>,
  { context, params }: ApiRequest,
  { outside }: Parts,
  between: () => readonly (() => unknown)[] = () => [],
): Promise<void> {
  if (operation.by !== undefined && !isWhole(form))
    await runReportingAllFaults(async () => valuesOfForm(form), between)
  if (isWhole(form)) operation.check?.({ ...context, ...outside, id: idOfPathParams(params) }, form.values)
}

/** The password of events that a list was sent the password of events. */
const passwordOf = ({ headers }: ApiRequest) => headers['x-event-password'] || undefined

/** The context of a read, in which the password of the request opens the events that it is about. Throws 429 after too many wrong ones. */
async function opened(operation: ItemOperation, form: Form<Values>, request: ApiRequest): Promise<Context> {
  const { context, guesser } = request
  const password = passwordOf(request)
  const { opened, opens } = operation
  const event = isWhole(form) ? opens?.(form.values) : undefined
  if (password === undefined || !isWhole(form) || (event === undefined && opened === undefined))
    return context
  const guess = newCountedPasswordGuess(password, guesser)
  try {
    const open =
      event === undefined
        ? opened?.(form.values, guess.opens, context)
        : tryPasswordOnEvent(event, guess.opens, context)
    return { ...context, opened: (await open) ?? new Set() }
  } finally {
    guess.end()
  }
}

/** The item at the address of a request, which the caller may use so. Throws 401, 403, 404 or 410. */
async function itemFor(
  operation: ItemOperation,
  store: Reading,
  { params, context }: ApiRequest,
): Promise<RecordOf<ResourceName> | undefined> {
  const { by, right, put } = operation
  if (by === undefined && put === undefined) return undefined
  const { name } = operation.of
  const known = put && (await store.eventWithUid(params.uid ?? ''))
  const address = put === undefined ? idOrSlugInPath(operation, params) : { id: known?.id ?? 0 }
  const item = await store.find(name, address, context.moment)
  if (item === undefined && put !== undefined) return undefined
  if (item === undefined) {
    const into = await store.mergedInto(name, address)
    throw into === undefined
      ? new Problem(`${name}-not-found`)
      : new Problem('item-merged', { data: { id: into } })
  }
  right.requireOn?.(item, context)
  return item
}

/**
 * The item that a write changes, as its preconditions say, and unchanged since a batch saw it. Throws 401, 403, 404, 409, 410 or 412; before
 * these come the faults between the args.
 */
async function itemToChange(
  operation: ItemOperation,
  tx: Writing,
  request: ApiRequest,
  isExpected: CheckVersion,
  between: () => readonly (() => unknown)[],
): Promise<RecordOf<ResourceName> | undefined> {
  const { context, headers, seen } = request
  try {
    const item = await itemFor(operation, tx, request)
    if (item === undefined && operation.put !== undefined) refuseIfMatchForNewItem(headers)
    if (item !== undefined) isExpected(item)
    if (item !== undefined && 'own_fields' in item)
      await requireEventUnchangedSinceRevision(tx, item, seen, context)
    return item
  } catch (error) {
    await runChecksAndThrowFaults(between())
    throw error
  }
}

/** What was prepared for a write; nothing is, for a caller who may not change the item. */
async function prepare(
  operation: ItemOperation,
  request: ApiRequest,
  form: Form<Values>,
  isExpected: CheckVersion,
  { outside }: Parts,
): Promise<unknown> {
  if (operation.prepare === undefined) return undefined
  const { context } = request
  const item = await itemFor(operation, context.store, request)
  if (item !== undefined) isExpected(item)
  return operation.prepare({ ...context, ...outside, item }, valuesOfForm(form))
}

/** What may be wrong with the args of a form. */
const checksOf = (operation: ItemOperation, { values, partial }: Form<Values>, given: GivenToAny) =>
  operation.faults?.(given, { ...values, ...partial }) ?? []

/** The args of a read that opens its views by itself. Throws 400 for all faults of form and of what is named. */
async function argsOf(
  operation: ItemOperation,
  form: Form<Values>,
  { context }: ApiRequest,
): Promise<Values> {
  if (isWhole(form)) return form.values
  return context.store.snapshot((read) =>
    runReportingAllFaults(
      async () => valuesOfForm(form),
      () => checksOf(operation, form, { ...context, read }),
    ),
  )
}

/** Looks up what the args name, and runs the operation. Throws 400 for all faults of form and of what is named. */
async function run(operation: ItemOperation, form: Form<Values>, given: GivenToAny): Promise<unknown> {
  if (operation.faults !== undefined)
    return runReportingAllFaults(
      async () => operation.run?.(given, valuesOfForm(form)),
      () => checksOf(operation, form, given),
    )
  const faults: Record<string, Faults[string]> = {}
  const found = await operation.resolve?.(given, form.values, {
    async of(find) {
      try {
        return await find()
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        if (error.code === 'rest_invalid_param') Object.assign(faults, meaningfulFaults(error, form))
        // Another problem is one of its own only where nothing is wrong with the args before it.
        else if (isWhole({ ...form, faults: { ...faults, ...form.faults } })) throw error
        return undefined
      }
    },
  })
  const values = valuesOfForm({ ...form, faults: { ...faults, ...form.faults } })
  return operation.run?.({ ...given, found }, values)
}

// represent

/** The form of a page of a list, with the number of its members and what its answer may leave out, and its links. */
function pageOf(
  operation: ItemOperation | ServiceOperation,
  request: ApiRequest,
  form: Form<Values>,
  { maxPerPage }: Parts,
) {
  const { root, params, context } = request
  const { path, of, action } = operation
  const address = restUrl(root, path.slice(1).replace('{id}', params.id ?? ''))
  const own = of !== undefined && action === 'list' ? faultsOfListFields(request, of.collection) : {}
  const whole = { ...form, faults: { ...own, ...form.faults } }
  if (!isWhole(form)) return { form: whole }
  // A date outside of the calendar is refused where the list is found, after the rights.
  const window = operation.of && operation.window?.(form.values, context.moment)
  const { dates = {}, isMoving = false } = window === undefined || 'fault' in window ? {} : window
  const resolved = operation.of ? dates : operation.dates?.(context, form.values)
  const { values, pagingOf } = readPaging(request, {
    values: form.values,
    address,
    maxPerPage,
    dates: resolved,
  })
  return { form: { ...whole, values }, pagingOf, isMoving }
}

/** The response with what an operation returned. */
function represent(
  { answer, of }: ItemOperation | ServiceOperation,
  result: unknown,
  request: ApiRequest,
  { siteName }: Parts,
  pagingOf?: (total: number) => Paging,
): ApiResponse {
  const { root, context } = request
  const all = answer.showsTranslations === true && {
    content: contentChoiceOfRoot(root),
    showsTranslations: true as const,
  }
  const seen = { root: all === false ? root : { ...root, ...all }, context }
  const view = representationContextOf(seen, answer.page === undefined, siteName)
  const items = answer.items(result)
  // The linked data of a date of a series may tell of any other date; other items than events show counts or lists.
  const isAlone = items.some((one) => 'isProtected' in one && one.series === undefined)
  const keysOf = (name: ResourceName) => items.flatMap((one) => surrogateKeysOfItem(name, one))
  const shown = of && (() => ({ keys: keysOf(of.name), ...(answer.page === undefined && { isAlone }) }))
  if (answer.page !== undefined && pagingOf !== undefined) {
    const paging = pagingOf(answer.page.total(result))
    const pages = pageLinks(paging)
    const headers = { ...pageHeaders(paging, pages), ...answer.headers }
    const body = representCollection(answer.page.key, answer.page.members(result, view), pages, paging)
    return { status: answer.status, headers, body, ...(shown && { shown }) }
  }
  const [item] = items
  const modified = of && item && lastModified(item, request)
  const isCreated = answer.isCreated?.(result) ?? answer.isNewItem === true
  const stream = answer.stream?.(result)
  const file = answer.file?.(result)
  return {
    status: answer.statusOf?.(result) ?? (answer.isCreated !== undefined && isCreated ? 201 : answer.status),
    headers: {
      ...answer.headers,
      ...answer.headersOf?.(result),
      ...(isCreated && addressOfNew(item, of, root)),
    },
    body: answer.shown(result, view),
    ...(stream && { stream }),
    ...(file && { file: { type: file.type, text: file.bytes } }),
    ...(answer.dependsOnClock && { dependsOnClock: true }),
    ...(item !== undefined && { version: item.record.version }),
    ...(modified !== undefined && { modified }),
    ...(shown && { shown }),
  }
}

/** The headers of a new item: its address, and that it is new. */
function addressOfNew(
  item: Item<ResourceName> | undefined,
  of: Resource<ResourceName> | undefined,
  root: ApiRequest['root'],
): ApiResponse['headers'] {
  if (item === undefined || of === undefined) return {}
  return { Location: restUrl(root, of.collection, item.record.id), 'X-Fasti-Result': 'created' }
}
