import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { apiUrl } from '../api/api.ts'
import type { EventItem } from '../api/types.ts'
import { notifySavedEvent } from '../bulk/undo.ts'
import { EditedForm, saveStateText } from '../edited/form.tsx'
import { useAddressOfMade } from '../edited/made.ts'
import { useFormOf } from '../edited/use-edited-item.ts'
import { groupName, mayChangeEvent, mayPublishIn } from '../groups/groups.ts'
import { History } from '../history/history.tsx'
import { fieldValueText } from '../history/values.tsx'
import { LoadedItem } from '../items/missing.tsx'
import { useLeaveConfirmation } from '../kept/form.tsx'
import { Button } from '../parts/button.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { notify } from '../parts/notice.tsx'
import { LockableFields } from '../parts/sections.tsx'
import { LastReviewOfEvent } from '../review/last-review.tsx'
import { navigateTo } from '../route.ts'
import { OccurrenceOwnFields } from '../series/dates.tsx'
import { saveForScope } from '../series/moving.ts'
import { askSeriesScope } from '../series/scope-dialog.tsx'
import { hasUnchosenTextSignal } from '../suggesting/unchosen-text.tsx'
import { writtenMoment } from '../time/written.ts'
import { OutdatedTranslationsNotice, TranslationsPanel } from '../translating/panel.tsx'
import { loadOwnTexts } from '../translating/translation.tsx'
import { type Key, t } from '../words/index.ts'
import { ticketsText } from '../words/prices.ts'
import { isProposing, isPublicOrScheduled, loadChangesDraft } from './changes-draft.ts'
import { ChangesDraftBanner, mayReplaceDraft } from './changes-draft-banner.tsx'
import { type DraftKey, type DraftLink, type EventDraft, takeDraftOfNextEvent } from './draft.ts'
import {
  type EventEditingState,
  type EventEditorProps,
  type EventFieldsProps,
  newEventEditingState,
} from './editing.ts'
import { FoldedEventFields } from './fields/folded-fields.tsx'
import { CategoriesOfEvent, MainFields, SideFields } from './fields/main-fields.tsx'
import { focusField } from './focus-field.ts'
import { EventHeader } from './header.tsx'
import { argLabel } from './key-text.ts'
import { TemplateChoice } from './templates.tsx'

// Tells the user at once that another user has saved the edited event.

/** Milliseconds to wait for the response to the user's own save. */
const SETTLED_AFTER = 1000

/** Milliseconds until a stream that the server refused to continue is opened anew. */
const OPENED_AFTER = 5000

/** A revision above the current one, so that the stream starts now. */
const fromNow = () => new EventSource(apiUrl('/changes/stream', { since: Number.MAX_SAFE_INTEGER }))

