/** The recurrence of an event: simple choices for the rule, added and skipped dates, and a preview. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import { faultMessage } from '../api/faults.ts'
import type { RecurrencePreview } from '../api/types.ts'
import type { EventEditingState, EventFieldsProps } from '../events/editing.ts'
import { ErrorText, SelectField, SmallPositiveNumberField } from '../parts/field.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { MomentField } from '../parts/moment-field.tsx'
import { FoldedSection } from '../parts/sections.tsx'
import { t } from '../words/index.ts'
import { type PatternProps, SeriesDates } from './dates.tsx'
import {
  nameOfRuleWeekday,
  patternOfLines,
  recurrenceLinesForNewStart,
  recurrenceLinesOfPattern,
  ruleIntervalText,
} from './lines.ts'
import {
  ordinals,
  type RecurrencePattern,
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

/** The pattern of the draft's lines. A rule that is not saved yet follows the start of the event. */
function usePattern(state: EventEditingState): PatternProps {
  const { recurrence } = state.values.value
  const times = startAndEndOfDraftByRule(state.values.value, state.item.value)
  const [chosen, choose] = useState(() => patternOfLines(recurrence, times))
  const isShown = recurrenceLinesOfPattern(chosen, times).join() === recurrence.join()
  const pattern = isShown ? chosen : patternOfLines(recurrence, times)
  const change = (part: Partial<RecurrencePattern>) => {
    const next = { ...pattern, ...part }
    choose(next)
    state.set({ recurrence: recurrenceLinesOfPattern(next, times) })
  }
  const from = useRef(times)
  const isNew = state.item.value?.series == null
  // Before the next key: later, the rule would be an old one, and setting it would undo the key.
  useLayoutEffect(() => {
    const next = recurrenceLinesForNewStart(recurrence, from.current, times)
    from.current = times
    if (isNew && next.join() !== recurrence.join()) state.set({ recurrence: next })
  }, [times.start_date])
  return { pattern, change, times }
}

// The rule.

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

const OrdinalFields = ({ pattern, change }: PatternProps) => (
  <div class="row">
    <SelectField
      name="ordinal"
      label={t('repeat.ordinal')}
      value={pattern.ordinal}
      options={ordinals.map((one) => [one, t(`repeat.ordinal.${one}`)] as const)}
      onChange={(ordinal) => change({ ordinal })}
    />
    <SelectField
      name="weekday"
      label={t('repeat.weekday')}
      value={pattern.weekdays[0] ?? 'MO'}
      options={weekdayCodesFromMonday.map((one) => [one, nameOfRuleWeekday(one, 'long')] as const)}
      onChange={(day) => change({ weekdays: [day] })}
    />
  </div>
)

const endings = ['never', 'until', 'count'] as const

const EndFields = ({ pattern: { ends, until, count }, change }: PatternProps) => (
  <div class="row">
    <SelectField
      name="ends"
      label={t('repeat.ends')}
      value={ends}
      options={endings.map((one) => [one, t(`repeat.ends.${one}`)] as const)}
      onChange={(next) => change({ ends: next })}
    />
    {ends === 'until' && (
      <MomentField
        kind="day"
        name="until"
        label={t('repeat.until')}
        value={until}
        onInput={(next) => change({ until: next })}
      />
    )}
    {ends === 'count' && (
      <SmallPositiveNumberField
        name="count"
        label={t('repeat.count')}
        value={count}
        onInput={(next) => change({ count: next })}
      />
    )}
  </div>
)

function RuleFields(props: PatternProps) {
  const { pattern, change } = props
  const { repeat, interval } = pattern
  const hint = ruleIntervalText(pattern)
  if (hint === undefined) return null
  return (
    <>
      <SmallPositiveNumberField
        name="interval"
        label={t('repeat.interval')}
        hint={hint}
        value={interval}
        onInput={(next) => change({ interval: next })}
      />
      {repeat === 'week' && <WeekdaysField {...props} />}
      {repeat === 'month-weekday' && <OrdinalFields {...props} />}
      <EndFields {...props} />
    </>
  )
}

// The dates of the rule before it is saved.

/** Milliseconds to wait after the last keystroke before the request is sent. */
const PAUSE = 300

interface PreviewOrFault {
  readonly preview?: RecurrencePreview | undefined
  readonly fault?: string
}

/** Returns the dates of lines as the service expands them; none until it answers. */
function useRecurrencePreview(
  lines: readonly string[],
  times: StartAndEndByRule,
  saved: SeriesOfEventItemOrNone,
): PreviewOrFault {
  const first = useLoaded(() => loadStartOfFirstSeriesDate(saved), [saved?.id, saved?.recurrence_id])
  const args = argsToFollowRuleFromShownDate(times, saved, first.value)
  const recurrence = lines.join('\n')
  const load = async () =>
    recurrence === '' || args === undefined
      ? undefined
      : (await callApi<RecurrencePreview>('GET', '/recurrence', { query: { recurrence, ...args } })).body
  const { value, fault } = useLoaded(load, [recurrence, JSON.stringify(args)], PAUSE)
  if (recurrence === '') return {}
  return fault === undefined ? { preview: value } : { fault: faultMessage(fault) }
}

/** The fields of the recurrence, and its dates; folded where a series is opened, which says its rule in the line. */
export function RepeatFields({ state }: EventFieldsProps) {
  const props = usePattern(state)
  const { pattern, change, times } = props
  const saved = state.item.value?.series
  // Those of an event that becomes a series stay as they are, with the focus, until it is opened again.
  const [isFolded] = useState(saved != null)
  const { preview, fault: unread } = useRecurrencePreview(state.values.value.recurrence, times, saved)
  const fault = state.faults.value.recurrence
  const offered = repeatKinds.filter((one) => one !== 'other' || pattern.repeat === 'other')
  const fields = (
    <div class="repeat">
      <SelectField
        name="recurrence"
        label={t('repeat')}
        value={pattern.repeat}
        options={offered.map((one) => [one, t(`repeat.${one}`)] as const)}
        onChange={(repeat) => change({ ...(pattern.repeat === 'none' && singleEventPattern(times)), repeat })}
        fault={fault}
      />
      <RuleFields {...props} />
      <ErrorText>{unread}</ErrorText>
      {!isFolded && preview && <p role="status">{preview.text}</p>}
    </div>
  )
  return (
    <>
      {isFolded ? (
        <FoldedSection
          title={t('repeat')}
          line={preview?.text ?? ''}
          hasFault={fault !== undefined || unread !== undefined}
        >
          {fields}
        </FoldedSection>
      ) : (
        fields
      )}
      {pattern.repeat !== 'none' && <SeriesDates state={state} preview={preview} {...props} />}
    </>
  )
}
