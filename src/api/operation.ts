/**
 * An operation of the interface, declared once: its route, args, answer, right, problems, and what it does. The index, the documentation,
 * scopes, tools, clients and the pipeline of requests derive from the declaration.
 */

import type { IncomingHttpHeaders } from 'node:http'
import {
  type ArgSpecs,
  type ArgsMode,
  type ArgsWithDefaults,
  type ChangedArgs,
  required,
} from '../contract/arg.ts'
import type { SentImageReference } from '../contract/kinds.ts'
import * as kind from '../contract/kinds.ts'
import { isMergeable } from '../contract/operations/editing.ts'
import {
  type FeedScopeResourceName,
  type FileFormat,
  formatMediaTypes,
} from '../contract/operations/feeds.ts'
import {
  type AddressedBy,
  itemPathArgsByAddressing,
  type Method,
  type Operation,
  type OwnFacts,
  type ScopeNeed,
} from '../contract/operations.ts'
import type { ResourceName } from '../contract/resources/index.ts'
import type { Moment } from '../domain/time/moment.ts'
import type { WindowResult } from '../domain/time/window.ts'
import type { ProblemCode, RefusalReason } from '../problem.ts'
import type { JsonItemContext } from '../representations/json/items.ts'
import type { Root } from '../representations/urls.ts'
import type {
  FoundEventIds,
  Item,
  ItemAddress,
  Lists,
  Reading,
  ReadView,
  RecordOf,
  Session,
  Snapshot,
  Store,
  Writing,
} from '../store/store.ts'
import type { InterfaceLanguageCode } from '../words/languages.ts'
import type { Answer, PutItem } from './answer.ts'
import type {
  Context,
  ContextWithImages,
  ImagePreparationOptions,
  ImageSource,
  PureContext,
} from './context.ts'
import type { Outside } from './outside.ts'
import { type Actor, anonymousActor } from './policy.ts'
import type { Resource } from './resource.ts'

type Route = `${Method | 'POST, PUT, PATCH'} /${string}`

type IsRead<R extends Route> = R extends `GET ${string}` ? true : false
type IsOnItem<R extends Route> = R extends `${string}/{${AddressedBy}}${string}` ? true : false

/** Parsed args: of a change, each may be absent, or null to clear the field. */
type ParsedArgs<R extends Route, A extends ArgSpecs> = R extends `${string}PATCH /${string}`
  ? ChangedArgs<A>
  : ArgsWithDefaults<A>

