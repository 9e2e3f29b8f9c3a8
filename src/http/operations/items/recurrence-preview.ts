/** The meaning of a recurrence, before an event is saved with it (contract §10.1, ext.). */

import { requireMayWriteSomeItems } from '../../../actions/policy.ts'
import { previewRecurrence } from '../../../actions/series/preview.ts'
import { recurrencePreviewOperations } from '../../../contract/operations/recurrence-preview.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import { recurrenceLineTexts } from '../../../domain/series/recurrence-lines.ts'
import { describeSeriesInWords } from '../../../domain/series/rule-text.ts'
import { occurrenceCount } from '../../../domain/series/total.ts'
import type { OperationHandler } from '../handler.ts'

const [{ args }] = recurrencePreviewOperations

/** Returns the lines of a recurrence, the rule in words, and the first dates. Throws 400, 401 or 403. */
export const handleRecurrencePreview: OperationHandler = async ({ query, context, language, root }) => {
  requireMayWriteSomeItems(context.actor, 'event')
  const { recurrence, ...times } = parseArgs(args, query.args(args), 'query')
  const { series, dates, hasMore, rest } = previewRecurrence(recurrence, times, context)
  const body = {
    recurrence: recurrenceLineTexts(series.recurrence),
    text: describeSeriesInWords(series, language, root.locale),
    total: occurrenceCount(series),
    dates: dates.map(({ start, end }) => ({ start_date: start, end_date: end })),
    has_more: hasMore,
    rest: recurrenceLineTexts(rest),
  }
  return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body }
}
