import { useState } from 'preact/hooks'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { callApi, loadList } from '../api/api.ts'
import { faultMessage, RequestFault } from '../api/faults.ts'
import type { EventItem } from '../api/types.ts'
import type { FormRow } from '../edited/fields.tsx'
import { EditedForm, RowsForm } from '../edited/form.tsx'
import { type EditedResource, useEditedItem, useSentForm } from '../edited/use-edited-item.ts'
import { groupName, mayPublishIn, mayReviewInGroup } from '../groups/groups.ts'
import { Button } from '../parts/button.tsx'
import { askConfirmation, CloseRow, confirmDeletion, Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { notify, showFault } from '../parts/notice.tsx'
import { t } from '../words/index.ts'
import { type DraftKey, draftOfSavedEvent, type EventDraft, eventChangeBody, newEventDraft } from './draft.ts'

// Templates of events: kept from an event, and the draft of a new one from them.

type EventTemplate = components['schemas']['Template']

const listTemplates = async () => (await loadList<EventTemplate>('/templates')).body

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
async function saveTemplate(name: string, draft: EventDraft): Promise<EventTemplate> {
  const isKept = ([key]: readonly [string, unknown]) => !ofOneEvent.some((one) => one === key)
  const fields = Object.fromEntries(Object.entries(eventChangeBody(draft, undefined)).filter(isKept))
  const body = { name: name.trim(), group: draft.group, fields }
  return (await callApi<EventTemplate>('POST', '/templates', { body })).body
}

/**
 * Asks the service for the event that it would make of a body. Args that it refuses, such as the categories where one is gone, are left out
 * once, and told.
 */
async function triedEvent(body: Readonly<Record<string, unknown>>): Promise<EventItem> {
  const tried = (sent: object) =>
    callApi<EventItem>('POST', '/events', { body: sent, query: { dry_run: true } })
  try {
    return (await tried(body)).body
  } catch (error) {
    const refused = error instanceof RequestFault ? Object.keys(error.fields) : []
    const names = refused.map((name) => name.split(/[.[]/)[0] ?? name)
    if (names.length === 0) throw error
    const left = Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
    const { body: event } = await tried(left)
    notify(t('template.left', { why: faultMessage(error) }))
    return event
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

function KeptRow({ template, reload }: { readonly template: EventTemplate; readonly reload: () => void }) {
  const { id, name, group } = template
  const row = `template-${id}`
  const templates: EditedResource<EventTemplate> = {
    collection: 'templates',
    valuesOf: (stored) => ({ [row]: stored?.name ?? '' }),
    bodyOf: ({ [row]: typed }) => ({ name: String(typed).trim() }),
    nameOfArg: () => row,
  }
  const state = useEditedItem(templates, { body: template, etag: '' })
  const { values, faults, set, isChanged } = state
  const typed = String(values[row])
  const saved = (renamed: EventTemplate) => {
    notify(t('template.saved', { name: renamed.name }))
    reload()
  }
  const remove = async () => {
    if (!(await confirmDeletion(t('term.delete', { name }), t('template.delete.text')))) return
    await callApi('DELETE', `/templates/${id}`).then(reload, showFault)
  }
  return (
    <li>
      <EditedForm state={state} rows={[{ name: row, label: 'name' }]} saved={saved} class="line">
        <TextField
          name={`template-${id}`}
          label={group === 0 ? t('template.of-site') : groupName(group)}
          value={typed}
          fault={faults[row]}
          onInput={(next) => set({ [row]: next })}
        />
        <Button type="submit" disabled={typed.trim() === '' || !isChanged} label={t('template.rename')} />
        <Button
          class="danger"
          aria-label={t('delete-named', { name })}
          onClick={() => void remove()}
          label={t('delete')}
        />
      </EditedForm>
    </li>
  )
}

interface ChoiceProps {
  readonly isChanged: () => boolean
  readonly begin: (draft: EventDraft) => void
}

export function TemplateChoice({ isChanged, begin }: ChoiceProps) {
  const { value: all = [], reload } = useLoaded(listTemplates, [])
  const [isOpen, setOpen] = useState(false)
  const use = async (template: EventTemplate) => {
    const draft = await draftFromTemplate(template).catch(showFault)
    if (!draft) return
    const question = { title: t('leave.title'), text: t('template.replace'), yes: t('template.use') }
    // Also by what was typed while it was loaded.
    if (!isChanged() || (await askConfirmation(question))) begin(draft)
  }
  const kept = all.filter(({ group }) => mayReviewInGroup(group))
  if (all.length === 0) return null
  return (
    <section class="template-choice" aria-label={t('templates')}>
      <h2>{t('template.begin')}</h2>
      {all.map((template) => (
        <Button key={template.id} class="choice" onClick={() => void use(template)} label={template.name} />
      ))}
      {kept.length > 0 && <Button class="quiet" onClick={() => setOpen(true)} label={t('template.keep')} />}
      {isOpen && (
        <Dialog title={t('templates')} onClose={() => setOpen(false)}>
          <ul class="lines">
            {kept.map((template) => (
              <KeptRow key={template.id} template={template} reload={reload} />
            ))}
          </ul>
          <CloseRow close={() => setOpen(false)} isMain />
        </Dialog>
      )}
    </section>
  )
}

// Keeps an event as a template.

interface SaveProps {
  readonly draft: EventDraft
  readonly close: () => void
}

const nameRows: readonly FormRow[] = [{ name: 'template_name', label: 'name' }]

export function SaveTemplateDialog({ draft, close }: SaveProps) {
  const state = useSentForm(
    'templates/new',
    { template_name: draft.title },
    ({ template_name }) => saveTemplate(template_name, draft),
    { nameOfArg: () => 'template_name' },
  )
  const saved = ({ name }: EventTemplate) => {
    notify(t('template.saved', { name }))
    close()
  }
  return (
    <Dialog title={t('template.save')} onClose={close}>
      <RowsForm
        state={state}
        rows={nameRows}
        saved={saved}
        intro={<p class="hint">{t(draft.group === 0 ? 'template.save.site' : 'template.save.group')}</p>}
        submit={t('save')}
        isDisabled={state.values.template_name.trim() === ''}
        close={close}
      />
    </Dialog>
  )
}
