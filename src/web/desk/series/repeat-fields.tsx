/** The recurrence of an event: simple choices for the rule, added and skipped dates, and a preview. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import { faultMessage } from '../api/faults.ts'
import type { RecurrencePreview } from '../api/types.ts'
import type { EventEditingState } from '../events/editing.ts'
import { SelectField, SmallPositiveNumberField, TextField } from '../parts/field.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { FoldedSection } from '../parts/sections.tsx'
import { dateTimeText, dayText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import {
  nameOfRuleWeekday,
  patternOfLines,
  recurrenceLinesForNewStart,
  recurrenceLinesOfPattern,
  ruleIntervalText,
} from './lines.ts'
import {
  type Ordinal,
  ordinals,
  type RecurrencePattern,
  type RepeatEnd,
  type RepeatKind,
  repeatKinds,
  singleEventPattern,
  type Weekday,
  weekdayCodesFromMonday,
} from './pattern.ts'
import {
  argsToFollowRuleFromShownDate,
  loadStartOfFirstSeriesDate,
  type SeriesOfEventItemOrNone,
  type StartAndEndByRule,
  startAndEndOfDraftByRule,
} from './series-dates.ts'

// Previews the dates of a recurrence before it is saved. The user can skip dates and add others.

/** Milliseconds to wait after the last keystroke before the request is sent. */
const PAUSE = 300

/** A preview, or why there is none. */
interface RecurrencePreviewOrFault {
  readonly preview?: RecurrencePreview | undefined
  readonly fault?: string
}

/** Returns the dates of lines as the service expands them; none until it answers. */
function useRecurrencePreview(
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
function RulePreview({ shown: { preview, fault }, times, onSkip }: PreviewProps) {
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

// The fields of a recurrence rule: interval, weekdays, position in the month, end.

/** A pattern, and a function that changes some of its values. */
interface PatternProps {
  readonly pattern: RecurrencePattern
  readonly change: (part: Partial<RecurrencePattern>) => void
}

function IntervalField({ pattern, change }: PatternProps) {
  const hint = ruleIntervalText(pattern)
  if (hint === undefined) return null
  return (
    <SmallPositiveNumberField
      name="interval"
      label={t('repeat.interval')}
      hint={hint}
      value={pattern.interval}
      onInput={(interval) => change({ interval })}
    />
  )
}

function WeekdaysField({ pattern, change }: PatternProps) {
  const toggle = (day: Weekday, isOn: boolean) =>
    change({ weekdays: isOn ? [...pattern.weekdays, day] : pattern.weekdays.filter((one) => one !== day) })
  return (
    <fieldset class="weekdays">
      <legend>{t('repeat.weekdays')}</legend>
      {weekdayCodesFromMonday.map((day) => (
        <label key={day}>
          <input
            type="checkbox"
            checked={pattern.weekdays.includes(day)}
            aria-label={nameOfRuleWeekday(day, 'long')}
            onChange={(event) => toggle(day, event.currentTarget.checked)}
          />
          <span aria-hidden="true">{nameOfRuleWeekday(day, 'short')}</span>
        </label>
      ))}
    </fieldset>
  )
}

function OrdinalFields({ pattern, change }: PatternProps) {
  return (
    <div class="row">
      <SelectField
        name="ordinal"
        label={t('repeat.ordinal')}
        value={pattern.ordinal}
        options={ordinals.map((one): readonly [Ordinal, string] => [one, t(`repeat.ordinal.${one}`)])}
        onChange={(ordinal) => change({ ordinal })}
      />
      <SelectField
        name="weekday"
        label={t('repeat.weekday')}
        value={pattern.weekdays[0] ?? 'MO'}
        options={weekdayCodesFromMonday.map((one): readonly [Weekday, string] => [
          one,
          nameOfRuleWeekday(one, 'long'),
        ])}
        onChange={(day) => change({ weekdays: [day] })}
      />
    </div>
  )
}

const endings = ['never', 'until', 'count'] as const

function EndFields({ pattern, change }: PatternProps) {
  return (
    <div class="row">
      <SelectField
        name="ends"
        label={t('repeat.ends')}
        value={pattern.ends}
        options={endings.map((one): readonly [RepeatEnd, string] => [one, t(`repeat.ends.${one}`)])}
        onChange={(ends) => change({ ends })}
      />
      {pattern.ends === 'until' && (
        <TextField
          name="until"
          type="date"
          label={t('repeat.until')}
          value={pattern.until}
          onInput={(until) => change({ until })}
        />
      )}
      {pattern.ends === 'count' && (
        <SmallPositiveNumberField
          name="count"
          label={t('repeat.count')}
          value={pattern.count}
          onInput={(count) => change({ count })}
        />
      )}
    </div>
  )
}

/** The fields of the rule; empty for patterns without a rule. */
function RuleFields(props: PatternProps) {
  const { repeat } = props.pattern
  if (repeat === 'none' || repeat === 'dates' || repeat === 'other') return null
  return (
    <>
      <IntervalField {...props} />
      {repeat === 'week' && <WeekdaysField {...props} />}
      {repeat === 'month-weekday' && <OrdinalFields {...props} />}
      <EndFields {...props} />
    </>
  )
}

interface DatesProps extends PatternProps {
  /** The start time of the series. */
  readonly time: string
  readonly isAllDay: boolean
}

/** A field to add a date at the start time of the series. */
function AddedDate({ pattern, change, time }: Omit<DatesProps, 'isAllDay'>) {
  const [day, setDay] = useState('')
  const add = () => {
    if (day === '') return
    change({ added: [...pattern.added, `${day} ${time}`] })
    setDay('')
  }
  return (
    <div
      class="pair"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) add()
      }}
    >
      <TextField
        name="added"
        type="date"
        label={t('repeat.add')}
        value={day}
        onInput={setDay}
        onEnter={add}
      />
      <button type="button" disabled={day === ''} onClick={add}>
        {t('repeat.add.do')}
      </button>
    </div>
  )
}

