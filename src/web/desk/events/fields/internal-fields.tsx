/** What only those see who may edit an event: its note, and whom it waits for. */
import { currentUser, isLocalMode } from '../../api/session.ts'
import type { Assignee } from '../../api/types.ts'
import { TextField } from '../../parts/field.tsx'
import { FoldedSection } from '../../parts/part.tsx'
import { Combobox } from '../../suggesting/combobox.tsx'
import type { Suggestion } from '../../suggesting/suggestion.ts'
import { t } from '../../words/index.ts'
import { listAssignees, suggestionOfAssignee } from '../assignees.ts'
import type { EventEditingState, EventFieldsProps } from '../editing.ts'
import { typedTextAndSetter } from './typed-text.ts'
import { internalLineOfDraft } from './value-lines.ts'

/** Users who may edit the event, found by name or login; oneself first. */
async function suggestUsers({ id, draft }: EventEditingState, search: string) {
  const found = await listAssignees(
    id === undefined ? { group: draft.value.group || undefined, search } : { event: id, search },
  )
  const own = currentUser()?.id
  return [...found.filter((one) => one.id === own), ...found.filter((one) => one.id !== own)]
}

function AssigneeField({ state }: EventFieldsProps) {
  const [text, setText] = typedTextAndSetter(state, 'assignee')
  const { assignee } = state.draft.value
  const known = new Map<string, Assignee>()
  const suggest = async (typed: string) => {
    const found = await suggestUsers(state, typed)
    for (const one of found) known.set(String(one.id), one)
    return found.map(suggestionOfAssignee)
  }
  const pick = ({ value }: Suggestion) => {
    const one = known.get(value)
    if (one !== undefined) state.set('assignee', one)
    setText('')
  }
  return (
    <div class="links" data-field="assignee">
      {assignee !== null && (
        <ul class="chips" aria-label={t('assignee')}>
          <li>
            {assignee.display_name}
            <button
              type="button"
              class="quiet"
              aria-label={t('remove-named', { name: assignee.display_name })}
              onClick={() => state.set('assignee', null)}
            >
              {t('remove')}
            </button>
          </li>
        </ul>
      )}
      <Combobox
        name="assignee"
        label={t('assignee')}
        hint={t('assignee.hint')}
        text={text}
        fault={state.faults.value.assignee}
        suggest={suggest}
        isUntaken={text.trim() !== ''}
        onText={setText}
        onPick={pick}
      />
    </div>
  )
}

/** The section; nothing for those who only propose changes of the event. */
export function InternalFields({ state }: EventFieldsProps) {
  const saved = state.event.value
  if (saved !== undefined && saved.note === undefined) return null
  const { note } = state.draft.value
  const { note: noteFault, assignee: assigneeFault } = state.faults.value
  return (
    <FoldedSection
      title={t('part.internal')}
      line={internalLineOfDraft(state.draft.value)}
      hasFault={noteFault !== undefined || assigneeFault !== undefined}
    >
      <TextField
        name="note"
        label={t('note')}
        hint={t('note.hint')}
        rows={3}
        value={note}
        fault={noteFault}
        onInput={(value) => state.set('note', value)}
      />
      {!isLocalMode() && <AssigneeField state={state} />}
    </FoldedSection>
  )
}
