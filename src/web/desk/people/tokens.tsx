/** The tokens of a user: made, shown once, and revoked. */
import { useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { reasonOf } from '../api/faults.ts'
import { TextField } from '../parts/field.tsx'
import { Shown, useLoaded } from '../parts/loaded.tsx'
import { tell, warn } from '../parts/notice.tsx'
import { dayText } from '../time/wall.ts'
import { localText } from '../time/zones.ts'
import { t } from '../words/index.ts'
import { type CreatedToken, listTokens, type Person, type Token } from './people.ts'
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
  const used = last_used_utc === '' ? t('token.unused') : t('token.used', { at: localText(last_used_utc) })
  return expires_utc === '' ? used : `${used} · ${t('token.until', { at: dayText(expires_utc) })}`
}

/** The tokens there are, and a form for another. */
export function Tokens({ user }: { readonly user: Person }) {
  const loaded = useLoaded(() => listTokens(user), [user.id])
  const revoke = async ({ id, name }: Token) => {
    await ask('DELETE', `/tokens/${id}`).then(
      () => {
        tell(t('token.revoked', { name }))
        loaded.reload()
      },
      (error: unknown) => warn(reasonOf(error)),
    )
  }
  return (
    <section class="part">
      <h2>{t('tokens')}</h2>
      <p class="hint">{t('tokens.hint', { login: user.login })}</p>
      <Shown of={loaded}>
        {(tokens) => (
          <ul class="lines">
            {tokens.length === 0 && <li class="empty">{t('tokens.none')}</li>}
            {tokens.map((token) => (
              <li key={token.id} class="line">
                <span class="name">{token.name}</span>
                <span class="detail">{lastUse(token)}</span>
                <button type="button" class="danger" onClick={() => revoke(token)}>
                  {t('token.revoke', { name: token.name })}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Shown>
      <NewToken user={user} onCreated={loaded.reload} />
    </section>
  )
}
