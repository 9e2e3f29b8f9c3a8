/** The name, e-mail address and language of a user, and the password of the signed-in one. */
import { useState } from 'preact/hooks'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { callApi, currentUser, loadSession } from '../api/api.ts'
import { deskSettings } from '../desk-settings.ts'
import { type EditedResource, useEditedItem } from '../edited/use-edited-item.ts'
import { Form, useLeaveConfirmation } from '../kept/form.tsx'
import { Dialog, DialogButton } from '../parts/dialog.tsx'
import {
  CurrentPasswordField,
  EmailField,
  ErrorText,
  NewPasswordField,
  SelectField,
  TextField,
} from '../parts/field.tsx'
import { saveAsFile } from '../parts/files.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify, showFault } from '../parts/notice.tsx'
import { FormSection } from '../parts/sections.tsx'
import { useSubmitting } from '../suggesting/unchosen-text.tsx'
import { t } from '../words/index.ts'
import type { User, UserIdAndNames } from './accounts.tsx'

type Language = User['language']

/** The languages of e-mail to a user, of which "" is that of the site. */
export const languageOptions: readonly (readonly [Language, string])[] = [
  ['', t('account.language.site')],
  ...deskSettings.languages.map(
    (one) => [one, new Intl.DisplayNames(one, { type: 'language' }).of(one) ?? one] as const,
  ),
]

export interface ProfileProps {
  readonly user: User
  readonly changed: () => void
}

const isOwn = ({ id }: User) => id === currentUser()?.id

const profiles: EditedResource<User> = {
  collection: 'users',
  valuesOf: (user) => ({
    display_name: user?.display_name ?? '',
    email: user?.email ?? '',
    language: user?.language ?? '',
  }),
}

/** The values of the form, and saving them. A new address of one's own needs the password. */
function useProfile({ user, changed }: ProfileProps) {
  const [password, setPassword] = useState('')
  const proof = (args: Readonly<Record<string, unknown>>) =>
    args.email !== undefined && user.has_password && isOwn(user) ? { current_password: password } : {}
  const resource = { ...profiles, bodyOf: (args: object) => ({ ...args, ...proof({ ...args }) }) }
  const state = useEditedItem(resource, { body: user, etag: '' })
  const { item = user, values, isChanged, forget, save } = state
  useLeaveConfirmation(isChanged, forget)
  const submit = async (event: Event) => {
    event.preventDefault()
    if ((await save()) === undefined) return
    setPassword('')
    changed()
    notify(isOwn(user) ? t('account.saved') : t('user.saved', { name: user.display_name }))
    await loadSession()
  }
  const needsProof = values.email !== item.email && user.has_password && isOwn(user)
  return { ...state, needsProof, password, setPassword, submit }
}

interface AddressProps {
  readonly user: User
  readonly form: ReturnType<typeof useProfile>
}

/** The e-mail address, and for a new one the password. */
function AddressFields({
  user,
  form: { values, set, needsProof, password, setPassword, fault },
}: AddressProps) {
  return (
    <>
      <EmailField
        value={String(values.email)}
        hint={user.new_email && t('account.email.waiting', { email: user.new_email })}
        autocomplete={isOwn(user) ? 'email' : 'off'}
        fault={fault?.fields.email}
        onInput={(email) => set({ email })}
      />
      {needsProof && (
        <CurrentPasswordField
          name="email_password"
          hint={t('account.email.proof')}
          value={password}
          fault={fault?.fields.current_password}
          onInput={setPassword}
        />
      )}
    </>
  )
}

/** The form for the public name, the e-mail address and the language. */
export function UserProfileForm(props: ProfileProps) {
  const form = useProfile(props)
  const { values, set, fault, submit, offer } = form
  const own = isOwn(props.user)
  return (
    <FormSection title={t(own ? 'account.profile' : 'user.profile')}>
      <Form kept={offer} onSubmit={submit}>
        <ErrorText>{fault?.message}</ErrorText>
        <TextField
          name="display_name"
          label={t(own ? 'account.name' : 'user.name')}
          hint={t('account.name.hint')}
          value={String(values.display_name)}
          autocomplete={own ? 'name' : 'off'}
          fault={fault?.fields.display_name}
          onInput={(display_name) => set({ display_name })}
        />
        <AddressFields user={props.user} form={form} />
        <SelectField
          name="language"
          label={t('account.language')}
          value={String(values.language)}
          options={languageOptions}
          onChange={(language) => set({ language })}
        />
        <button type="submit">{t('save')}</button>
      </Form>
    </FormSection>
  )
}

