/** Args of clients of The Events Calendar as our args: one change for each difference (contract §12). */
import type { DialectWriteQuestions } from '../../representations/dialect.ts'
import { ourNamesOfOutcomeFields, statusAndAttendanceAsOurs } from './event-status.ts'
import { isJsonObject, type JsonObject, withoutMembers } from './json.ts'
import { textOfWordpressObject, withDecodedNames } from './meant-names.ts'
import { argsWithRecurrenceObjectAsRule } from './recurrence.ts'
import { fieldsUnderOurNames } from './request-names.ts'
import { withoutUnknownTermIds } from './unknown-terms.ts'

const links = ['categories', 'tags', 'venue', 'organizer'] as const

const isNothing = (value: unknown) => value === null || value === ''

/** Whether an object names nothing: `{}` and `{ "id": null }`. */
const isEmpty = (value: unknown) =>
  isJsonObject(value) &&
  Object.entries(value).every(([key, one]) => isNothing(one) || (key === 'id' && one === 0))

/** Leaves out empty objects, alone and in lists. A list with nothing else is left out too. */
function withoutEmptyLinks(sent: JsonObject): JsonObject {
  const changed: Record<string, unknown> = {}
  const absent: string[] = []
  for (const name of links) {
    const value = sent[name]
    if (isEmpty(value)) absent.push(name)
    if (!Array.isArray(value) || !value.some(isEmpty)) continue
    const some = value.filter((one) => !isEmpty(one))
    if (some.length > 0) changed[name] = some
    else absent.push(name)
  }
  return withoutMembers({ ...sent, ...changed }, ...absent)
}

/** Accepts a title in WordPress's form for editors. */
const plainTitle = (sent: JsonObject): JsonObject =>
  sent.title === undefined ? sent : { ...sent, title: textOfWordpressObject(sent.title) }

/** The args that a client of the plugin's namespace means. Throws 400 for what can't be understood. */
export async function pluginArgsAsOurs(
  sent: JsonObject,
  questions: DialectWriteQuestions,
): Promise<JsonObject> {
  const named = withDecodedNames(plainTitle(sent))
  if (questions.resource !== 'event') return named
  const event = argsWithRecurrenceObjectAsRule(withoutEmptyLinks(named))
  const attended = await statusAndAttendanceAsOurs(
    await fieldsUnderOurNames(event, ourNamesOfOutcomeFields, questions),
    questions,
  )
  return withoutUnknownTermIds(attended, questions)
}
