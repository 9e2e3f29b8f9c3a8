/**
 * An operation of the interface, declared once: its route, args, answer, right, problems, and what it does. The index, the documentation,
 * scopes, tools, clients and the pipeline of requests derive from the declaration.
 */
import type { PureContext } from '../actions/context.ts'
import type { Actor } from '../actions/policy.ts'
import { type ArgSpecs, type ArgsMode, type ArgsWithDefaults, type ChangedArgs, required } from '../contract/arg.ts'
import * as kind from '../contract/kinds.ts'
import type { Method, Operation, OperationName, OwnFacts } from '../contract/operations.ts'
import type { ResourceName } from '../contract/resources/index.ts'
import type { ScopeNeed } from '../contract/scopes.ts'
import { type Faults, Problem, type RefusalReason } from '../problem.ts'
import type { ProblemCode } from '../problem-codes.ts'
import type { RecordOf, Snapshot, Store, Writing } from '../store/store.ts'
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
  /** The log of changes. */
  readonly log: Pick<Store, 'auditPage'>
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
  readonly body?: { readonly schema: string; readonly example: object }
  /** Args that are refused where they are sent, instead of being ignored as unknown. */
  readonly refuses?: Readonly<Record<string, RefusalReason>>
  readonly answer: Answer<T>
  readonly right: Right
  /** The problems of its own, beside those that follow from the rest of the declaration. */
  readonly problems?: readonly ProblemCode[]
  /** Throws 401 or 403 where the caller may not ask for this, though for the operation. */
  permit?(given: PureContext, args: ParsedArgs<R, A>): void
  /**
   * Looks up what the args name besides the item, before anything is written. Where args have faults of form too, it gets the others, so
   * that all faults are in one answer.
   */
  resolve?(given: Asked<N, R>, args: Partial<ParsedArgs<R, A>>, faults: FoundFaults): Promise<L>
  /** Prepares what takes too long for a transaction, once the caller may change the item. Reads what is committed. */
  prepare?(
    given: PureContext & Pick<Reads, 'read'> & OnItem<N>,
    args: ParsedArgs<R, A>,
  ): Promise<Prepare<P>>
  run(given: Asked<N, R> & Found<L> & Prepared<P>, args: ParsedArgs<R, A>): Promise<T>
}

/** Makes what is prepared, while no view and no transaction is open. */
type Prepare<P> = () => Promise<P>
interface Found<L> {
  readonly found: L
}
interface Prepared<P> {
  readonly prepared: P
}

/** What the pipeline gives an operation, of whatever kind. */
export type GivenToAny = PureContext &
  Partial<Reads & Writes & OnItem<ResourceName> & Found<unknown> & Prepared<unknown>>

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
  permit?(given: PureContext, args: Values): void
  resolve?(given: GivenToAny, args: Values, faults: FoundFaults): Promise<unknown>
  prepare?(given: GivenToAny, args: Values): Promise<Prepare<unknown>>
  run(given: GivenToAny, args: Values): Promise<unknown>
}

/** Returns whether an operation is declared whole. */
export const isDeclared = (operation: Operation): operation is DeclaredOperation =>
  operation.facts !== undefined

interface AnyDeclaration
  extends Pick<DeclaredOperation, 'of' | 'args' | 'answer' | 'right' | 'permit' | 'resolve' | 'prepare' | 'run'> {
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
  { isOnItem, isRead, hasBody }: { readonly isOnItem: boolean; readonly isRead: boolean; readonly hasBody: boolean },
): readonly ProblemCode[] {
  const isOpen = right.allows(anonymousActor)
  const isNeeded = Object.values(args).some(({ presence }) => presence === 'required')
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
    ...(answer.status === 201
      ? (['rest_idempotency_conflict', 'rest_idempotency_key_reused'] as const)
      : []),
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
  const { route, summary, args, answer, right, refuses = {}, body, of } = declared
  const at = route.indexOf('/')
  const [path, named] = [route.slice(at), route.slice(0, at).trim().split(', ')]
  const methods = methodNames.filter((method) => named.includes(method))
  const [isOnItem, isRead] = [path.includes('{id}'), methods.includes('GET')]
  const hasBody = !isRead && !methods.includes('DELETE')
  return {
    ...declared,
    action: actionOf(methods[0], path, isOnItem),
    resource: of.name,
    ...(isOnItem && { by: 'id' as const }),
    path,
    methods,
    address: isOnItem ? { id: required(kind.integer(0)) } : {},
    mode: isRead || !hasBody ? 'query' : methods.includes('PATCH') ? 'update' : 'create',
    refuses,
    facts: {
      summary,
      scope: right.scope,
      problems: problemsOf(declared, { isOnItem, isRead, hasBody }),
      ...(body !== undefined && { body }),
      answer: {
        status: answer.status,
        schema: answer.schema,
        text: answer.text,
        isPage: answer.list !== undefined,
        leadsOn: isRead && isOnItem && isOpen
      },
    },
  }
}
