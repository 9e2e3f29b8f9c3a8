/**
 * An operation of the interface, declared once: its route, args, answer, right, problems, and what it does. The index, the documentation,
 * scopes, tools, clients and the pipeline of requests derive from the declaration.
 */
import type { PureContext } from '../actions/context.ts'
import { type Actor, anonymousActor } from '../actions/policy.ts'
import type { TranslateTexts } from '../actions/translating/translate.ts'
import {
  type ArgSpecs,
  type ArgsMode,
  type ArgsWithDefaults,
  type ChangedArgs,
  required,
} from '../contract/arg.ts'
import * as kind from '../contract/kinds.ts'
import type { Method, Operation, OperationName, OwnFacts } from '../contract/operations.ts'
import type { ResourceName } from '../contract/resources/index.ts'
import type { ScopeNeed } from '../contract/scopes.ts'
import type { ProblemCode, RefusalReason } from '../problem.ts'
import type { RecordOf, Snapshot, Writing } from '../store/store.ts'
import type { Answer } from './answer.ts'
import type { Resource } from './resource.ts'

type Route = `${Method | 'POST, PUT, PATCH'} /${string}`

type IsRead<R extends Route> = R extends `GET ${string}` ? true : false
type IsOnItem<R extends Route> = R extends `${string}/{id}${string}` ? true : false

/** Parsed args: of a change, each may be absent, or null to clear the field. */
type ParsedArgs<R extends Route, A extends ArgSpecs> = R extends `${string}PATCH /${string}`
  ? ChangedArgs<A>
  : ArgsWithDefaults<A>

/** What reads are given: one consistent view of what is stored. */
interface Reads {
  readonly read: Snapshot
}

/** What writes are given: the one transaction in which all of it takes place. */
interface Writes {
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

/** Whom an operation serves: the scope that a token needs, and the rule for callers, before anything is read. */
export interface Right {
  readonly scope: ScopeNeed | undefined
  allows(actor: Actor): boolean
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
  /** The methods and the path below the namespace; `{id}` is the address of an item of the resource. */
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
  readonly right: Right
  /** The problems of its own, beside those that follow from the rest of the declaration. */
  readonly problems?: readonly ProblemCode[]
  /** Throws what the args alone and the caller decide, before anything is looked up. */
  check?(given: PureContext & Outside & Addressed, args: ParsedArgs<R, A>): void
  /** The event that a list is about: its password, sent with the request, opens what the list shows of it. */
  opens?(args: ParsedArgs<R, A>): number | undefined
  /**
   * Looks up what the args name besides the item, before anything is written. Where args have faults of form too, it gets the others, so
   * that all faults are in one answer.
   */
  resolve?(given: Asked<N, R>, args: Partial<ParsedArgs<R, A>>, faults: FoundFaults): Promise<L>
  /** Prepares what takes too long for a transaction, once it is known that the caller may change the item. */
  prepare?(given: PureContext & OnItem<N> & Outside, args: ParsedArgs<R, A>): Promise<P>
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
  resolve?(given: GivenToAny, args: Values, faults: FoundFaults): Promise<unknown>
  prepare?(given: GivenToAny, args: Values): Promise<unknown>
  run(given: GivenToAny, args: Values): Promise<unknown>
}

/** Returns whether an operation is declared whole. */
export const isDeclared = (operation: Operation): operation is DeclaredOperation =>
  operation.facts !== undefined

interface AnyDeclaration
  extends Pick<
    DeclaredOperation,
    'of' | 'args' | 'answer' | 'right' | 'check' | 'opens' | 'resolve' | 'prepare' | 'run'
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
  const [isOnItem, isRead] = [path.includes('{id}'), methods.includes('GET')]
  const hasBody = !isRead && !methods.includes('DELETE')
  const mode = !hasBody ? 'query' : methods.includes('PATCH') ? 'update' : 'create'
  return {
    ...declared,
    action: actionOf(methods[0], path, isOnItem),
    resource: of.name,
    ...(isOnItem && { by: 'id' as const }),
    path,
    methods,
    address: isOnItem ? { id: required(kind.integer(0)) } : {},
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
