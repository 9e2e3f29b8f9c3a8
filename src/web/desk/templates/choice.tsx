/** The templates above the form of a new event: one begins it, and editors rename and delete them. */
import { useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import type { EventDraft } from '../events/draft.ts'
import { groupName } from '../groups/known.ts'
import { mayReviewInGroup } from '../groups/may.ts'
import { Form } from '../kept/fields.tsx'
import { askConfirmation, confirmDeletion, Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { showFault, tellWhenDone } from '../parts/notice.tsx'
import { t } from '../words/index.ts'
import { draftFromTemplate, type EventTemplate, listTemplates } from './templates.ts'

interface RowProps {
  readonly template: EventTemplate
  readonly reload: () => void
}

function KeptRow({ template: { id, name, group }, reload }: RowProps) {
  const [typed, setTyped] = useState(name)
  const rename = (event: Event) => {
    event.preventDefault()
    const sent = { name: typed.trim() }
    void tellWhenDone(callApi('PATCH', `/templates/${id}`, { body: sent }), t('template.saved', sent), reload)
  }
  const remove = async () => {
    if (!(await confirmDeletion(t('term.delete', { name }), t('template.delete.text')))) return
    await callApi('DELETE', `/templates/${id}`).then(reload, showFault)
  }
  return (
    <li>
      <Form class="line" kept={`templates/${id}`} onSubmit={rename}>
        <TextField
          name={`template-${id}`}
          label={group === 0 ? t('template.of-site') : groupName(group)}
          value={typed}
          onInput={setTyped}
        />
        <button type="submit" disabled={typed.trim() === '' || typed === name}>
          {t('template.rename')}
        </button>
        <button
          type="button"
          class="danger"
          aria-label={t('delete-named', { name })}
          onClick={() => void remove()}
        >
          {t('delete')}
        </button>
      </Form>
    </li>
  )
}

interface ChoiceProps {
  /** Whether something was typed, which a template would replace. */
  readonly isChanged: boolean
  readonly begin: (draft: EventDraft) => void
}

/** Buttons with the templates. Shows nothing where there are none. */
export function TemplateChoice({ isChanged, begin }: ChoiceProps) {
  const { value: all = [], reload } = useLoaded(listTemplates, [])
  const [isOpen, setOpen] = useState(false)
  const use = async (template: EventTemplate) => {
    const question = { title: t('leave.title'), text: t('template.replace'), yes: t('template.use') }
    if (isChanged && !(await askConfirmation(question))) return
    await draftFromTemplate(template).then(begin, showFault)
  }
  const kept = all.filter(({ group }) => mayReviewInGroup(group))
  if (all.length === 0) return null
  return (
    <section class="template-choice" aria-label={t('templates')}>
      <h2>{t('template.begin')}</h2>
      {all.map((template) => (
        <button type="button" key={template.id} class="choice" onClick={() => void use(template)}>
          {template.name}
        </button>
      ))}
      {kept.length > 0 && (
        <button type="button" class="quiet" onClick={() => setOpen(true)}>
          {t('template.keep')}
        </button>
      )}
      {isOpen && (
        <Dialog title={t('templates')} onClose={() => setOpen(false)}>
          <ul class="lines">
            {kept.map((template) => (
              <KeptRow key={`${template.id} ${template.name}`} template={template} reload={reload} />
            ))}
          </ul>
          <div class="actions">
            <button type="button" class="main" onClick={() => setOpen(false)}>
              {t('close')}
            </button>
          </div>
        </Dialog>
      )}
    </section>
  )
}
