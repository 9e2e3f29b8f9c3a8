/**
 * The operations of the service itself: on an account, a webhook, a file, but on no item of a resource. They open views and transactions by
 * themselves, and are given what the service has besides its database, the request as it came, and the other operations.
 */
import { runThenAlwaysUndo } from '../../actions/writing/preparing.ts'
import type { Context } from '../../api/context.ts'
import type { Alone, AnswerKeeper, Others, SentRequest, ServiceOperation } from '../../api/operation.ts'
import type { Outside } from '../../api/outside.ts'
import { operationAndParamsAt } from '../../api/permission.ts'
import { requireScope } from '../../api/policy.ts'
import { formOfArgs, valuesOfForm } from '../../contract/arg.ts'
import { placeFinder } from '../../geocoding/index.ts'
import { because, Problem } from '../../problem.ts'
import { oneTaskAtATimeRunner } from '../../support/fair-queue.ts'
import { addressRateKey, newRateCounter } from '../../support/rate-limiter.ts'
import {
  countOrRefuseSubmissionTry,
  newSubmissionQuota,
  type RequestAdmissionFunctions,
} from '../auth/admission.ts'
import { callbackAddress } from '../auth/cookies.ts'
import type { AppOptions } from '../options.ts'
import { ifMatchTag, prefersHtml, prefersReasons, requireChangePreconditions } from '../protocol.ts'
import {
  type ApiRequest,
  type ApiResponse,
  idOfPathParams,
  representationContextOf,
} from '../request/api-request.ts'
import { parseBody, sentArgs } from '../request/body.ts'
import { emptyQuery, queryOfUrl } from '../request/query.ts'
import { requireKnownQuery } from '../request/strict.ts'
import { problemOfError, problemResponse } from '../response/problems.ts'
import { selectBodyFields } from '../response/send.ts'
import type { AppServices } from '../services.ts'
import { settingsOf } from '../site/appearance.ts'
import type { Exchange, HandlerParts } from './handler.ts'
import { preconditionCheck } from './preconditions.ts'
import { pageOf, represent } from './represent.ts'
import { type ResponseKeeper, runIdempotently, unkeyed } from './writes.ts'

type Values = Readonly<Record<string, unknown>>

/** What the service has besides its database. */
export function outsideOf(
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

/** Answers an operation of the service itself. */
export async function serve(
  operation: ServiceOperation,
  request: ApiRequest,
  exchange: Exchange,
  parts: HandlerParts,
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
  return { ...(await parseBody(body, headers['content-type'])), ...own }
}

/** How the operation of a request performs others. */
function othersOf(
  request: ApiRequest,
  exchange: Exchange,
  { routes, perform, unavailability, logError }: HandlerParts,
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
          const response = await perform(operation, own, exchange)
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
  { actorNow }: HandlerParts,
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
    requireVersion: (version) => requireChangePreconditions(request.headers, { version, modified_utc: 0 }),
    callerNow: () => actorNow(sent),
    isGone: () => reply.raw.destroyed,
  }
}

/** Counts a request of an address. Throws 429 where an operation takes no more of them in its minute. */
function countRequest(operation: ServiceOperation, ip: string, { counters, outside }: HandlerParts): void {
  const { perMinute } = operation
  if (perMinute === undefined) return
  const counter = counters.get(operation) ?? newRateCounter(perMinute)
  counters.set(operation, counter)
  const [name, now] = [addressRateKey(ip), outside.elapsed()]
  counter.allow(name, now)
  counter.count(name, now)
}

/** What runs the operations that share `together` one at a time. */
function runnerFor(together: Alone, { alone, outside }: HandlerParts) {
  const runner = alone.get(together) ?? oneTaskAtATimeRunner(together.reason, together.pause, outside.elapsed)
  alone.set(together, runner)
  return runner
}
