/** The data of persons: exported as a file, and erased by administrators after they saw how much that is. */
import { useState } from 'preact/hooks'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { callApi } from '../api/api.ts'
import { saveAsFile } from '../export/download.ts'
import { Form } from '../kept/fields.tsx'
import { Dialog, DialogButton } from '../parts/dialog.tsx'
import { ErrorText } from '../parts/error-text.tsx'
import { TextField } from '../parts/field.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify, showFault } from '../parts/notice.tsx'
import { useSubmitting } from '../parts/submitting.ts'
import { t } from '../words/index.ts'
import type { UserIdAndNames } from './accounts.ts'

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
            <ErrorText>{fault}</ErrorText>
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
