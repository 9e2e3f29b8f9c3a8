/**
 * An operation of the interface, declared once: its route, args, answer, right, problems, and what it does. The index, the documentation,
 * scopes, tools, clients and the pipeline of requests derive from the declaration.
 */
import type { ContextWithImages, PureContext } from '../actions/context.ts'
import { type Actor, anonymousActor } from '../actions/policy.ts'
import type { TranslateTexts } from '../actions/translating/translate.ts'
import type { ArgSpecs, ArgsMode, ArgsWithDefaults, ChangedArgs } from '../contract/arg.ts'
import type { SentImageReference } from '../contract/kinds.ts'
import { itemPathArgsByAddressing } from '../contract/operations/addresses.ts'
import type { Method, Operation, OperationName, OwnFacts } from '../contract/operations.ts'
import type { ResourceName } from '../contract/resources/index.ts'
import type { ScopeNeed } from '../contract/scopes.ts'
import type { ProblemCode, RefusalReason } from '../problem.ts'
import type { RecordOf, Snapshot, Writing } from '../store/store.ts'
import type { Answer } from './answer.ts'
import type { Resource } from './resource.ts'

type Route = `${Method | 'POST, PUT, PATCH'} /${string}`

type IsRead<R extends Route> = R extends `GET ${string}` ? true : false
type IsOnItem<R extends Route> = R extends `${string}/{${'id' | 'slug'}}${string}` ? true : false

/** Parsed args: of a change, each may be absent, or null to clear the field. */
type ParsedArgs<R extends Route, A extends ArgSpecs> = R extends `${string}PATCH /${string}`
  ? ChangedArgs<A>
  : ArgsWithDefaults<A>

/** What reads are given: one consistent view of what is stored. */
interface Reads {
  readonly read: Snapshot
}

/** What writes are given: the one transaction in which all of it takes place. */
interface Writes extends Pick<ContextWithImages, 'images'> {
  readonly tx: Writing
}

interface OnItem<N extends ResourceName> {
  /** The item at the address, which the caller may use so, and which is as its preconditions say. */
  readonly item: RecordOf<N>
}

/** What every operation is given: who asks, at what moment, and in which languages. */
type Asked<N extends ResourceName, R extends Route> = PureContext &
  (IsRead<R> extends true ? Reads : Writes) &
  (IsOnItem<R> extends true ? OnItem<N> : object)

/** Whom an operation serves: the scope that a token needs, the rule for callers before anything is read, and that for an item. */
export interface Right<I = unknown> {
  readonly scope: ScopeNeed | undefined
  allows(actor: Actor): boolean
  /** Throws 401, 403 or 410 where this item is not for the caller. */
  requireOn?(item: I, by: PureContext): void
}

/** The faults that are found while what a request names is looked up: all of them are in one answer. */
export interface FoundFaults {
  /** Returns what `find` does; notes its faults of args, if it throws them, and returns undefined then. */
  of<T>(find: () => T | Promise<T>): Promise<T | undefined>
}

interface Declaration<
  N extends ResourceName,
  R extends Route,
  A extends ArgSpecs,
  T,
  L = undefined,
  P = undefined,
> {
  /** The methods and the path below the namespace; `{id}` or `{slug}` is the address of an item of the resource. */
  readonly route: R
  readonly of: Resource<N>
  /** In English: what it does, as an imperative. It is extracted into `words/en/api.json`. */
  readonly summary: string
  /** Args in the query string or the body. */
  readonly args: A
  /** The name of the schema of its body in the documentation, and an example. */
  readonly body?: OwnFacts['body']
  /** Args that are refused where they are sent, instead of being ignored as unknown. */
  readonly refuses?: Readonly<Record<string, RefusalReason>>
  readonly answer: Answer<T>
  readonly right: Right<RecordOf<N>>
  /** The problems of its own, beside those that follow from the rest of the declaration. */
  readonly problems?: readonly ProblemCode[]
  /** Throws what the args alone and the caller decide, before anything is looked up. */
  check?(given: PureContext & Outside & Addressed, args: ParsedArgs<R, A>): void
  /** The event that a list is about: its password, sent with the request, opens what the list shows of it. */
  opens?(args: ParsedArgs<R, A>): number | undefined
  /** Whether what it answers depends on the time in other ways than by midnight and scheduled publications. */
  dependsOnClock?(args: ParsedArgs<R, A>): boolean
  /**
   * Looks up what the args name besides the item, before anything is written. Where args have faults of form too, it gets the others, so
   * that all faults are in one answer.
   */
  resolve?(given: Asked<N, R>, args: Partial<ParsedArgs<R, A>>, faults: FoundFaults): Promise<L>
  /** Prepares what takes too long for a transaction, once it is known that the caller may change the item. */
  prepare?(given: PureContext & OnItem<N> & Outside, args: ParsedArgs<R, A>): Promise<P>
  /** The image that the item is to show: one at an address is fetched once it is known that the caller may change the item. */
  image?(args: ParsedArgs<R, A>): SentImageReference | null | undefined
  /** Does it, and returns what is answered. Throws what its declaration names. */
  run(given: Asked<N, R> & Found<L> & Prepared<P>, args: ParsedArgs<R, A>): Promise<NoInfer<T>>
}

/** What is asked outside of the service, and only while no view and no transaction is open. */
interface Outside {
  /** Undefined without a translation server. */
  readonly translate: TranslateTexts | undefined
}
interface Addressed {
  /** The id in the path; 0 without one. */
  readonly id: number
}
interface Found<L> {
  readonly found: L
}
interface Prepared<P> {
  /** What was prepared. */
  readonly ready: P
}

