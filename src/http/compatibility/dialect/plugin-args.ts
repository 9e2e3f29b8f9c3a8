/** Args of clients of The Events Calendar as our args: one change for each difference (contract §12). */
import type { DialectWriteQuestions } from '../../../representations/dialect.ts'
import { withoutEmptyLinks } from './empty-links.ts'
import { ourNamesOfOutcomeFields, statusAndAttendanceAsOurs } from './event-status.ts'
import type { JsonObject } from './json.ts'
import { textOfWordpressObject, withDecodedNames } from './meant-names.ts'
import { recurrenceObjectAsRule } from './recurrence.ts'
import { fieldsUnderOurNames } from './request-names.ts'
import { withKnownTerms } from './unknown-terms.ts'

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
  const event = recurrenceObjectAsRule(withoutEmptyLinks(named))
  const attended = await statusAndAttendanceAsOurs(
    await fieldsUnderOurNames(event, ourNamesOfOutcomeFields, questions),
    questions,
  )
  return withKnownTerms(attended, questions)
}
