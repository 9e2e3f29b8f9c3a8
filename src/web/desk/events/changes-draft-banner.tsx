/** Tells of a draft of changes, and asks before another replaces it. */
import type { EventItem } from '../api/types.ts'
import { notifyWithUndo } from '../bulk/undo.ts'
import { deskSettings } from '../desk-settings.ts'
import { askConfirmation } from '../parts/dialog.tsx'
import { notify, showFault } from '../parts/notice.tsx'
import { utcAsBrowserTimeText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import {
  baseAndValuesOfChangesDraft,
  type ChangesDraft,
  type ChangesDraftInEditor,
  discardChangesDraft,
  isProposing,
  loadChangesDraft,
  publishChangesDraft,
  saveChangesDraft,
} from './changes-draft.ts'
import type { EventEditingState, EventEditorProps } from './editing.ts'
import { SharePreviewButton } from './header.tsx'
import { argLabel } from './key-text.ts'

// Asks before a draft of changes takes the place of another one.

/** Returns whose draft there is, and since when. */
function whoseDraftText({ author_name: name, modified_utc }: ChangesDraft): string {
  const by = { name, at: utcAsBrowserTimeText(modified_utc) }
  return t(name === '' ? 'changes-draft.there.unnamed' : 'changes-draft.there', by)
}

/** Returns whether the changes of the form may be kept as the draft: asks where that loses a draft which the user has not continued. */
export async function mayReplaceDraft({ changesDraft }: EventEditingState): Promise<boolean> {
  const found = changesDraft.value
  if (found === undefined || found.continued !== undefined) return true
  return askConfirmation({
    title: t('changes-draft.replace'),
    text: `${whoseDraftText(found.draft)} ${t('changes-draft.replace.text')}`,
    yes: t('changes-draft.replace'),
    isDangerous: true,
  })
}

// Says that there is a draft of changes to the event, and whose it is.

/** The labels of the fields that a draft changes; `apply_to` says of which dates. */
function changedFieldsText({ changes }: ChangesDraft): string {
  const names = Object.keys(changes).filter((name) => name !== 'apply_to')
  const dates = changes.apply_to === 'all' || changes.apply_to === 'following' ? changes.apply_to : undefined
  const fields = new Intl.ListFormat(deskSettings.language).format(names.map(argLabel))
  return dates === undefined ? fields : `${fields} · ${t(`scope.${dates}`)}`
}

/** Discards the draft, after which it can be kept again. */
async function discard(
  { state, reload }: EventEditorProps,
  event: EventItem,
  { draft }: ChangesDraftInEditor,
) {
  await discardChangesDraft(event.id, draft)
  state.changesDraft.value = undefined
  const restore = () =>
    saveChangesDraft(event, draft.changes, { seen: undefined, ifMatch: undefined }).then(reload, showFault)
  notify(t('changes-draft.discarded'), () => void restore())
  reload()
}

async function publish({ reload }: EventEditorProps, event: EventItem, { draft }: ChangesDraftInEditor) {
  const { body, revision } = await publishChangesDraft(event.id, draft)
  notifyWithUndo(t('saved', { title: body.title }), { revision }, reload)
  reload()
}

/** Shows why an act failed, and the draft as it is now: somebody else may have kept, discarded or published one. */
async function showMeanwhile(state: EventEditingState, event: EventItem, error: unknown) {
  showFault(error)
  state.changesDraft.value = await loadChangesDraft(event)
}

/** Sends the draft to review, or takes it back. */
async function send({ state }: EventEditorProps, event: EventItem, found: ChangesDraftInEditor) {
  const { changes, etag, sent_utc } = found.draft
  const isSent = sent_utc === ''
  state.changesDraft.value = await saveChangesDraft(event, changes, { seen: found, ifMatch: etag, isSent })
  if (isSent) notify(t('changes-draft.sent', { title: event.title }))
}

/** Says whose the draft is, or since when it waits for a decision. */
function draftText({ draft, continued }: ChangesDraftInEditor, isProposed: boolean): string {
  if (continued !== undefined)
    return t(isProposed ? 'changes-draft.continued.own' : 'changes-draft.continued')
  if (isProposed && draft.sent_utc !== '')
    return t('changes-draft.waiting', { at: utcAsBrowserTimeText(draft.sent_utc) })
  return whoseDraftText(draft)
}

interface ActsProps {
  readonly draft: ChangesDraft
  readonly isProposed: boolean
  readonly proceed: () => void
  readonly apply: () => void
}

/** Continuing a draft, and publishing or sending it unless the event was changed since. */
function DraftActs({ draft, isProposed, proceed, apply }: ActsProps) {
  const sending = draft.sent_utc === '' ? 'changes-draft.send' : 'changes-draft.take-back'
  return (
    <>
      <button type="button" class={isProposed ? undefined : 'main'} onClick={proceed}>
        {t('changes-draft.continue')}
      </button>
      {!draft.is_outdated && (
        <button type="button" class={isProposed ? 'main' : undefined} onClick={apply}>
          {t(isProposed ? sending : 'bulk.publish')}
        </button>
      )}
    </>
  )
}

/** The message with what can be done. A draft on an older version is merged with the newer one where it is saved. */
export function ChangesDraftBanner(props: EventEditorProps) {
  const { state } = props
  const found = state.changesDraft.value
  const event = state.item.value
  if (found === undefined || event === undefined) return null
  const { draft, continued } = found
  const isProposed = isProposing(event)
  const act = (what: typeof discard) => () =>
    void what(props, event, found).catch((error: unknown) => showMeanwhile(state, event, error))
  const proceed = () => {
    const { base, values } = baseAndValuesOfChangesDraft(draft)
    state.takeUp({ values, base, etag: draft.etag })
    state.changesDraft.value = { draft, continued: state.values.value }
  }
  return (
    <div class="kept" role="status">
      <p>
        {draftText(found, isProposed)} {draft.is_outdated && t('changes-draft.outdated')}
        <br />
        <span class="detail">{changedFieldsText(draft)}</span>
      </p>
      {continued === undefined && !state.isChanged.value && (
        <DraftActs {...{ draft, isProposed, proceed }} apply={act(isProposed ? send : publish)} />
      )}
      {!isProposed && <SharePreviewButton id={event.id} />}
      <button type="button" class="danger" onClick={act(discard)}>
        {t('changes-draft.discard')}
      </button>
    </div>
  )
}
