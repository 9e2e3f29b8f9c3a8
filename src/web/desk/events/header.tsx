/** The heading of an event, with its status and the actions for the whole event. */

import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { SecretShownOnce } from '../accounts/accounts.tsx'
import { callApi, currentUser, hasRoleAtLeast, isLocalMode } from '../api/api.ts'
import { faultMessage } from '../api/faults.ts'
import type { EventItem } from '../api/types.ts'
import { applyBulkAction, type BulkAction } from '../bulk/bar.tsx'
import { DuplicateDialog } from '../bulk/duplicate.tsx'
import { OutcomeDialog, type OutcomeFields, outcomes } from '../bulk/outcome.tsx'
import { notifyWithUndo } from '../bulk/undo.ts'
import { deskSettings } from '../desk-settings.ts'
import type { FederationActorsAndQueue } from '../federation/federation.tsx'
import { mayChangeEvent, mayReviewInGroup } from '../groups/groups.ts'
import { changeAuthorText, isMadeByUser, loadChangesPageAtPath } from '../history/changes.ts'
import { removeUnsavedValues } from '../kept/form.tsx'
import { Button } from '../parts/button.tsx'
import { CloseRow, confirmDeletion, Dialog } from '../parts/dialog.tsx'
import { OuterLink } from '../parts/link.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify, showFault } from '../parts/notice.tsx'
import { navigateTo, setLeaveGuard, stillHere } from '../route.ts'
import {
  askSeriesScope,
  everyScope,
  ScopeChoice,
  type SeriesScope,
  scopesOfEvent,
} from '../series/scope-dialog.tsx'
import { ActionMenu } from '../shell/action-menu.tsx'
import { type PaletteActOfView, useViewActs } from '../shell/keys.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { dateTimeText, utcAsSiteTimeText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { isProposing, isPublicOrScheduled } from './changes-draft.ts'
import { draftOfSavedEvent } from './draft.ts'
import type { EventEditorProps } from './editing.ts'
import { choiceText } from './fields/field-kinds.ts'
import { OutcomeMark, StatusMark } from './list/texts.tsx'
import { FederatedOriginLine } from './origin.tsx'
import { SaveTemplateDialog } from './templates.tsx'

// Shares the preview of an event by a secret link.

type PreviewLink = components['schemas']['PreviewLink']