/** What reads are given: about an item, one consistent view of what is stored. Lists open their views themselves. */
interface Reads<R extends Route> {
  readonly read: IsOnItem<R> extends true ? Snapshot : Reading & Lists
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
  (IsRead<R> extends true ? Reads<R> : Writes) &
  (IsOnItem<R> extends true ? OnItem<N> : object)

/** Whom an operation serves: the scope that a token needs, the rule for callers before anything is read, and that for an item. */
export interface Right<I = unknown> {
  readonly scope: ScopeNeed | undefined
  /** Further scopes that a token needs. */
  readonly also?: readonly ScopeNeed[]
  allows(actor: Actor): boolean
  /** Throws 401, 403 or 410 where this item is not for the caller. */
  requireOn?(item: I, by: PureContext): void
}

/** Whether the password of a request matches a hash. Throws 429 after too many wrong ones. */
export type PasswordMatches = (hash: string) => Promise<boolean>

/** Finds a page of events that shows nothing older than the revision `atLeast`. */
export type FindEvents<A> = (args: A, by: ReadingContext, atLeast: number) => Promise<FoundEvents>

/** The events that were found, and how they are read. */
export interface FoundEvents extends FoundEventIds {
  readonly view: ReadView
}

/** Throws where something is wrong with an arg. */
type Check = () => unknown

interface Declaration<N extends ResourceName, R extends Route, A extends ArgSpecs, T, P = undefined> {
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
  /** Args that are refused where they are sent with a value: an empty one would set nothing. */
  readonly refusesToSet?: Readonly<Record<string, RefusalReason>>
  readonly answer: Answer<T>
  readonly right: Right<RecordOf<N>>
  /** That it leaves its item as it is, so that nothing is expected of its version. */
  readonly leavesItem?: true
  /** That what comes with its item may have images and passwords, which are prepared outside of the transaction. */
  readonly prepares?: true
  /** The problems of its own, beside those that follow from the rest of the declaration. */
  readonly problems?: readonly ProblemCode[]
  /** Throws what the args alone and the caller decide, before anything is looked up. */
  check?(given: PureContext & Outside & Addressed, args: ParsedArgs<R, A>): void
  /** What may be wrong between its args, whatever is stored: it comes before what is wrong with the item. */
  between?(by: PureContext, args: Partial<ParsedArgs<R, A>>): readonly Check[]
  /** The event that a list is about: its password, sent with the request, opens what the list shows of it. */
  opens?(args: ParsedArgs<R, A>): number | undefined
  /** The events of a list that the password of the request opens. */
  opened?(args: ParsedArgs<R, A>, matches: PasswordMatches, by: Context): Promise<ReadonlySet<number>>
  /** What the dates of a list mean, for the links to its other pages; where they move with the time, so does what it answers. */
  window?(args: ParsedArgs<R, A>, moment: Moment): WindowResult
  /** Finds the events of a page, which is made of the renderings that are kept of them, in place of `run`. */
  page?: FindEvents<ParsedArgs<R, A>>
  /** Whether what it answers depends on the time in other ways than by midnight and scheduled publications. */
  dependsOnClock?(args: ParsedArgs<R, A>): boolean
  /** All that may be wrong with its args besides their form: tried where this has a fault, so that all of them are in one answer. */
  faults?(given: Asked<N, R>, args: Partial<ParsedArgs<R, A>>): readonly Check[]
  /** Prepares what takes too long for a transaction, once it is known that the caller may change the item. */
  prepare?(given: PureContext & OnItem<N> & Outside, args: ParsedArgs<R, A>): Promise<P>
  /** The image that the item is to show: one at an address is fetched once it is known that the caller may change the item. */
  image?(args: ParsedArgs<R, A>): SentImageReference | null | undefined
  /** The other pictures that it stores, which take long to make: an upload, or a cut of a stored one. */
  pictures?(
    given: PureContext & (IsOnItem<R> extends true ? OnItem<N> : object),
    args: ParsedArgs<R, A>,
  ): ReadonlyMap<ImageSource, ImagePreparationOptions>
  /** Does it, and returns what is answered. Throws what its declaration names. */
  run(given: Asked<N, R> & Prepared<P>, args: ParsedArgs<R, A>): Promise<NoInfer<T>>
  /** Tidies up outside of the database, behind the transaction. */
  after?(result: NoInfer<T>, by: Context): Promise<void>
}

interface Addressed {
  /** The id in the path; 0 without one. */
  readonly id: number
}
interface Prepared<P> {
  readonly ready: P
}

/** What the pipeline gives an operation on items, of whatever kind. */
export type GivenToAny = PureContext &
  Partial<Writes & Prepared<unknown> & Outside> & {
    readonly read?: Reading
    readonly item?: RecordOf<ResourceName> | undefined
  }

/** What the pipeline gives an operation of the service, of whatever kind. */
type GivenToService = Context & Outside & OfRequest<unknown> & Readonly<Partial<Record<string, unknown>>>

// Operations of the service itself: about no item of a resource.

/** The names of the placeholders of a path, in the order of the path. */
type NamesIn<R extends string> = R extends `${string}{${infer N}}${infer Rest}` ? N | NamesIn<Rest> : never

/** The placeholders that stand for numbers; all others stand for texts. */
type NumberInPath = 'id' | 'delivery'

/** What the path of a request has at its placeholders. */
type InPath<R extends Route> = {
  readonly [N in NamesIn<R>]: N extends NumberInPath ? number : string
}

/** A store that is only read. */
export type ReadStore = Omit<
  Store,
  'write' | 'together' | 'settle' | 'noteUpkeep' | 'correctTimes' | 'beginHistory'
>

/** The context of what only reads. */
export type ReadingContext = PureContext & { readonly store: ReadStore }

/** What a read may do to the store all the same. */
type Besides<N> = N extends 'notes'
  ? Pick<Store, 'noteUpkeep'>
  : N extends 'settles'
    ? Pick<Store, 'settle'>
    : object

/** The store of an operation of the service: it opens its views and transactions itself. In a rehearsal, all of them are within one that is undone. */
type OwnStore<R extends Route, N> =
  IsRead<R> extends true ? { readonly store: ReadStore & Besides<N> } : Pick<Context, 'store' | 'images'>

/** What an operation of the service knows of its request. */
interface OfRequest<T> {
  readonly root: Root
  /** The language of the root. */
  readonly language: InterfaceLanguageCode
  /** Whether the request only rehearses its write. */
  readonly isDry: boolean
  readonly request: SentRequest
  /** How the caller is shown single items. */
  readonly view: JsonItemContext
  readonly others: Others
  /** Of what is answered again under an Idempotency-Key. */
  readonly keep: AnswerKeeper<T>
}

/** What an operation of the service is given. */
type Served<R extends Route, N, T> = PureContext & Outside & OwnStore<R, N> & InPath<R> & OfRequest<T>

/** What another operation answered. */
interface OtherAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
  /** The fields of its body that its query asks for, as JSON. */
  text(): string
}

