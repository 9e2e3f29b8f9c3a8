/** The dates of an event. The end moves with the start, and the effect of clock changes is shown before saving. */

import { useRef } from 'preact/hooks'
import { deskSettings } from '../../desk-settings.ts'
import { CheckField, Field } from '../../parts/field.tsx'
import { FoldedSection, MomentInput, useOneStop } from '../../parts/sections.tsx'
import { RepeatFields } from '../../series/repeat-fields.tsx'
import {
  dateTimeText,
  durationText,
  minutesBetween,
  plusMinutes,
  resolveWallTime,
  spanText,
  wallEpoch,
  zoneText,
} from '../../time/wall.ts'
import { ZoneCombobox } from '../../time/zone-combobox.tsx'
import { t } from '../../words/index.ts'
import type { EventDraft } from '../draft.ts'
import type { EventEditingState } from '../editing.ts'

type End = 'start_date' | 'end_date'

/** Describes the effect of a clock change on a time. */
function clockWarning(zone: string, wall: string): string | undefined {
  const read = resolveWallTime(zone, wall)
  if (read?.kind === 'moved') return t('clock.moved', { at: dateTimeText(read.wall) })
  return read?.kind === 'repeated' ? t('clock.repeated') : undefined
}

/** The minutes that the event lasts, also while its start is half typed; undefined if they are not known. */
interface Length {
  current: number | undefined
}

/** A new start moves the end by the same length. A new end leaves the start unchanged. */
function move(state: EventEditingState, which: End, wall: string, length: Length): void {
  state.set({ [which]: wall })
  const isStart = which === 'start_date'
  if (isStart && length.current !== undefined && wallEpoch(wall) !== undefined)
    state.set({ end_date: plusMinutes(wall, Math.max(length.current, 0)) })
  // An end that was given without a start stays, whatever the start will be.
  if (!isStart && wallEpoch(state.values.value.start_date) === undefined) length.current = undefined
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
  const [day = '', end] = [end_date.slice(0, 10), `${time}:00`]
  const isOfNight = !isDayChosen && endsWithinDay(draft) && time !== ''
  const next = end < timeOf(start_date) ? DAY : 0
  return `${isOfNight ? plusMinutes(start_date, next).slice(0, 10) : day} ${end}`
}

/** Remembers the length while the browser has no start, as between two digits of a typed date. */
function useLength({ start_date, end_date }: EventDraft): Length {
  const length = useRef<number | undefined>(undefined)
  length.current = minutesBetween(start_date, end_date) ?? length.current
  return length
}

interface MomentProps {
  readonly state: EventEditingState
  readonly which: End
  readonly length: Length
  readonly label: string
  readonly fault: string | undefined
}

function MomentField({ state, which, length, label, fault }: MomentProps) {
  const { all_day, timezone, [which]: wall } = state.values.value
  const [day = '', time = ''] = wall.split(' ')
  const isDayChosen = useRef(false)
  const hint = all_day ? undefined : clockWarning(timezone, wall)
  return (
    <Field name={which} label={label} hint={hint} fault={fault} class={hint ? 'moment warned' : 'moment'}>
      {(tied) => (
        <span class="pair">
          <MomentInput
            {...tied}
            type="date"
            // The day of the end is another stop only where it was chosen: Home leads to it from the time.
            tabIndex={
              which === 'end_date' && !all_day && !isDayChosen.current && endsWithinDay(state.values.value)
                ? -1
                : 0
            }
            value={day}
            min="1000-01-01"
            max="9999-12-31"
            onInput={(event) => {
              if (which === 'end_date') isDayChosen.current = true
              move(state, which, `${event.currentTarget.value} ${time}`, length)
            }}
          />
          {!all_day && (
            <MomentInput
              type="time"
              // Without a time that is complete, the browser keeps what was typed of it.
              value={/^\d\d:\d\d/.test(time) ? time.slice(0, 5) : ''}
              aria-label={t('time-of', { what: label })}
              onInput={({ currentTarget: { value } }) => {
                const isEnd = which === 'end_date'
                const at = isEnd
                  ? endAt(state.values.value, value, isDayChosen.current)
                  : `${day} ${value}:00`
                move(state, which, at, length)
              }}
            />
          )}
        </span>
      )}
    </Field>
  )
}

/** The zone, folded while it is that of the calendar. */
function ZoneField({ state }: { readonly state: EventEditingState }) {
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

function setAllDay(state: EventEditingState, isAllDay: boolean): void {
  state.set({ all_day: isAllDay, ...(isAllDay && { no_end_time: false }) })
}

/** Whether it lasts all day, and whether its end is open. */
function OpenEnds({ state }: { readonly state: EventEditingState }) {
  const { all_day, no_end_time } = state.values.value
  return (
    <div class="row">
      <CheckField
        name="all_day"
        label={t('all-day')}
        value={all_day}
        onChange={(value) => setAllDay(state, value)}
      />
      {!all_day && (
        <CheckField
          name="no_end_time"
          label={t('no_end_time')}
          value={no_end_time}
          onChange={(value) => setNoEnd(state, value)}
        />
      )}
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

/** The length of the event in words. */
function lengthText(draft: EventDraft): string {
  const minutes = minutesOf(draft)
  if (draft.no_end_time) return t('no_end_time.hint')
  const days = Math.floor(minutes / 1440) + 1
  return t('length', { length: durationText(draft.all_day ? days * 1440 : minutes) })
}

/** Start, end, all-day, zone, the duration, and how it repeats. */
export function WhenFields({ state }: { readonly state: EventEditingState }) {
  const options = useOneStop<HTMLFieldSetElement>('.check input, .fold > summary, [name=recurrence]', 'row')
  const { no_end_time } = state.values.value
  const { start_date: startFault, end_date: endFault } = state.faults.value
  const length = useLength(state.values.value)
  const isBackwards = minutesOf(state.values.value) < 0
  return (
    <>
      <div class="row">
        <MomentField {...{ state, length }} which="start_date" label={t('start')} fault={startFault} />
        {!no_end_time && (
          <MomentField
            {...{ state, length }}
            which="end_date"
            label={t('end')}
            fault={isBackwards ? t('end.before') : endFault}
          />
        )}
      </div>
      <fieldset {...options} class="one-stop" aria-label={t('when.options')}>
        <OpenEnds state={state} />
        {/* Browsers write dates as their own region does: here they stand as the calendar's does. */}
        <p class="length" role="status">
          {isBackwards ? '' : `${spanText(state.values.value)} · ${lengthText(state.values.value)}`}
        </p>
        <ZoneField state={state} />
        <RepeatFields state={state} />
      </fieldset>
    </>
  )
}
