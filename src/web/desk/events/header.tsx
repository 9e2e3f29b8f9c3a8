/** The heading of an event, with its status and the actions for the whole event. */

import { useState } from 'preact/hooks'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { SecretShownOnce } from '../accounts/accounts.tsx'
import { callApi, currentUser, hasRoleAtLeast, isLocalMode } from '../api/api.ts'
import { faultMessage } from '../api/faults.ts'
import type { EventItem } from '../api/types.ts'
import { applyBulkAction, type BulkAction } from '../bulk/bar.tsx'
import { DuplicateEventButton } from '../bulk/duplicate.tsx'
import { OutcomeDialog, type OutcomeFields, outcomes } from '../bulk/outcome.tsx'
import { notifyWithUndo } from '../bulk/undo.ts'
import { deskSettings } from '../desk-settings.ts'
import type { FederationActorsAndQueue } from '../federation/federation.tsx'
import { mayChangeEvent, mayReviewInGroup } from '../groups/groups.ts'
import { changeAuthorText, isMadeByUser, loadChangesPageAtPath } from '../history/changes.ts'
import { removeUnsavedValues } from '../kept/form.tsx'
import { CloseRow, confirmDeletion, Dialog, DialogButton } from '../parts/dialog.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify, showFault } from '../parts/notice.tsx'
import { navigateTo, setLeaveGuard } from '../route.ts'
import {
  askSeriesScope,
  everyScope,
  ScopeChoice,
  type SeriesScope,
  scopesOfEvent,
} from '../series/scope-dialog.tsx'
import { ActionMenu } from '../shell/action-menu.tsx'
import { useViewActs } from '../shell/keys.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { dateTimeText, utcAsSiteTimeText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { isProposing, isPublicOrScheduled } from './changes-draft.ts'
import { draftOfSavedEvent } from './draft.ts'
import type { EventEditorProps } from './editing.ts'
import { choiceText } from './fields/field-kinds.ts'
import { StatusMark } from './list/texts.tsx'
import { FederatedOriginLine } from './origin.tsx'
import { SaveTemplateButton } from './templates.tsx'

// Shares the preview of an event by a secret link.

type PreviewLink = components['schemas']['PreviewLink']

/** The button that makes a link, and the dialog that shows it once. */
export function SharePreviewButton({ id }: { readonly id: number }) {
  const [link, setLink] = useState<PreviewLink | undefined>(undefined)
  const path = `/events/${id}/preview-links`
  const share = () => callApi<PreviewLink>('POST', path).then(({ body }) => setLink(body), showFault)
  const close = () => setLink(undefined)
  const end = async () => {
    close()
    await callApi('DELETE', path).then(() => notify(t('share.ended')), showFault)
  }
  return (
    <>
      <button type="button" onClick={() => void share()}>
        {t('share')}
      </button>
      {link && (
        <Dialog title={t('share')} onClose={close}>
          <p>{t('share.text', { at: utcAsSiteTimeText(link.expires_utc) })}</p>
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
      )}
    </>
  )
}

// Shows how the programs of others read an event.

/** Loads the address of the calendar's actor, and what shows the preview: few events are looked at so. */
async function loadSocialPreview() {
  const [{ body }, { EventSocialPreview }] = await Promise.all([
    callApi<FederationActorsAndQueue>('GET', '/federation'),
    import('../federation/federation.tsx'),
  ])
  return { calendar: body.actors[0]?.id ?? '', EventSocialPreview }
}

function SocialPreview({ id }: { readonly id: number }) {
  const loaded = useLoaded(loadSocialPreview, [])
  return (
    <LoadedContent of={loaded}>
      {({ calendar, EventSocialPreview }) =>
        calendar !== '' && <EventSocialPreview calendar={calendar} id={id} />
      }
    </LoadedContent>
  )
}

const SocialPreviewButton = ({ id }: { readonly id: number }) => (
  <DialogButton label={t('federation.preview.open')}>
    {(close) => (
      <Dialog title={t('federation.preview')} onClose={close}>
        <SocialPreview id={id} />
        <CloseRow close={close} />
      </Dialog>
    )}
  </DialogButton>
)

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

