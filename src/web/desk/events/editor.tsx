/** The editor of an event. */
import type { TargetedEvent } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { namesOf } from '../../../contract/table-of.ts'
import { apiUrl } from '../api/api.ts'
import type { EventItem } from '../api/types.ts'
import { notifyWithUndo } from '../bulk/undo.ts'
import { baseToKeep } from '../edited/edited.ts'
import { ConflictDialog } from '../edited/fields.tsx'
import { groupName, mayChangeEvent, mayPublishIn } from '../groups/groups.ts'
import { History } from '../history/history.tsx'
import { Form, useKeptValues, useLeaveConfirmation } from '../kept/form.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { plainTextOfHtml } from '../parts/markup.ts'
import { notify } from '../parts/notice.tsx'
import { LockableFields } from '../parts/sections.tsx'
import { LastReviewOfEvent } from '../review/last-review.tsx'
import { navigateTo, setLeaveGuard } from '../route.ts'
import { OccurrenceOwnFields, SeriesDates } from '../series/dates.tsx'
import { askSeriesScope, ScopeQuestion } from '../series/scope-dialog.tsx'
import { ViewHeading } from '../shell/view-heading.tsx'
import { hasUnchosenTextSignal, takeTypedTexts } from '../suggesting/unchosen-text.tsx'
import { OutdatedTranslationsNotice, TranslationsPanel } from '../translating/panel.tsx'
import { loadOwnTexts } from '../translating/translation.tsx'
import { type Key, listText, t } from '../words/index.ts'
import { isProposing, isPublicOrScheduled, loadChangesDraft } from './changes-draft.ts'
import { ChangesDraftBanner, mayReplaceDraft } from './changes-draft-banner.tsx'
import {
  type DraftKey,
  type DraftLink,
  type EventDraft,
  setDraftOfNextEvent,
  takeDraftOfNextEvent,
} from './draft.ts'
import { type EventEditingState, type EventEditorProps, newEventEditingState } from './editing.ts'
import { isHtmlFieldName } from './fields/field-kinds.ts'
import { FoldedEventFields, MainFields, SideFields } from './fields/main-fields.tsx'
import { focusField } from './focus-field.ts'
import { CancelOrPostponeButtons, EventHeader } from './header.tsx'
import { argLabel } from './key-text.ts'
import { statusText } from './list/texts.tsx'
import { TemplateChoice } from './templates.tsx'

// Tells the user at once that another user has saved the edited event.

/** Milliseconds to wait for the response to the user's own save. */
const SETTLED_AFTER = 1000

/** Milliseconds until a stream that the server refused to continue is opened anew. */
const OPENED_AFTER = 5000

/** A revision above the current one, so that the stream starts now. */
const fromNow = () => new EventSource(apiUrl('/changes/stream', { since: Number.MAX_SAFE_INTEGER }))

async function isNews(state: EventEditingState): Promise<boolean> {
  // As the form loads it: shown in another way, it would always differ.
  const { body } = await loadOwnTexts<EventItem>(`/events/${state.id}`)
  return !state.isSaving.value && JSON.stringify(body) !== JSON.stringify(state.item.value)
}

/** Follows the stream of changes, and calls `look` when the event with the id may have changed. Returns a function that ends it. */
function followChanges(id: number, look: () => void): () => void {
  let stream: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let opening: ReturnType<typeof setTimeout> | undefined
  const close = () => {
    clearTimeout(opening)
    stream?.close()
  }
  const follow = () => {
    stream = fromNow()
    stream.onmessage = ({ data }) => {
      const change = JSON.parse(data)
      if (change.resource !== 'event' || change.id !== id) return
      clearTimeout(timer)
      timer = setTimeout(look, SETTLED_AFTER)
    }
    // A browser reconnects by itself, unless the server answers that too much has changed since.
    stream.onerror = () => {
      if (stream?.readyState === EventSource.CLOSED) opening = setTimeout(begin, OPENED_AFTER)
    }
  }
  const begin = () => {
    follow()
    look()
  }
  // Browsers limit the connections of all tabs together, so a hidden tab closes its connection.
  const onVisibility = () => {
    close()
    if (document.visibilityState !== 'hidden') begin()
  }
  follow()
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    clearTimeout(timer)
    close()
  }
}

function useNews({ state }: EventEditorProps): boolean {
  const [isChanged, setChanged] = useState(false)
  useEffect(() => {
    setChanged(false)
    if (state.id === undefined || typeof EventSource === 'undefined') return undefined
    return followChanges(state.id, () => void isNews(state).then(setChanged, () => {}))
  }, [state])
  return isChanged
}

/** The message, with a button that loads the new version if there are no unsaved changes. */
function ChangedElsewhere(props: EventEditorProps) {
  const isChanged = useNews(props)
  if (!isChanged) return null
  const hasOwn = props.state.isChanged.value
  return (
    <div class="kept" role="status">
      <p>{t(hasOwn ? 'elsewhere.own' : 'elsewhere')}</p>
      {!hasOwn && (
        <button type="button" class="main" onClick={props.reload}>
          {t('elsewhere.show')}
        </button>
      )}
    </div>
  )
}