/** What is sent to another operation besides its query. */
interface SentToOther {
  readonly body: object | undefined
  readonly key?: string | undefined
  /** The revision as of which the caller saw the events that it changes. */
  readonly seen?: number | undefined
}

/** Another operation, as if its method and its address were requested. */
interface Other {
  readonly operation: Operation
  /** Whether its query has an arg. */
  hasInQuery(name: string): boolean
  /** Performs it, for a caller who may use it. Throws `Problem`. */
  perform(sent: SentToOther, by: Context): Promise<OtherAnswer>
}

/** How an operation performs others for its own caller. */
export interface Others {
  /** The context of the request itself. */
  readonly context: Context
  /** The operation at a path below the namespace, which may have a query. Throws 404, 405 or 414. */
  at(method: string, path: string): Other
  /** What the caller is told of an error. One that is no problem is logged, with what it is about. */
  told(error: unknown, about?: object): Pick<OtherAnswer, 'status' | 'body'>
}

/** Keeps what is answered under the Idempotency-Key of a request. */
export interface AnswerKeeper<T> {
  /** The key that was sent; undefined for none. */
  readonly key: string | undefined
  /** Keeps the answer with a result, in the transaction that wrote it, unless another process has kept one meanwhile. */
  save(tx: Writing, result: T): Promise<void>
  /** Whether no other process has. Otherwise the transaction must not be kept. */
  isFirst(): boolean
}

/** A request as it came, for what its args do not say. */
export interface SentRequest {
  readonly headers: IncomingHttpHeaders
  /** The address that it came from. */
  readonly ip: string
  /** The web session that it came with. */
  readonly session: Session | undefined
  /** Who sent it, as queues know them: a token, a user or an address. */
  readonly caller: string
  /** All that was sent in query and body, before its faults are looked for. */
  readonly raw: Values
  /** The oldest revision that the answer may be read from. */
  readonly minRevision: number
  /** Its body, before anything is read from it. */
  readonly body: unknown
  /** Whether a page is wanted rather than JSON. */
  readonly prefersHtml: boolean
  /** Whether the reasons of faults and notes are wanted, beside their messages. */
  readonly prefersReasons: boolean
  /** The version that If-Match names. */
  readonly version: string | undefined
  /** Returns the check of what its headers demand of the item in its path. */
  precondition(of: ResourceName): Promise<CheckKept>
  /** Throws 412 where its headers demand another version of what is no item. */
  requireVersion(version: number): void
  /** Identifies its caller again. */
  callerNow(): Promise<Actor>
  /** Whether the client has closed the connection. */
  isGone(): boolean
}

