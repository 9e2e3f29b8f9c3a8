/** The dates of a series in one list: those that are stored, with what became of each, and those of a rule that is not saved yet. */
import { useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import { faultMessage } from '../api/faults.ts'
import type { EventItem, RecurrencePreview } from '../api/types.ts'
import type { EventEditingState } from '../events/editing.ts'
import { choiceText } from '../events/fields/field-kinds.ts'
import { argLabel } from '../events/key-text.ts'
import { statusText } from '../events/list/texts.tsx'
import { Button } from '../parts/button.tsx'
import { Link } from '../parts/link.tsx'
import { Pager, useLoaded } from '../parts/loaded.tsx'
import { MomentField } from '../parts/moment-field.tsx'
import { notify } from '../parts/notice.tsx'
import { FoldedSection } from '../parts/sections.tsx'
import { dateTimeText, dayText, shortDateTimeText, shortDaysText, todayOfSite } from '../time/wall.ts'
import { listText, t } from '../words/index.ts'
import { patternOfLines } from './lines.ts'
import type { RecurrencePattern } from './pattern.ts'
import {
  loadSeriesDates,
  ruleOfLines,
  type SeriesDate,
  type StartAndEndByRule,
  skippedInPage,
  startByRule,
} from './series-dates.ts'

export interface PatternProps {
  readonly pattern: RecurrencePattern
  readonly change: (part: Partial<RecurrencePattern>) => void
  readonly times: StartAndEndByRule
}

const textOf = ({ all_day }: Pick<EventItem, 'all_day'>) => (all_day ? dayText : dateTimeText)

/** A date among others: with its year where that is not the one before, and its time where that is not the usual one. */
const shortText = (at: string, yearBefore: string, { all_day, start_date }: StartAndEndByRule) =>
  all_day || at.slice(11) === start_date.slice(11)
    ? shortDaysText(at, at, yearBefore)
    : shortDateTimeText(at, yearBefore)

/** Words for all in which a date is unlike the others of its series. */
function statesOf(date: SeriesDate, times: StartAndEndByRule): readonly string[] {
  const own: readonly string[] = date.series?.own_fields ?? []
  const isMoved = own.includes('start_date')
  return [
    ...(date.status === 'publish' ? [] : [statusText(date.status)]),
    ...(date.event_status === 'scheduled' ? [] : [choiceText('event_status', date.event_status)]),
    ...(isMoved
      ? [
          t('series.moved', {
            at: shortText(date.series?.recurrence_id ?? '', date.start_date.slice(0, 4), times),
          }),
        ]
      : []),
    ...(!isMoved && own.some((name) => name !== 'event_status') ? [t('series.differs')] : []),
  ]
}

const timeNames = ['start_date', 'end_date', 'timezone', 'all_day'] as const

/** Whether the stored dates are those of the form, but for single ones that are skipped or added. */
function hasStoredRule({ item, values, edited }: EventEditingState): boolean {
  const [now, { base }] = [values.value, edited.value]
  if (item.value?.series == null || !timeNames.every((name) => now[name] === base[name])) return false
  const start = startByRule(item.value)
  return ruleOfLines(now.recurrence, start) === ruleOfLines(base.recurrence, start)
}

/** A date of the list. `wall` is when the rule has it, and `at` when it starts. */
interface ListedDate {
  readonly wall: string
  readonly at: string
  readonly stored?: SeriesDate
}

interface LineProps extends PatternProps {
  readonly date: ListedDate
  readonly event: EventItem | undefined
  /** The year of the date before it. */
  readonly yearBefore: string
  /** The dates that are stored as added. */
  readonly addedBefore: readonly string[]
}

/** A date with its state, and the button that skips it or lets it take place again, once that is saved. */
function DateLine(props: LineProps) {
  const { date, event, yearBefore, addedBefore, pattern, change, times } = props
  const { wall, at, stored } = date
  const { added, skipped } = pattern
  const [text, shown] = [textOf(times)(at), shortText(at, yearBefore, times)]
  const isTakenBack = addedBefore.includes(wall) && !added.includes(wall)
  const isGone = skipped.includes(wall) || isTakenBack
  const isOpen = stored === undefined ? wall === times.start_date : stored.id === event?.id
  const states = isGone ? [t('series.skipped')] : stored ? statesOf(stored, times) : []
  const skip = () =>
    change(
      added.includes(wall) ? { added: added.filter((one) => one !== wall) } : { skipped: [...skipped, wall] },
    )
  const restore = () =>
    change(isTakenBack ? { added: [...added, wall] } : { skipped: skipped.filter((one) => one !== wall) })
  const act = t(isGone ? 'repeat.unskip' : 'repeat.skip')
  return (
    <li class="line">
      {isGone ? (
        <del>{shown}</del>
      ) : isOpen ? (
        <strong aria-current="true">{shown}</strong>
      ) : stored ? (
        <Link to={`/events/${stored.id}`}>{shown}</Link>
      ) : (
        shown
      )}
      {states.length > 0 && <span class="detail">{states.join(' · ')}</span>}
      {(isGone || (!isOpen && stored?.status !== 'trash')) && (
        <Button
          class="link"
          aria-label={
            isGone ? t('labelled', { label: text, text: act }) : t('repeat.skip.date', { date: text })
          }
          onClick={isGone ? restore : skip}
          label={act}
        />
      )}
    </li>
  )
}

/** A field to add a date at the start time of the series. */
function AddedDate({ pattern, change, times: { all_day, start_date } }: PatternProps) {
  const [day, setDay] = useState('')
  const add = (added: string) => {
    if (added === '') return
    change({ added: [...pattern.added, `${added} ${all_day ? '00:00:00' : start_date.slice(11)}`] })
    setDay('')
  }
  return (
    <div
      class="pair"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) add(day)
      }}
    >
      <MomentField
        kind="day"
        name="added"
        label={t('repeat.add')}
        value={day}
        onInput={setDay}
        onEnter={add}
      />
      <Button disabled={day === ''} onClick={() => add(day)} label={t('repeat.add.do')} />
    </div>
  )
}

