/** The tokens of a user: created, shown once, and revoked. */
import { useState } from 'preact/hooks'
import { type Scope, scopes } from '../../../contract/operations/accounts/account-names.ts'
import { callApi } from '../api/api.ts'
import { Form } from '../kept/fields.tsx'
import { CheckField, TextField } from '../parts/field.tsx'
import { showFault } from '../parts/notice.tsx'
import { dayText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { listText } from '../words/list-text.ts'
import { type CreatedToken, listTokens, type Token, type UserIdAndNames } from './accounts.ts'
import { lastUseText, RevocableList } from './revocable.tsx'
import { SecretShownOnce } from './shown-once.tsx'

interface ScopesProps {
  readonly chosen: readonly Scope[]
  readonly choose: (chosen: readonly Scope[]) => void
}

/** The scopes of the token. Without a choice it has all rights of its user. */
function Scopes({ chosen, choose }: ScopesProps) {
  const toggle = (scope: Scope) => (isOn: boolean) =>
    choose(scopes.filter((one) => (one === scope ? isOn : chosen.includes(one))))
  return (
    <fieldset>
      <legend>{t('token.scopes')}</legend>
      <p class="hint">{t('token.scopes.hint')}</p>
      {scopes.map((scope) => (
        <CheckField
          key={scope}
          name={`scope-${scope}`}
          label={t(`token.scope.${scope}`)}
          value={chosen.includes(scope)}
          onChange={toggle(scope)}
        />
      ))}
    </fieldset>
  )
}

interface NewTokenProps {
  readonly user: UserIdAndNames
  readonly onCreated: () => void
}

function NewToken({ user, onCreated }: NewTokenProps) {
  const [name, setName] = useState('')
  const [expires, setExpires] = useState('')
  const [chosen, choose] = useState<readonly Scope[]>([])
  const [created, setCreated] = useState<CreatedToken | undefined>(undefined)
  const create = async (event: Event) => {
    event.preventDefault()
    const body = { name, scopes: chosen, ...(expires !== '' && { expires }) }
    try {
      setCreated((await callApi<CreatedToken>('POST', `/users/${user.id}/tokens`, { body })).body)
      setName('')
      setExpires('')
      choose([])
      onCreated()
    } catch (error) {
      showFault(error)
    }
  }
  return (
    <Form kept={`users/${user.id}/tokens`} onSubmit={create}>
      <div class="row">
        <TextField name="token-name" label={t('token.name')} value={name} onInput={setName} />
        <TextField
          name="expires"
          type="date"
          label={t('token.expires')}
          value={expires}
          onInput={setExpires}
        />
      </div>
      <Scopes chosen={chosen} choose={choose} />
      <button type="submit">{t('token.create')}</button>
      {created && <SecretShownOnce text={created.token} />}
    </Form>
  )
}

function lastUse({ last_used_utc, expires_utc, scopes: limits }: Token): string {
  const until = expires_utc === '' ? [] : [t('token.until', { at: dayText(expires_utc) })]
  const may = limits.length === 0 ? [] : [listText(limits.map((scope) => t(`token.scope.${scope}`)))]
  return [lastUseText(last_used_utc), ...until, ...may].join(' · ')
}

/** The existing tokens, and a form to add one. */
export function Tokens({ user }: { readonly user: UserIdAndNames }) {
  return (
    <RevocableList
      user={user}
      title={t('tokens')}
      hint={t('tokens.hint', { name: user.display_name })}
      collection="tokens"
      load={listTokens}
      detail={lastUse}
      form={(onCreated) => <NewToken user={user} onCreated={onCreated} />}
    />
  )
}
