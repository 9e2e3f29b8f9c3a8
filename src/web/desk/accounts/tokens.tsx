/** The tokens and secret feeds of a user: created, shown once, and revoked. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { type Scope, scopes } from '../../../contract/operations/account-names.ts'
import { callApi } from '../api/api.ts'
import type { EventPublicationStatus } from '../api/types.ts'
import { statusText } from '../events/list/texts.tsx'
import { Form } from '../kept/form.tsx'
import { CheckField, TextField } from '../parts/field.tsx'
import { Lines, LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { showFault, tellWhenDone } from '../parts/notice.tsx'
import { dayText, utcAsBrowserTimeText } from '../time/wall.ts'
import { listText, t } from '../words/index.ts'
import {
  type CreatedSecretFeed,
  type CreatedToken,
  listSecretFeeds,
  listTokens,
  type SecretFeed,
  SecretShownOnce,
  type Token,
  type UserIdAndNames,
} from './accounts.tsx'

// Credentials of a user that can be revoked: tokens, secret feeds.

interface Given {
  readonly id: number
  readonly name: string
}

interface RevocableProps<T extends Given> {
  readonly user: UserIdAndNames
  readonly title: string
  readonly hint: string
  /** The path of the collection. */
  readonly collection: 'tokens' | 'feeds'
  readonly load: (user: UserIdAndNames) => Promise<readonly T[]>
  readonly detail: (one: T) => string
  /** The form to add one. It calls `onCreated` when one was added. */
  readonly form: (onCreated: () => void) => ComponentChildren
}

/** The date of the last use as text; an empty instant means never. */
const lastUseText = (lastUsed: string): string =>
  lastUsed === '' ? t('token.unused') : t('token.used', { at: utcAsBrowserTimeText(lastUsed) })

/** The existing ones, each with a button to revoke it, and a form to add one. */
function RevocableList<T extends Given>({
  user,
  title,
  hint,
  collection,
  load,
  detail,
  form,
}: RevocableProps<T>) {
  const loaded = useLoaded(() => load(user), [user.id])
  const revoke = async ({ id, name }: T) => {
    const revoked = callApi('DELETE', `/${collection}/${id}`)
    await tellWhenDone(revoked, t('token.revoked', { name }), loaded.reload)
  }
  return (
    <section class="part">
      <h2>{title}</h2>
      <p class="hint">{hint}</p>
      <LoadedContent of={loaded}>
        {(all) => (
          <Lines items={all} none={t('tokens.none')}>
            {(one) => (
              <>
                <span class="name">{one.name}</span>
                <span class="detail">{detail(one)}</span>
                <button type="button" class="danger" onClick={() => revoke(one)}>
                  {t('token.revoke', { name: one.name })}
                </button>
              </>
            )}
          </Lines>
        )}
      </LoadedContent>
      {form(loaded.reload)}
    </section>
  )
}

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

// The secret feeds of a user: created, their URLs shown once, and revoked.

const statuses: readonly EventPublicationStatus[] = ['publish', 'future', 'draft', 'pending', 'private']

interface NewFeedProps {
  readonly user: UserIdAndNames
  readonly onCreated: () => void
}

function NewFeed({ user, onCreated }: NewFeedProps) {
  const [name, setName] = useState('')
  const [chosen, choose] = useState<readonly EventPublicationStatus[]>(statuses)
  const [created, setCreated] = useState<CreatedSecretFeed | undefined>(undefined)
  const create = async (event: Event) => {
    event.preventDefault()
    try {
      const body = { name, status: chosen }
      setCreated((await callApi<CreatedSecretFeed>('POST', `/users/${user.id}/feeds`, { body })).body)
      setName('')
      choose(statuses)
      onCreated()
    } catch (error) {
      showFault(error)
    }
  }
  const toggle = (status: EventPublicationStatus) => (isOn: boolean) =>
    choose(statuses.filter((one) => (one === status ? isOn : chosen.includes(one))))
  return (
    <Form kept={`users/${user.id}/feeds`} onSubmit={create}>
      {created && <SecretShownOnce text={created.address} />}
      <TextField name="feed-name" label={t('feed.name')} value={name} onInput={setName} />
      <fieldset>
        <legend>{t('feed.shows')}</legend>
        {statuses.map((status) => (
          <CheckField
            key={status}
            name={`feed-${status}`}
            label={statusText(status)}
            value={chosen.includes(status)}
            onChange={toggle(status)}
          />
        ))}
      </fieldset>
      <button type="submit" disabled={chosen.length === 0}>
        {t('feed.create')}
      </button>
    </Form>
  )
}

function facts({ statuses: shown, last_used_utc }: SecretFeed): string {
  return `${listText(shown.map(statusText))} · ${lastUseText(last_used_utc)}`
}

/** The existing feeds, and a form to add one. */
export function SecretFeeds({ user }: { readonly user: UserIdAndNames }) {
  return (
    <RevocableList
      user={user}
      title={t('secret-feeds')}
      hint={t('feed.hint', { name: user.display_name })}
      collection="feeds"
      load={listSecretFeeds}
      detail={facts}
      form={(onCreated) => <NewFeed user={user} onCreated={onCreated} />}
    />
  )
}
