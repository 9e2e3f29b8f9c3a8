/** The operations of the API: one per resource, action and way of addressing, derived from the declarations. */

import { type Args, extension, optional, required } from './arg.ts'
import * as kind from './kinds.ts'
import { isForStrangers } from './operations/accounts/own-account.ts'
import { type PeopleAction, peopleOperations } from './operations/accounts/users.ts'
import { auditArgs, historyArgs } from './operations/audit.ts'
import { batchOperations } from './operations/batch.ts'
import {
  type FeedFormat,
  type FeedScope,
  feedArgsOf,
  feedFormats,
  itemFeedArgs,
  secretArgs,
} from './operations/feeds.ts'
import { type GeocodingAction, geocodingOperations } from './operations/geocoding.ts'
import { importArgs } from './operations/imports.ts'
import { type ChangeOperationAction, changeOperations } from './operations/integrations/changes.ts'
import { mcpOperations } from './operations/integrations/mcp.ts'
import { type WebhookAction, webhookOperations } from './operations/integrations/webhooks.ts'
import { type RecurrencePreviewAction, recurrencePreviewOperations } from './operations/recurrence-preview.ts'
import { type ReviewAction, reviewOperations } from './operations/reviews.ts'
import { type SettingsAction, settingsOperations } from './operations/settings.ts'
import {
  isOfSubmitters,
  isSubmissionAction,
  type SubmissionAction,
  submissionActions,
  submissionOperations,
} from './operations/submissions.ts'
import { type SubscriptionAction, subscriptionOperations } from './operations/subscriptions.ts'
import { isPublished, itemNames, type ResourceName, resourceNamed, resourceNames } from './resources/index.ts'
import { applyTo } from './resources/occurrence.ts'

export const sessionActions = ['sign-in', 'who-am-i', 'sign-out'] as const
export type SessionAction = (typeof sessionActions)[number]
export type Action =
  | SubmissionAction
  | ReviewAction
  | 'index'
  | 'doc'
  | SessionAction
  | PeopleAction
  | SubscriptionAction
  | SettingsAction
  | ChangeOperationAction
  | GeocodingAction
  | RecurrencePreviewAction
  | WebhookAction
  | 'list'
  | 'create'
  | 'read'
  | 'update'
  | 'put'
  | 'batch'
  | 'mcp'
  | 'remove'
  | 'history'
  | 'audit'
  | 'feed'
  | 'import'
export type AddressedBy = 'id' | 'slug'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Operation {
  readonly action: Action
  /** Undefined for the index, the documentation, the session, users and imports. */
  readonly resource?: ResourceName
  readonly by?: AddressedBy
  /** For feeds: the format, and the resource that limits the events, if any. */
  readonly format?: FeedFormat
  readonly scope?: FeedScope
  /** Set for secret feeds: they need no credentials, and show what their user may read. */
  readonly isSecret?: true
  /** Path below the namespace, with placeholders such as `{id}` or `{slug}`. */
  readonly path: string
  readonly methods: readonly Method[]
  /** Args in the path. */
  readonly address: Args
  /** Args in the query string or the body. */
  readonly args: Args
}

const addresses = {
  id: { id: required(kind.integer(0)) },
  slug: { slug: required(kind.text()) },
} satisfies Record<AddressedBy, Args>

const force = { force: extension(optional(kind.boolean, false)) }

function ofItem(name: ResourceName, by: AddressedBy): readonly Operation[] {
  const { collection, fields, byId, updateArgs } = resourceNamed(name)
  const path = by === 'id' ? `/${collection}/{id}` : `/${collection}/by-slug/{slug}`
  const own = by === 'id' ? byId : {}
  const common = { resource: name, by, path, address: addresses[by] }
  return [
    { ...common, action: 'read', methods: ['GET'], args: own },
    {
      ...common,
      action: 'update',
      methods: ['POST', 'PUT', 'PATCH'],
      args: by === 'id' ? updateArgs : fields,
    },
    {
      ...common,
      action: 'remove',
      methods: ['DELETE'],
      args: isPublished(name) ? { ...own, ...force, ...(name === 'event' && { apply_to: applyTo }) } : own,
    },
  ]
}

/** The address of an event by the id of another system. */
export const uidAddress = { uid: extension(required(kind.uid)) }

/** An event is also written by the id that another system knows it by (contract §13). */
const byUid: Operation = {
  action: 'put',
  resource: 'event',
  path: '/events/by-uid/{uid}',
  methods: ['PUT'],
  address: uidAddress,
  args: resourceNamed('event').fields,
}

function history(name: ResourceName): Operation {
  const path = `/${resourceNamed(name).collection}/{id}/history`
  const address = addresses.id
  return { action: 'history', resource: name, by: 'id', path, address, methods: ['GET'], args: historyArgs }
}

function ofResource(name: ResourceName): readonly Operation[] {
  const { collection, createArgs, listArgs } = resourceNamed(name)
  const common = { resource: name, path: `/${collection}`, address: {} }
  return [
    { ...common, action: 'list', methods: ['GET'], args: listArgs },
    // A series is created by an event with `recurrence`.
    ...(name === 'series'
      ? []
      : [{ ...common, action: 'create', methods: ['POST'], args: createArgs } as const]),
    ...ofItem(name, 'id'),
    ...(isPublished(name) && name !== 'series' ? ofItem(name, 'slug') : []),
    ...(name === 'event' ? [byUid] : []),
    history(name),
  ]
}