/** Throws 412 where a stored item is not as a request demands, or 409 for what the caller has not seen. */
type CheckKept = (
  kept: { readonly id: number; readonly version: number; readonly modified_utc: number },
  store: Writing,
) => Promise<void>

/** How operations are performed one at a time. */
export interface Alone {
  /** Why another request is refused meanwhile. */
  readonly reason: RefusalReason
  /** Seconds after the last one, before which the next is refused, too. */
  readonly pause?: number
}

interface ServiceDeclaration<
  R extends Route,
  A extends ArgSpecs,
  T,
  W extends 'whole' | undefined = undefined,
  N extends 'notes' | 'settles' | undefined = undefined,
> {
  readonly route: R
  /** Its name, in the index of words and in the documentation. */
  readonly name: string
  /** The kind of item whose id is in its path. */
  readonly about?: ResourceName
  readonly summary: string
  readonly args: A
  /** The args in the path that are no numbers. */
  readonly address?: ArgSpecs
  readonly body?: OwnFacts['body']
  /** Whether a PATCH needs all its args, as a POST does. */
  readonly takes?: W
  readonly answer: Answer<T>
  readonly right: Right
  readonly problems?: readonly ProblemCode[]
  /** That it requires the version of what it changes that its headers name. */
  readonly isConditional?: true
  /** Operations that share it are performed one at a time. */
  readonly alone?: Alone
  /** `none`: what it sends or begins can't be taken back. `own`: it keeps nothing by itself where `isDry` says so. */
  readonly rehearsal?: 'none' | 'own'
  /** That a read `notes` in the audit that it took place, or `settles` what is due before it. */
  readonly besides?: N
  /** That it may take minutes without a byte sent. */
  readonly isSlow?: true
  /** That it is for people who are not signed in: a session that the request comes with is ignored. */
  readonly ignoresSession?: true
  /** That nobody may do it without the cookie of a session. */
  readonly needsSession?: true
  /** That its args come in the body alone: logs and histories keep addresses. */
  readonly readsBodyAlone?: true
  /** The args that come in the query alone: the body is what another protocol says. */
  readonly inQuery?: readonly (keyof A & string)[]
  /** How many requests of one address a minute it takes. */
  readonly perMinute?: number
  /** How many requests of its caller it counts as; one by default. */
  countsAs?(args: ArgsWithDefaults<A>): number
  /** Throws what is refused before its args are looked at. `read` reads its body. */
  before?(given: Served<R, N, NoInfer<T>>, read: () => Promise<Values>): Promise<void>
  /** Of a page: its dates, resolved, as the links to other pages have them. */
  dates?(given: PureContext, args: ArgsWithDefaults<A>): Readonly<Record<string, string | undefined>>
  run(
    given: Served<R, N, NoInfer<T>>,
    args: W extends 'whole' ? ArgsWithDefaults<A> : ParsedArgs<R, A>,
  ): Promise<NoInfer<T>>
}

type Values = Readonly<Record<string, unknown>>

interface Declared extends Operation {
  /** How empty values are read. */
  readonly mode: ArgsMode
  readonly answer: Answer<unknown>
  readonly right: Right
}

