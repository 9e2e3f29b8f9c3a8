/** The editor of an event. */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import type { EventItem } from '../api/types.ts'
import { History } from '../history/history.tsx'
import { useLeaving } from '../kept/form.tsx'
import { keptForm } from '../kept/kept.ts'
import { Shown, useLoaded } from '../parts/loaded.tsx'
import { tell } from '../parts/notice.tsx'
import { LastReview } from '../review/last-review.tsx'
import { go, guardLeaving } from '../route.ts'
import { OwnFields } from '../series/own-fields.tsx'
import { askScope, ScopeQuestion } from '../series/scope-dialog.tsx'
import { onSave } from '../shell/shortcuts.ts'
import { Title } from '../shell/title.tsx'
import { allTaken, isAnyUntaken } from '../suggesting/untaken.ts'
import { t } from '../words/index.ts'
import { ChangedElsewhere } from './changed-elsewhere.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { type EventDraft, eventDraft } from './draft.ts'
import { type Editing, editing } from './editing.ts'
import { Faults } from './faults.tsx'
import { MainFields } from './fields/main-fields.tsx'
import { SideFields } from './fields/side-fields.tsx'
import { firstDraft } from './first-draft.ts'
import { EventHeader } from './header.tsx'
import { StoredChanges } from './stored-changes.tsx'

const keptIn = (id: number | undefined) => keptForm<EventDraft>(`event/${id ?? 'new'}`)

function useGuard(state: Editing, save: () => void): void {
  const { kept } = state
  const discard = useCallback(() => kept?.forget(), [kept])
  useLeaving(state.isChanged.value || isAnyUntaken.value, discard)
  useEffect(() => () => kept?.leave(), [kept])
  useLayoutEffect(() => {
    onSave(save)
    return () => onSave(undefined)
  })
}

/** Fields that take a value when they are left take it before the event is saved, too. */
function leaveField(): void {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || !focused.matches('input, textarea')) return
  focused.blur()
  focused.focus()
}

function SaveBar({ state }: { readonly state: Editing }) {
  const isSaving = state.isSaving.value
  return (
    <div class="savebar">
      <p role="status">
        {t(isSaving ? 'saving' : state.isChanged.value || isAnyUntaken.value ? 'unsaved' : 'all-saved')}
      </p>
      <button type="submit" class="main" disabled={isSaving}>
        {t(state.id === undefined ? 'create' : 'save')}
      </button>
    </div>
  )
}

function EventForm({ state }: { readonly state: Editing }) {
  const saved = (event: EventItem | undefined) => {
    if (event === undefined) return
    tell(t('saved', { title: event.title }))
    if (state.id === undefined) {
      guardLeaving(undefined)
      void go(`/events/${event.id}`)
    }
  }
  const form = useRef<HTMLFormElement>(null)
  const save = async () => {
    if (form.current === null) return
    leaveField()
    if (!(await allTaken(form.current))) return
    const scopes = state.scopes()
    const scope = scopes.length === 0 ? undefined : await askScope('save', scopes)
    if (scopes.length === 0 || scope !== undefined) saved(await state.save(scope))
  }
  useGuard(state, save)
  const submit = (event: Event) => {
    event.preventDefault()
    void save()
  }
  return (
    <form ref={form} class="editor" onSubmit={submit} noValidate>
      <StoredChanges state={state} />
      <Faults state={state} />
      <div class="columns">
        <MainFields state={state} />
        <SideFields state={state} />
      </div>
      <SaveBar state={state} />
      <ConflictDialog state={state} onSettled={saved} />
    </form>
  )
}

function NewEvent() {
  const state = useMemo(() => editing(undefined, firstDraft(), undefined, keptIn(undefined)), [])
  // Runs after the heading has taken the focus of a new view: the user starts with the title.
  useEffect(() => document.querySelector<HTMLElement>('form.editor [name=title]')?.focus(), [])
  return (
    <>
      <Title text={t('event.new')} />
      <EventForm state={state} />
    </>
  )
}

function SavedEvent({ id }: { readonly id: number }) {
  const loaded = useLoaded(async () => {
    const response = await callApi<EventItem>('GET', `/events/${id}`)
    return editing(id, eventDraft(response.body), response, keptIn(id))
  }, [id])
  return (
    <>
      {loaded.value === undefined && <Title text={t('events')} />}
      <Shown of={loaded}>
        {(state) => (
          <>
            <EventHeader state={state} reload={loaded.reload} />
            {state.event.value && <OwnFields event={state.event.value} reload={loaded.reload} />}
            {state.event.value && <LastReview {...state.event.value} />}
            <ChangedElsewhere state={state} reload={loaded.reload} />
            <EventForm key={state} state={state} />
            <ScopeQuestion />
            <History collection="events" id={id} saved={state.event.value} reload={loaded.reload} />
          </>
        )}
      </Shown>
    </>
  )
}

/** Edits the event with an id, or a new one. */
export function EventEditor({ id }: { readonly id: number | undefined }) {
  return id === undefined ? <NewEvent /> : <SavedEvent id={id} />
}
