/** Whether an event takes place, and how people attend it. */
import { Choice } from '../../parts/choice.tsx'
import { TextField } from '../../parts/field.tsx'
import { t } from '../../words/index.ts'
import type { Editing } from '../editing.ts'
import { type Outcome, outcomes, outcomeText } from './outcome.ts'

interface OutcomeProps {
  readonly state: Editing
}

/** Whether the event takes place as planned. */
export function OutcomeField({ state }: OutcomeProps) {
  return (
    <Choice
      name="event_status"
      label={t('outcome')}
      value={state.draft.value.event_status}
      options={outcomes.map((one): readonly [Outcome, string] => [one, outcomeText(one)])}
      onChange={(value) => state.set('event_status', value)}
      fault={state.faults.value.event_status}
    />
  )
}

const modes = ['offline', 'online', 'mixed'] as const

/** On site, online or both, with the address of an online event. */
export function AttendanceFields({ state }: OutcomeProps) {
  const [draft, faults] = [state.draft.value, state.faults.value]
  return (
    <div class="row">
      <Choice
        name="attendance_mode"
        label={t('attendance')}
        value={draft.attendance_mode}
        options={modes.map((one) => [one, t(`attendance.${one}`)] as const)}
        onChange={(value) => state.set('attendance_mode', value)}
        fault={faults.attendance_mode}
      />
      <TextField
        name="online_url"
        type="url"
        label={t('online-url')}
        hint={t('online-url.hint')}
        value={draft.online_url}
        fault={faults.online_url}
        onInput={(value) => state.set('online_url', value)}
      />
    </div>
  )
}
