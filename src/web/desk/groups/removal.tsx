/** Deletes a group. Its events stay: without a group, or in another one. */
import { useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import type { Group } from '../api/types.ts'
import { Form } from '../kept/fields.tsx'
import { SelectField } from '../parts/choice.tsx'
import { Dialog, DialogButton, SubmitOrCancel } from '../parts/dialog.tsx'
import { ErrorText } from '../parts/error-text.tsx'
import { notify } from '../parts/notice.tsx'
import { useSubmitting } from '../parts/submitting.ts'
import { navigateTo, setLeaveGuard } from '../route.ts'
import { t } from '../words/index.ts'
import { refreshGroups, useOfferedGroups } from './known.ts'

interface RemovalProps {
  readonly group: Pick<Group, 'id' | 'name'>
}

function RemovalDialog({ group: { id, name }, close }: RemovalProps & { readonly close: () => void }) {
  const [moveTo, setMoveTo] = useState('0')
  const others = useOfferedGroups().filter((one) => one.id !== id)
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
