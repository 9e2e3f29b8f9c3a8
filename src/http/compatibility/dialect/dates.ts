/** The dates of events in requests of `tec/v1` besides ours: in UTC, and as a duration (contract §12). */
import { integer } from '../../../contract/kinds.ts'
import { because, invalidParam } from '../../../problem.ts'
import type { DialectWriteQuestions } from '../../../representations/dialect.ts'
import { type JsonObject, jsonObjectOrEmpty } from './json.ts'

const isNothing = (value: unknown) => value === undefined || value === null || value === ''

/** A date in UTC under the name of ours; that counts if it was sent too. */
function fromUtc(sent: JsonObject, name: 'start_date' | 'end_date'): JsonObject {
  const utc = sent[`${name}_utc`]
  if (!isNothing(sent[name]) || isNothing(utc)) return sent
  if (typeof utc !== 'string') throw invalidParam(`${name}_utc`, because('not_a_utc_date'))
  return { ...sent, [name]: `${utc.trim().replace(/Z$/i, '')}Z` }
}

/** The end of an event that names its duration in seconds instead. */
async function fromDuration(sent: JsonObject, { shown }: DialectWriteQuestions): Promise<JsonObject> {
  if (!isNothing(sent.end_date) || isNothing(sent.duration)) return sent
  const read = integer(0).read(sent.duration)
  if (!('value' in read)) throw invalidParam('duration', because('not_seconds'))
  const start = sent.start_date ?? jsonObjectOrEmpty(await shown()).start_date
  return typeof start === 'string' ? { ...sent, end_date: `${start} +${read.value} seconds` } : sent
}

/** The start and the end of an event as ours. Throws 400 for what can't be understood. */
export const datesAsOurs = (sent: JsonObject, questions: DialectWriteQuestions): Promise<JsonObject> =>
  fromDuration(fromUtc(fromUtc(sent, 'start_date'), 'end_date'), questions)