/** A declared operation on items, as the pipeline and the documents know it. */
export interface ItemOperation extends Declared {
  readonly format?: never
  readonly resource: ResourceName
  readonly of: Resource<ResourceName>
  readonly refuses: Readonly<Record<string, RefusalReason>>
  readonly refusesToSet?: Readonly<Record<string, RefusalReason>>
  readonly prepares?: true
  /** Creates the item with the id of another system at its address, or changes the one that there is. It reads its args by itself. */
  put?(given: GivenToPut, sent: Values): Promise<unknown>
  check?(given: PureContext & Outside & Addressed, args: Values): void
  between?(by: PureContext, args: Values): readonly Check[]
  opens?(args: Values): number | undefined
  opened?(args: Values, matches: PasswordMatches, by: Context): Promise<ReadonlySet<number>>
  window?(args: Values, moment: Moment): WindowResult
  page?: FindEvents<Values>
  /** Reads the item by itself, outside of any view. */
  find?(given: GivenToReading, args: Values): Promise<Item<ResourceName>>
  dependsOnClock?(args: Values): boolean
  faults?(given: GivenToAny, args: Values): readonly Check[]
  prepare?(given: GivenToAny, args: Values): Promise<unknown>
  image?(args: Values): SentImageReference | null | undefined
  pictures?(given: GivenToAny, args: Values): ReadonlyMap<ImageSource, ImagePreparationOptions>
  /** Undefined for what is only found. */
  run?(given: GivenToAny, args: Values): Promise<unknown>
  after?(result: unknown, by: Context): Promise<void>
}

/** A declared operation of the service, as the pipeline and the documents know it. */
export interface ServiceOperation extends Declared {
  readonly of?: undefined
  readonly format?: never
  readonly alone?: Alone
  readonly perMinute?: number
  countsAs?(args: Values): number
  readonly readsBodyAlone?: true
  readonly inQuery?: readonly string[]
  /** Whether it keeps nothing by itself where a request only rehearses it. */
  readonly rehearsesItself: boolean
  before?(given: GivenToService, read: () => Promise<Values>): Promise<void>
  dates?(given: PureContext, args: Values): Readonly<Record<string, string | undefined>>
  serve(given: GivenToService, args: Values): Promise<unknown>
}

/** A declared feed or file of events, as the pipeline and the documents know it: its text is made of what is kept of the events. */
export interface FeedOperation extends Declared {
  readonly of?: undefined
  readonly format: FileFormat
}

export type DeclaredOperation = ItemOperation | ServiceOperation | FeedOperation

export function declarationOf(operation: Operation): DeclaredOperation {
  if (!isDeclared(operation)) throw new Error(`${operation.action} is not declared`)
  return operation
}

const isDeclared = (operation: Operation): operation is DeclaredOperation => 'right' in operation

/** The members of an operation that are not declared, but follow. */
type Following = Exclude<keyof Operation, 'args'> | 'mode'

interface AnyDeclaration extends Omit<ItemOperation, Following | 'refuses'> {
  readonly route: string
  readonly summary: string
  readonly body?: OwnFacts['body']
  readonly refuses?: ItemOperation['refuses']
  readonly leavesItem?: true
  readonly problems?: OwnFacts['problems']
}

interface AnyServiceDeclaration
  extends Omit<ServiceOperation, Following | 'of' | 'rehearsesItself' | 'serve'> {
  readonly route: string
  readonly name: string
  readonly about?: ResourceName
  readonly summary: string
  readonly address?: ArgSpecs
  readonly body?: OwnFacts['body']
  readonly takes?: 'whole'
  readonly problems?: OwnFacts['problems']
  readonly rehearsal?: 'none' | 'own'
  readonly isConditional?: true
  readonly isSlow?: true
  readonly ignoresSession?: true
  readonly needsSession?: true
  run: ServiceOperation['serve']
}

const lastWords = ['history', 'revert', 'duplicate', 'bulk', 'merge', 'translate'] as const

/** The name of what is done: the last word of a path behind an item, else what the method does there. */
function actionOf(method: string | undefined, path: string, isOnItem: boolean): string {
  const word = lastWords.find((one) => path.endsWith(`/${one}`))
  if (word !== undefined) return word
  if (method === 'GET') return isOnItem ? 'read' : 'list'
  return method === 'DELETE' ? 'remove' : isOnItem ? 'update' : 'create'
}

