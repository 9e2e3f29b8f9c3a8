/** The dates of an event. The end moves with the start, and the effect of clock changes is shown before saving. */

import { useRef } from 'preact/hooks'
import { deskSettings } from '../../desk-settings.ts'
import { Fields } from '../../edited/fields.tsx'
import { Field } from '../../parts/field.tsx'
import { MomentInput, useMoment } from '../../parts/moment-field.tsx'
import { FoldedSection, useOneStop } from '../../parts/sections.tsx'
import { RepeatFields } from '../../series/repeat-fields.tsx'
import {
  durationText,
  minutesBetween,
  plusMinutes,
  resolveWallTime,
  spanText,
  zoneText,
} from '../../time/wall.ts'
import { clockWarning } from '../../time/written.ts'
import { ZoneCombobox } from '../../time/zone-combobox.tsx'
import { t } from '../../words/index.ts'
import type { EventDraft } from '../draft.ts'
import type { EventEditingState, EventFieldsProps } from '../editing.ts'

type End = 'start_date' | 'end_date'

/** A new start moves the end by the same length. A new end leaves the start unchanged. */
function move(state: EventEditingState, which: End, wall: string): void {
  const { start_date, end_date } = state.values.value
  const length = minutesBetween(start_date, end_date) ?? 0
  state.set(
    which === 'start_date'
      ? { start_date: wall, end_date: plusMinutes(wall, Math.max(length, 0)) }
      : { end_date: wall },
  )
}

const timeOf = (wall: string) => wall.slice(11)
const DAY = 24 * 60

/** Whether the event ends within a day of its start, so that the time of its end tells the day, too. */
function endsWithinDay({ start_date, end_date }: EventDraft): boolean {
  const minutes = minutesBetween(start_date, end_date)
  return minutes !== undefined && minutes >= 0 && minutes < DAY
}

/** The end at a time of day. One before that of the start is of the next day: “21:00–04:00”. */
function endAt(draft: EventDraft, time: string, isDayChosen: boolean): string {
  const { start_date, end_date } = draft
  const isOfNight = !isDayChosen && endsWithinDay(draft)
  const next = time < timeOf(start_date) ? DAY : 0
  return `${isOfNight ? plusMinutes(start_date, next).slice(0, 10) : end_date.slice(0, 10)} ${time}`
}

interface WhenProps {
  readonly state: EventEditingState
  readonly which: End
  readonly label: string
  readonly fault: string | undefined
}

/** A day and a time. In the pair, Home leads to the day, End to the time. */
function WhenField({ state, which, label, fault }: WhenProps) {
  const { all_day, timezone, [which]: wall } = state.values.value
  const [day = '', time = ''] = wall.split(' ')
  const isDayChosen = useRef(false)
  const isEnd = which === 'end_date'
  const hint = all_day ? undefined : clockWarning(timezone, wall)
  const dayMoment = useMoment({
    kind: 'day',
    name: which,
    value: day,
    required: true,
    onInput(chosen) {
      if (isEnd) isDayChosen.current = true
      move(state, which, `${chosen} ${time}`)
    },
  })
  const timeMoment = useMoment({
    kind: 'time',
    name: `${which}.time`,
    value: time.slice(0, 5),
    required: true,
    onInput(typed) {
      const chosen = `${typed}:00`
      move(state, which, isEnd ? endAt(state.values.value, chosen, isDayChosen.current) : `${day} ${chosen}`)
    },
  })
  const unread = dayMoment.fault ?? (all_day ? undefined : timeMoment.fault)
  /** Of the two, the one that can't be read is wrong; both where the service says so. */
  const isWrong = (own: string | undefined) =>
    (unread === undefined ? fault : own) === undefined ? undefined : true
  return (
    <Field name={which} label={label} hint={hint} fault={unread ?? fault} class={hint ? 'warned' : ''}>
      {({ id, name, ...described }) => (
        <span class="pair">
          <MomentInput
            {...{ id, name, ...described }}
            moment={dayMoment}
            aria-invalid={isWrong(dayMoment.fault)}
            // The day of the end is another stop only where it was chosen: Home leads to it from the time.
            tabIndex={isEnd && !all_day && !isDayChosen.current && endsWithinDay(state.values.value) ? -1 : 0}
          />
          {!all_day && (
            <MomentInput
              {...described}
              moment={timeMoment}
              aria-invalid={isWrong(timeMoment.fault)}
              aria-label={t('time-of', { what: label })}
            />
          )}
        </span>
      )}
    </Field>
  )
}

