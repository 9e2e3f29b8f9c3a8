/** The rules by which people of the organisation get roles: those of the configuration are shown, the others are kept here. */
import { useState } from 'preact/hooks'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { callApi } from '../api/api.ts'
import { Form } from '../kept/fields.tsx'
import { ErrorText } from '../parts/error-text.tsx'
import { TextField } from '../parts/field.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify } from '../parts/notice.tsx'
import { FoldedSection } from '../parts/part.tsx'
import { useSubmitHandlerAndFault } from '../parts/submitting.ts'
import { t } from '../words/index.ts'

type Rules = components['schemas']['SignInRules']

const loadRules = async () => (await callApi<Rules>('GET', '/sign-in')).body

function RulesForm({ loaded, saved }: { readonly loaded: Rules; readonly saved: (rules: Rules) => void }) {
  const [rules, setRules] = useState(loaded.rules)
  const { fault, submit } = useSubmitHandlerAndFault(async () => {
    const { body } = await callApi<Rules>('PATCH', '/sign-in', { body: { rules } })
    setRules(body.rules)
    saved(body)
    notify(t('sign-in.rules.saved'))
  })
  return (
    <Form kept={null} onSubmit={submit} noValidate>
      <ErrorText>{fault?.message}</ErrorText>
      {loaded.fixed_rules.length > 0 && (
        <>
          <p class="hint">{t('sign-in.rules.fixed')}</p>
          <ul class="hint">
            {loaded.fixed_rules.map((rule) => (
              <li key={rule}>
                <code>{rule}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      <TextField
        name="rules"
        label={t('sign-in.rules.own')}
        hint={t('sign-in.rules.hint')}
        rows={5}
        value={rules}
        fault={fault?.fields.rules}
        onInput={setRules}
      />
      <div class="actions">
        <button type="submit" class="main" disabled={rules === loaded.rules}>
          {t('save')}
        </button>
      </div>
    </Form>
  )
}

/** The rules, folded below the list of users. */
export function SignInRules() {
  const loaded = useLoaded(loadRules, [])
  return (
    <FoldedSection title={t('sign-in.rules')} line="">
      <LoadedContent of={loaded}>{(rules) => <RulesForm loaded={rules} saved={loaded.set} />}</LoadedContent>
    </FoldedSection>
  )
}
