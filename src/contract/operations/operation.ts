/** The type of an operation: one per resource, action and way of addressing. */
import type { Args } from '../arg.ts'
import type { ResourceName } from '../resources/index.ts'
import type { MemberAction } from './accounts/members.ts'
import type { PersonAction } from './accounts/persons.ts'
import type { SessionAction } from './accounts/session.ts'
import type { UserAction } from './accounts/users.ts'
import type { CalendarSubscriptionAction } from './calendars/calendar-subscriptions.ts'
import type { FeedScopeName, FileFormat } from './calendars/feeds.ts'
import type { ImportOperationName } from './calendars/imports.ts'
import type { DemoAction } from './demo.ts'
import type { EditingAction } from './editing.ts'
import type { GeocodingAction } from './geocoding.ts'
import type { ChangeOperationAction } from './integrations/changes.ts'
import type { FollowerAction } from './integrations/followers.ts'
import type { FollowingAction } from './integrations/following.ts'
import type { WebhookAction } from './integrations/webhooks.ts'
import type { EventDraftAction } from './previews/event-drafts.ts'
import type { PreviewLinkAction } from './previews/preview-links.ts'
import type { QuickEventAction } from './quick-event.ts'
import type { RecurrencePreviewAction } from './recurrence-preview.ts'
import type { ReviewAction } from './reviews.ts'
import type { SettingsAction } from './settings.ts'
import type { SubmissionAction } from './submissions.ts'
import type { TemplateAction } from './templates.ts'
import type { TranslatingAction } from './translating.ts'
import type { UpkeepAction } from './upkeep.ts'

export type Action =
  | SubmissionAction
  | ReviewAction
  | PreviewLinkAction
  | EventDraftAction
  | 'index'
  | 'doc'
  | SessionAction
  | UserAction
  | MemberAction
  | PersonAction
  | TemplateAction
  | CalendarSubscriptionAction
  | SettingsAction
  | UpkeepAction
  | ChangeOperationAction
  | GeocodingAction
  | RecurrencePreviewAction
  | QuickEventAction
  | DemoAction
  | WebhookAction
  | FollowerAction
  | FollowingAction
  | EditingAction
  | TranslatingAction
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
export type AddressedBy = 'id' | 'slug'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Operation {
  readonly action: Action
  /** Undefined for the index, the documentation, the session, users and imports. */
  readonly resource?: ResourceName
  readonly by?: AddressedBy
  /** For feeds: the format, and the resource that limits the events, if any. */
  readonly format?: FileFormat
  readonly scope?: FeedScopeName
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
