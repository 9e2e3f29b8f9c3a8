/** The real dates of a series, each with its state and a link. */
import { useState } from 'preact/hooks'
import type { EventItem } from '../api/types.ts'
import { choiceText } from '../events/fields/choice-text.ts'
import { statusText } from '../events/list/status.tsx'
import { Link } from '../parts/link.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { Pager } from '../parts/pager.tsx'
import { FoldedSection } from '../parts/part.tsx'
import { dateTimeText, dayText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { patternOfLines } from './read-lines.ts'
import { loadSeriesDates, type SeriesDate } from './series-dates.ts'

const textOf = ({ all_day }: Pick<EventItem, 'all_day'>) => (all_day ? dayText : dateTimeText)

/** Words for all in which a date is unlike the others of its series. */
function statesOf(date: SeriesDate): readonly string[] {
  const own: readonly string[] = date.series?.own_fields ?? []
  const isMoved = own.includes('start_date')
  return [
    ...(date.status === 'publish' ? [] : [statusText(date.status)]),
    ...(date.event_status === 'scheduled' ? [] : [choiceText('event_status', date.event_status)]),
    ...(isMoved ? [t('series.moved', { at: textOf(date)(date.series?.recurrence_id ?? '') })] : []),
    ...(!isMoved && own.some((name) => name !== 'event_status') ? [t('series.differs')] : []),
  ]
}

function DateLine({ date, isOpen }: { readonly date: SeriesDate; readonly isOpen: boolean }) {
  const text = textOf(date)(date.start_date)
  const states = statesOf(date).join(' · ')
  return (
    <li class="line">
      {isOpen ? <strong aria-current="true">{text}</strong> : <Link to={`/events/${date.id}`}>{text}</Link>}
      {states !== '' && <span class="detail">{states}</span>}
    </li>
  )
}

/** The dates that the series leaves out. */
function Skipped({ event }: { readonly event: EventItem }) {
  const { skipped } = patternOfLines(event.series?.recurrence ?? [], event)
  if (skipped.length === 0) return null
  return (
    <p class="detail">
      {t('repeat.skipped')} {skipped.map(textOf(event)).join(' · ')}
    </p>
  )
}

function Dates({ event, series }: { readonly event: EventItem; readonly series: number }) {
  const [isWhole, setWhole] = useState(false)
  const [page, setPage] = useState(1)
  const loaded = useLoaded(() => loadSeriesDates(series, isWhole, page), [series, isWhole, page, event])
  const show = (whole: boolean) => {
    setPage(1)
    setWhole(whole)
  }
  return (
    <LoadedContent of={loaded}>
      {({ body, total, pages }) => (
        <>
          <ol class="lines" aria-label={t('series.dates')}>
            {body.map((date) => (
              <DateLine key={date.id} date={date} isOpen={date.id === event.id} />
            ))}
          </ol>
          <Pager page={page} pages={pages} total={total} onPage={setPage} />
          <Skipped event={event} />
          <button type="button" class="quiet" onClick={() => show(!isWhole)}>
            {t(isWhole ? 'series.upcoming' : 'series.whole')}
          </button>
        </>
      )}
    </LoadedContent>
  )
}

/** The section with the dates; nothing for a single event. */
export function SeriesDates({ event }: { readonly event: EventItem }) {
  if (event.series === null) return null
  return (
    <FoldedSection title={t('series.dates')} line="">
      <Dates event={event} series={event.series.id} />
    </FoldedSection>
  )
}
