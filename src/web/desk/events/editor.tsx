/** The editor of an event. */
import type { TargetedEvent } from 'preact'
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import type { EventItem } from '../api/types.ts'
import { notifyWithUndo } from '../bulk/undo.ts'
import { mayChangeEvent } from '../groups/may.ts'
import { History } from '../history/history.tsx'
import { Form } from '../kept/fields.tsx'
import { useLeaveConfirmation } from '../kept/form.tsx'
import { unsavedFormStore } from '../kept/unsaved-values.ts'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify } from '../parts/notice.tsx'
import { LockableFields } from '../parts/part.tsx'
import { LastReviewOfEvent } from '../review/last-review.tsx'
import { navigateTo, setLeaveGuard } from '../route.ts'
import { SeriesDates } from '../series/dates.tsx'
import { OccurrenceOwnFields } from '../series/own-fields.tsx'
import { askSeriesScope, ScopeQuestion } from '../series/scope-dialog.tsx'
import { ViewHeading } from '../shell/view-heading.tsx'
import { hasUnchosenTextSignal, takeTypedTexts } from '../suggesting/unchosen-text.ts'
import { TemplateChoice } from '../templates/choice.tsx'
import { TranslationsPanel } from '../translating/states.tsx'
import { loadOwnTexts } from '../translating/translation.ts'
import { t } from '../words/index.ts'
import { CancelOrPostponeButtons } from './cancel-or-postpone-buttons.tsx'
import { ChangedElsewhere } from './changed-elsewhere.tsx'
import { ChangesDraftBanner } from './changes-draft/banner.tsx'
import { isProposing, loadChangesDraft } from './changes-draft/changes-draft.ts'
import { mayReplaceDraft } from './changes-draft/replacing.ts'
import { EventConflictDialog } from './conflict-dialog.tsx'
import { differingKeys, draftOfSavedEvent, type EventDraft } from './draft.ts'
import { type EventEditingState, type EventEditorProps, newEventEditingState } from './editing.ts'
import { SaveFaults } from './faults.tsx'
import { FoldedEventFields, MainFields } from './fields/main-fields.tsx'
import { SideFields } from './fields/side-fields.tsx'
import { setDraftOfNextEvent, takeDraftOfNextEvent } from './first-draft.ts'
import { SaveBar } from './form/save-bar.tsx'
import { EventHeader } from './header.tsx'
import { StoredChangesOffer } from './stored-changes.tsx'

const keptIn = (id: number | undefined) => unsavedFormStore<EventDraft>(`event/${id ?? 'new'}`)

function useGuard(state: EventEditingState): void {
  const { kept } = state
  const discard = useCallback(() => kept?.forget(), [kept])
  useLeaveConfirmation(state.isUnsaved.value || hasUnchosenTextSignal.value, discard)
  useEffect(() => () => kept?.leave(), [kept])
}

/** Fields that take a value when they are left take it before the event is saved, too. */
function leaveField(): void {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || !focused.matches('input, textarea')) return
  focused.blur()
  focused.focus()
}

/** The scope of a state that was just saved, where nothing but its reason or its address was typed since. */
function scopeOfOutcome({ draft, base, answeredScope }: EventEditingState) {
  const isOfOutcome = (key: string) => key === 'status_reason' || key === 'online_url'
  return differingKeys(draft.value, base.value).every(isOfOutcome) ? answeredScope.value : undefined
}

/** Whether the user may only look at the event. */
const isForeign = ({ event }: EventEditingState) => event.value !== undefined && !mayChangeEvent(event.value)

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
        : (scopeOfOutcome(state) ?? (await askSeriesScope('save', scopes, state.event.value)))
    if (scopes.length > 0 && scope === undefined) return
    // An answer serves one save: the next change may be meant for this date alone.
    state.answeredScope.value = undefined
    saved(await state.save({ scope, asDraft }), asDraft)
  }
  useGuard(state)
  const submit = (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault()
    const saved = state.event.value
    void saveAs(event.currentTarget, saved !== undefined && isProposing(saved))
  }
  return (
    <Form kept={<StoredChangesOffer state={state} />} class="editor" onSubmit={submit} noValidate>
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
  const state = useMemo(
    () => newEventEditingState(undefined, takeDraftOfNextEvent(), undefined, { kept: keptIn(undefined) }),
    [turn],
  )
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

const isProposedIn = ({ event }: EventEditingState) => event.value !== undefined && isProposing(event.value)

function SavedEvent({ id }: { readonly id: number }) {
  const loaded = useLoaded(async () => {
    const response = await loadOwnTexts<EventItem>(`/events/${id}`)
    const found = await loadChangesDraft(response.body)
    return newEventEditingState(id, draftOfSavedEvent(response.body), response, { kept: keptIn(id), found })
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
            {state.event.value && <OccurrenceOwnFields event={state.event.value} reload={loaded.reload} />}
            {state.event.value && (
              <LastReviewOfEvent {...state.event.value} draft={state.changesDraft.value?.draft} />
            )}
            <ChangesDraftBanner state={state} reload={loaded.reload} />
            <ChangedElsewhere state={state} reload={loaded.reload} />
            <EventForm key={state} state={state} reload={loaded.reload} />
            <ScopeQuestion />
            {state.event.value && <TranslationsPanel collection="events" item={state.event.value} />}
            <History collection="events" id={id} saved={state.event.value} reload={loaded.reload} />
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