interface DatesProps extends PatternProps {
  readonly state: EventEditingState
  /** The dates of the rule as the service expands them. */
  readonly preview: RecurrencePreview | undefined
}

/** The list, folded, with how many dates it has. */
export function SeriesDates({ state, preview, ...props }: DatesProps) {
  const { pattern, times } = props
  const event = state.item.value
  const isStored = hasStoredRule(state)
  const [isWhole, setWhole] = useState(false)
  const [page, setPage] = useState(1)
  const loaded = useLoaded(
    async () => (isStored && event ? loadSeriesDates(event, isWhole, page) : undefined),
    [isStored, isWhole, page, event],
  ).value
  const found = isStored ? loaded : undefined
  const before = patternOfLines(state.edited.value.base.recurrence, times)
  const stored = found?.dates.map((one) => ({
    at: one.start_date,
    wall: one.series?.recurrence_id ?? one.start_date,
    stored: one,
  }))
  const expanded = preview?.dates.map(({ start_date: at }) => ({ at, wall: at }))
  const listed: readonly ListedDate[] = (isStored ? stored : expanded) ?? []
  // What is not stored yet, or no more.
  const single = [...pattern.skipped, ...(found ? [...pattern.added, ...before.skipped] : [])]
  const unlisted = [...new Set(single)].filter((wall) => !listed.some((one) => one.wall === wall))
  const further = found ? skippedInPage(unlisted, found) : unlisted
  const rows = [...listed, ...further.map((wall) => ({ wall, at: wall }))].sort((a, b) =>
    a.at < b.at ? -1 : 1,
  )
  const total = isStored ? found?.total : preview?.total
  const firstDates = () => `${listText(listed.slice(0, 3).map(({ at }) => textOf(times)(at)))} …`
  const line = total == null ? (listed.length > 0 ? firstDates() : '') : t('scope.dates', { count: total })
  const show = (whole: boolean) => {
    setPage(1)
    setWhole(whole)
  }
  return (
    <FoldedSection title={t('series.dates')} line={line}>
      <div class="dates">
        {event?.series && !isStored && <p class="hint">{t('series.preview')}</p>}
        <ol class="lines" aria-label={t('series.dates')}>
          {rows.map((date, at) => (
            <DateLine
              key={date.wall}
              {...{ ...props, date, event }}
              yearBefore={(rows[at - 1]?.at ?? todayOfSite()).slice(0, 4)}
              addedBefore={before.added}
            />
          ))}
        </ol>
        {found ? (
          <>
            {found.pages > 1 && (
              <Pager page={found.page} pages={found.pages} total={found.total} onPage={setPage} />
            )}
            <Button
              class="quiet"
              onClick={() => show(!isWhole)}
              label={t(isWhole ? 'series.upcoming' : 'series.whole')}
            />
          </>
        ) : (
          preview?.has_more && <p class="hint">{t('repeat.more')}</p>
        )}
        <AddedDate {...props} />
      </div>
    </FoldedSection>
  )
}

// Shows the fields in which an event differs from its series, each with a button to reset it.

interface OwnFieldsProps {
  readonly event: EventItem
  readonly reload: () => void
}

export function OccurrenceOwnFields({ event, reload }: OwnFieldsProps) {
  const { own_fields: own = [] } = event.series ?? {}
  if (own.length === 0) return null
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
      <p>{t('series.own')}</p>
      <ul>
        {own.map((name) => (
          <li key={name}>
            {argLabel(name)}{' '}
            <Button
              class="link"
              aria-label={t('series.inherit.field', { field: argLabel(name) })}
              onClick={() => void giveBack([name])}
              label={t('series.inherit')}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
