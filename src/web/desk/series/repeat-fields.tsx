/** How an event repeats: a rule by simple choices, dates added and skipped, and what comes of it. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Editing } from '../events/editing.ts'
import { Choice } from '../parts/choice.tsx'
import { Field, TextField } from '../parts/field.tsx'
import { dayText, epochOf, momentText } from '../time/wall.ts'
import { locale, t } from '../words/index.ts'
import {
  type Ends,
  followed,
  linesOf,
  noPattern,
  type Ordinal,
  ordinals,
  type Pattern,
  patternOf,
  type Repeat,
  repeats,
  type Weekday,
  weekdays,
} from './pattern.ts'
import { Preview } from './preview.tsx'

interface PatternProps {
  readonly pattern: Pattern
  readonly change: (part: Partial<Pattern>) => void
}

/** 2024-01-01 was a Monday. */
const weekdayText = (day: Weekday, weekday: 'long' | 'short') =>
  new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(
    epochOf(`2024-01-0${1 + weekdays.indexOf(day)}`),
  )

const units: Readonly<Partial<Record<Repeat, string>>> = {
  day: 'day',
  week: 'week',
  'month-day': 'month',
  'month-weekday': 'month',
  year: 'year',
}

const unitText = (unit: string, count: number) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)

function IntervalField({ pattern, change }: PatternProps) {
  const unit = units[pattern.repeat]
  if (unit === undefined) return null
  return (
    <Field name="interval" label={t('repeat.interval')} hint={unitText(unit, pattern.interval)}>
      {(tied) => (
        <input
          {...tied}
          type="number"
          min="1"
          max="999"
          value={pattern.interval}
          onInput={(event) => change({ interval: Math.max(1, event.currentTarget.valueAsNumber || 1) })}
        />
      )}
    </Field>
  )
}

function WeekdaysField({ pattern, change }: PatternProps) {
  const toggle = (day: Weekday, isOn: boolean) =>
    change({ weekdays: isOn ? [...pattern.weekdays, day] : pattern.weekdays.filter((one) => one !== day) })
  return (
    <fieldset class="weekdays">
      <legend>{t('repeat.weekdays')}</legend>
      {weekdays.map((day) => (
        <label key={day}>
          <input
            type="checkbox"
            checked={pattern.weekdays.includes(day)}
            aria-label={weekdayText(day, 'long')}
            onChange={(event) => toggle(day, event.currentTarget.checked)}
          />
          <span aria-hidden="true">{weekdayText(day, 'short')}</span>
        </label>
      ))}
    </fieldset>
  )
}

function OrdinalFields({ pattern, change }: PatternProps) {
  return (
    <div class="row">
      <Choice
        name="ordinal"
        label={t('repeat.ordinal')}
        value={pattern.ordinal}
        options={ordinals.map((one): readonly [Ordinal, string] => [one, t(`repeat.ordinal.${one}`)])}
        onChange={(ordinal) => change({ ordinal })}
      />
      <Choice
        name="weekday"
        label={t('repeat.weekday')}
        value={pattern.weekdays[0] ?? 'MO'}
        options={weekdays.map((one): readonly [Weekday, string] => [one, weekdayText(one, 'long')])}
        onChange={(day) => change({ weekdays: [day] })}
      />
    </div>
  )
}

const endings = ['never', 'until', 'count'] as const

function EndFields({ pattern, change }: PatternProps) {
  return (
    <div class="row">
      <Choice
        name="ends"
        label={t('repeat.ends')}
        value={pattern.ends}
        options={endings.map((one): readonly [Ends, string] => [one, t(`repeat.ends.${one}`)])}
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
        <Field name="count" label={t('repeat.count')}>
          {(tied) => (
            <input
              {...tied}
              type="number"
              min="1"
              max="999"
              value={pattern.count}
              onInput={(event) => change({ count: Math.max(1, event.currentTarget.valueAsNumber || 1) })}
            />
          )}
        </Field>
      )}
    </div>
  )
}

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
  /** The time of day of the series. */
  readonly time: string
  readonly isAllDay: boolean
}

/** The dates skipped, to be put back, and a day to be added at the time of the others. */
function DatesFields({ pattern, change, time, isAllDay }: DatesProps) {
  const [day, setDay] = useState('')
  const text = isAllDay ? dayText : momentText
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
  const add = () => {
    change({ added: [...pattern.added, `${day} ${time}`] })
    setDay('')
  }
  return (
    <div class="dates">
      <div class="pair">
        <TextField name="added" type="date" label={t('repeat.add')} value={day} onInput={setDay} />
        <button type="button" disabled={day === ''} onClick={add}>
          {t('repeat.add.do')}
        </button>
      </div>
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

/** The fields of the recurrence, and its dates. */
export function RepeatFields({ state }: { readonly state: Editing }) {
  const { start_date, end_date, timezone, all_day, recurrence } = state.draft.value
  const times = { start_date, end_date, timezone, all_day }
  const [pattern, setPattern] = useState(() => patternOf(recurrence, times))
  const shown = linesOf(pattern, times).join() === recurrence.join() ? pattern : patternOf(recurrence, times)
  const change = (part: Partial<Pattern>) => {
    const next = { ...shown, ...part }
    setPattern(next)
    state.set('recurrence', linesOf(next, times))
  }
  const from = useRef(times)
  const isNew = state.event.value?.series === null || state.event.value === undefined
  useEffect(() => {
    const next = followed(recurrence, from.current, times)
    from.current = times
    if (isNew && next.join() !== recurrence.join()) state.set('recurrence', next)
  }, [start_date])
  const offered = repeats.filter((one) => one !== 'other' || shown.repeat === 'other')
  return (
    <div class="repeat">
      <Choice
        name="recurrence"
        label={t('repeat')}
        value={shown.repeat}
        options={offered.map((one): readonly [Repeat, string] => [one, t(`repeat.${one}`)])}
        onChange={(repeat) => change({ ...(shown.repeat === 'none' && noPattern(times)), repeat })}
        fault={state.faults.value.recurrence}
      />
      <RuleFields pattern={shown} change={change} />
      {shown.repeat !== 'none' && (
        <>
          <Preview
            lines={recurrence}
            times={times}
            onSkip={(wall) =>
              change(
                shown.added.includes(wall)
                  ? { added: shown.added.filter((one) => one !== wall) }
                  : { skipped: [...shown.skipped, wall] },
              )
            }
          />
          <DatesFields
            pattern={shown}
            change={change}
            time={all_day ? '00:00:00' : start_date.slice(11)}
            isAllDay={all_day}
          />
        </>
      )}
    </div>
  )
}
