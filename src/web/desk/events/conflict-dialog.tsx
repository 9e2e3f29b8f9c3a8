/** Another user has changed the same fields. The user chooses a value for each. */
import type { EventItem } from '../api/types.ts'
import { ConflictDialog } from '../edited/conflict-dialog.tsx'
import { groupName } from '../groups/known.ts'
import { plainTextOfHtml } from '../parts/markup.ts'
import { t } from '../words/index.ts'
import { listText } from '../words/list-text.ts'
import type { DraftKey, DraftLink, EventDraft } from './draft.ts'
import type { EventEditingState } from './editing.ts'
import { isHtmlFieldName } from './fields/field-kinds.ts'
import { argLabel } from './key-text.ts'
import { statusText } from './list/status.tsx'

const linkText = (link: DraftLink) => ('id' in link ? link.name : Object.values(link.fields).join(', '))

/** Formats a value as text. */
function valueText(key: DraftKey, draft: EventDraft): string {
  if (key === 'venue' || key === 'organizer') return draft[key].map(linkText).join('; ')
  if (key === 'status') return statusText(draft.status)
  if (key === 'group') return groupName(draft.group)
  if (key === 'assignee') return draft.assignee?.display_name ?? ''
  if (key === 'image') return draft.image?.url ?? ''
  if (key === 'tickets') return draft.tickets.map(({ name, price }) => `${name} ${price}`).join('; ')
  if (key === 'custom_fields')
    return draft.custom_fields.map(({ label, value }) => t('labelled', { label, text: value })).join('; ')
  if (isHtmlFieldName(key)) return plainTextOfHtml(draft[key])
  const value = draft[key]
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  return Array.isArray(value) ? listText(value.map(String)) : String(value ?? '')
}

interface ConflictProps {
  readonly state: EventEditingState
  readonly onSettled: (event: EventItem | undefined) => void
}

/** The dialog, if there is a conflict. Closing it changes nothing. */
export function EventConflictDialog({ state, onSettled }: ConflictProps) {
  const conflict = state.conflict.value
  if (conflict === undefined) return null
  const mine = state.draft.value
  const rows = conflict.keys.map((name) => ({
    name,
    label: argLabel(name),
    mine: valueText(name, mine),
    theirs: valueText(name, conflict.theirs),
  }))
  const close = () => {
    state.conflict.value = undefined
  }
  return (
    <ConflictDialog rows={rows} settle={async (kept) => onSettled(await state.settle(kept))} close={close} />
  )
}