async function trashOfSeries(event: EventItem): Promise<void> {
  const { id, title } = event
  const scope = await askSeriesScope('trash', everyScope, event)
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

// Cancels an event, postpones it, moves it online, or says that it takes place after all.

interface OutcomeProps extends EventEditorProps {
  readonly event: EventItem
  readonly close: () => void
}

/** Saves an outcome at once, and alone, for some dates of its series. */
function EventOutcomeDialog({ state, event, reload, close }: OutcomeProps) {
  const { id, title, event_status: now, online_url, series } = event
  const [scope, choose] = useState<SeriesScope>('this')
  const apply = async (fields: OutcomeFields) => {
    const saved = await state.saveAlone(fields, series === null ? undefined : scope)
    const text = t('outcome.set', { title, outcome: choiceText('event_status', fields.event_status) })
    notifyWithUndo(text, { revision: state.revision.value }, reload)
    return saved
  }
  return (
    <OutcomeDialog
      form={`event/${id}/outcome`}
      title={t('bulk.outcome').replace(/ ?…$/, '')}
      offered={outcomes.filter((one) => one !== now)}
      url={online_url}
      apply={apply}
      submit={(outcome) => t(outcome === 'rescheduled' ? 'save' : `outcome.do.${outcome}`)}
      close={close}
    >
      {series !== null && (
        <ScopeChoice {...scopesOfEvent('save', everyScope, event)} value={scope} onChange={choose} />
      )}
      <p class="hint">{t(isPublicOrScheduled(event) ? 'outcome.public' : 'outcome.alone')}</p>
    </OutcomeDialog>
  )
}

function StatesAndActs(props: EventEditorProps & { readonly event: EventItem }) {
  const { event, reload } = props
  const isTrash = event.status === 'trash'
  const names = isTrash ? (['restore', 'delete'] as const) : (['trash'] as const)
  const acts = (mayChangeEvent(event) ? names : []).map((name) => ({
    name,
    label: t(`bulk.${name}`),
    run: () => void actOn(event, name, reload),
  }))
  useViewActs(acts)
  const buttons = acts.map(({ name, label, run }) => (
    <button type="button" key={name} class={name === 'restore' ? 'main' : 'danger'} onClick={run}>
      {label}
    </button>
  ))
  return (
    <>
      <StatusMark status={event.status} />
      {event.event_status !== 'scheduled' && (
        <span class="status trash">{choiceText('event_status', event.event_status)}</span>
      )}
      <p class="facts">
        <LastChange event={event} />
      </p>
      {isTrash ? (
        buttons
      ) : (
        <>
          <a class="button" href={event.url} target="_blank" rel="noopener">
            {t(event.status === 'publish' ? 'view' : 'preview')}
          </a>
          <DuplicateEventButton event={event} />
          {mayChangeEvent(event) && !isProposing(event) && (
            <DialogButton label={t('bulk.outcome')} shortcut="o">
              {(close) => <EventOutcomeDialog {...props} close={close} />}
            </DialogButton>
          )}
          <ActionMenu>
            {event.status !== 'publish' && <SharePreviewButton id={event.id} />}
            {isOnSocialWeb(event) && <SocialPreviewButton id={event.id} />}
            {mayReviewInGroup(event.group?.id ?? 0) && (
              <SaveTemplateButton draft={draftOfSavedEvent(event)} />
            )}
            {buttons}
          </ActionMenu>
        </>
      )}
    </>
  )
}

/** The heading, which stays when a new event is made: a new one would take the focus. The title of an event stands in its field. */
export function EventHeader(props: EventEditorProps) {
  const event = props.state.item.value
  return (
    <div class={event && 'event-head'}>
      <ViewHeading text={event?.title ?? t('event.new')}>
        {event && <StatesAndActs {...props} event={event} />}
      </ViewHeading>
      {event && <FederatedOriginLine of={event} />}
    </div>
  )
}