/** The added and the skipped dates, which can be taken back, and a field to add one. */
function DatesFields({ isAllDay, ...rest }: DatesProps) {
  const { pattern, change } = rest
  const text = isAllDay ? dayText : dateTimeText
  const list = (name: 'added' | 'skipped', key: 'repeat.unadd' | 'repeat.unskip') =>
    pattern[name].map((wall) => (
      <li key={wall}>
        {text(wall)}
        <button
          type="button"
          class="link"
          onClick={() => change({ [name]: pattern[name].filter((one) => one !== wall) })}
        >
          {t(key)}
        </button>
      </li>
    ))
  return (
    <div class="dates">
      <AddedDate {...rest} />
      {pattern.added.length > 0 && <ul aria-label={t('repeat.added')}>{list('added', 'repeat.unadd')}</ul>}
      {pattern.skipped.length > 0 && (
        <>
          <p>{t('repeat.skipped')}</p>
          <ul aria-label={t('repeat.skipped')}>{list('skipped', 'repeat.unskip')}</ul>
        </>
      )}
    </div>
  )
}

interface Repeat {
  readonly shown: RecurrencePattern
  readonly change: PatternProps['change']
  /** The times that the rule has. */
  readonly times: StartAndEndByRule
}

/** The pattern of the draft's lines. A rule that is not saved yet follows the start of the event. */
function usePattern(state: EventEditingState): Repeat {
  const { recurrence } = state.values.value
  const times = startAndEndOfDraftByRule(state.values.value, state.item.value)
  const [pattern, setPattern] = useState(() => patternOfLines(recurrence, times))
  const shown =
    recurrenceLinesOfPattern(pattern, times).join() === recurrence.join()
      ? pattern
      : patternOfLines(recurrence, times)
  const change = (part: Partial<RecurrencePattern>) => {
    const next = { ...shown, ...part }
    setPattern(next)
    state.set({ recurrence: recurrenceLinesOfPattern(next, times) })
  }
  const from = useRef(times)
  const isNew = state.item.value?.series === null || state.item.value === undefined
  useEffect(() => {
    const next = recurrenceLinesForNewStart(recurrence, from.current, times)
    from.current = times
    if (isNew && next.join() !== recurrence.join()) state.set({ recurrence: next })
  }, [times.start_date])
  return { shown, change, times }
}

/** The dates of a rule, of which each can be skipped, and a field to add others. */
function RepeatDates({
  shown,
  change,
  times,
  preview,
}: Repeat & { readonly preview: RecurrencePreviewOrFault }) {
  const { start_date, all_day } = times
  const skip = (wall: string) =>
    change(
      shown.added.includes(wall)
        ? { added: shown.added.filter((one) => one !== wall) }
        : { skipped: [...shown.skipped, wall] },
    )
  return (
    <>
      <RulePreview shown={preview} times={times} onSkip={skip} />
      <DatesFields
        pattern={shown}
        change={change}
        time={all_day ? '00:00:00' : start_date.slice(11)}
        isAllDay={all_day}
      />
    </>
  )
}

/** The fields of the recurrence, and the preview of its dates; folded for a series, which says its rule in the line. */
export function RepeatFields({ state }: { readonly state: EventEditingState }) {
  const repeat = usePattern(state)
  const { shown, change, times } = repeat
  const saved = state.item.value?.series
  const preview = useRecurrencePreview(state.values.value.recurrence, times, saved)
  const fault = state.faults.value.recurrence
  const offered = repeatKinds.filter((one) => one !== 'other' || shown.repeat === 'other')
  const fields = (
    <div class="repeat">
      <SelectField
        name="recurrence"
        label={t('repeat')}
        value={shown.repeat}
        options={offered.map((one): readonly [RepeatKind, string] => [one, t(`repeat.${one}`)])}
        onChange={(kind) =>
          change({ ...(shown.repeat === 'none' && singleEventPattern(times)), repeat: kind })
        }
        fault={fault}
      />
      <RuleFields pattern={shown} change={change} />
      {shown.repeat !== 'none' && <RepeatDates {...repeat} preview={preview} />}
    </div>
  )
  if (saved === undefined || saved === null) return fields
  const line = preview.preview?.text ?? t(`repeat.${shown.repeat}`)
  const isWrong = fault !== undefined || preview.fault !== undefined
  return (
    <FoldedSection title={t('repeat')} line={line} hasFault={isWrong}>
      {fields}
    </FoldedSection>
  )
}
