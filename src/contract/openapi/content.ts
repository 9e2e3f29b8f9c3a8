/** The content of successful responses: media types and schemas, by action. */
import { type FileFormat, fileTypes } from '../operations/calendars/feeds.ts'
import { LINE_REPORT_TYPE } from '../operations/calendars/imports.ts'
import { EVENT_STREAM } from '../operations/integrations/changes.ts'
import { type Action, isAlsoFeed, type Operation } from '../operations.ts'
import { isPublishable } from '../resources/index.ts'
import { componentReference, type Json, schemaNames } from './document.ts'
import { personSchemaNames } from './schemas/accounts/persons.ts'
import { userSchemaNames } from './schemas/accounts/users.ts'
import { calendarSubscriptionSchemaNames } from './schemas/calendar-subscriptions.ts'
import { demoSchemaNames } from './schemas/demo.ts'
import { eventDraftSchemaNames } from './schemas/event-drafts.ts'
import { changeSchemaNames } from './schemas/integrations/changes.ts'
import { followerSchemaNames } from './schemas/integrations/followers.ts'
import { followingSchemaNames } from './schemas/integrations/following.ts'
import { webhookSchemaNames } from './schemas/integrations/webhooks.ts'
import { settingsSchemaNames } from './schemas/settings.ts'
import { previewLinkSchemaNames, reviewSchemaNames, submissionSchemaNames } from './schemas/submissions.ts'
import { templateSchemaNames } from './schemas/templates.ts'
import { translatingSchemaNames } from './schemas/translating.ts'
import { upkeepSchemaNames } from './schemas/upkeep.ts'

const json = (schema: Json) => ({ 'application/json': { schema } })

const feedContent = (format: FileFormat) => ({
  [fileTypes[format]]: { schema: { type: format === 'feed.json' ? 'object' : 'string' } },
})

/** Returns the media types of an operation's successful response, each with its schema. */
export function successContent(operation: Operation): Json {
  const { format } = operation
  if (format !== undefined) return feedContent(format)
  if (operation.action === 'stream-changes') return { [EVENT_STREAM]: { schema: { type: 'string' } } }
  if (operation.action === 'export-site') return { [fileTypes.jsonl]: { schema: { type: 'string' } } }
  if (operation.action === 'import')
    return { ...jsonContent(operation), [LINE_REPORT_TYPE]: { schema: { type: 'string' } } }
  return { ...jsonContent(operation), ...(isAlsoFeed(operation) && feedContent('ics')) }
}

const imageContent: Json = Object.fromEntries(
  ['jpeg', 'png', 'gif', 'webp', 'avif'].map((type) => [
    `image/${type}`,
    { schema: { type: 'string', format: 'binary' } },
  ]),
)

type SchemaName = string | ((noun: string, isPublished: boolean) => Json)

const itself: SchemaName = (noun) => componentReference(noun)

/** The schema of each action's JSON: its name, or what it is for a resource. */
const schemas: { readonly [A in Action]: SchemaName } = {
  index: 'Index',
  doc: () => ({ type: 'object' }),
  'sign-in': 'Session',
  'who-am-i': 'Session',
  'sign-out': 'SignedOut',
  ...userSchemaNames,
  ...calendarSubscriptionSchemaNames,
  ...settingsSchemaNames,
  ...upkeepSchemaNames,
  ...changeSchemaNames,
  geocode: 'Places',
  'preview-recurrence': 'RecurrencePreview',
  'read-quick-event': 'QuickEvent',
  ...demoSchemaNames,
  ...submissionSchemaNames,
  ...reviewSchemaNames,
  ...previewLinkSchemaNames,
  ...eventDraftSchemaNames,
  ...webhookSchemaNames,
  ...followerSchemaNames,
  ...templateSchemaNames,
  ...followingSchemaNames,
  ...personSchemaNames,
  list: (noun) => componentReference(`${noun}List`),
  create: itself,
  read: itself,
  update: itself,
  put: itself,
  remove: (noun, isTrashed) =>
    isTrashed
      ? { anyOf: [componentReference(noun), componentReference(`Deleted${noun}`)] }
      : componentReference(noun),
  history: 'ChangeList',
  audit: 'ChangeList',
  feed: itself,
  import: 'ImportReport',
  'preview-import': 'ImportPreview',
  batch: 'BatchResults',
  revert: itself,
  undo: 'Undone',
  duplicate: 'Duplicates',
  bulk: 'BulkChange',
  merge: itself,
  ...translatingSchemaNames,
  mcp: () => ({ type: 'object', additionalProperties: true }),
}

function jsonContent({ action, resource = 'event' }: Operation): Json {
  if (action === 'submission-image') return imageContent
  const schema = schemas[action]
  const own =
    typeof schema === 'string'
      ? componentReference(schema)
      : schema(schemaNames[resource], isPublishable(resource))
  return { ...json(own), ...(action === 'doc' && { 'text/html': { schema: { type: 'string' } } }) }
}