/** Feeds of all events, of the events of one venue, organizer, category or tag, of one event, and secret feeds. */
function feeds(): readonly Operation[] {
  const common = { action: 'feed', resource: 'event', methods: ['GET'] } as const
  const one = (by: AddressedBy): Operation => ({
    ...common,
    by,
    format: 'ics',
    path: by === 'id' ? '/events/{id}.ics' : '/events/by-slug/{slug}.ics',
    address: addresses[by],
    args: itemFeedArgs[by],
  })
  const all = feedFormats.map((format) => ({
    ...common,
    format,
    path: `/events.${format}`,
    address: {},
    args: feedArgsOf(format),
  }))
  const scoped = (scope: FeedScope) =>
    feedFormats.map((format) => ({
      ...common,
      format,
      scope,
      path: `/${resourceNamed(scope).collection}/{id}/events.${format}`,
      address: addresses.id,
      args: feedArgsOf(format),
    }))
  const secret: Operation = {
    ...common,
    format: 'ics',
    isSecret: true,
    path: '/feeds/{secret}/events.ics',
    address: secretArgs,
    args: feedArgsOf('ics'),
  }
  const scopes = itemNames.filter((name) => name !== 'event')
  return [...all, one('id'), one('slug'), ...scopes.flatMap(scoped), secret]
}

/** Returns whether the operation can also respond with iCalendar, by content negotiation. */
export function isAlsoFeed({ action, resource }: Operation): boolean {
  return resource === 'event' && (action === 'list' || action === 'read')
}

/** Returns the args of the index. The default of `namespace` is the given namespace. */
export function indexArgs(namespace: string): Args {
  return { namespace: optional(kind.text(), namespace), context: optional(kind.text(), 'view') }
}

/** The args of a sign-in. */
export const signInArgs = {
  login: extension(required(kind.text(100))),
  password: extension(required(kind.text(1000))),
  code: extension(optional(kind.text(40))),
}

/** The web session (contract §5). */
const session: readonly Operation[] = [
  { path: '/session', address: {}, action: 'who-am-i', methods: ['GET'], args: {} },
  {
    path: '/session',
    address: {},
    action: 'sign-in',
    methods: ['POST'],
    args: signInArgs,
  },
  { path: '/session', address: {}, action: 'sign-out', methods: ['DELETE'], args: {} },
]

/** Returns whether the action changes an item: absent args leave its fields unchanged. */
export function isChange(action: Action): boolean {
  return action === 'update' || action === 'put'
}

/** Returns whether a session that the request comes with is ignored: the operation is for users who are not signed in. */
export function ignoresSession({ action }: Operation): boolean {
  return action === 'sign-in' || isForStrangers(action) || isOfSubmitters(action)
}

/** Returns whether the operation writes, as its methods say. */
export function isWrite({ methods }: Operation): boolean {
  return !methods.includes('GET')
}

/** Proving a password or code takes long and counts as an attempt: it must not wait in a transaction. Nor must the public. */
const proving: readonly string[] = [
  ...submissionActions.filter(isOfSubmitters),
  // Its tools have their own.
  'mcp',
  // What it sends can't be taken back.
  'test-webhook',
  ...['begin-factor', 'confirm-factor', 'end-factor', 'request-reset', 'use-reset'],
  ...sessionActions,
]

/** Returns whether the operation takes `dry_run`. */
export function mayRehearse(operation: Operation): boolean {
  return isWrite(operation) && !proving.includes(operation.action)
}

/** Returns whether the action's response is paginated. */
export function isPaged(action: Action): boolean {
  return ['list', 'history', 'audit'].includes(action)
}

/** Returns whether the action reads its args from a body. */
export function sendsBody(action: Action): boolean {
  const ofAccounts = [
    'submit',
    'change-submission',
    'decide-submission',
    'decide-event',
    'begin-factor',
    'confirm-factor',
    'end-factor',
    'request-reset',
    'use-reset',
  ]
  const ofOthers = [
    'add-user',
    'change-user',
    'create-token',
    'create-feed',
    'add-subscription',
    'add-webhook',
    'change-webhook',
    ...ofAccounts,
  ]
  return [
    ...[
      'create',
      'update',
      'put',
      'batch',
      'mcp',
      'sign-in',
      'import',
      'change-subscription',
      'change-settings',
    ],
    ...ofOthers,
  ].includes(action)
}

/** Returns every operation under a namespace, in the order of the index. */
export function operationsOf(namespace: string): readonly Operation[] {
  const plain = { address: {}, methods: ['GET'] } as const
  return [
    { ...plain, action: 'index', path: '', args: indexArgs(namespace) },
    { ...plain, action: 'doc', path: '/doc', args: {} },
    ...session,
    ...peopleOperations,
    ...subscriptionOperations,
    ...settingsOperations,
    ...changeOperations,
    ...geocodingOperations,
    ...recurrencePreviewOperations,
    ...webhookOperations,
    { ...plain, action: 'audit', path: '/audit', args: auditArgs },
    ...submissionOperations,
    ...reviewOperations,
    ...resourceNames.flatMap(ofResource),
    ...feeds(),
    { path: '/import', address: {}, action: 'import', methods: ['POST'], args: importArgs },
    ...batchOperations,
    ...mcpOperations,
  ]
}

/** Returns the operations that a service has: those on submissions only if it takes any. */
export function servedOperations(namespace: string, submissions: 'off' | 'open'): readonly Operation[] {
  return operationsOf(namespace).filter(({ action }) => submissions === 'open' || !isSubmissionAction(action))
}
