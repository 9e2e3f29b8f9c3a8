/** Previews the dates of a recurrence before it is saved. The user can skip dates and add others. */
import { useEffect, useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import { faultMessage } from '../api/faults.ts'
import type { RecurrencePreview } from '../api/types.ts'
import { useLoaded } from '../parts/loaded.tsx'
import { dateTimeText, dayText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import {
  argsToFollowRuleFromShownDate,
  loadStartOfFirstSeriesDate,
  type SeriesOfEventItemOrNone,
  type StartAndEndByRule,
} from './rule-dates.ts'

/** Milliseconds to wait after the last keystroke before the request is sent. */
const PAUSE = 300

/** A preview, or why there is none. */
export interface RecurrencePreviewOrFault {
  readonly preview?: RecurrencePreview | undefined
  readonly fault?: string
}

/** Returns the dates of lines as the service expands them; none until it answers. */
export function useRecurrencePreview(
  lines: readonly string[],
  times: StartAndEndByRule,
  saved: SeriesOfEventItemOrNone,
): RecurrencePreviewOrFault {
  const [shown, setShown] = useState<RecurrencePreviewOrFault>({})
  const first = useLoaded(() => loadStartOfFirstSeriesDate(saved), [saved?.id, saved?.recurrence_id])
  const args = argsToFollowRuleFromShownDate(times, saved, first.value)
  const recurrence = lines.join('\n')
  useEffect(() => {
    if (recurrence === '') return setShown({})
    if (args === undefined) return
    let isCurrent = true
    const wait = setTimeout(() => {
      callApi<RecurrencePreview>('GET', '/recurrence', { query: { recurrence, ...args } }).then(
        ({ body }) => isCurrent && setShown({ preview: body }),
        (error: unknown) => isCurrent && setShown({ fault: faultMessage(error) }),
      )
    }, PAUSE)
    return () => {
      isCurrent = false
      clearTimeout(wait)
    }
  }, [recurrence, JSON.stringify(args)])
  return shown
}

interface PreviewProps {
  readonly shown: RecurrencePreviewOrFault
  readonly times: StartAndEndByRule
  readonly onSkip: (wall: string) => void
}

/** Shows the description of the rule and its first dates. */
export function RulePreview({ shown: { preview, fault }, times, onSkip }: PreviewProps) {
  const text = times.all_day ? dayText : dateTimeText
  if (fault !== undefined)
    return (
      <p class="wrong" role="alert">
        {fault}
      </p>
    )
  if (preview === undefined) return null
  return (
    <div class="dates">
      <p role="status">
        <strong>{preview.text}</strong>
        {preview.total !== null && ` · ${t('repeat.total', { count: preview.total })}`}
      </p>
      <ol aria-label={t('repeat.dates')}>
        {preview.dates.map(({ start_date }) => (
          <li key={start_date}>
            {text(start_date)}
            {start_date !== times.start_date && (
              <button
                type="button"
                class="link"
                aria-label={t('repeat.skip.date', { date: text(start_date) })}
                onClick={() => onSkip(start_date)}
              >
                {t('repeat.skip')}
              </button>
            )}
          </li>
        ))}
      </ol>
      {preview.has_more && <p class="hint">{t('repeat.more')}</p>}
    </div>
  )
}