/** What the pipeline gives an operation, of whatever kind. */
export type GivenToAny = PureContext &
  Partial<Reads & Writes & Found<unknown> & Prepared<unknown> & Outside> & {
    readonly item?: RecordOf<ResourceName> | undefined
  }

type Values = Readonly<Record<string, unknown>>

/** A declared operation as the pipeline and the documents know it. */
export interface DeclaredOperation extends Operation {
  readonly facts: OwnFacts
  readonly resource: ResourceName
  readonly of: Resource<ResourceName>
  /** How empty values are read. */
  readonly mode: ArgsMode
  readonly refuses: Readonly<Record<string, RefusalReason>>
  readonly answer: Answer<unknown>
  readonly right: Right
  check?(given: PureContext & Outside & Addressed, args: Values): void
  opens?(args: Values): number | undefined
  dependsOnClock?(args: Values): boolean
  resolve?(given: GivenToAny, args: Values, faults: FoundFaults): Promise<unknown>
  prepare?(given: GivenToAny, args: Values): Promise<unknown>
  image?(args: Values): SentImageReference | null | undefined
  run(given: GivenToAny, args: Values): Promise<unknown>
}

/** Returns whether an operation is declared whole. */
export const isDeclared = (operation: Operation): operation is DeclaredOperation =>
  operation.facts !== undefined

interface AnyDeclaration
  extends Pick<
    DeclaredOperation,
    | 'of'
    | 'args'
    | 'answer'
    | 'right'
    | 'check'
    | 'opens'
    | 'dependsOnClock'
    | 'resolve'
    | 'prepare'
    | 'image'
    | 'run'
  > {
  readonly route: string
  readonly summary: string
  readonly body?: OwnFacts['body']
  readonly refuses?: DeclaredOperation['refuses']
  readonly problems?: OwnFacts['problems']
}

const lastWords = ['history', 'revert', 'merge', 'translate'] as const

/** The name of what is done: the last word of a path behind an item, else what the method does there. */
function actionOf(method: string | undefined, path: string, isOnItem: boolean): OperationName {
  const word = lastWords.find((one) => path.endsWith(`/${one}`))
  if (word !== undefined) return word
  if (method === 'GET') return isOnItem ? 'read' : 'list'
  return method === 'DELETE' ? 'remove' : isOnItem ? 'update' : 'create'
}

const methodNames = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The problems that follow from a declaration, and its own, in the order in which the documentation lists those of one status. */
function problemsOf(
  { of, args, right, answer, problems = [] }: AnyDeclaration,
  mode: ArgsMode,
  isOnItem: boolean,
  isRead: boolean,
): readonly ProblemCode[] {
  const isOpen = right.allows(anonymousActor)
  const hasBody = mode !== 'query'
  const isNeeded = mode !== 'update' && Object.values(args).some(({ presence }) => presence === 'required')
  return [
    ...(isOpen ? [] : (['rest_not_logged_in', 'rest_forbidden'] as const)),
    ...(isRead ? [] : (['rest_body_too_large'] as const)),
    ...(hasBody ? (['rest_invalid_json'] as const) : []),
    ...(Object.keys(args).length > 0 ? (['rest_invalid_param'] as const) : []),
    ...(hasBody ? (['rest_unsupported_media_type'] as const) : []),
    ...(isOnItem && !isOpen ? (['item-merged'] as const) : []),
    ...(isOnItem ? ([`${of.name}-not-found`] as const) : []),
    ...(isOnItem && !isRead ? (['rest_precondition_failed'] as const) : []),
    ...(isNeeded ? (['rest_missing_callback_param'] as const) : []),
    ...problems,
    ...(answer.status === 201 ? (['rest_idempotency_conflict', 'rest_idempotency_key_reused'] as const) : []),
  ]
}

/** Declares an operation. */
export function operation<
  N extends ResourceName,
  const R extends Route,
  A extends ArgSpecs,
  T,
  L = undefined,
  P = undefined,
>(declared: Declaration<N, R, A, T, L, P>): DeclaredOperation
export function operation(declared: AnyDeclaration): DeclaredOperation {
  const { route, summary, answer, right, refuses = {}, body, of } = declared
  const at = route.indexOf('/')
  const [path, named] = [route.slice(at), route.slice(0, at).trim().split(', ')]
  const methods = methodNames.filter((method) => named.includes(method))
  const by = (['id', 'slug'] as const).find((one) => path.includes(`{${one}}`))
  const [isOnItem, isRead] = [by !== undefined, methods.includes('GET')]
  const hasBody = !isRead && !methods.includes('DELETE')
  const mode = !hasBody ? 'query' : methods.includes('PATCH') ? 'update' : 'create'
  return {
    ...declared,
    action: actionOf(methods[0], path, isOnItem),
    resource: of.name,
    ...(by !== undefined && { by }),
    path,
    methods,
    address: by === undefined ? {} : itemPathArgsByAddressing[by],
    mode,
    refuses,
    facts: {
      summary,
      scope: right.scope,
      problems: problemsOf(declared, mode, isOnItem, isRead),
      ...(body !== undefined && { body }),
      answer: {
        status: answer.status,
        schema: answer.schema,
        text: answer.text,
        isPage: answer.page !== undefined,
        leadsOn: isRead && isOnItem && right.allows(anonymousActor),
      },
    },
  }
}