const methodNames = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The methods and the path of a route. */
function partsOf(route: string) {
  const at = route.indexOf('/')
  const [below, named] = [route.slice(at), route.slice(0, at).trim().split(', ')]
  // The namespace itself has no slash at its end.
  const path = below === '/' ? '' : below
  const methods = methodNames.filter((method) => named.includes(method))
  return { path, methods, isRead: methods.includes('GET') }
}

/** Whether a caller who repeats a request under the same Idempotency-Key gets its answer again. */
const isRepeatable = ({ isNewItem, isRepeatable }: Answer<unknown>): boolean =>
  isNewItem === true || isRepeatable === true

/** The problems that follow from a declaration, and its own, in the order in which the documentation lists those of one status. */
function problemsOf(
  declared: Pick<AnyDeclaration, 'args' | 'right' | 'problems' | 'answer'>,
  mode: ArgsMode,
  isRead: boolean,
  ofItem: readonly ProblemCode[],
): readonly ProblemCode[] {
  const { args, right, answer, problems = [] } = declared
  const hasArgs = Object.keys(args).length > 0
  const hasBody = mode !== 'query' && hasArgs
  const isNeeded = mode !== 'update' && Object.values(args).some(({ presence }) => presence === 'required')
  return [
    ...(right.allows(anonymousActor) ? [] : (['rest_not_logged_in', 'rest_forbidden'] as const)),
    ...(isRead ? [] : (['rest_body_too_large'] as const)),
    ...(hasBody ? (['rest_invalid_json'] as const) : []),
    ...(hasArgs ? (['rest_invalid_param'] as const) : []),
    ...(hasBody ? (['rest_unsupported_media_type'] as const) : []),
    ...ofItem,
    ...(isNeeded ? (['rest_missing_callback_param'] as const) : []),
    ...problems,
    ...(isRepeatable(answer) ? (['rest_idempotency_conflict', 'rest_idempotency_key_reused'] as const) : []),
  ]
}

/** What is said of most operations. */
const usualFacts = {
  isRehearsable: false,
  isConditional: false,
  isSlow: false,
  ignoresSession: false,
  needsSession: false,
}

/** What the documents say of an answer. */
const factsOfAnswer = (answer: Answer<unknown>, leadsOn: boolean): OwnFacts['answer'] => ({
  status: answer.status,
  schema: answer.schema,
  schemas: answer.schemas ?? {},
  text: answer.text,
  ...(answer.types !== undefined && { types: answer.types }),
  ...(answer.accepted !== undefined && { accepted: answer.accepted }),
  isPage: answer.page !== undefined,
  isNewItem: answer.isNewItem === true,
  isRepeatable: isRepeatable(answer),
  isNew: answer.isNew === true,
  ...(answer.sends !== undefined && { sends: answer.sends }),
  leadsOn,
})

/** Declares an operation on items of a resource. */
export function operation<
  N extends ResourceName,
  const R extends Route,
  A extends ArgSpecs,
  T,
  P = undefined,
>(declared: Declaration<N, R, A, T, P>): ItemOperation
export function operation(declared: AnyDeclaration): ItemOperation {
  return wholeOperation(declared)
}

