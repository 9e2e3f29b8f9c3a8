/** Templates of events. */

import { useState } from 'preact/hooks'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { callApi } from '../api/api.ts'
import { RequestFault } from '../api/faults.ts'
import type { EventItem } from '../api/types.ts'
import { groupName, mayPublishIn, mayReviewInGroup } from '../groups/groups.ts'
import { Form } from '../kept/form.tsx'
import { askConfirmation, confirmDeletion, Dialog, DialogButton, SubmitOrCancel } from '../parts/dialog.tsx'
import { ErrorText, TextField } from '../parts/field.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { notify, showFault, tellWhenDone } from '../parts/notice.tsx'
import { useSubmitting } from '../suggesting/unchosen-text.tsx'
import { t } from '../words/index.ts'
import { type DraftKey, draftOfSavedEvent, type EventDraft, eventChangeBody, newEventDraft } from './draft.ts'

// Templates of events: kept from an event, and the draft of a new one from them.

type EventTemplate = components['schemas']['Template']

/** Loads the templates that the user may use, by name. */
async function listTemplates(): Promise<readonly EventTemplate[]> {
  return (await callApi<{ templates: readonly EventTemplate[] }>('GET', '/templates')).body.templates
}

/** The values that belong to one event alone. */
const ofOneEvent: readonly DraftKey[] = [
  'start_date',
  'end_date',
  'recurrence',
  'status',
  'date',
  'slug',
  'password',
  'group',
  'in_main',
  'note',
  'assignee',
  'post_parent',
  'event_status',
  'status_reason',
]

/** Keeps the values of an event as a template of its group, or of the site. Throws a Fault. */
async function saveTemplate(name: string, draft: EventDraft): Promise<void> {
  const isKept = ([key]: readonly [string, unknown]) => !ofOneEvent.some((one) => one === key)
  const fields = Object.fromEntries(Object.entries(eventChangeBody(draft, undefined)).filter(isKept))
  await callApi('POST', '/templates', { body: { name, group: draft.group, fields } })
}

/** Asks the service for the event that it would make of a body. Args that it refuses, such as a category that is gone, are left out once. */
async function triedEvent(body: Readonly<Record<string, unknown>>): Promise<EventItem> {
  const tried = (sent: object) =>
    callApi<EventItem>('POST', '/events', { body: sent, query: { dry_run: true } })
  try {
    return (await tried(body)).body
  } catch (error) {
    const refused = error instanceof RequestFault ? Object.keys(error.fields) : []
    const names = refused.map((name) => name.split(/[.[]/)[0] ?? name)
    if (names.length === 0) throw error
    return (await tried(Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))))
      .body
  }
}

/** Returns the draft of a new event from a template, in its group, at the times of other new events. Throws a Fault. */
async function draftFromTemplate({ fields, group }: EventTemplate): Promise<EventDraft> {
  const empty = newEventDraft()
  const { start_date, end_date, timezone } = empty
  const of = group === 0 ? empty.group : group
  const event = await triedEvent({
    timezone,
    ...fields,
    start_date,
    end_date,
    status: 'draft',
    group: of || null,
  })
  return {
    ...draftOfSavedEvent(event),
    start_date,
    end_date,
    group: of,
    in_main: undefined,
    status: mayPublishIn(of) ? 'publish' : 'draft',
    date: '',
    slug: '',
  }
}

// The templates above the form of a new event: one begins it, and editors rename and delete them.

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

// Keeps an event as a template.

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
        <ErrorText>{fault?.message}</ErrorText>
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
