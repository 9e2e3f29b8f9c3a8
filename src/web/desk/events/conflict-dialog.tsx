/** Another user has changed the same fields. The user chooses a value for each. */
import { useState } from 'preact/hooks'
import type { EventItem } from '../api/types.ts'
import { groupName } from '../groups/known.ts'
import { Dialog } from '../parts/dialog.tsx'
import { plainTextOfHtml } from '../parts/markup.ts'
import { t } from '../words/index.ts'
import { listText } from '../words/list-text.ts'
import type { DraftKey, DraftLink, EventDraft } from './draft.ts'
import type { EventEditingState } from './editing.ts'
import { isHtmlFieldName } from './fields/field-kinds.ts'
import type { EditConflict } from './form/event-form.ts'
import { argLabel } from './key-text.ts'
import { statusText } from './list/status.tsx'

const linkText = (link: DraftLink) => ('id' in link ? link.name : Object.values(link.fields).join(', '))

/** Formats a value as text. */
function valueText(key: DraftKey, draft: EventDraft): string {
  if (key === 'venue' || key === 'organizer') return draft[key].map(linkText).join('; ')
  if (key === 'status') return statusText(draft.status)
  if (key === 'group') return groupName(draft.group)
  if (key === 'image') return draft.image?.url ?? ''
  if (key === 'tickets') return draft.tickets.map(({ name, price }) => `${name} ${price}`).join('; ')
  if (key === 'custom_fields')
    return draft.custom_fields.map(({ label, value }) => t('labelled', { label, text: value })).join('; ')
  if (isHtmlFieldName(key)) return plainTextOfHtml(draft[key])
  const value = draft[key]
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  return Array.isArray(value) ? listText(value.map(String)) : String(value ?? '')
}

interface SideProps {
  readonly name: DraftKey
  readonly label: string
  readonly text: string
  readonly isChosen: boolean
  readonly choose: () => void
}

function Side({ name, label, text, isChosen, choose }: SideProps) {
  return (
    <label class="side">
      <input type="radio" name={`conflict-${name}`} checked={isChosen} onChange={choose} />
      <span>
        <strong>{label}</strong>
        <span class="text">{text === '' ? t('nothing') : text}</span>
      </span>
    </label>
  )
}

interface FormProps {
  readonly conflict: EditConflict
  readonly mine: EventDraft
  readonly settle: (mine: ReadonlySet<DraftKey>) => void
  readonly close: () => void
}

function ConflictForm({ conflict, mine, settle, close }: FormProps) {
  const [kept, setKept] = useState<ReadonlySet<DraftKey>>(new Set(conflict.keys))
  const keep = (key: DraftKey, isMine: boolean) => {
    const next = new Set(kept)
    if (isMine) next.add(key)
    else next.delete(key)
    setKept(next)
  }
  return (
    <Dialog title={t('conflict')} onClose={close} class="wide">
      <p>{t('conflict.text')}</p>
      {conflict.keys.map((key) => (
        <fieldset key={key} class="sides">
          <legend>{argLabel(key)}</legend>
          <Side
            name={key}
            label={t('conflict.mine')}
            text={valueText(key, mine)}
            isChosen={kept.has(key)}
            choose={() => keep(key, true)}
          />
          <Side
            name={key}
            label={t('conflict.theirs')}
            text={valueText(key, conflict.theirs)}
            isChosen={!kept.has(key)}
            choose={() => keep(key, false)}
          />
        </fieldset>
      ))}
      <div class="actions">
        <button type="button" class="main" onClick={() => settle(kept)}>
          {t('conflict.save')}
        </button>
        <button type="button" onClick={close}>
          {t('conflict.back')}
        </button>
      </div>
    </Dialog>
  )
}

interface ConflictProps {
  readonly state: EventEditingState
  readonly onSettled: (event: EventItem | undefined) => void
}

/** The dialog, if there is a conflict. Closing it changes nothing. */
export function ConflictDialog({ state, onSettled }: ConflictProps) {
  const conflict = state.conflict.value
  if (conflict === undefined) return null
  const close = () => {
    state.conflict.value = undefined
  }
  const settle = async (mine: ReadonlySet<DraftKey>) => onSettled(await state.settle(mine))
  return <ConflictForm conflict={conflict} mine={state.draft.value} settle={settle} close={close} />
}
