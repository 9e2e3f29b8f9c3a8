/** The tokens and secret feeds of a user: made in a dialog, shown once, and revoked. */
import { useState } from 'preact/hooks'
import { type Scope, scopes } from '../../../contract/operations/account-names.ts'
import { callApi, currentUser, loadList } from '../api/api.ts'
import type { EventPublicationStatus } from '../api/types.ts'
import { deskSettings } from '../desk-settings.ts'
import { Fields, type FormRow } from '../edited/fields.tsx'
import { RowsForm } from '../edited/form.tsx'
import { type FormValues, useSentForm } from '../edited/use-edited-item.ts'
import { statusText } from '../events/list/texts.tsx'
import { ListContent, pageOfWhole, useList } from '../lists/list.tsx'
import { Button } from '../parts/button.tsx'
import { askConfirmation, Dialog, DialogButton } from '../parts/dialog.tsx'
import { Entry } from '../parts/loaded.tsx'
import { tellWhenDone } from '../parts/notice.tsx'
import { FoldedSection } from '../parts/sections.tsx'
import { dayText, utcAsSiteTimeText, wallEpoch, wallTimeIn } from '../time/wall.ts'
import { type Key, listText, t } from '../words/index.ts'
import {
  type CreatedSecretFeed,
  type CreatedToken,
  SecretDialog,
  type SecretFeed,
  type Token,
  type UserIdAndNames,
} from './accounts.tsx'

type Created = CreatedToken | CreatedSecretFeed

/** A kind of credential that can be revoked, with its list and the form that makes one. */
interface Credential<T> {
  readonly collection: 'tokens' | 'feeds'
  readonly title: Key
  readonly one: Key
  readonly hint: (user: UserIdAndNames) => string
  /** The button that opens the form, and the one that sends it. */
  readonly open: Key
  readonly create: Key
  readonly detail: (one: T, user: UserIdAndNames) => string
  readonly first: FormValues
  readonly rows: (user: UserIdAndNames) => readonly FormRow[]
  /** The boxes below, of which at least one is ticked; none where nothing is to be chosen. */
  readonly boxes: (values: FormValues) => readonly FormRow[]
  readonly legend: Key
  readonly bodyOf: (values: FormValues) => object
}

interface CredentialsProps<T> {
  readonly of: Credential<T>
  readonly user: UserIdAndNames
}

interface NewProps<T> extends CredentialsProps<T> {
  readonly added: () => void
  readonly close: () => void
}

/** The dialog with the form, and once it is sent, with the secret. */
function NewCredential<T>({ of, user, added, close }: NewProps<T>) {
  const path = `/users/${user.id}/${of.collection}`
  const [made, setMade] = useState<Created | undefined>(undefined)
  const state = useSentForm(path.slice(1), of.first, async (values) => {
    const body = of.bodyOf(values)
    return (await callApi<Created>('POST', path, { body })).body
  })
  const saved = (created: Created) => {
    setMade(created)
    added()
  }
  const { values, set, faults } = state
  const boxes = of.boxes(values)
  if (made !== undefined)
    return (
      <SecretDialog
        title={t('labelled', { label: t(of.one), text: made.name })}
        secret={'token' in made ? made.token : made.address}
        close={close}
      />
    )
  return (
    <Dialog title={t(of.open)} onClose={close}>
      <RowsForm
        state={state}
        rows={of.rows(user)}
        saved={saved}
        submit={t(of.create)}
        isDisabled={boxes.length > 0 && boxes.every(({ name }) => values[name] !== true)}
        close={close}
      >
        {boxes.length > 0 && (
          <fieldset class="row">
            <legend class={values.limits === undefined ? 'label' : 'unseen'}>{t(of.legend)}</legend>
            <Fields rows={boxes} values={values} set={set} faults={faults} />
          </fieldset>
        )}
      </RowsForm>
    </Dialog>
  )
}

