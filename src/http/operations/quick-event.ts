/** Reads a line such as “Concert Friday 8pm at Komedia” as the beginnings of an event (ext.). */
import { allowWriting } from '../../actions/policy.ts'
import { quickEventOperations } from '../../contract/operations/quick-event.ts'
import { parseArgs } from '../../contract/parse-args.ts'
import { readQuickEvent } from '../../domain/quick-event/read.ts'
import type { OperationHandler } from './handler.ts'

const [{ args }] = quickEventOperations

/** Returns what the line says, in the language of the root and the site zone. Throws 400, 401 or 403. */
export const quickEventResponse: OperationHandler = async ({ query, context, language }) => {
  allowWriting(context.actor, 'event')
  const { text } = parseArgs(args, query.args(args), 'query')
  const { title, start, end, allDay, place } = readQuickEvent(text, language, context.moment)
  const body = {
    title,
    start_date: start ?? null,
    end_date: end ?? null,
    all_day: allDay,
    timezone: context.moment.zone,
    place,
  }
  return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body }
}
