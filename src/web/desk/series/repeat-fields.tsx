/** The recurrence of an event: simple choices for the rule, added and skipped dates, and a preview. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { EventEditingState } from '../events/editing.ts'
import { SelectField } from '../parts/choice.tsx'
import { TextField } from '../parts/field.tsx'
import { FoldedSection } from '../parts/part.tsx'
import { dateTimeText, dayText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { type RecurrencePattern, type RepeatKind, repeatKinds, singleEventPattern } from './pattern.ts'
import { type RecurrencePreviewOrFault, RulePreview, useRecurrencePreview } from './preview.tsx'
import { patternOfLines } from './read-lines.ts'
import { type StartAndEndByRule, startAndEndOfDraftByRule } from './rule-dates.ts'
import { type PatternProps, RuleFields } from './rule-fields.tsx'
import { recurrenceLinesForNewStart, recurrenceLinesOfPattern } from './write-lines.ts'

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
  const { recurrence } = state.draft.value
  const times = startAndEndOfDraftByRule(state.draft.value, state.event.value)
  const [pattern, setPattern] = useState(() => patternOfLines(recurrence, times))
  const shown =
    recurrenceLinesOfPattern(pattern, times).join() === recurrence.join()
      ? pattern
      : patternOfLines(recurrence, times)
  const change = (part: Partial<RecurrencePattern>) => {
    const next = { ...shown, ...part }
    setPattern(next)
    state.set('recurrence', recurrenceLinesOfPattern(next, times))
  }
  const from = useRef(times)
  const isNew = state.event.value?.series === null || state.event.value === undefined
  useEffect(() => {
    const next = recurrenceLinesForNewStart(recurrence, from.current, times)
    from.current = times
    if (isNew && next.join() !== recurrence.join()) state.set('recurrence', next)
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
  const saved = state.event.value?.series
  const preview = useRecurrencePreview(state.draft.value.recurrence, times, saved)
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
