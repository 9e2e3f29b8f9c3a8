/** The content of successful responses: media types and schemas, by action. */
import { type FileFormat, formatMediaTypes } from '../operations/calendars/feeds.ts'
import { LINE_REPORT_TYPE } from '../operations/calendars/imports.ts'
import { EVENT_STREAM_TYPE } from '../operations/integrations/changes.ts'
import { mayRespondWithCalendar, type Operation, type OperationName } from '../operations.ts'
import { componentReference, type JsonObject, schemaNamesByResource } from './document.ts'
import { eventDraftSchemaNamesByOperation } from './schemas/event-drafts.ts'
import { changeSchemaNamesByOperation } from './schemas/integrations/changes.ts'
import {
  previewLinkSchemaNamesByOperation,
  reviewSchemaNamesByOperation,
  submissionSchemaNamesByOperation,
} from './schemas/submissions.ts'

const json = (schema: JsonObject) => ({ 'application/json': { schema } })

const feedContent = (format: FileFormat) => ({
  [formatMediaTypes[format]]: { schema: { type: format === 'feed.json' ? 'object' : 'string' } },
})

/** Returns the media types of an operation's successful response, each with its schema. */
export function successContent(operation: Operation): JsonObject {
  const { format, facts } = operation
  if (facts?.answer.type !== undefined) return { [facts.answer.type]: { schema: { type: 'string' } } }
  if (format !== undefined) return feedContent(format)
  if (operation.action === 'stream-changes') return { [EVENT_STREAM_TYPE]: { schema: { type: 'string' } } }
  if (operation.action === 'import')
    return { ...jsonContent(operation), [LINE_REPORT_TYPE]: { schema: { type: 'string' } } }
  return { ...jsonContent(operation), ...(mayRespondWithCalendar(operation) && feedContent('ics')) }
}

const imageContent: JsonObject = Object.fromEntries(
  ['jpeg', 'png', 'gif', 'webp', 'avif'].map((type) => [
    `image/${type}`,
    { schema: { type: 'string', format: 'binary' } },
  ]),
)

type SchemaName = string | ((noun: string) => JsonObject)

const itself: SchemaName = (noun) => componentReference(noun)

/** The schema of each action's JSON: its name, or what it is for a resource. */
const schemas: { readonly [A in OperationName]: SchemaName } = {
  index: 'Index',
  doc: () => ({ type: 'object' }),
  ...changeSchemaNamesByOperation,
  ...submissionSchemaNamesByOperation,
  ...reviewSchemaNamesByOperation,
  ...previewLinkSchemaNamesByOperation,
  ...eventDraftSchemaNamesByOperation,
  audit: 'ChangeList',
  feed: itself,
  import: 'ImportReport',
  'preview-import': 'ImportPreview',
  batch: 'BatchResults',
  undo: 'Undone',
  'list-translations': 'ToTranslateList',
  mcp: () => ({ type: 'object', additionalProperties: true }),
}

function jsonContent({ action, resource = 'event', facts }: Operation): JsonObject {
  if (facts !== undefined) {
    const { schema } = facts.answer
    return json(
      typeof schema === 'string'
        ? componentReference(schema)
        : { anyOf: schema.map((one) => componentReference(one)) },
    )
  }
  if (action === 'submission-image') return imageContent
  const schema = schemas[action]
  const own =
    typeof schema === 'string' ? componentReference(schema) : schema(schemaNamesByResource[resource])
  return { ...json(own), ...(action === 'doc' && { 'text/html': { schema: { type: 'string' } } }) }
}