/** The form to change the password. */
export function OwnPassword({ user }: { readonly user: User }) {
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const { fault, submit } = useSubmitting(async () => {
    await callApi('PATCH', `/users/${user.id}`, { body: { current_password: current, password } })
    for (const clear of [setCurrent, setPassword]) clear('')
    notify(t('account.password.done'))
  })
  return (
    <FormSection title={t('account.password')}>
      <Form kept={null} onSubmit={submit}>
        <ErrorText>{fault?.message}</ErrorText>
        <CurrentPasswordField
          name="current_password"
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
      </Form>
    </FormSection>
  )
}

// The data of persons: exported as a file, and erased by administrators after they saw how much that is.

type ErasedPerson = components['schemas']['ErasedPerson']
type PersonData = components['schemas']['PersonData']

const pathOf = ({ login }: UserIdAndNames) => `/persons/${encodeURIComponent(login)}`

/** The button that saves all that is kept of a user as a file. */
function ExportPersonButton({ user }: { readonly user: UserIdAndNames }) {
  const save = () =>
    callApi<PersonData>('GET', pathOf(user)).then(
      ({ body }) =>
        saveAsFile(`${user.login}.json`, 'application/json', `${JSON.stringify(body, undefined, 2)}\n`),
      showFault,
    )
  return (
    <button type="button" onClick={() => void save()}>
      {t('person.export')}
    </button>
  )
}

interface EraseProps {
  readonly user: UserIdAndNames
  readonly after: () => void
}

/** What would be erased, and what would stay. */
function Extent({
  of: { items, images, named_images: named, organizers, submissions, follows, name },
}: {
  readonly of: ErasedPerson
}) {
  return (
    <>
      <p>{t('person.erase.goes')}</p>
      <ul>
        <li>{t('person.erase.account')}</li>
        <li>{t('person.erase.organizers', { count: organizers })}</li>
        <li>{t('person.erase.submissions', { count: submissions })}</li>
        <li>{t('person.erase.follows', { count: follows })}</li>
      </ul>
      <p>{t('person.erase.stays')}</p>
      <ul>
        <li>{t('person.erase.items', { count: items })}</li>
        {images > 0 && <li>{t('person.erase.images', { count: images })}</li>}
        {named > 0 && <li>{t('person.erase.named', { count: named })}</li>}
        <li>{t('person.erase.texts')}</li>
        <li>{t('person.erase.log', { name })}</li>
        <li>{t('person.erase.back-ups')}</li>
      </ul>
    </>
  )
}

function EraseDialog({ user, after, close }: EraseProps & { readonly close: () => void }) {
  const { login, display_name } = user
  const [typed, setTyped] = useState('')
  const tried = useLoaded(
    async () => (await callApi<ErasedPerson>('DELETE', pathOf(user), { query: { dry_run: true } })).body,
    [login],
  )
  const { fault, isBusy, submit } = useSubmitting(async () => {
    const { body } = await callApi<ErasedPerson>('DELETE', pathOf(user))
    notify(t('person.erased', { login, name: body.name }))
    close()
    after()
  })
  return (
    <Dialog title={t('person.erase.title', { name: display_name })} onClose={close}>
      <LoadedContent of={tried}>
        {(erased) => (
          <Form kept={null} onSubmit={submit}>
            <ErrorText>{fault?.message}</ErrorText>
            <Extent of={erased} />
            <TextField
              name="confirmed_login"
              label={t('person.erase.type', { login })}
              value={typed}
              onInput={setTyped}
            />
            <div class="actions">
              <button type="submit" class="danger" disabled={isBusy || typed.trim() !== login}>
                {t('person.erase')}
              </button>
              <button type="button" onClick={close}>
                {t('cancel')}
              </button>
            </div>
          </Form>
        )}
      </LoadedContent>
    </Dialog>
  )
}

/** The button that tells what would be erased of a user, and erases it once the login is typed. */
const ErasePersonButton = (props: EraseProps) => (
  <DialogButton label={t('person.erase')} class="danger">
    {(close) => <EraseDialog {...props} close={close} />}
  </DialogButton>
)

/** The buttons for the data kept of a user, in the dialog of the user, which closes once the person is erased. */
export function PersonalDataButtons({ user, after, close }: EraseProps & { readonly close: () => void }) {
  const erased = () => {
    after()
    close()
  }
  return (
    <>
      <ExportPersonButton user={user} />
      <ErasePersonButton user={user} after={erased} />
    </>
  )
}

/** The part of one's own account with what is kept of oneself. */
export function OwnData({ user }: { readonly user: UserIdAndNames }) {
  return (
    <section class="part">
      <h2>{t('person.data')}</h2>
      <p class="hint">{t('person.data.hint')}</p>
      <ExportPersonButton user={user} />
    </section>
  )
}
