/** The type of an operation: one per resource, action and way of addressing. */
import type { ProblemCode } from '../../problem.ts'
import type { ArgSpecs } from '../arg.ts'
import type { ResourceName } from '../resources/index.ts'
import type { Scope } from './accounts/account-names.ts'
import type { MemberOperationName } from './accounts/members.ts'
import type { PersonDataOperationName } from './accounts/persons.ts'
import type { SessionOperationName } from './accounts/session.ts'
import type { UserOperationName } from './accounts/users.ts'
import type { SubscriptionOperationName } from './calendars/calendar-subscriptions.ts'
import type { FeedScopeResourceName, FileFormat } from './calendars/feeds.ts'
import type { ImportOperationName } from './calendars/imports.ts'
import type { DemoOperationName } from './demo.ts'
import type { EditingToolOperationName } from './editing.ts'
import type { GeocodingOperationName } from './geocoding.ts'
import type { ChangeOperationName } from './integrations/changes.ts'
import type { FollowerOperationName } from './integrations/followers.ts'
import type { FollowingOperationName } from './integrations/following.ts'
import type { WebhookOperationName } from './integrations/webhooks.ts'
import type { EventChangesDraftOperationName } from './previews/event-drafts.ts'
import type { PreviewLinkOperationName } from './previews/preview-links.ts'
import type { QuickEventOperationName } from './quick-event.ts'
import type { RecurrencePreviewOperationName } from './recurrence-preview.ts'
import type { ReviewOperationName } from './reviews.ts'
import type { SettingsOperationName } from './settings.ts'
import type { SubmissionOperationName } from './submissions.ts'
import type { TemplateOperationName } from './templates.ts'
import type { TranslatingOperationName } from './translating.ts'
import type { UpkeepOperationName } from './upkeep.ts'

/** The name of an operation. */
export type OperationName =
  | SubmissionOperationName
  | ReviewOperationName
  | PreviewLinkOperationName
  | EventChangesDraftOperationName
  | 'index'
  | 'doc'
  | SessionOperationName
  | UserOperationName
  | MemberOperationName
  | PersonDataOperationName
  | TemplateOperationName
  | SubscriptionOperationName
  | SettingsOperationName
  | UpkeepOperationName
  | ChangeOperationName
  | GeocodingOperationName
  | RecurrencePreviewOperationName
  | QuickEventOperationName
  | DemoOperationName
  | WebhookOperationName
  | FollowerOperationName
  | FollowingOperationName
  | EditingToolOperationName
  | TranslatingOperationName
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
  | ImportOperationName
export type AddressedBy = 'id' | 'slug' | 'uid'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What an operation that is declared whole says of itself; what others do is in tables, by their action. */
export interface OwnFacts {
  /** What it does, in English. */
  readonly summary: string
  /** The scope that a token needs; undefined where any token may. */
  readonly scope: Scope | 'no scopes' | undefined
  /** The problems that it may respond with, beside those that every operation has. */
  readonly problems: readonly ProblemCode[]
  /** The name of the schema of its body, and an example. */
  readonly body?: { readonly schema: string; readonly example: Readonly<Record<string, unknown>> }
  readonly answer: {
    readonly status: 200 | 201
    /** The name of its schema; of several, it has one of them. */
    readonly schema: string | readonly string[]
    /** Its description, in English. */
    readonly text: string
    readonly isPage: boolean
    /** Whether it leads on to the item that this one was merged into. */
    readonly leadsOn: boolean
  }
}

export interface Operation {
  readonly action: OperationName
  /** Undefined for the index, the documentation, the session, users and imports. */
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
  readonly facts?: OwnFacts
}
