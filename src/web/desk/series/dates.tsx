/** The real dates of a series, each with its state and a link. */
import { useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import { faultMessage } from '../api/faults.ts'
import type { EventItem } from '../api/types.ts'
import { notifyWithUndo } from '../bulk/undo.ts'
import type { EventEditorProps } from '../events/editing.ts'
import { choiceText } from '../events/fields/field-kinds.ts'
import { argLabel } from '../events/key-text.ts'
import { statusText } from '../events/list/texts.tsx'
import { Link } from '../parts/link.tsx'
import { LoadedContent, Pager, useLoaded } from '../parts/loaded.tsx'
import { notify, showFault } from '../parts/notice.tsx'
import { FoldedSection } from '../parts/sections.tsx'
import { dateTimeText, dayText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { linesWithoutSkippedDate, patternOfLines } from './lines.ts'
import { loadSeriesDates, type SeriesDate, type SeriesDatesPage, skippedInPage } from './series-dates.ts'

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

interface DatesProps {
  readonly event: EventItem
  /** Saves new lines of the rule at once, and alone. */
  readonly saveLines: (lines: readonly string[]) => void
}

/** A date that the series leaves out, with a button by which it takes place again. */
function SkippedLine({ wall, event, saveLines }: DatesProps & { readonly wall: string }) {
  const text = textOf(event)(wall)
  return (
    <li class="line">
      <del>{text}</del>
      <span class="detail">{t('series.skipped')}</span>
      <button
        type="button"
        class="link"
        aria-label={t('labelled', { label: text, text: t('repeat.unskip') })}
        onClick={() => saveLines(linesWithoutSkippedDate(event.series?.recurrence ?? [], wall))}
      >
        {t('repeat.unskip')}
      </button>
    </li>
  )
}

/** The dates of a page and the skipped ones among them, by start. */
function DateRows({ of, ...props }: DatesProps & { readonly of: SeriesDatesPage }) {
  const { event } = props
  const { skipped } = patternOfLines(event.series?.recurrence ?? [], event)
  const rows = [
    ...of.dates.map((date) => ({
      at: date.start_date,
      line: <DateLine key={date.id} date={date} isOpen={date.id === event.id} />,
    })),
    ...skippedInPage(skipped, of).map((wall) => ({
      at: wall,
      line: <SkippedLine key={wall} wall={wall} {...props} />,
    })),
  ]
  return (
    <ol class="lines" aria-label={t('series.dates')}>
      {rows.sort((a, b) => (a.at < b.at ? -1 : 1)).map(({ line }) => line)}
    </ol>
  )
}

function Dates(props: DatesProps) {
  const [isWhole, setWhole] = useState(false)
  const [page, setPage] = useState(1)
  const loaded = useLoaded(() => loadSeriesDates(props.event, isWhole, page), [isWhole, page, props.event])
  const show = (whole: boolean) => {
    setPage(1)
    setWhole(whole)
  }
  return (
    <LoadedContent of={loaded}>
      {(of) => (
        <>
          <DateRows of={of} {...props} />
          <Pager page={page} pages={of.pages} total={of.total} onPage={setPage} />
          <button type="button" class="quiet" onClick={() => show(!isWhole)}>
            {t(isWhole ? 'series.upcoming' : 'series.whole')}
          </button>
        </>
      )}
    </LoadedContent>
  )
}

/** The section with the dates, folded below how many are to come; nothing for a single event. */
export function SeriesDates({ state, reload }: EventEditorProps) {
  const event = state.item.value
  const { value: coming } = useLoaded(async () => event?.series && loadSeriesDates(event, false, 1), [event])
  if (event === undefined || event.series === null) return null
  const saveLines = (lines: readonly string[]) => {
    state
      .saveAlone({ recurrence: lines }, 'all')
      .then(
        ({ title }) => notifyWithUndo(t('saved', { title }), { revision: state.revision.value }, reload),
        showFault,
      )
  }
  return (
    <FoldedSection title={t('series.dates')} line={coming ? t('scope.dates', { count: coming.total }) : ''}>
      <Dates event={event} saveLines={saveLines} />
    </FoldedSection>
  )
}

// Shows which series an event belongs to, and the fields that differ from it, each with a button to reset it.

interface OwnFieldsProps {
  readonly event: EventItem
  readonly reload: () => void
}

/** The fields in which an occurrence differs from its series, each with a button that gives it back; nothing for a single event. */
export function OccurrenceOwnFields({ event, reload }: OwnFieldsProps) {
  const { series } = event
  if (series === null) return null
  const giveBack = async (names: readonly string[]) => {
    try {
      await callApi('PATCH', `/events/${event.id}`, { body: { inherit: names } })
      reload()
    } catch (error) {
      notify(faultMessage(error))
    }
  }
  return (
    <div class="own-fields">
      <p>{t('series.part', { at: dateTimeText(series.recurrence_id) })}</p>
      {series.own_fields.length > 0 && (
        <>
          <p>{t('series.own')}</p>
          <ul>
            {series.own_fields.map((name) => (
              <li key={name}>
                {argLabel(name)}{' '}
                <button
                  type="button"
                  class="link"
                  aria-label={t('series.inherit.field', { field: argLabel(name) })}
                  onClick={() => void giveBack([name])}
                >
                  {t('series.inherit')}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
