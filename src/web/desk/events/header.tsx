/** The heading of an event, with its status and the actions for the whole event. */

import { useState } from 'preact/hooks'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { SecretShownOnce } from '../accounts/accounts.tsx'
import { callApi, currentUser, hasRoleAtLeast, isLocalMode } from '../api/api.ts'
import { faultMessage } from '../api/faults.ts'
import type { EventItem } from '../api/types.ts'
import { applyBulkAction, type BulkAction } from '../bulk/bar.tsx'
import { DuplicateEventButton } from '../bulk/duplicate.tsx'
import { notifyWithUndo } from '../bulk/undo.ts'
import { deskSettings } from '../desk-settings.ts'
import type { FederationActorsAndQueue } from '../federation/federation.tsx'
import { mayChangeEvent, mayReviewInGroup } from '../groups/groups.ts'
import { changeAuthorText, isMadeByUser, loadChangesPageAtPath } from '../history/changes.ts'
import { removeUnsavedValues } from '../kept/form.tsx'
import { confirmDeletion, Dialog, DialogButton } from '../parts/dialog.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify, showFault } from '../parts/notice.tsx'
import { navigateTo, setLeaveGuard } from '../route.ts'
import { askSeriesScope } from '../series/scope-dialog.tsx'
import { ActionMenu } from '../shell/action-menu.tsx'
import { useViewActs } from '../shell/keys.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { dateTimeText, utcAsBrowserTimeText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { draftOfSavedEvent } from './draft.ts'
import type { EventEditorProps } from './editing.ts'
import { choiceText } from './fields/field-kinds.ts'
import { focusField } from './focus-field.ts'
import { StatusMark } from './list/texts.tsx'
import { FederatedOriginLine } from './origin.tsx'
import { SaveTemplateButton } from './templates.tsx'

// Shares the preview of an event by a secret link.

type PreviewLink = components['schemas']['PreviewLink']

interface LinkProps {
  readonly link: PreviewLink
  readonly close: () => void
  readonly end: () => Promise<void>
}

/** The link with a button that copies it, until the dialog is closed. */
function SharedLink({ link, close, end }: LinkProps) {
  return (
    <Dialog title={t('share')} onClose={close}>
      <p>{t('share.text', { at: utcAsBrowserTimeText(link.expires_utc) })}</p>
      <SecretShownOnce text={link.url} />
      <div class="actions">
        <button type="button" class="main" onClick={close}>
          {t('close')}
        </button>
        <button type="button" class="danger" onClick={() => void end()}>
          {t('share.end')}
        </button>
      </div>
    </Dialog>
  )
}

/** The button that makes a link, and the dialog that shows it once. */
export function SharePreviewButton({ id }: { readonly id: number }) {
  const [link, setLink] = useState<PreviewLink | undefined>(undefined)
  const path = `/events/${id}/preview-links`
  const share = () => callApi<PreviewLink>('POST', path).then(({ body }) => setLink(body), showFault)
  const end = async () => {
    setLink(undefined)
    await callApi('DELETE', path).then(() => notify(t('share.ended')), showFault)
  }
  return (
    <>
      <button type="button" onClick={() => void share()}>
        {t('share')}
      </button>
      {link && <SharedLink link={link} close={() => setLink(undefined)} end={end} />}
    </>
  )
}

// Shows how the programs of others read an event.

const calendarActor = async () =>
  (await callApi<FederationActorsAndQueue>('GET', '/federation')).body.actors[0]?.id ?? ''

/** Loads the address of the calendar's actor, and what shows the preview: few events are looked at so. */
async function loadPreview() {
  const [calendar, { EventSocialPreview }] = await Promise.all([
    calendarActor(),
    import('../federation/federation.tsx'),
  ])
  return { calendar, EventSocialPreview }
}

function SocialDialog({ id, close }: { readonly id: number; readonly close: () => void }) {
  const loaded = useLoaded(loadPreview, [])
  return (
    <Dialog title={t('federation.preview')} onClose={close}>
      <LoadedContent of={loaded}>
        {({ calendar, EventSocialPreview }) =>
          calendar !== '' && <EventSocialPreview calendar={calendar} id={id} />
        }
      </LoadedContent>
      <div class="actions">
        <button type="button" onClick={close}>
          {t('close')}
        </button>
      </div>
    </Dialog>
  )
}

/** The button that opens the preview of an event on the social web, as its object is stored. */
const SocialPreviewButton = ({ id }: { readonly id: number }) => (
  <DialogButton label={t('federation.preview.open')}>
    {(close) => <SocialDialog id={id} close={close} />}
  </DialogButton>
)

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
  const event = state.item.value
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

// Says in one tap that an event is cancelled, postponed or moved online.

const offered = ['cancelled', 'postponed', 'moved_online'] as const

type Outcome = (typeof offered)[number] | 'scheduled'

/** The field with the answer to what readers ask of an outcome: why, or where to. */
const fieldAskedFor = (outcome: Outcome) => (outcome === 'moved_online' ? 'online_url' : 'status_reason')

/** Returns the function that saves an outcome at once, and alone. */
const outcomePress =
  ({ state, reload }: EventEditorProps, event: EventItem) =>
  async (next: Outcome): Promise<void> => {
    const isOfSeries = event.series !== null
    const scope = isOfSeries ? await askSeriesScope('save', ['this', 'following', 'all'], event) : undefined
    if (isOfSeries && scope === undefined) return
    try {
      const { title } = await state.saveAlone({ event_status: next }, scope)
      state.answeredScope.value = scope
      const text = t('outcome.set', { title, outcome: choiceText('event_status', next) })
      notifyWithUndo(text, { revision: state.revision.value }, reload)
      if (next !== 'scheduled') focusField(fieldAskedFor(next))
    } catch (error) {
      showFault(error)
    }
  }

function OfferedOutcomes({ event, ...props }: EventEditorProps & { readonly event: EventItem }) {
  const press = outcomePress(props, event)
  // In the place of the state that it has, the event is offered to take place after all.
  const acts = offered
    .map((outcome): Outcome => (event.event_status === outcome ? 'scheduled' : outcome))
    .map((outcome) => ({ outcome, label: t(`outcome.do.${outcome}`), run: () => void press(outcome) }))
  useViewActs(acts)
  return (
    <fieldset class="outcomes" aria-label={t('outcome.part')}>
      {acts.map(({ outcome, label, run }) => (
        <button type="button" key={outcome} onClick={run}>
          {label}
        </button>
      ))}
    </fieldset>
  )
}

/** One button for each outcome that the event does not have, and one that takes its own back. Each saves at once, and alone. */
export function CancelOrPostponeButtons(props: EventEditorProps) {
  const event = props.state.item.value
  if (event === undefined || event.status === 'trash') return null
  return <OfferedOutcomes event={event} {...props} />
}