function wholeOperation(declared: AnyDeclaration): ItemOperation {
  const { route, summary, answer, right, refuses = {}, body, of, put, leavesItem } = declared
  const { path, methods, isRead } = partsOf(route)
  const named = (['id', 'slug', 'uid'] as const).find((one) => path.includes(`{${one}}`))
  // There may be no item to put.
  const by = put === undefined ? named : undefined
  const isOnItem = by !== undefined
  const isConditional = named !== undefined && !isRead && leavesItem !== true
  const isOpen = right.allows(anonymousActor)
  const hasBody = !isRead && !methods.includes('DELETE')
  const mode = !hasBody ? 'query' : methods.includes('PATCH') ? 'update' : 'create'
  const ofItem = [
    ...(isOnItem && !isOpen && isMergeable(of.name) ? (['item-merged'] as const) : []),
    ...(isOnItem ? ([`${of.name}-not-found`] as const) : []),
    ...(isConditional ? (['rest_precondition_failed'] as const) : []),
  ]
  return {
    ...declared,
    action: put === undefined ? actionOf(methods[0], path, isOnItem) : 'put',
    resource: of.name,
    ...(by !== undefined && { by }),
    path,
    methods,
    address: named === undefined ? {} : itemPathArgsByAddressing[named],
    mode,
    refuses,
    facts: {
      ...usualFacts,
      summary,
      scope: right.scope,
      problems: problemsOf(declared, mode, isRead, ofItem),
      ...(body !== undefined && { body }),
      isRehearsable: !isRead,
      isConditional,
      answer: factsOfAnswer(
        answer,
        isRead && isOpen && (by === 'slug' || (isOnItem && isMergeable(of.name))),
      ),
    },
  }
}

/** The problems that only items in the trash, which have no slug, have. */
const ofTrash = /-no-longer-available$|-is-in-trash$|^too_many_pages$/

/** Returns an operation on an item at its id, and the same at its slug. */
export function atIdAndSlug(operation: ItemOperation): readonly ItemOperation[] {
  const { path, facts, right, methods } = operation
  const { problems, answer } = facts
  const leadsOn = methods.includes('GET') && right.allows(anonymousActor)
  return [
    operation,
    {
      ...operation,
      by: 'slug',
      path: path.replace('{id}', 'by-slug/{slug}'),
      address: itemPathArgsByAddressing.slug,
      facts: {
        ...facts,
        problems: problems.filter((code) => !ofTrash.test(code)),
        answer: { ...answer, leadsOn },
      },
    },
  ]
}

/** What the reading of an item is given that reads by itself. */
type GivenToReading = Context & {
  readonly address: ItemAddress
  /** Tries the password that the request has, if any. */
  readonly matches: PasswordMatches
}

interface ReadingDeclaration<N extends ResourceName, R extends `GET ${string}` & Route, A extends ArgSpecs>
  extends Pick<
    Declaration<N, R, A, Item<N>>,
    'route' | 'of' | 'summary' | 'args' | 'answer' | 'right' | 'problems'
  > {
  /** The item as its reader sees it. Throws 401, 403, 404, 410 or 429. */
  find(given: GivenToReading, args: ParsedArgs<R, A>): Promise<Item<N>>
}

/** Declares the reading of an item that is found outside of any view. */
export function readingOutsideViews<
  N extends ResourceName,
  const R extends `GET ${string}` & Route,
  A extends ArgSpecs,
>(declared: ReadingDeclaration<N, R, A>): ItemOperation
export function readingOutsideViews(declared: AnyDeclaration): ItemOperation {
  return wholeOperation(declared)
}

interface GivenToPut extends PureContext, Writes {
  /** The item that there is. */
  readonly item: RecordOf<ResourceName> | undefined
  readonly uid: string
}

interface PutDeclaration<N extends ResourceName, R extends `PUT ${string}/{uid}` & Route>
  extends Pick<
    Declaration<N, R, ArgSpecs, PutItem<N>>,
    'route' | 'of' | 'summary' | 'args' | 'body' | 'answer' | 'right' | 'problems' | 'prepares'
  > {
  /** Creates the item with that id of another system, or changes the one that there is. Throws all faults of what was sent. */
  put(given: GivenToPut & { readonly item: RecordOf<N> | undefined }, sent: Values): Promise<PutItem<N>>
}

/** Declares what creates or changes the item that another system knows by an id. Its args are read by what there is. */
export function putOperation<N extends ResourceName, const R extends `PUT ${string}/{uid}` & Route>(
  declared: PutDeclaration<N, R>,
): ItemOperation
export function putOperation(declared: AnyDeclaration): ItemOperation {
  return wholeOperation(declared)
}

