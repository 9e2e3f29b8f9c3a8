/** The name, e-mail address, language and password of the signed-in user. */

import { useState } from 'preact/hooks'
import { languageNames } from '../../../contract/languages.ts'
import { callApi, learnSession } from '../api/api.ts'
import { type Fault, faultOf } from '../api/faults.ts'
import { Choice } from '../parts/choice.tsx'
import { EmailField, NewPasswordField, TextField } from '../parts/field.tsx'
import { tell } from '../parts/notice.tsx'
import { Part } from '../parts/part.tsx'
import { Wrong } from '../parts/wrong.tsx'
import { t } from '../words/index.ts'
import type { User } from './accounts.ts'

type Language = User['language']

const languageOptions: readonly (readonly [Language, string])[] = [
  ['', t('account.language.site')],
  ...languageNames.map(
    (one) => [one, new Intl.DisplayNames(one, { type: 'language' }).of(one) ?? one] as const,
  ),
]

/** The form for the public name and the e-mail address. */
export function Profile({ user }: { readonly user: User }) {
  const [name, setName] = useState(user.display_name)
  const [email, setEmail] = useState(user.email)
  const [language, setLanguage] = useState<Language>(user.language)
  const [fault, setFault] = useState<Fault | undefined>(undefined)
  const save = async (event: Event) => {
    event.preventDefault()
    try {
      await callApi('PATCH', `/users/${user.id}`, { body: { display_name: name, email, language } })
      setFault(undefined)
      tell(t('account.saved'))
      await learnSession()
    } catch (error) {
      setFault(faultOf(error))
    }
  }
  return (
    <Part title={t('account.profile')}>
      <form onSubmit={save}>
        <Wrong>{fault?.message}</Wrong>
        <TextField
          name="display_name"
          label={t('account.name')}
          hint={t('account.name.hint')}
          value={name}
          autocomplete="name"
          fault={fault?.fields.display_name}
          onInput={setName}
        />
        <EmailField value={email} autocomplete="email" fault={fault?.fields.email} onInput={setEmail} />
        <Choice
          name="language"
          label={t('account.language')}
          value={language}
          options={languageOptions}
          onChange={setLanguage}
        />
        <button type="submit">{t('save')}</button>
      </form>
    </Part>
  )
}

/** The form to change the password. */
export function OwnPassword({ user }: { readonly user: User }) {
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<Fault | undefined>(undefined)
  const save = async (event: Event) => {
    event.preventDefault()
    try {
      await callApi('PATCH', `/users/${user.id}`, { body: { current_password: current, password } })
      for (const clear of [setCurrent, setPassword]) clear('')
      setFault(undefined)
      tell(t('account.password.done'))
    } catch (error) {
      setFault(faultOf(error))
    }
  }
  return (
    <Part title={t('account.password')}>
      <form onSubmit={save}>
        <Wrong>{fault?.message}</Wrong>
        <TextField
          name="current_password"
          label={t('account.password.current')}
          type="password"
          autocomplete="current-password"
          value={current}
          fault={fault?.fields.current_password}
          onInput={setCurrent}
        />
        <NewPasswordField
          label={t('account.password.new')}
          value={password}
          fault={fault?.fields.password}
          onInput={setPassword}
        />
        <button type="submit" disabled={password === ''}>
          {t('user.password.set')}
        </button>
      </form>
    </Part>
  )
}
