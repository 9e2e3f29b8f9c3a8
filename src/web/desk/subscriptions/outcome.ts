/** The result of the last read of a calendar, in the words of the reader: the service tells it in English. */
import { type Key, t } from '../words/index.ts'

/** The reasons that people can do something about, by the beginning of what the service tells. */
const reasons: readonly (readonly [RegExp, Key])[] = [
  [/^failed: it returned 4(04|10)\b/, 'subscription.fault.gone'],
  [/^failed: it returned 40[13]\b/, 'subscription.fault.refused'],
  [/^failed: it returned (429|503)\b/, 'subscription.fault.busy'],
  [/^failed: it returned \d/, 'subscription.fault.broken'],
  [/^failed: \S+ was not found$/, 'subscription.fault.nowhere'],
  [/^failed: (there was no response|it took longer)/, 'subscription.fault.silent'],
  [
    /^failed: (This is not an iCalendar text|it is not text|no event could be read)/,
    'subscription.fault.other',
  ],
  [/^failed: the calendar is cut off/, 'subscription.fault.cut'],
  [/^failed: it (?:is compressed|has the content encoding)/, 'subscription.fault.broken'],
  [/^failed: \S+ has no public address$/, 'subscription.fault.private'],
  [/^failed: it is larger than/, 'subscription.fault.large'],
  [/^failed: it redirects more than/, 'subscription.fault.redirects'],
  [/^failed: no event could be imported/, 'subscription.fault.none-read'],
  [/^failed: /, 'subscription.fault.failed'],
]

/** The numbers of events that a read changed. */
const COUNTS = /^(\d+) created, (\d+) updated, \d+ unchanged, (\d+) removed, (\d+) refused/

/** Returns a result in words; the text of the service where none fit. */
export function outcomeText(result: string): string {
  const reason = reasons.find(([pattern]) => pattern.test(result))
  if (reason !== undefined) return t(reason[1])
  if (result === 'not changed') return t('subscription.unchanged')
  const [, created, updated, removed, refused] = COUNTS.exec(result) ?? []
  if (created === undefined || updated === undefined || removed === undefined || refused === undefined)
    return result
  return t('subscription.counts', { created, updated, removed, refused })
}

/** Returns what the service tells of a failure, besides its words, for those who help; "" where there is nothing more. */
export const technicalFailureText = (result: string): string =>
  result.startsWith('failed: ') && outcomeText(result) !== result ? result.slice('failed: '.length) : ''