// Another user has changed the same fields. The user chooses a value for each.

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
function EventConflictDialog({ state, onSettled }: ConflictProps) {
  const [values, conflicts] = [state.values.value, state.conflicts.value]
  const names = namesOf<DraftKey>(values).filter((name) => name in conflicts)
  if (names.length === 0) return null
  const rows = names.map((name) => ({
    name,
    label: argLabel(name),
    mine: valueText(name, values),
    theirs: valueText(name, { ...values, ...conflicts }),
  }))
  const settle = async (mine: ReadonlySet<string>) => onSettled(await state.settle(mine))
  return <ConflictDialog rows={rows} settle={settle} close={() => void state.settle(undefined)} />
}

// The errors of an event, listed above the form with links to the fields.

/** All errors of the last attempt to save. */
function SaveFaults({ state }: { readonly state: EventEditingState }) {
  const box = useRef<HTMLDivElement>(null)
  const [text, faults] = [state.fault.value?.message ?? '', state.faults.value]
  useEffect(() => {
    if (text !== '') box.current?.focus()
  }, [text, faults])
  if (text === '') return null
  return (
    <div class="failed" role="alert" tabIndex={-1} ref={box}>
      <p>{Object.keys(faults).length > 0 ? t('faults') : text}</p>
      <ul>
        {Object.entries(faults).map(([name, fault]) => (
          <li key={name}>
            <button type="button" class="link" onClick={() => focusField(name)}>
              {argLabel(name)}
            </button>
            : {fault}
          </li>
        ))}
      </ul>
    </div>
  )
}

// The bar with which an event is saved, or its changes are kept as a draft.

interface SaveBarProps {
  readonly state: EventEditingState
  /** Keeps the changes as a draft. */
  readonly keepDraft: (form: HTMLFormElement | null) => void
}

/** The word for saving: for what becomes public, is sent to review or proposed by it, that. */
function saveWord({ item, values }: EventEditingState): Key {
  const [event, { status, group }] = [item.value, values.value]
  if (event !== undefined && isProposing(event)) return 'changes-draft.keep'
  if (status === 'publish' && event?.status !== 'publish') return 'bulk.publish'
  if (status === 'pending' && event?.status !== 'pending' && !mayPublishIn(group)) return 'changes-draft.send'
  return event === undefined ? 'create' : 'save'
}

/** The bar below the form: whether something is to save, and the buttons that do it. */
function SaveBar({ state, keepDraft }: SaveBarProps) {
  const isSaving = state.isSaving.value
  const event = state.item.value
  const { status, group } = state.values.value
  const isProposed = event !== undefined && isProposing(event)
  const maySend = status === 'draft' && !mayPublishIn(group) && !isProposed
  const mayWait = event !== undefined && isPublicOrScheduled(event) && state.isUnsaved.value && !isProposed
  return (
    <div class="savebar">
      <p role="status">
        {t(
          isSaving
            ? 'saving'
            : state.isUnsaved.value || hasUnchosenTextSignal.value
              ? 'unsaved'
              : 'all-saved',
        )}
        {isProposed && ` · ${t('changes-draft.propose')}`}
      </p>
      <OutdatedTranslationsNotice {...state.outdating.value} />
      <button type="submit" class="main" disabled={isSaving}>
        {t(saveWord(state))}
      </button>
      {maySend && (
        <button
          type="button"
          disabled={isSaving}
          onClick={({ currentTarget }) => {
            state.set({ status: 'pending' })
            currentTarget.form?.requestSubmit()
          }}
        >
          {t('changes-draft.send')}
        </button>
      )}
      {mayWait && (
        <button
          type="button"
          disabled={isSaving}
          onClick={({ currentTarget }) => keepDraft(currentTarget.form)}
        >
          {t('changes-draft.keep')}
        </button>
      )}
    </div>
  )
}

/** Keeps what is unsaved in this browser, and asks before the view is left. Returns the offer of what was lost with a closed tab. */
function useKeptEvent({ item, values, edited, isChanged, isUnsaved, takeUp }: EventEditingState) {
  const base = baseToKeep(edited.value)
  const { etag } = edited.value
  const { forget, offer } = useKeptValues(
    `event/${item.value?.id ?? 'new'}`,
    { values: values.value, base, etag, isChanged: isChanged.value, isUnsaved: isUnsaved.value },
    takeUp,
    item.value === undefined ? ({ title }) => title : undefined,
  )
  useLeaveConfirmation(isUnsaved.value || hasUnchosenTextSignal.value, forget)
  return offer
}

/** Fields that take a value when they are left take it before the event is saved, too. */
function leaveField(): void {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || !focused.matches('input, textarea')) return
  focused.blur()
  focused.focus()
}

