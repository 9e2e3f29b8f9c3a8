/** The content of successful responses: media types and schemas, by action. */
import { type FileFormat, formatMediaTypes } from '../operations/calendars/feeds.ts'
import {
  type MediaTypes,
  mayRespondWithCalendar,
  type Operation,
  type OperationName,
  type OwnFacts,
} from '../operations.ts'
import { componentReference, type JsonObject, schemaNamesByResource } from './document.ts'

const json = (schema: JsonObject) => ({ 'application/json': { schema } })

const feedContent = (format: FileFormat) => ({
  [formatMediaTypes[format]]: { schema: { type: format === 'feed.json' ? 'object' : 'string' } },
})

/** Returns the media types of an operation's successful response, each with its schema. */
export function successContent(operation: Operation): JsonObject {
  const { format, facts } = operation
  if (facts?.answer.types !== undefined) return contentOf(facts.answer, facts.answer.types)
  if (format !== undefined) return feedContent(format)
  return { ...jsonContent(operation), ...(mayRespondWithCalendar(operation) && feedContent('ics')) }
}

/** The content of an answer that is declared whole, of these media types. */
const contentOf = ({ schema }: OwnFacts['answer'], types: MediaTypes): JsonObject =>
  Object.fromEntries(
    Object.entries(types).map(([type, own]) => [
      type,
      { schema: own === 'itself' ? schemaOfAnswer(schema) : own },
    ]),
  )

type SchemaName = string | ((noun: string) => JsonObject)

const itself: SchemaName = (noun) => componentReference(noun)

/** The schema of each action's JSON: its name, or what it is for a resource. */
const schemas: { readonly [A in OperationName]: SchemaName } = {
  feed: itself,
}

const schemaOfAnswer = (schema: string | readonly string[]): JsonObject =>
  typeof schema === 'string'
    ? componentReference(schema)
    : { anyOf: schema.map((one) => componentReference(one)) }

function jsonContent({ action, resource = 'event', facts }: Operation): JsonObject {
  if (facts !== undefined) return json(schemaOfAnswer(facts.answer.schema))
  const schema = schemas[action]
  const own =
    typeof schema === 'string' ? componentReference(schema) : schema(schemaNamesByResource[resource])
  return json(own)
}
