/** The content of successful responses: media types and schemas. */
import { feedMediaTypes } from '../operations/calendars/feeds.ts'
import { type MediaTypes, mayRespondWithCalendar, type Operation, type OwnFacts } from '../operations.ts'
import { componentReference, type JsonObject } from './document.ts'

/** Returns the media types of an operation's successful response, each with its schema. */
export function successContent(operation: Operation): JsonObject {
  const { answer } = operation.facts
  if (answer.types !== undefined) return contentOf(answer, answer.types)
  return {
    'application/json': { schema: schemaOfAnswer(answer.schema) },
    ...(mayRespondWithCalendar(operation) && { [feedMediaTypes.ics]: { schema: { type: 'string' } } }),
  }
}

/** The content of an answer of these media types. */
const contentOf = ({ schema }: OwnFacts['answer'], types: MediaTypes): JsonObject =>
  Object.fromEntries(
    Object.entries(types).map(([type, own]) => [
      type,
      { schema: own === 'itself' ? schemaOfAnswer(schema) : own },
    ]),
  )

const schemaOfAnswer = (schema: string | readonly string[]): JsonObject =>
  typeof schema === 'string'
    ? componentReference(schema)
    : { anyOf: schema.map((one) => componentReference(one)) }
