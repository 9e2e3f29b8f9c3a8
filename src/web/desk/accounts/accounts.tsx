/** Users, with their tokens and feeds, as views load and name them, and secrets that are shown once. */
import type { ComponentChildren } from 'preact'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { callApi, loadList } from '../api/api.ts'
import { deskSettings } from '../desk-settings.ts'
import { Button } from '../parts/button.tsx'
import { CloseRow, Dialog } from '../parts/dialog.tsx'
import { notify } from '../parts/notice.tsx'
import { t } from '../words/index.ts'

export type User = components['schemas']['User']
export type UserIdAndNames = Pick<User, 'id' | 'login' | 'display_name'>
export type SecretFeed = components['schemas']['SecretFeed']
export type CreatedSecretFeed = components['schemas']['CreatedSecretFeed']
export type Token = components['schemas']['Token']
export type CreatedToken = components['schemas']['CreatedToken']

/** The name of a user as texts say it, with the login where that is another word. */
export const nameWithLogin = ({ display_name, login }: Omit<UserIdAndNames, 'id'>): string =>
  display_name === login ? login : `${display_name} (${login})`

/** Whether the organisation signs a user in, who has no password then. */
export const isSignedInByOrganisation = ({ single_sign_on }: User): boolean =>
  deskSettings.organisation !== undefined && single_sign_on

export const mayHavePassword = (user: User): boolean =>
  deskSettings.hasPasswords && !isSignedInByOrganisation(user)

export async function loadUser(id: number): Promise<User> {
  return (await callApi<User>('GET', `/users/${id}`)).body
}

/** Loads all users, by login. */
export async function listUsers(): Promise<readonly User[]> {
  return (await loadList<User>('/users')).body
}

interface CopyProps {
  readonly text: string
  readonly label?: string
  readonly class?: string
}

/** A button that copies a text; nothing on insecure pages, where browsers have no clipboard. */
export function CopyButton({ text, label = t('token.copy'), class: kind }: CopyProps) {
  if (navigator.clipboard === undefined) return null
  const copy = () => navigator.clipboard.writeText(text).then(() => notify(t('copied')))
  return <Button class={kind} onClick={copy} label={label} />
}

interface ShownOnceProps {
  readonly text: string
  /** Whether copying it is what to do. */
  readonly isMain?: boolean
}

/** The secret with a button that copies it, until the page is left. */
export function SecretShownOnce({ text, isMain = false }: ShownOnceProps) {
  return (
    <div class="token-once" role="status">
      <p>{t('token.once')}</p>
      <code>{text}</code> <CopyButton text={text} {...(isMain && { class: 'main' })} />
    </div>
  )
}

interface SecretProps {
  readonly title: string
  readonly secret: string
  readonly close: () => void
  /** Says what the secret is for. */
  readonly children?: ComponentChildren
}

/** The dialog in which a secret is shown once. */
export const SecretDialog = ({ title, secret, close, children }: SecretProps) => (
  <Dialog title={title} onClose={close}>
    {children}
    <SecretShownOnce text={secret} isMain />
    <CloseRow close={close} />
  </Dialog>
)
