/** Deletes a group. Its events stay: without a group, or in another one. */
import { useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import type { Group } from '../api/types.ts'
import { ALL_DATES_QUERY_FIELDS, loadEvents } from '../events/list/listed.ts'
import { Form } from '../kept/fields.tsx'
import { SelectField } from '../parts/choice.tsx'
import { Dialog, DialogButton, SubmitOrCancel } from '../parts/dialog.tsx'
import { ErrorText } from '../parts/error-text.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { notify } from '../parts/notice.tsx'
import { useSubmitting } from '../parts/submitting.ts'
import { navigateTo, setLeaveGuard } from '../route.ts'
import { t } from '../words/index.ts'
import { refreshGroups, useOfferedGroups } from './known.ts'

interface RemovalProps {
  readonly group: Pick<Group, 'id' | 'name'>
}

/** Loads how many events of a group are in the main calendar, and how many are not. */
async function countInAndOutOfMain(group: number) {
  const count = async (in_main: boolean) =>
    (await loadEvents({ ...ALL_DATES_QUERY_FIELDS, group, in_main, status: 'any', per_page: 1 })).total
  const [inMain, outside] = await Promise.all([count(true), count(false)])
  return { inMain, outside }
}

function RemovalDialog({ group: { id, name }, close }: RemovalProps & { readonly close: () => void }) {
  const [moveTo, setMoveTo] = useState('0')
  const others = useOfferedGroups().filter((one) => one.id !== id)
  const { value: counts } = useLoaded(() => countInAndOutOfMain(id), [id])
  const isIntoMain = moveTo === '0' || others.find((one) => String(one.id) === moveTo)?.main === 'all'
  const moved = counts && (isIntoMain ? counts.outside : counts.inMain)
  const { fault, isBusy, submit } = useSubmitting(async () => {
    await callApi('DELETE', `/groups/${id}`, { query: { move_to: moveTo } })
    await refreshGroups()
    setLeaveGuard(undefined)
    notify(t('deleted', { name }))
    await navigateTo('/groups?group=')
  })
  return (
    <Dialog title={t('term.delete', { name })} onClose={close}>
      <Form kept={null} onSubmit={submit}>
        <ErrorText>{fault}</ErrorText>
        <p>{t('group.delete.text')}</p>
        <SelectField
          name="move_to"
          label={t('group.move-to')}
          value={moveTo}
          options={[['0', t('group.none')], ...others.map((one) => [String(one.id), one.name] as const)]}
          onChange={setMoveTo}
        />
        {moved !== undefined && moved > 0 && (
          <p role="status">{t(isIntoMain ? 'group.delete.enter' : 'group.delete.leave', { count: moved })}</p>
        )}
        <SubmitOrCancel label={t('bulk.delete')} isDisabled={isBusy} cancel={close} />
      </Form>
    </Dialog>
  )
}

/** The button that asks what becomes of the events, and then deletes the group. */
export const RemoveGroupButton = ({ group }: RemovalProps) => (
  <DialogButton label={t('delete')} class="danger">
    {(close) => <RemovalDialog group={group} close={close} />}
  </DialogButton>
)
