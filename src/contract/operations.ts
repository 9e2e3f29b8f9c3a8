import type { ProblemCode } from '../problem.ts'
import { type ArgSpecs, markedAsExtension, required } from './arg.ts'
import * as kind from './kinds.ts'
import type { Scope } from './operations/account-names.ts'
import type { FeedScopeResourceName, FileFormat } from './operations/feeds.ts'
import type { ResourceName } from './resources/index.ts'

// The args in the paths of items.

/** The args of each way of addressing an item. */
export const itemPathArgsByAddressing = {
  id: { id: required(kind.integer(0)) },
  slug: { slug: required(kind.text()) },
  /** The id by which another system knows an event. */
  uid: { uid: markedAsExtension(required(kind.uid)) },
} satisfies Record<AddressedBy, ArgSpecs>

// The type of an operation: one per resource, action and way of addressing.

export type AddressedBy = 'id' | 'slug' | 'uid'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The headers that a response may have beside those of every response. */
export type OwnHeaderName =
  | 'ETag'
  | 'Location'
  | 'X-Fasti-Revision'
  | 'X-Fasti-Result'
  | 'Set-Cookie'
  | 'Content-Disposition'

/** Media types, each with the schema of what is sent: `itself` for that of the answer. */
export type MediaTypes = Readonly<Record<string, 'itself' | Readonly<Record<string, unknown>>>>

/** What an operation says of itself for index, documents, tools and clients. */
export interface OwnFacts {
  /** What it does, in English. */
  readonly summary: string
  /** The scope that a token needs; undefined where any token may. */
  readonly scope: Scope | 'no scopes' | undefined
  /** The problems that it may respond with, beside those that every operation has. */
  readonly problems: readonly ProblemCode[]
  /** The name of the schema of its body, and an example. */
  readonly body?: { readonly schema: string; readonly example: Readonly<Record<string, unknown>> }
  /** Whether it takes `dry_run`. */
  readonly isRehearsable: boolean
  /** Whether its preconditions are those of the item at its address, or of what it changes. */
  readonly isConditional: boolean
  /** Whether it may take minutes without a byte sent. */
  readonly isSlow: boolean
  /** Whether it is for people who are not signed in: a session that the request comes with is ignored. */
  readonly ignoresSession: boolean
  /** Whether nobody may do it without the cookie of a session. */
  readonly needsSession: boolean
  readonly answer: {
    readonly status: 200 | 201 | 202
    /** The name of its schema; of several, it has one of them. */
    readonly schema: string | readonly string[]
    /** The schemas that it brings along, by name. */
    readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>>
    /** Its description, in English. */
    readonly text: string
    /** Its media types with their schemas, where that is not JSON alone. */
    readonly types?: MediaTypes
    /** What it means where it is accepted without a response, in English. */
    readonly accepted?: string
    readonly isPage: boolean
    /** Whether it has a new item, and its address. */
    readonly isNewItem: boolean
    /** Whether a caller who repeats a request under the same Idempotency-Key gets its answer again. */
    readonly isRepeatable: boolean
    /** Whether it differs each time, or is never kept. */
    readonly isNew: boolean
    /** Its headers, where they do not follow from the rest. */
    readonly sends?: readonly OwnHeaderName[]
    /** Whether it leads on to the item that this one was merged into. */
    readonly leadsOn: boolean
  }
}

/** An operation of the interface, as what derives from it knows it. */
export interface Operation {
  /** What is done. */
  readonly action: string
  readonly facts: OwnFacts
  /** Undefined for what is about no item of a resource, such as the index, users and imports. */
  readonly resource?: ResourceName
  readonly by?: AddressedBy
  /** For feeds: the format, and the resource that limits the events, if any. */
  readonly format?: FileFormat
  readonly scope?: FeedScopeResourceName
  /** Set for secret feeds: they need no credentials, and show what their user may read. */
  readonly isSecret?: true
  /** Path below the namespace, with placeholders such as `{id}` or `{slug}`. */
  readonly path: string
  readonly methods: readonly Method[]
  /** Args in the path. */
  readonly address: ArgSpecs
  /** Args in the query string or the body. */
  readonly args: ArgSpecs
}

/** What an operation and its args are called by. */
export type NamedOperation = Pick<
  Operation,
  'action' | 'resource' | 'scope' | 'by' | 'format' | 'isSecret'
> & {
  readonly path?: string
}

// Traits of operations: whether it writes, is paginated, sends a body, may be tried without effect.

/** Returns whether the action changes an item: absent args leave its fields unchanged. */
export function isUpdateAction(action: string): boolean {
  return action === 'update' || action === 'put'
}

/** Returns whether the operation writes, as its methods say. */
export function isWriteOperation({ methods }: Operation): boolean {
  return !methods.includes('GET')
}

/** Returns whether the operation can also respond with iCalendar, by content negotiation. */
export function mayRespondWithCalendar({ action, resource }: Operation): boolean {
  return resource === 'event' && (action === 'list' || action === 'read')
}

// Operations grouped by path.

/** A path and its operations. */
export interface RouteWithOperations {
  readonly path: string
  readonly operations: readonly Operation[]
}

/** Groups operations by path, in their given order. */
export function routesOfOperations(operations: readonly Operation[]): readonly RouteWithOperations[] {
  const paths = [...new Set(operations.map((operation) => operation.path))]
  return paths.map((path) => ({
    path,
    operations: operations.filter((operation) => operation.path === path),
  }))
}

// The scopes of tokens (contract §13): a token with scopes may do only what they cover.

/** Resource → the scope that writing an item of it needs. */
export const writeScopeByResource: { readonly [N in ResourceName]: Scope } = {
  event: 'write:events',
  series: 'write:events',
  venue: 'write:venues',
  organizer: 'write:organizers',
  category: 'write:terms',
  tag: 'write:terms',
  group: 'write:groups',
  media: 'media',
  page: 'write:pages',
}

/** The scopes that writing items of all kinds needs, as calendar subscriptions do. They write no groups and no pages. */
export const itemWriteScopes: readonly Scope[] = [...new Set(Object.values(writeScopeByResource))].filter(
  (scope) => scope !== 'write:groups' && scope !== 'write:pages',
)

/** The need of an operation: a scope of the token, or that none limits it. */
export type ScopeNeed = Scope | 'no scopes'

/** Settings have no scope: they hold for the whole site. */
const SETTINGS = 'no scopes'

/** Returns what a token needs for a line of an import. */
export function scopeToImportResource(resource: ResourceName | 'settings'): ScopeNeed {
  return resource === 'settings' ? SETTINGS : writeScopeByResource[resource]
}
