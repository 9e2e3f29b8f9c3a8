/** Args of clients of The Events Calendar as our args: one change for each difference (contract §12). */
import type { DialectWriteQuestions } from '../../../representations/urls.ts'
import { withoutEmptyLinks } from './empty-links.ts'
import type { JsonObject } from './json.ts'
import { decodedNames, wordpressText } from './meant-names.ts'
import { outcomeInOurWords, outcomeNames } from './outcome.ts'
import { recurrenceObjectAsRule } from './recurrence.ts'
import { inOurNames } from './request-names.ts'
import { withKnownTerms } from './unknown-terms.ts'

/** Accepts a title in WordPress's form for editors. */
const plainTitle = (sent: JsonObject): JsonObject =>
  sent.title === undefined ? sent : { ...sent, title: wordpressText(sent.title) }

/** The args that a client of the plugin's namespace means. Throws 400 for what can't be understood. */
export async function pluginArgsAsOurs(
  sent: JsonObject,
  questions: DialectWriteQuestions,
): Promise<JsonObject> {
  const named = decodedNames(plainTitle(sent))
  if (questions.resource !== 'event') return named
  const event = recurrenceObjectAsRule(withoutEmptyLinks(named))
  const attended = await outcomeInOurWords(await inOurNames(event, outcomeNames, questions), questions)
  return withKnownTerms(attended, questions)
}
