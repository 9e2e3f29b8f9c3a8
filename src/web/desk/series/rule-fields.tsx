/** The fields of a recurrence rule: interval, weekdays, position in the month, end. */
import { SelectField } from '../parts/choice.tsx'
import { SmallPositiveNumberField, TextField } from '../parts/field.tsx'
import { t } from '../words/index.ts'
import {
  type Ordinal,
  ordinals,
  type RecurrencePattern,
  type RepeatEnd,
  type Weekday,
  weekdayCodesFromMonday,
} from './pattern.ts'
import { nameOfRuleWeekday, ruleIntervalText } from './rule-text.ts'

/** A pattern, and a function that changes some of its values. */
export interface PatternProps {
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
export function RuleFields(props: PatternProps) {
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