async function isNews(state: EventEditingState): Promise<boolean> {
  const known = state.item.value
  // As the form loads it: shown in another way, it would always differ.
  const { body } = await loadOwnTexts<EventItem>(`/events/${state.id}`)
  // What was saved here meanwhile may be newer than the answer; the stream tells of it, too.
  const isOvertaken = state.isSaving.value || state.item.value !== known
  return !isOvertaken && JSON.stringify(body) !== JSON.stringify(known)
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

/** The message, with a button that loads the new version if there are no unsaved changes. */
function ChangedElsewhere({ state, reload }: EventEditorProps) {
  const [isChanged, setChanged] = useState(false)
  const { id } = state
  useEffect(() => {
    setChanged(false)
    if (id === undefined || typeof EventSource === 'undefined') return undefined
    return followChanges(id, () => void isNews(state).then(setChanged, () => {}))
  }, [state, id])
  if (!isChanged) return null
  const hasOwn = state.isChanged.value
  return (
    <div class="kept" role="status">
      <p>{t(hasOwn ? 'elsewhere.own' : 'elsewhere')}</p>
      {!hasOwn && <Button class="main" onClick={reload} label={t('elsewhere.show')} />}
    </div>
  )
}

// Another user has changed the same fields. The user chooses a value for each.

const linkText = (link: DraftLink) => ('id' in link ? link.name : Object.values(link.fields).join(', '))

/** A ticket with its dates, which may be all in which it differs from another. */
const ticketText = (ticket: EventDraft['tickets'][number]) =>
  [
    ticketsText([ticket]),
    ...[ticket.valid_from, ticket.valid_through].map((at) => writtenMoment('moment', at)),
  ]
    .filter((text) => text !== '')
    .join(' ')

const isKeyOf = (draft: EventDraft, name: string): name is DraftKey => name in draft

function valueText(name: string, draft: EventDraft): string {
  if (!isKeyOf(draft, name)) return ''
  if (name === 'venue' || name === 'organizer') return draft[name].map(linkText).join('; ')
  if (name === 'group') return groupName(draft.group)
  if (name === 'image') return draft.image?.url ?? ''
  if (name === 'start_date' || name === 'end_date')
    return writtenMoment(draft.all_day ? 'day' : 'moment', draft[name])
  if (name === 'tickets') return draft.tickets.map(ticketText).join('; ')
  return fieldValueText(name, draft[name])
}

// The bar with which an event is saved, or its changes are kept as a draft.

/** The word for saving: for what becomes public, is sent to review or proposed by it, that. */
function saveWord({ item, values }: EventEditingState): Key {
  const [event, { status, group }] = [item.value, values.value]
  if (event !== undefined && isProposing(event)) return 'changes-draft.keep'
  if (status === 'publish' && event?.status !== 'publish') return 'bulk.publish'
  if (status === 'pending' && event?.status !== 'pending' && !mayPublishIn(group)) return 'changes-draft.send'
  if (event !== undefined) return 'save'
  return status === 'draft' ? 'create.draft' : 'create'
}

/** The other ways to save, as the values of buttons: with a status, or as a draft of changes. */
const otherWords = {
  publish: 'bulk.publish',
  pending: 'changes-draft.send',
  draft: 'create.draft',
  changes: 'changes-draft.keep',
} as const satisfies Record<string, Key>

/** The other way in which the event may be saved; undefined if there is none. */
function otherWay({ item, values, isUnsaved }: EventEditingState): keyof typeof otherWords | undefined {
  const [event, { status, group }] = [item.value, values.value]
  if (event !== undefined && isPublicOrScheduled(event))
    return isUnsaved.value && !isProposing(event) ? 'changes' : undefined
  if (status === 'draft') return mayPublishIn(group) ? 'publish' : 'pending'
  return event === undefined ? 'draft' : undefined
}

function SaveBar({ state }: EventFieldsProps) {
  const isSaving = state.isSaving.value
  const event = state.item.value
  const isProposed = event !== undefined && isProposing(event)
  const isChanged = state.isUnsaved.value || hasUnchosenTextSignal.value
  const said = saveStateText({ isSaving, isChanged, revision: state.revision.value })
  const other = otherWay(state)
  return (
    <div class="savebar">
      <p role="status">{[said, isProposed && t('changes-draft.propose')].filter(Boolean).join(' · ')}</p>
      <OutdatedTranslationsNotice {...state.outdating.value} />
      <Button type="submit" class="main" label={t(saveWord(state))} />
      {other && <Button type="submit" value={other} disabled={isSaving} label={t(otherWords[other])} />}
    </div>
  )
}

const isForeign = ({ item }: EventEditingState) => item.value !== undefined && !mayChangeEvent(item.value)

/** Saves what was typed, for some dates of a series if need be, or keeps it as a draft of changes. Returns undefined if the user goes back, to `status`. */
async function saveTyped(
  state: EventEditingState,
  asDraft: boolean,
  status: EventDraft['status'],
): Promise<EventItem | undefined> {
  if (asDraft && !(await mayReplaceDraft(state))) return undefined
  const scopes = state.scopes()
  const scope =
    scopes.length > 0
      ? await askSeriesScope('save', scopes, state.item.value, state.values.value.recurrence)
      : undefined
  if (scopes.length === 0 || scope !== undefined) return saveForScope(state, { scope, asDraft })
  state.set({ status })
  return undefined
}

function EventForm({ state, reload }: EventEditorProps) {
  const event = state.item.value
  const form = useFormOf(state, {
    form: `event/${event?.id ?? 'new'}`,
    isUnsaved: state.isUnsaved.value,
    nameOf: event === undefined ? ({ title }) => title : undefined,
  })
  useLeaveConfirmation(state.isUnsaved.value || hasUnchosenTextSignal.value, form.forget)
  const showMade = useAddressOfMade('events')
  /** Whether the last save kept a draft of changes. */
  const isDraft = useRef(false)
  const save = (button: string) => {
    const { status } = state.values.value
    if (button === 'publish' || button === 'pending' || button === 'draft') state.set({ status: button })
    isDraft.current = button === 'changes' || (event !== undefined && isProposing(event))
    return saveTyped(state, isDraft.current, status)
  }
  const saved = (result: EventItem) => {
    const { id, title } = result
    if (isDraft.current) notify(t('changes-draft.kept', { title }))
    else notifySavedEvent(result, event?.status, { revision: state.revision.value }, reload)
    if (event === undefined) showMade(id)
  }
  return (
    <EditedForm
      state={form}
      labelOf={argLabel}
      textOf={(name, values) => valueText(name, { ...form.values, ...values })}
      goTo={focusField}
      save={save}
      saved={saved}
      class="editor"
    >
      <LockableFields isLocked={isForeign(state)}>
        <div class="columns">
          <MainFields state={state} />
          <CategoriesOfEvent state={state} />
          {/* Before the folded sections: Tab leads from what is always filled to saving. */}
          {!isForeign(state) && <SaveBar state={state} />}
          <FoldedEventFields state={state} />
          <SideFields state={state} />
        </div>
      </LockableFields>
    </EditedForm>
  )
}

async function loadEditingState(id: number): Promise<EventEditingState> {
  const response = await loadOwnTexts<EventItem>(`/events/${id}`)
  return newEventEditingState(response, { found: await loadChangesDraft(response.body) })
}

const newState = (start: EventDraft) => newEventEditingState(undefined, { start })

function AboveForm(props: EventEditorProps & { readonly event: EventItem }) {
  const { state, event, reload } = props
  return (
    <>
      {isForeign(state) && <p class="kept">{t('event.foreign')}</p>}
      <OccurrenceOwnFields event={event} reload={reload} />
      <LastReviewOfEvent {...event} draft={state.changesDraft.value?.draft} />
      <ChangesDraftBanner {...props} />
      <ChangedElsewhere {...props} />
    </>
  )
}

export function EventEditor({ id }: { readonly id: number | undefined }) {
  const begun = useMemo(() => (id === undefined ? newState(takeDraftOfNextEvent()) : undefined), [])
  const loaded = useLoaded(async () => (id === undefined ? begun : loadEditingState(id)), [])
  const value = loaded.value ?? begun
  // Before the next key: whoever opens a new event begins with its title.
  useLayoutEffect(() => {
    if (id === undefined) document.querySelector<HTMLElement>('form.editor [name=title]')?.focus()
  }, [value])
  const begin = (draft: EventDraft) => loaded.set(newState(draft))
  return (
    <LoadedItem
      collection="events"
      id={id ?? 0}
      of={{ ...loaded, value, isLoading: loaded.isLoading && id !== undefined }}
    >
      {(state) => {
        const event = state.item.value
        // A new event is no longer there where its making was undone.
        const reload = event === undefined ? () => void navigateTo('/events') : loaded.reload
        const props = { state, reload }
        return (
          <>
            <EventHeader {...props} />
            {event === undefined ? (
              <TemplateChoice isChanged={() => state.isChanged.value} begin={begin} />
            ) : (
              <AboveForm {...props} event={event} />
            )}
            <EventForm key={state} {...props} />
            {event && <TranslationsPanel collection="events" item={event} />}
            {event && <History collection="events" id={event.id} saved={event} reload={reload} />}
          </>
        )
      }}
    </LoadedItem>
  )
}
