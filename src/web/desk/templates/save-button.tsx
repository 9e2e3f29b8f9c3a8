/** Keeps an event as a template. */
import { useState } from 'preact/hooks'
import type { EventDraft } from '../events/draft.ts'
import { Form } from '../kept/fields.tsx'
import { Dialog, DialogButton, SubmitOrCancel } from '../parts/dialog.tsx'
import { ErrorText } from '../parts/error-text.tsx'
import { TextField } from '../parts/field.tsx'
import { notify } from '../parts/notice.tsx'
import { useSubmitting } from '../parts/submitting.ts'
import { t } from '../words/index.ts'
import { saveTemplate } from './templates.ts'

interface SaveProps {
  readonly draft: EventDraft
}

function SaveDialog({ draft, close }: SaveProps & { readonly close: () => void }) {
  const [name, setName] = useState(draft.title)
  const { fault, isBusy, submit } = useSubmitting(async () => {
    await saveTemplate(name.trim(), draft)
    notify(t('template.saved', { name: name.trim() }))
    close()
  })
  return (
    <Dialog title={t('template.save')} onClose={close}>
      <Form kept="templates/new" onSubmit={submit}>
        <ErrorText>{fault}</ErrorText>
        <p class="hint">{t(draft.group === 0 ? 'template.save.site' : 'template.save.group')}</p>
        <TextField name="template_name" label={t('name')} value={name} required onInput={setName} />
        <SubmitOrCancel label={t('save')} isDisabled={isBusy || name.trim() === ''} cancel={close} />
      </Form>
    </Dialog>
  )
}

/** The button that asks for a name. */
export const SaveTemplateButton = ({ draft }: SaveProps) => (
  <DialogButton label={t('template.save')} class="quiet">
    {(close) => <SaveDialog draft={draft} close={close} />}
  </DialogButton>
)
