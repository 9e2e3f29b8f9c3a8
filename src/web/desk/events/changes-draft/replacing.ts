/** Asks before a draft of changes takes the place of another one. */
import { askConfirmation } from '../../parts/dialog.tsx'
import { utcAsBrowserTimeText } from '../../time/zones.ts'
import { t } from '../../words/index.ts'
import type { EventForm } from '../form/event-form.ts'
import type { ChangesDraft } from './changes-draft.ts'

/** Returns whose draft there is, and since when. */
export function whoseDraftText({ author_name: name, modified_utc }: ChangesDraft): string {
  const by = { name, at: utcAsBrowserTimeText(modified_utc) }
  return t(name === '' ? 'changes-draft.there.unnamed' : 'changes-draft.there', by)
}

/** Returns whether the changes of the form may be kept as the draft: asks where that loses a draft which the user has not continued. */
export async function mayReplaceDraft({ changesDraft }: Pick<EventForm, 'changesDraft'>): Promise<boolean> {
  const found = changesDraft.value
  if (found === undefined || found.continued !== undefined) return true
  return askConfirmation({
    title: t('changes-draft.replace'),
    text: `${whoseDraftText(found.draft)} ${t('changes-draft.replace.text')}`,
    yes: t('changes-draft.replace'),
    isDangerous: true,
  })
}
