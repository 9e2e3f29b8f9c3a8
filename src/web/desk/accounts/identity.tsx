/** Who a user is at the organisation: linked by hand where no address does it. */
import { useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import { SelectField } from '../parts/choice.tsx'
import { TextField } from '../parts/field.tsx'
import { tellWhenDone } from '../parts/notice.tsx'
import { FormSection } from '../parts/part.tsx'
import { t } from '../words/index.ts'
import { nameWithLogin, type User } from './accounts.ts'

interface IdentityProps {
  readonly user: User
  readonly others: readonly User[]
  readonly changed: () => void
}

/** The section with the account of the organisation by which a user signs in: taken over from another account, typed in, or removed. */
export function OrganisationAccount({ user, others, changed }: IdentityProps) {
  const { id, display_name: name, subject } = user
  const [typed, setTyped] = useState('')
  const link = async (to: string, said: string) => {
    if (await tellWhenDone(callApi('PATCH', `/users/${id}`, { body: { subject: to } }), said, changed))
      setTyped('')
  }
  const linked = others.filter((one) => one.id !== id && one.subject !== '')
  return (
    <FormSection title={t('identity')}>
      <p class="hint">
        {subject === '' ? t('identity.none', { name }) : t('identity.is', { name, subject })}
      </p>
      {linked.length > 0 && (
        <SelectField
          name="subject_of"
          label={t('identity.of')}
          hint={t('identity.of.hint')}
          value={linked.some((one) => one.subject === typed) ? typed : ''}
          options={[['', ''], ...linked.map((one) => [one.subject, nameWithLogin(one)] as const)]}
          onChange={setTyped}
        />
      )}
      <TextField
        name="subject"
        label={t('identity.subject')}
        hint={t('identity.subject.hint')}
        value={typed}
        onInput={setTyped}
      />
      <div class="actions">
        <button
          type="button"
          disabled={typed.trim() === ''}
          onClick={() => link(typed.trim(), t('identity.linked', { name }))}
        >
          {t('identity.link')}
        </button>
        {subject !== '' && (
          <button type="button" onClick={() => link('', t('identity.unlinked', { name }))}>
            {t('identity.unlink')}
          </button>
        )}
      </div>
    </FormSection>
  )
}