/** The existing ones, each with a button to revoke it, and the button to make one. */
function Credentials<T extends { readonly id: number; readonly name: string }>({
  of,
  user,
}: CredentialsProps<T>) {
  const list = useList<T>(
    async (part) => {
      const path = `/users/${user.id}/${of.collection}`
      return pageOfWhole((await loadList<T>(path)).body, part, (one) => `${one.name} ${of.detail(one, user)}`)
    },
    isOwn(user) ? of.collection : null,
  )
  const { value, reload } = list.loaded
  const revoke = async ({ id, name }: T) => {
    const yes = t('token.revoke')
    const question = { title: t('labelled', { label: yes, text: name }), text: t('token.revoke.text'), yes }
    if (await askConfirmation({ ...question, isDangerous: true }))
      await tellWhenDone(callApi('DELETE', `/${of.collection}/${id}`), t('token.revoked', { name }), reload)
  }
  return (
    <FoldedSection
      title={t(of.title)}
      line={value ? listText(value.body.map(({ name }) => name)) || of.hint(user) : ''}
    >
      <p class="hint">{of.hint(user)}</p>
      <ListContent list={list} none={t('tokens.none')}>
        {(one) => (
          <Entry name={<span class="name">{one.name}</span>} detail={of.detail(one, user)}>
            <Button
              class="danger"
              aria-label={t('labelled', { label: t('token.revoke'), text: one.name })}
              onClick={() => void revoke(one)}
              label={t('token.revoke')}
            />
          </Entry>
        )}
      </ListContent>
      <div class="actions">
        <DialogButton label={t(of.open)}>
          {(close) => <NewCredential of={of} user={user} added={reload} close={close} />}
        </DialogButton>
      </div>
    </FoldedSection>
  )
}

/** Returns those of some names whose box is ticked. */
const ticked = <N extends string>(names: readonly N[], values: FormValues): readonly N[] =>
  names.filter((name) => values[name] === true)

/** The date of the last use as text; an empty instant means never. */
const lastUseText = (lastUsed: string): string =>
  lastUsed === '' ? t('token.unused') : t('token.used', { at: utcAsSiteTimeText(lastUsed) })

/** The last day on which a token is valid, in the zone of the calendar. */
const lastDayText = (expiresUtc: string): string =>
  dayText(wallTimeIn(deskSettings.zone, (wallEpoch(expiresUtc) ?? 0) - 1))

const isOwn = ({ id }: UserIdAndNames) => id === currentUser()?.id

const allScopesText = (user: UserIdAndNames) =>
  isOwn(user) ? t('token.scopes.all.own') : t('token.scopes.all', { name: user.display_name })

const scopeText = (scope: Scope) => t(`token.scope.${scope}`)

const tokens: Credential<Token> = {
  collection: 'tokens',
  title: 'tokens',
  one: 'one.token',
  hint: (user) => (isOwn(user) ? t('tokens.hint.own') : t('tokens.hint', { name: user.display_name })),
  open: 'token.new',
  create: 'token.create',
  detail: ({ last_used_utc, expires_utc, scopes: limits }, user) =>
    [
      limits.length === 0 ? allScopesText(user) : listText(limits.map(scopeText)),
      lastUseText(last_used_utc),
      ...(expires_utc === '' ? [] : [t('token.until', { at: lastDayText(expires_utc) })]),
    ].join(' · '),
  first: { name: '', expires: '', limits: 'none' },
  rows: (user) => [
    { name: 'name', label: 'token.name' },
    { name: 'expires', label: 'token.expires', type: 'day' },
    {
      name: 'limits',
      label: 'token.scopes',
      type: 'choice',
      options: [
        ['none', allScopesText(user)],
        ['some', t('token.scopes.some')],
      ],
    },
  ],
  boxes: ({ limits }) =>
    limits === 'some'
      ? scopes.map((name) => ({ name, label: `token.scope.${name}`, type: 'flag' }) as const)
      : [],
  legend: 'token.scopes.some',
  bodyOf: ({ name, expires, ...values }) => ({
    name,
    scopes: values.limits === 'some' ? ticked(scopes, values) : [],
    ...(expires !== '' && { expires }),
  }),
}

const statuses: readonly EventPublicationStatus[] = ['publish', 'future', 'draft', 'pending', 'private']

const feeds: Credential<SecretFeed> = {
  collection: 'feeds',
  title: 'secret-feeds',
  one: 'one.feed',
  hint: (user) => (isOwn(user) ? t('feed.hint.own') : t('feed.hint', { name: user.display_name })),
  open: 'feed.new',
  create: 'feed.create',
  detail: ({ statuses: shown, last_used_utc }) =>
    `${listText(shown.map(statusText))} · ${lastUseText(last_used_utc)}`,
  first: { name: '', publish: true, future: true, draft: true, pending: true, private: true },
  rows: () => [{ name: 'name', label: 'feed.name' }],
  boxes: () => statuses.map((name) => ({ name, label: `status.${name}`, type: 'flag' }) as const),
  legend: 'feed.shows',
  bodyOf: ({ name, ...values }) => ({ name, status: ticked(statuses, values) }),
}

/** The tokens and the secret feeds of a user, a section each. */
export const TokensAndFeeds = ({ user }: { readonly user: UserIdAndNames }) => (
  <>
    <Credentials of={tokens} user={user} />
    <Credentials of={feeds} user={user} />
  </>
)
