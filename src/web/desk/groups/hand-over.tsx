/** Hands over what a user is author of: to another user, or its events into a group. */
import { useState } from 'preact/hooks'
import type { User } from '../accounts/accounts.ts'
import { callApi } from '../api/api.ts'
import { notifyWithUndo } from '../bulk/undo.ts'
import { SelectField } from '../parts/choice.tsx'
import { showFault } from '../parts/notice.tsx'
import { FormSection } from '../parts/part.tsx'
import { t } from '../words/index.ts'
import { useOfferedGroups } from './known.ts'

/** A user, and what changes and closes its dialog. */
export interface HandOverProps {
  readonly user: User
  /** All users, to whom items can be handed over. */
  readonly others: readonly User[]
  readonly changed: () => void
  /** Closes the dialog, which would cover the button that takes the hand-over back. */
  readonly close: () => void
}

/** The choice of a successor, with a button. Nothing where there is none. */
export function HandOverEventsOfUser({ user: { id, display_name }, others, changed, close }: HandOverProps) {
  const [chosen, setChosen] = useState('')
  const groups = useOfferedGroups()
  const hand = () => {
    const [kind = '', to] = chosen.split(' ')
    const body = { [kind]: Number(to) }
    callApi<{ events: number }>('POST', `/users/${id}/transfer`, { body }).then(
      ({ body: { events }, revision }) => {
        notifyWithUndo(t('user.transferred', { count: events }), { revision }, changed)
        changed()
        close()
      },
      showFault,
    )
  }
  const options = [
    ...others.filter((one) => one.id !== id).map((one) => [`to ${one.id}`, one.display_name] as const),
    ...groups.map(
      (one) => [`group ${one.id}`, t('labelled', { label: t('one.group'), text: one.name })] as const,
    ),
  ]
  if (options.length === 0) return null
  return (
    <FormSection title={t('user.transfer.do')}>
      <SelectField
        name="successor"
        label={t('user.transfer', { name: display_name })}
        value={chosen}
        options={[['', ''], ...options]}
        onChange={setChosen}
      />
      <div class="actions">
        <button type="button" disabled={chosen === ''} onClick={hand}>
          {t('user.transfer.do')}
        </button>
      </div>
    </FormSection>
  )
}