/** Makes a link, and shows it once. */
export function SharePreviewDialog({ id, close }: { readonly id: number; readonly close: () => void }) {
  const path = `/events/${id}/preview-links`
  const made = useLoaded(() => callApi<PreviewLink>('POST', path), [])
  const end = async () => {
    close()
    await callApi('DELETE', path).then(() => notify(t('share.ended')), showFault)
  }
  return (
    <Dialog title={t('share')} onClose={close}>
      <LoadedContent of={made}>
        {({ body: { url, expires_utc } }) => (
          <>
            <p>{t('share.text', { at: utcAsSiteTimeText(expires_utc) })}</p>
            <SecretShownOnce text={url} />
          </>
        )}
      </LoadedContent>
      <div class="actions">
        <Button class="main" onClick={close} label={t('close')} />
        {made.value && <Button class="danger" onClick={() => void end()} label={t('share.end')} />}
      </div>
    </Dialog>
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

function SocialPreviewDialog({ id, close }: { readonly id: number; readonly close: () => void }) {
  const loaded = useLoaded(loadSocialPreview, [])
  return (
    <Dialog title={t('federation.preview')} onClose={close}>
      <LoadedContent of={loaded}>
        {({ calendar, EventSocialPreview }) =>
          calendar !== '' && <EventSocialPreview calendar={calendar} id={id} />
        }
      </LoadedContent>
      <CloseRow close={close} />
    </Dialog>
  )
}

function LastChange({ event: { id, modified } }: { readonly event: EventItem }) {
  const loaded = useLoaded(
    () => loadChangesPageAtPath(`/events/${id}/history`, { per_page: 1 }),
    [id, modified],
  )
  const [last] = loaded.value?.body ?? []
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

async function trashOfSeries({ id, title }: EventItem, scope: SeriesScope, after: () => void): Promise<void> {
  try {
    const removed = await callApi('DELETE', `/events/${id}`, { query: { apply_to: scope } })
    notifyWithUndo(t('item.trashed', { name: title }), removed, () => void navigateTo(`/events/${id}`))
    after()
  } catch (error) {
    notify(faultMessage(error))
  }
}

async function actOn(event: EventItem, name: BulkAction, reload: () => void) {
  const title = t('delete.title', { count: 1 })
  if (name === 'delete' && !(await confirmDeletion(title, t('delete.text')))) return
  const isOfSeries = name === 'trash' && event.series !== null
  const scope = isOfSeries ? await askSeriesScope('trash', everyScope, event) : undefined
  if (isOfSeries && scope === undefined) return
  const isHere = stillHere()
  const leave = () => {
    removeUnsavedValues(`event/${event.id}`)
    if (!isHere()) return
    setLeaveGuard(undefined)
    void navigateTo('/events')
  }
  if (scope !== undefined) return trashOfSeries(event, scope, leave)
  await applyBulkAction({ act: name, events: [event] }, name === 'restore' ? reload : leave)
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
      submit={(outcome) => t(`outcome.do.${outcome}`)}
      close={close}
    >
      {series !== null && (
        <ScopeChoice {...scopesOfEvent('save', everyScope, event)} value={scope} onChange={choose} />
      )}
      <p class="hint">
        {t(isPublicOrScheduled(event) ? 'outcome.public' : 'outcome.alone')}
        {state.isUnsaved.value && ` ${t('outcome.others')}`}
      </p>
    </OutcomeDialog>
  )
}

interface Act extends PaletteActOfView {
  readonly class?: 'main' | 'danger'
  /** What it opens. */
  readonly dialog?: VNode
}

function StatesAndActs(props: EventEditorProps & { readonly event: EventItem }) {
  const { event, reload } = props
  const [opened, open] = useState<string | undefined>(undefined)
  const close = () => open(undefined)
  const isTrash = event.status === 'trash'
  const mayChange = mayChangeEvent(event)
  const opening = (label: string, dialog: VNode): Act => ({ label, dialog, run: () => open(label) })
  const applying = (name: BulkAction, kind: 'main' | 'danger'): Act => ({
    label: t(`bulk.${name}`),
    class: kind,
    run: () => void actOn(event, name, reload),
  })
  const dialogs: readonly (Act | false)[] = !isTrash
    ? [
        { ...opening(t('duplicate'), <DuplicateDialog event={event} close={close} />), key: 'd' },
        mayChange &&
          !isProposing(event) && {
            ...opening(t('bulk.outcome'), <EventOutcomeDialog {...props} close={close} />),
            key: 'o',
          },
        event.status !== 'publish' && opening(t('share'), <SharePreviewDialog id={event.id} close={close} />),
        isOnSocialWeb(event) &&
          opening(t('federation.preview.open'), <SocialPreviewDialog id={event.id} close={close} />),
        mayReviewInGroup(event.group?.id ?? 0) &&
          opening(t('template.save'), <SaveTemplateDialog draft={draftOfSavedEvent(event)} close={close} />),
      ]
    : []
  const removing = isTrash
    ? [applying('restore', 'main'), applying('delete', 'danger')]
    : [applying('trash', 'danger')]
  const acts = [...dialogs.filter((act) => act !== false), ...(mayChange ? removing : [])]
  useViewActs(acts)
  const buttons = acts.map(({ label, class: kind, run }) => (
    <Button key={label} class={kind} onClick={run} label={label} />
  ))
  return (
    <>
      <StatusMark status={event.status} />
      <OutcomeMark event_status={event.event_status} />
      <p class="facts">
        <LastChange event={event} />
      </p>
      {isTrash ? (
        buttons
      ) : (
        <>
          <OuterLink
            class="button"
            href={event.url}
            label={t(event.status === 'publish' ? 'view' : 'preview')}
          />
          <ActionMenu closesWithAct>{buttons}</ActionMenu>
        </>
      )}
      {acts.find(({ label }) => label === opened)?.dialog}
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
