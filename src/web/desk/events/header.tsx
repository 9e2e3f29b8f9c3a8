/** The heading of an event, with its status and the actions for the whole event. */

import { callApi } from '../api/api.ts'
import { faultMessage } from '../api/faults.ts'
import { currentUser, hasRoleAtLeast, isLocalMode } from '../api/session.ts'
import type { EventItem } from '../api/types.ts'
import { DuplicateEventButton } from '../bulk/duplicate.tsx'
import { notifyWithUndo } from '../bulk/undo.ts'
import { deskSettings } from '../desk-settings.ts'
import { mayChangeEvent, mayReviewInGroup } from '../groups/may.ts'
import { changeAuthorText, isMadeByUser, loadChangesPageAtPath } from '../history/changes.ts'
import { removeUnsavedValues } from '../kept/unsaved-values.ts'
import { useViewActs } from '../keys/view-acts.ts'
import { confirmDeletion } from '../parts/dialog.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { notify } from '../parts/notice.tsx'
import { navigateTo, setLeaveGuard } from '../route.ts'
import { askSeriesScope } from '../series/scope-dialog.tsx'
import { ActionMenu } from '../shell/action-menu.tsx'
import { ViewHeading } from '../shell/view-heading.tsx'
import { SaveTemplateButton } from '../templates/save-button.tsx'
import { dateTimeText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { draftOfSavedEvent } from './draft.ts'
import type { EventEditorProps } from './editing.ts'
import { choiceText } from './fields/choice-text.ts'
import { applyBulkAction, type BulkAction } from './list/bulk.ts'
import { StatusMark } from './list/status.tsx'
import { FederatedOriginLine } from './origin.tsx'
import { SharePreviewButton } from './share-preview.tsx'
import { SocialPreviewButton } from './social-preview.tsx'

/** When the event was changed last, and by whom. */
function LastChange({ event: { id, modified } }: { readonly event: EventItem }) {
  const loaded = useLoaded(
    () => loadChangesPageAtPath(`/events/${id}/history`, { per_page: 1 }),
    [id, modified],
  )
  const [last] = loaded.value?.changes ?? []
  const at = t('changed-at', { at: dateTimeText(modified) })
  if (isLocalMode() || last === undefined) return <>{at}</>
  const name = changeAuthorText(last)
  const isOwn = last.login === currentUser()?.login
  return (
    <>
      {at} · {isOwn ? t('author.own') : isMadeByUser(last) ? t('author', { name }) : name}
    </>
  )
}

/** Moves an event of a series to the trash: this one, this and the following, or all upcoming ones. */
async function trashOfSeries(event: EventItem): Promise<void> {
  const { id, title } = event
  const scope = await askSeriesScope('trash', ['this', 'following', 'all'], event)
  if (scope === undefined) return
  try {
    const removed = await callApi('DELETE', `/events/${id}`, { query: { apply_to: scope } })
    setLeaveGuard(undefined)
    removeUnsavedValues(`event/${id}`)
    notifyWithUndo(t('item.trashed', { name: title }), removed, () => void navigateTo(`/events/${id}`))
    await navigateTo('/events')
  } catch (error) {
    notify(faultMessage(error))
  }
}

/** Acts on an event as the editor chose, after a question where it is deleted for good. */
async function actOn(event: EventItem, name: BulkAction, reload: () => void) {
  const title = t('delete.title', { count: 1 })
  if (name === 'delete' && !(await confirmDeletion(title, t('delete.text')))) return
  if (name === 'trash' && event.series !== null) return trashOfSeries(event)
  setLeaveGuard(undefined)
  removeUnsavedValues(`event/${event.id}`)
  await applyBulkAction(
    { act: name, events: [event] },
    name === 'restore' ? reload : () => void navigateTo('/events'),
  )
}

/** Whether others may read an event: editors of the site see how. */
const isOnSocialWeb = ({ status, origin }: EventItem) =>
  deskSettings.isFederating && hasRoleAtLeast('editor') && status === 'publish' && origin === null

interface BulkProps {
  readonly of: EventItem
  readonly names: readonly BulkAction[]
  readonly reload: () => void
}

function BulkButtons({ of: event, names, reload }: BulkProps) {
  useViewActs(names.map((name) => ({ label: t(`bulk.${name}`), run: () => void actOn(event, name, reload) })))
  return names.map((name) => (
    <button
      type="button"
      key={name}
      class={name === 'restore' ? 'main' : 'danger'}
      onClick={() => actOn(event, name, reload)}
    >
      {t(`bulk.${name}`)}
    </button>
  ))
}

/** The heading of a saved event. */
export function EventHeader({ state, reload }: EventEditorProps) {
  const event = state.event.value
  if (event === undefined) return null
  const isTrash = event.status === 'trash'
  return (
    <>
      <ViewHeading text={event.title}>
        <StatusMark status={event.status} />
        {event.event_status !== 'scheduled' && (
          <span class="status trash">{choiceText('event_status', event.event_status)}</span>
        )}
        {!isTrash && (
          <a class="button" href={event.url} target="_blank" rel="noopener">
            {t(event.status === 'publish' ? 'view' : 'preview')}
          </a>
        )}
        {!isTrash && <DuplicateEventButton event={event} />}
        {mayChangeEvent(event) && (
          <BulkButtons
            key={isTrash}
            of={event}
            names={isTrash ? ['restore', 'delete'] : ['trash']}
            reload={reload}
          />
        )}
        {!isTrash && (
          <ActionMenu>
            {event.status !== 'publish' && <SharePreviewButton id={event.id} />}
            {isOnSocialWeb(event) && <SocialPreviewButton id={event.id} />}
            {mayReviewInGroup(event.group?.id ?? 0) && (
              <SaveTemplateButton draft={draftOfSavedEvent(event)} />
            )}
          </ActionMenu>
        )}
      </ViewHeading>
      <p class="facts">
        <LastChange event={event} />
      </p>
      <FederatedOriginLine of={event} />
    </>
  )
}
