/** The secret feeds of a user: created, their URLs shown once, and revoked. */
import { useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import type { EventPublicationStatus } from '../api/types.ts'
import { statusText } from '../events/list/status.tsx'
import { Form } from '../kept/fields.tsx'
import { CheckField, TextField } from '../parts/field.tsx'
import { showFault } from '../parts/notice.tsx'
import { t } from '../words/index.ts'
import { listText } from '../words/list-text.ts'
import { type CreatedSecretFeed, listSecretFeeds, type SecretFeed, type UserIdAndNames } from './accounts.ts'
import { lastUseText, RevocableList } from './revocable.tsx'
import { SecretShownOnce } from './shown-once.tsx'

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