const numbersInPath: readonly string[] = ['id', 'delivery'] satisfies readonly NumberInPath[]

/** Declares an operation of the service itself: on an account, a webhook, a file, but on no item of a resource. */
export function serviceOperation<
  const R extends Route,
  A extends ArgSpecs,
  T,
  W extends 'whole' | undefined = undefined,
  N extends 'notes' | 'settles' | undefined = undefined,
>(declared: ServiceDeclaration<R, A, T, W, N>): ServiceOperation
export function serviceOperation(declared: AnyServiceDeclaration): ServiceOperation {
  const { route, name, summary, answer, right, body, takes, about, rehearsal } = declared
  const { path, methods, isRead } = partsOf(route)
  const mode =
    body === undefined ? 'query' : methods.includes('PATCH') && takes !== 'whole' ? 'update' : 'create'
  const isConditional = declared.isConditional === true
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, one = '']) => one)
  const numbers = names.filter((one) => numbersInPath.includes(one))
  return {
    ...declared,
    action: name,
    ...(about !== undefined && { resource: about, by: 'id' }),
    path,
    methods,
    address: {
      ...Object.fromEntries(numbers.map((one) => [one, required(kind.integer(0))])),
      ...declared.address,
    },
    mode,
    rehearsesItself: rehearsal === 'own',
    serve: declared.run,
    facts: {
      ...usualFacts,
      summary,
      scope: right.scope,
      problems: problemsOf(declared, mode, isRead, isConditional ? ['rest_precondition_failed'] : []),
      ...(body !== undefined && { body }),
      isConditional,
      isRehearsable: !isRead && rehearsal !== 'none',
      isSlow: declared.isSlow === true,
      ignoresSession: declared.ignoresSession === true,
      needsSession: declared.needsSession === true,
      answer: factsOfAnswer(answer, false),
    },
  }
}

interface FeedDeclaration<R extends `GET /${string}`> {
  readonly route: R
  readonly summary: string
  readonly format: FileFormat
  readonly args: ArgSpecs
  /** The resource whose item is in the path, and has the events. */
  readonly ofEventsOf?: FeedScopeResourceName
  /** The args in the path of a secret feed, which shows what its user may read. */
  readonly secret?: ArgSpecs
  readonly right: Right
  readonly problems: readonly ProblemCode[]
}

/** Declares a feed or a file of events: of many, or of the one in the path. */
export function feedOperation<const R extends `GET /${string}`>(declared: FeedDeclaration<R>): FeedOperation {
  const { route, summary, format, args, ofEventsOf: scope, secret, right, problems } = declared
  const { path, methods } = partsOf(route)
  const named = (['id', 'slug'] as const).find((one) => path.includes(`{${one}}`))
  const by = scope === undefined ? named : undefined
  const answer: Answer<unknown> = {
    status: 200,
    schema: '',
    text: 'The events, in the format of the URL’s extension.',
    types: { [formatMediaTypes[format]]: { type: format === 'feed.json' ? 'object' : 'string' } },
    sends: ['ETag', 'Content-Disposition'],
    items: () => [],
    shown: () => ({}),
  }
  return {
    action: 'feed',
    resource: 'event',
    ...(by !== undefined && { by }),
    format,
    ...(scope !== undefined && { scope }),
    ...(secret !== undefined && { isSecret: true }),
    path,
    methods,
    address: named === undefined ? (secret ?? {}) : itemPathArgsByAddressing[named],
    args,
    mode: 'query',
    answer,
    right,
    facts: {
      ...usualFacts,
      summary,
      scope: right.scope,
      problems: problemsOf({ args, right, answer, problems }, 'query', true, []),
      answer: factsOfAnswer(answer, by === 'slug'),
    },
  }
}
