/** Tells of a draft of changes, and asks before another replaces it. */
import type { EventItem } from '../api/types.ts'
import { notifyWithUndo } from '../bulk/undo.ts'
import { Button } from '../parts/button.tsx'
import { askConfirmation, DialogButton } from '../parts/dialog.tsx'
import { notify, showFault, useBusyAct } from '../parts/notice.tsx'
import { utcAsSiteTimeText } from '../time/wall.ts'
import { enumerationText, t } from '../words/index.ts'
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
import { SharePreviewDialog } from './header.tsx'
import { argLabel } from './key-text.ts'

// Asks before a draft of changes takes the place of another one.

function whoseDraftText({ author_name: name, modified_utc }: ChangesDraft): string {
  const by = { name, at: utcAsSiteTimeText(modified_utc) }
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

function changedFieldsText({ changes }: ChangesDraft): string {
  const names = Object.keys(changes).filter((name) => name !== 'apply_to')
  const dates = changes.apply_to === 'all' || changes.apply_to === 'following' ? changes.apply_to : undefined
  const fields = enumerationText(names.map(argLabel))
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

/**
 * Shows the draft as it is now, since somebody else may have kept, discarded or published one, and why an act failed: whoever reads that
 * presses again.
 */
async function showMeanwhile(state: EventEditingState, event: EventItem, error: unknown) {
  state.changesDraft.value = await loadChangesDraft(event)
  showFault(error)
}

async function send({ state }: EventEditorProps, event: EventItem, found: ChangesDraftInEditor) {
  const { changes, etag, sent_utc } = found.draft
  const isSent = sent_utc === ''
  state.changesDraft.value = await saveChangesDraft(event, changes, { seen: found, ifMatch: etag, isSent })
  if (isSent) notify(t('changes-draft.sent', { title: event.title }))
}

function draftText({ draft, continued }: ChangesDraftInEditor, isProposed: boolean): string {
  if (continued !== undefined)
    return t(isProposed ? 'changes-draft.continued.own' : 'changes-draft.continued')
  if (isProposed && draft.sent_utc !== '')
    return t('changes-draft.waiting', { at: utcAsSiteTimeText(draft.sent_utc) })
  return whoseDraftText(draft)
}

/** The message with what can be done. A draft on an older version is merged with the newer one where it is saved. */
export function ChangesDraftBanner(props: EventEditorProps) {
  const { state } = props
  const [isBusy, run] = useBusyAct()
  const found = state.changesDraft.value
  const event = state.item.value
  if (found === undefined || event === undefined) return null
  const { draft, continued } = found
  const isProposed = isProposing(event)
  const act = (what: typeof discard) => () =>
    run(() => what(props, event, found).catch((error: unknown) => showMeanwhile(state, event, error)))
  const sending = draft.sent_utc === '' ? 'changes-draft.send' : 'changes-draft.take-back'
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
        <>
          <Button
            class={isProposed ? undefined : 'main'}
            onClick={proceed}
            label={t('changes-draft.continue')}
          />
          {!draft.is_outdated && (
            <Button
              class={isProposed ? 'main' : undefined}
              disabled={isBusy}
              onClick={act(isProposed ? send : publish)}
              label={t(isProposed ? sending : 'bulk.publish')}
            />
          )}
        </>
      )}
      {!isProposed && (
        <DialogButton label={t('share')}>
          {(close) => <SharePreviewDialog id={event.id} close={close} />}
        </DialogButton>
      )}
      <Button class="danger" disabled={isBusy} onClick={act(discard)} label={t('changes-draft.discard')} />
    </div>
  )
}