/** The scope of a state that was just saved, where nothing but its reason or its address was typed since. */
function scopeOfOutcome({ edited, answeredScope }: EventEditingState) {
  const isOfOutcome = (key: string) => key === 'status_reason' || key === 'online_url'
  return Object.keys(edited.value.edits).every(isOfOutcome) ? answeredScope.value : undefined
}

/** Whether the user may only look at the event. */
const isForeign = ({ item }: EventEditingState) => item.value !== undefined && !mayChangeEvent(item.value)

function EventForm({ state, reload }: EventEditorProps) {
  const saved = (event: EventItem | undefined, isDraft = false) => {
    if (event === undefined) return
    if (isDraft) return notify(t('changes-draft.kept', { title: event.title }))
    notifyWithUndo(t('saved', { title: event.title }), { revision: state.revision.value }, reload)
    if (state.id === undefined) {
      setLeaveGuard(undefined)
      void navigateTo(`/events/${event.id}`)
    }
  }
  const saveAs = async (form: HTMLFormElement | null, asDraft: boolean) => {
    if (form === null) return
    leaveField()
    if (!(await takeTypedTexts(form)) || (asDraft && !(await mayReplaceDraft(state)))) return
    const scopes = state.scopes()
    const scope =
      scopes.length === 0
        ? undefined
        : (scopeOfOutcome(state) ?? (await askSeriesScope('save', scopes, state.item.value)))
    if (scopes.length > 0 && scope === undefined) return
    // An answer serves one save: the next change may be meant for this date alone.
    state.answeredScope.value = undefined
    saved(await state.save({ scope, asDraft }), asDraft)
  }
  const offer = useKeptEvent(state)
  const submit = (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault()
    const saved = state.item.value
    void saveAs(event.currentTarget, saved !== undefined && isProposing(saved))
  }
  return (
    <Form kept={offer} class="editor" onSubmit={submit} noValidate>
      <SaveFaults state={state} />
      <LockableFields isLocked={isForeign(state)}>
        <div class="columns">
          <MainFields state={state} dates={<SeriesDates state={state} reload={reload} />} />
          {/* Before the folded sections: Tab leads from what is always filled to saving. */}
          {!isForeign(state) && <SaveBar state={state} keepDraft={(form) => void saveAs(form, true)} />}
          <FoldedEventFields state={state} />
          <SideFields state={state} />
        </div>
      </LockableFields>
      <EventConflictDialog state={state} onSettled={saved} />
    </Form>
  )
}

function NewEvent() {
  const [turn, setTurn] = useState(0)
  const state = useMemo(() => newEventEditingState(undefined, { start: takeDraftOfNextEvent() }), [turn])
  const begin = (draft: EventDraft) => {
    setDraftOfNextEvent(draft)
    setTurn(turn + 1)
  }
  // Runs after the heading has taken the focus of a new view: the user starts with the title.
  useEffect(() => document.querySelector<HTMLElement>('form.editor [name=title]')?.focus(), [turn])
  return (
    <>
      <ViewHeading text={t('event.new')} />
      <TemplateChoice isChanged={state.isChanged.value} begin={begin} />
      <EventForm key={turn} state={state} reload={() => void navigateTo('/events')} />
    </>
  )
}

const isProposedIn = ({ item }: EventEditingState) => item.value !== undefined && isProposing(item.value)

function SavedEvent({ id }: { readonly id: number }) {
  const loaded = useLoaded(async () => {
    const response = await loadOwnTexts<EventItem>(`/events/${id}`)
    const found = await loadChangesDraft(response.body)
    return newEventEditingState(response, { found })
  }, [id])
  return (
    <>
      {loaded.value === undefined && <ViewHeading text={t('events')} />}
      <LoadedContent of={loaded}>
        {(state) => (
          <>
            <EventHeader state={state} reload={loaded.reload} />
            {isForeign(state) && <p class="kept">{t('event.foreign')}</p>}
            {!isForeign(state) && !isProposedIn(state) && (
              <CancelOrPostponeButtons state={state} reload={loaded.reload} />
            )}
            {state.item.value && <OccurrenceOwnFields event={state.item.value} reload={loaded.reload} />}
            {state.item.value && (
              <LastReviewOfEvent {...state.item.value} draft={state.changesDraft.value?.draft} />
            )}
            <ChangesDraftBanner state={state} reload={loaded.reload} />
            <ChangedElsewhere state={state} reload={loaded.reload} />
            <EventForm key={state} state={state} reload={loaded.reload} />
            <ScopeQuestion />
            {state.item.value && <TranslationsPanel collection="events" item={state.item.value} />}
            <History collection="events" id={id} saved={state.item.value} reload={loaded.reload} />
          </>
        )}
      </LoadedContent>
    </>
  )
}

/** Edits the event with an id, or a new one. */
export function EventEditor({ id }: { readonly id: number | undefined }) {
  return id === undefined ? <NewEvent /> : <SavedEvent id={id} />
}