function ZoneField({ state }: EventFieldsProps) {
  const { timezone } = state.values.value
  return (
    <FoldedSection
      title={t('zone')}
      line={zoneText(timezone)}
      hasFault={state.faults.value.timezone !== undefined}
      isOpen={timezone !== deskSettings.zone}
    >
      <ZoneCombobox
        value={timezone}
        fault={state.faults.value.timezone}
        hint={t('zone.hint')}
        onChange={(zone) => state.set({ timezone: zone })}
      />
    </FoldedSection>
  )
}

const USUAL_LENGTH = 120

/** Sets whether the event has an end time. One that gets it again lasts as long as a new event. */
function setNoEnd(state: EventEditingState, isOpen: boolean): void {
  const { start_date } = state.values.value
  state.set({ no_end_time: isOpen, end_date: isOpen ? start_date : plusMinutes(start_date, USUAL_LENGTH) })
}

/** Sets whether the event takes all day. Then its times are not asked for, whatever was typed there. */
function setAllDay(state: EventEditingState, isAllDay: boolean): void {
  state.set({ all_day: isAllDay, ...(isAllDay && { no_end_time: false }) })
  if (isAllDay) for (const which of ['start_date', 'end_date']) state.setText(`${which}.time`, undefined)
}

function OpenEnds({ state }: EventFieldsProps) {
  const { all_day, no_end_time } = state.values.value
  const rows = [
    { name: 'all_day', label: 'all-day', type: 'flag' },
    { name: 'no_end_time', label: 'no_end_time', type: 'flag' },
  ] as const
  return (
    <div class="row">
      <Fields
        rows={all_day ? rows.slice(0, 1) : rows}
        values={{ all_day, no_end_time }}
        faults={undefined}
        set={(changed) =>
          'all_day' in changed
            ? setAllDay(state, changed.all_day === true)
            : setNoEnd(state, changed.no_end_time === true)
        }
      />
    </div>
  )
}

/** The minutes that the event lasts: from one day to another those of the clock, otherwise also right where the clocks change meanwhile. */
function minutesOf({ start_date, end_date, timezone, all_day }: EventDraft): number {
  const ofClock = minutesBetween(start_date, end_date) ?? 0
  const [start, end] = [resolveWallTime(timezone, start_date), resolveWallTime(timezone, end_date)]
  if (all_day || Math.abs(ofClock) >= 1440 || !start || !end) return ofClock
  return (end.epoch - start.epoch) / 60_000
}

export const endsBeforeStart = (draft: EventDraft): boolean => minutesOf(draft) < 0

function lengthText(draft: EventDraft): string {
  const minutes = minutesOf(draft)
  if (draft.no_end_time) return t('no_end_time.hint')
  const days = Math.floor(minutes / 1440) + 1
  return t('length', { length: durationText(draft.all_day ? days * 1440 : minutes) })
}

export function WhenFields({ state }: EventFieldsProps) {
  const options = useOneStop<HTMLFieldSetElement>('.check input, .fold > summary, [name=recurrence]', 'row')
  const { no_end_time } = state.values.value
  const { start_date: startFault, end_date: endFault } = state.faults.value
  const isBackwards = endsBeforeStart(state.values.value)
  return (
    <>
      <div class="row">
        <WhenField state={state} which="start_date" label={t('start')} fault={startFault} />
        {!no_end_time && (
          <WhenField
            state={state}
            which="end_date"
            label={t('end')}
            fault={isBackwards ? t('end.before') : endFault}
          />
        )}
      </div>
      <fieldset {...options} class="one-stop when-options" aria-label={t('when.options')}>
        <OpenEnds state={state} />
        <p class="length" role="status">
          {isBackwards ? '' : `${spanText(state.values.value)} · ${lengthText(state.values.value)}`}
        </p>
        <ZoneField state={state} />
        <RepeatFields state={state} />
      </fieldset>
    </>
  )
}
