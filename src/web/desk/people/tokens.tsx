/** The tokens of a user: made, shown once, and revoked. */
import { useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { reasonOf } from '../api/faults.ts'
import { TextField } from '../parts/field.tsx'
import { warn } from '../parts/notice.tsx'
import { dayText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { type CreatedToken, listTokens, type Person, type Token } from './people.ts'
import { lastUseText, Revocable } from './revocable.tsx'
import { ShownOnce } from './shown-once.tsx'

interface NewTokenProps {
  readonly user: Person
  readonly onCreated: () => void
}

function NewToken({ user, onCreated }: NewTokenProps) {
  const [name, setName] = useState('')
  const [expires, setExpires] = useState('')
  const [made, setMade] = useState<CreatedToken | undefined>(undefined)
  const create = async () => {
    const body = { name, ...(expires !== '' && { expires }) }
    try {
      setMade((await ask<CreatedToken>('POST', `/users/${user.id}/tokens`, { body })).body)
      setName('')
      onCreated()
    } catch (error) {
      warn(reasonOf(error))
    }
  }
  return (
    <>
      {made && <ShownOnce text={made.token} />}
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
      <button type="button" onClick={create}>
        {t('token.create')}
      </button>
    </>
  )
}

function lastUse({ last_used_utc, expires_utc }: Token): string {
  const used = lastUseText(last_used_utc)
  return expires_utc === '' ? used : `${used} · ${t('token.until', { at: dayText(expires_utc) })}`
}

/** The tokens there are, and a form for another. */
export function Tokens({ user }: { readonly user: Person }) {
  return (
    <Revocable
      user={user}
      title={t('tokens')}
      hint={t('tokens.hint', { login: user.login })}
      collection="tokens"
      load={listTokens}
      detail={lastUse}
      form={(onCreated) => <NewToken user={user} onCreated={onCreated} />}
    />
  )
}
