/** The name, e-mail address, language and password of a user, and all that is kept of a person. */
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { type ApiResponse, callApi, currentUser, loadSession } from '../api/api.ts'
import { deskSettings } from '../desk-settings.ts'
import type { FormRow } from '../edited/fields.tsx'
import { EditedForm, RowsForm } from '../edited/form.tsx'
import {
  type EditedResource,
  type FormValues,
  useEditedItem,
  useSentForm,
} from '../edited/use-edited-item.ts'
import { useLeaveConfirmation } from '../kept/form.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog, DialogButton, SubmitOrCancel } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { saveAsFile } from '../parts/files.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify, showFault } from '../parts/notice.tsx'
import { FoldedSection, FormSection } from '../parts/sections.tsx'
import { languageName, t } from '../words/index.ts'
import type { User, UserIdAndNames } from './accounts.tsx'

type Language = User['language']

/** The languages of e-mail to a user, of which "" is that of the site. */
export const languageOptions: readonly (readonly [Language, string])[] = [
  ['', t('account.language.site')],
  ...deskSettings.languages.map((one) => [one, languageName(one, one)] as const),
]

export interface ProfileProps {
  readonly user: User
  readonly changed: () => void
}

const isOwn = ({ id }: User) => id === currentUser()?.id

/** The values of the form. A new address of one's own needs the password, if there is one. */
const profiles: EditedResource<User> = {
  collection: 'users',
  valuesOf: (user) => ({
    display_name: user?.display_name ?? '',
    email: user?.email ?? '',
    role: user?.role ?? '',
    language: user?.language ?? '',
    current_password: '',
  }),
  bodyOf: ({ current_password: proof, ...args }) =>
    args.email === undefined ? args : { ...args, current_password: proof },
  secrets: ['current_password'],
}

const currentPassword = {
  name: 'current_password',
  label: 'account.password.current',
  type: 'password',
  autocomplete: 'current-password',
} as const satisfies FormRow

function rowsOfProfile(user: User, email: unknown): readonly FormRow[] {
  const own = isOwn(user)
  const waiting = user.new_email && t('account.email.waiting', { email: user.new_email })
  return [
    {
      name: 'display_name',
      label: own ? 'account.name' : 'user.name',
      hint: 'account.name.hint',
      autocomplete: own ? 'name' : 'off',
    },
    {
      name: 'email',
      label: 'account.email',
      type: 'email',
      autocomplete: own ? 'email' : 'off',
      ...(waiting && { hintText: waiting }),
    },
    ...(own && user.has_password && email !== user.email
      ? [{ ...currentPassword, hint: 'account.email.proof' } as const]
      : []),
    { name: 'language', label: 'account.language', type: 'choice', options: languageOptions },
  ]
}

interface UserProfileProps extends ProfileProps {
  /** Returns the row with the role, for those who may change it. */
  readonly roleRow?: (values: FormValues) => FormRow
}

/** The section with the public name, the e-mail address, the role and the language. */
export function UserProfileForm({ user, changed, roleRow }: UserProfileProps) {
  const state = useEditedItem(profiles, { body: user, etag: '' })
  const { item = user, values, isChanged, forget } = state
  useLeaveConfirmation(isChanged, forget)
  const saved = async ({ display_name: title }: User) => {
    changed()
    notify(isOwn(user) ? t('account.saved') : t('saved', { title }))
    await loadSession()
  }
  return (
    <FormSection title={t(isOwn(user) ? 'account.profile' : 'user.profile')}>
      <RowsForm
        state={state}
        rows={[...rowsOfProfile(item, values.email), ...(roleRow ? [roleRow(values)] : [])]}
        saved={saved}
        submit={t('save')}
        isMain
      />
    </FormSection>
  )
}

/** The form that sets a password: of oneself with the current one, of others without. */
export function PasswordForm({ user, changed }: ProfileProps) {
  const own = isOwn(user)
  const name = user.display_name
  const rows: readonly FormRow[] = [
    ...(own ? [currentPassword] : []),
    {
      name: 'password',
      label: 'account.password.new',
      type: 'password',
      hint: 'start.password',
      autocomplete: 'new-password',
    },
  ]
  const path = `/users/${user.id}`
  const state = useSentForm(
    `${path.slice(1)}/password`,
    { current_password: '', password: '' },
    ({ password, ...proof }) => callApi('PATCH', path, { body: { password, ...(own && proof) } }),
    { secrets: ['current_password', 'password'] },
  )
  const saved = () => {
    notify(own ? t('account.password.done') : t('user.password.done', { name }))
    changed()
  }
  const isDisabled = state.values.password === ''
  return (
    <RowsForm
      state={state}
      rows={rows}
      saved={saved}
      submit={t('user.password.set')}
      isDisabled={isDisabled}
    />
  )
}

// The data of persons: exported as a file, and erased by administrators after they saw how much that is.

type ErasedPerson = components['schemas']['ErasedPerson']
type PersonData = components['schemas']['PersonData']

const pathOf = ({ login }: UserIdAndNames) => `/persons/${encodeURIComponent(login)}`

/** The button that saves all that is kept of a user as a file. */
export function ExportPersonButton({ user }: { readonly user: UserIdAndNames }) {
  const save = () =>
    callApi<PersonData>('GET', pathOf(user)).then(
      ({ body }) =>
        saveAsFile(`${user.login}.json`, 'application/json', `${JSON.stringify(body, undefined, 2)}\n`),
      showFault,
    )
  return <Button class="quiet" onClick={() => void save()} label={t('person.export')} />
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
  const tried = useLoaded(
    async () => (await callApi<ErasedPerson>('DELETE', pathOf(user), { query: { dry_run: true } })).body,
    [login],
  )
  const state = useSentForm(
    'erase',
    { confirmed_login: '' },
    () => callApi<ErasedPerson>('DELETE', pathOf(user)),
    { secrets: ['confirmed_login'] },
  )
  const saved = ({ body }: ApiResponse<ErasedPerson>) => {
    notify(t('person.erased', { login, name: body.name }))
    close()
    after()
  }
  return (
    <Dialog title={t('person.erase.title', { name: display_name })} onClose={close}>
      <LoadedContent of={tried}>
        {(erased) => (
          <EditedForm state={state} rows={[]} saved={saved}>
            <Extent of={erased} />
            <TextField
              name="confirmed_login"
              label={t('person.erase.type', { login })}
              value={state.values.confirmed_login}
              onInput={(confirmed_login) => state.set({ confirmed_login })}
            />
            <SubmitOrCancel
              label={t('person.erase')}
              isDangerous
              isDisabled={state.isSaving || state.values.confirmed_login.trim() !== login}
              cancel={close}
            />
          </EditedForm>
        )}
      </LoadedContent>
    </Dialog>
  )
}

export const ErasePersonButton = (props: EraseProps) => (
  <DialogButton label={t('person.erase')} class="danger">
    {(close) => <EraseDialog {...props} close={close} />}
  </DialogButton>
)

/** The part of one's own account with what is kept of oneself. */
export function OwnData({ user }: { readonly user: UserIdAndNames }) {
  return (
    <FoldedSection title={t('person.data')} line={t('person.data.hint')}>
      <p class="hint">{t('person.data.hint')}</p>
      <ExportPersonButton user={user} />
    </FoldedSection>
  )
}
