/** Applies the same change to all selected events, in one write that can be undone. */
import { useRef, useState } from 'preact/hooks'
import { wholeNumber } from '../../../domain/typed/fields.ts'
import { type ApiResponse, callApi, hasRoleAtLeast, idempotencyKeyMaker, isLocalMode } from '../api/api.ts'
import { faultMessage, isOutdatedReviewFault } from '../api/faults.ts'
import type { EventItem, Venue } from '../api/types.ts'
import { listAssignees, suggestionOfAssignee } from '../events/assignees.ts'
import { focusField } from '../events/focus-field.ts'
import { statusText, whenText } from '../events/list/texts.tsx'
import { suggestItems } from '../items/linked.tsx'
import { Form } from '../kept/form.tsx'
import { Dialog, SubmitOrCancel } from '../parts/dialog.tsx'
import { ErrorText, SelectField, TextField } from '../parts/field.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { showErrorNotice, showFault } from '../parts/notice.tsx'
import { useViewActs } from '../shell/keys.ts'
import { SearchedItemField } from '../suggesting/combobox.tsx'
import type { Suggestion } from '../suggesting/suggestion.ts'
import { hasUnchosenTextSignal, useSubmitting } from '../suggesting/unchosen-text.tsx'
import { categoriesInTreeOrder, loadAllCategories, loadTagsMatchingText } from '../terms/terms.ts'
import { plusMinutes } from '../time/wall.ts'
import { listText, t } from '../words/index.ts'
import { notifyWithUndo } from './undo.ts'

// Changes many events alike, in several writes.

/** The chosen changes, as args of the API. */
interface BulkChanges {
  readonly add_categories?: readonly number[]
  readonly remove_categories?: readonly number[]
  readonly add_tags?: readonly (number | string)[]
  readonly remove_tags?: readonly number[]
  /** The venues by their ids; the name of one that is made first. */
  readonly venue?: readonly number[] | string
  /** The id of the user whom the events wait for; null for nobody. */
  readonly assignee?: number | null
  readonly status?: EventItem['status']
  readonly shift_days?: number
}

/** The most events of one request, which changes all of them or none. */
const MOST = 100

/** The events to change, how, and the revision as of which the user saw them. */
interface ChosenChanges {
  readonly ids: readonly number[]
  readonly changes: BulkChanges
  readonly seen: number
}

/** A second attempt makes no second venue. */
const keyOfNewVenue = idempotencyKeyMaker()

/** Changes the events, a hundred at a time, until one such write is refused. Returns the writes, and the error that ended them. */
async function changeAll({ ids, changes, seen }: ChosenChanges) {
  const made: ApiResponse<Venue>[] = []
  const writes: ApiResponse<{ readonly changed: readonly number[] }>[] = []
  const state = (error?: unknown) => ({
    writes: [...made, ...writes],
    error,
    count: writes.reduce((sum, { body }) => sum + body.changed.length, 0),
  })
  const { venue: name } = changes
  if (typeof name === 'string') {
    const idempotencyKey = keyOfNewVenue({ name, ids, changes })
    made.push(await callApi<Venue>('POST', '/venues', { body: { venue: name }, idempotencyKey }))
  }
  const venue = made.length === 0 ? changes.venue : made.map(({ body }) => body.id)
  for (let from = 0; from < ids.length; from += MOST) {
    const some = ids.slice(from, from + MOST)
    const body = {
      ids: some,
      ...changes,
      ...(venue !== undefined && { venue }),
      ...(changes.status !== undefined && { seen }),
    }
    try {
      writes.push(await callApi('POST', '/events/bulk', { body }))
    } catch (error) {
      return state(error)
    }
  }
  return state()
}

/** Changes the events, reports the result, and offers undo. `after` is called at the end. Throws if nothing could be changed at all. */
async function applyBulkChanges(chosen: ChosenChanges, after: () => void): Promise<void> {
  const { writes, count, error } = await changeAll(chosen)
  if (error !== undefined && count === 0 && !isOutdatedReviewFault(error)) throw error
  const texts = [
    ...(count > 0 ? [t('bulk.outcome.done', { count })] : []),
    ...(error === undefined ? [] : [faultMessage(error)]),
  ]
  if (count > 0) notifyWithUndo(texts.join(' '), writes, after)
  else showErrorNotice(texts.join(' '))
  after()
}

// Shows what a change of many events does to the first of them, before it is done.

/** The names of what was chosen, by arg. */
type ChosenNames = { readonly [K in keyof BulkChanges]?: string }

/** The events that are shown; those that follow change alike. */
const SHOWN = 10
const DAY = 24 * 60

async function loadFirst(ids: readonly number[]): Promise<readonly EventItem[]> {
  const query = {
    include: ids.slice(0, SHOWN).join(),
    status: 'any',
    starts_after: '1000-01-03',
    per_page: SHOWN,
  }
  return (await callApi<{ events: readonly EventItem[] }>('GET', '/events', { query })).body.events
}

interface Shown {
  readonly label: string
  readonly before: string
  readonly after: string
}

/** The names of terms with one added and one removed. */
function termsChange(before: readonly string[], added: string | undefined, removed: string | undefined) {
  const left = before.filter((name) => name !== removed)
  return {
    before: listText(before),
    after: listText(added && !left.includes(added) ? [...left, added] : left),
  }
}

/** What the changes do to an event, field by field; without those that stay as they are. */
function changesOf(event: EventItem, changes: BulkChanges, names: ChosenNames): readonly Shown[] {
  const { status, shift_days: days = 0 } = changes
  const moved = {
    ...event,
    start_date: plusMinutes(event.start_date, days * DAY),
    end_date: plusMinutes(event.end_date, days * DAY),
  }
  const terms = (of: 'categories' | 'tags') =>
    termsChange(
      event[of].map(({ name }) => name),
      names[`add_${of}`],
      names[`remove_${of}`],
    )
  const assignee = event.assignee?.display_name ?? ''
  const venues = listText([event.venue].flat().map(({ venue }) => venue))
  return [
    { label: t('categories'), ...terms('categories') },
    { label: t('tags'), ...terms('tags') },
    { label: t('venue'), before: venues, after: changes.venue === undefined ? venues : (names.venue ?? '') },
    {
      label: t('assignee'),
      before: assignee,
      after: changes.assignee === undefined ? assignee : (names.assignee ?? ''),
    },
    { label: t('status'), before: statusText(event.status), after: statusText(status ?? event.status) },
    { label: t('when'), before: whenText(event), after: whenText(moved) },
  ].filter(({ before, after }) => before !== after)
}

interface PreviewProps {
  readonly ids: readonly number[]
  readonly changes: BulkChanges
  readonly names: ChosenNames
}

/** A row for each of the first events: before → after. */
function BulkPreview({ ids, changes, names }: PreviewProps) {
  const { value: events = [] } = useLoaded(() => loadFirst(ids), [ids.slice(0, SHOWN).join()])
  if (Object.keys(changes).length === 0 || events.length === 0) return null
  return (
    <section class="bulk-preview" aria-label={t('bulk.preview')}>
      <ul class="lines">
        {events.map((event) => {
          const shown = changesOf(event, changes, names)
          return (
            <li key={event.id} class="line">
              <strong class="name">{event.title}</strong>
              <span class="detail">
                {shown.length === 0
                  ? t('bulk.keep')
                  : shown.map(({ label, before, after }) => (
                      <span key={label} class="change-of">
                        {label}: {before || '–'} → {after || '–'}
                      </span>
                    ))}
              </span>
            </li>
          )
        })}
      </ul>
      {ids.length > events.length && (
        <p class="hint">{t('bulk.preview.more', { count: ids.length - events.length })}</p>
      )}
    </section>
  )
}

const INDENT = '\u2003'
const NONE = 'none'
/** Stands before the name of a venue that is made. */
const NEW = 'new:'
const statuses = ['publish', 'draft', 'pending', 'private'] as const

interface FormProps {
  readonly changes: BulkChanges
  /** Sets a change, with the name of what was chosen. */
  readonly set: <K extends keyof BulkChanges>(
    arg: K,
    value: BulkChanges[K] | undefined,
    name?: string,
  ) => void
}

const one = (value: string) => (value === '' ? undefined : [Number(value)])

function CategoryFields({ changes, set }: FormProps) {
  const { value: all = [] } = useLoaded(loadAllCategories, [])
  const tree = categoriesInTreeOrder(all).map(
    ({ category: { id, name }, depth }) => [String(id), INDENT.repeat(depth) + name] as const,
  )
  const options = [['', t('bulk.keep')] as const, ...tree]
  const choose = (arg: 'add_categories' | 'remove_categories') => (value: string) =>
    set(arg, one(value), all.find(({ id }) => String(id) === value)?.name)
  return (
    <>
      <SelectField
        name="add-category"
        label={t('bulk.add-category')}
        value={String(changes.add_categories?.[0] ?? '')}
        options={options}
        onChange={choose('add_categories')}
      />
      <SelectField
        name="remove-category"
        label={t('bulk.remove-category')}
        value={String(changes.remove_categories?.[0] ?? '')}
        options={options}
        onChange={choose('remove_categories')}
      />
    </>
  )
}

function TagFields({ set }: FormProps) {
  const typed = (text: string) => set('add_tags', text === '' ? undefined : [text], text)
  return (
    <>
      <SearchedItemField
        name="add-tag"
        label={t('bulk.add-tag')}
        suggest={loadTagsMatchingText}
        onChange={(picked) => set('add_tags', picked && [Number(picked.value)], picked?.label)}
        {...(hasRoleAtLeast('editor') && { onTyped: typed })}
      />
      <SearchedItemField
        name="remove-tag"
        label={t('bulk.remove-tag')}
        suggest={loadTagsMatchingText}
        onChange={(picked) => set('remove_tags', picked && [Number(picked.value)], picked?.label)}
      />
    </>
  )
}

/** The most days that events are moved by at once, as the API has it. */
const MAX_DAYS = 3660

/** The days to move by that a text says; undefined for none. */
const daysOf = (text: string) => {
  const days = wholeNumber(text)
  return days !== undefined && Math.abs(days) <= MAX_DAYS ? days : undefined
}

interface ShiftProps {
  readonly text: string
  readonly onInput: (text: string) => void
}

/** Days to move by. A sign alone is no fault while it is typed. */
function ShiftField({ text, onInput }: ShiftProps) {
  const isBegun = /^\s*[\p{P}\p{S}]?\s*$/u.test(text)
  return (
    <TextField
      name="shift"
      label={t('bulk.shift')}
      hint={t('bulk.shift.hint')}
      value={text}
      fault={isBegun || daysOf(text) !== undefined ? undefined : t('bulk.shift.hint')}
      onInput={onInput}
    />
  )
}

/** Venues that match; a new one; and for an empty field, none: taking the venue away is no answer to a name. */
async function suggestVenues(text: string): Promise<readonly Suggestion[]> {
  const name = text.trim()
  const found = await suggestItems('venues', text)
  return name === ''
    ? [{ value: NONE, label: t('quick.venue.none'), isDeliberate: true }, ...found]
    : [...found, { value: NEW + name, label: t('create-named', { name }), isDeliberate: true }]
}

/** Users who may take events on; and for an empty field, nobody. */
async function suggestAssignees(search: string): Promise<readonly Suggestion[]> {
  const users = (await listAssignees({ search })).map(suggestionOfAssignee)
  return search.trim() === ''
    ? [{ value: NONE, label: t('assignee.none'), isDeliberate: true }, ...users]
    : users
}

function OtherFields({ changes, set }: FormProps) {
  const venueOf = ({ value }: Suggestion) => {
    if (value === NONE) return []
    return value.startsWith(NEW) ? value.slice(NEW.length) : [Number(value)]
  }
  const nameOf = ({ value, label }: Suggestion) =>
    value.startsWith(NEW) ? value.slice(NEW.length) : value === NONE ? '' : label
  return (
    <>
      <SearchedItemField
        name="venue"
        label={t('venue')}
        suggest={suggestVenues}
        onChange={(picked) => set('venue', picked && venueOf(picked), picked && nameOf(picked))}
      />
      {!isLocalMode() && (
        <SearchedItemField
          name="assignee"
          label={t('assignee')}
          suggest={suggestAssignees}
          onChange={(picked) =>
            set(
              'assignee',
              picked && (picked.value === NONE ? null : Number(picked.value)),
              picked?.value === NONE ? '' : picked?.label,
            )
          }
        />
      )}
      {hasRoleAtLeast('author') && (
        <SelectField
          name="status"
          label={t('status')}
          value={changes.status ?? ''}
          options={[
            ['', t('bulk.keep')] as const,
            ...statuses.map((status) => [status, statusText(status)] as const),
          ]}
          onChange={(status) => set('status', status === '' ? undefined : status)}
        />
      )}
    </>
  )
}

interface DialogProps {
  readonly ids: readonly number[]
  /** The revision as of which the list was read. */
  readonly seen: number
  readonly after: () => void
  readonly close: () => void
}

function ChangeDialog({ ids, seen, after, close }: DialogProps) {
  const [changes, setChanges] = useState<BulkChanges>({})
  const latest = useRef(changes)
  const [shift, setShift] = useState('')
  const [names, setNames] = useState<ChosenNames>({})
  const set: FormProps['set'] = (arg, value, name = '') => {
    const { [arg]: _, ...others } = latest.current
    latest.current = value === undefined ? others : { ...others, [arg]: value }
    setChanges(latest.current)
    setNames((all) => ({ ...all, [arg]: name }))
  }
  const isShiftWrong = shift.trim() !== '' && daysOf(shift) === undefined
  const shown = useRef(changes)
  const submitting = useSubmitting(async () => {
    // What a question has just settled is shown before it is done.
    if (latest.current !== shown.current) return
    await applyBulkChanges({ ids, changes, seen }, after)
    close()
  })
  const submit = (event: Event) => {
    event.preventDefault()
    shown.current = changes
    if (isShiftWrong) focusField('shift')
    else submitting.submit(event)
  }
  return (
    <Dialog title={t('bulk.change.title', { count: ids.length })} onClose={close}>
      <Form kept="events/change" onSubmit={submit} class="change">
        <ErrorText>{submitting.fault?.message}</ErrorText>
        <CategoryFields changes={changes} set={set} />
        <TagFields changes={changes} set={set} />
        <OtherFields changes={changes} set={set} />
        <ShiftField
          text={shift}
          onInput={(text) => {
            setShift(text)
            set('shift_days', daysOf(text))
          }}
        />
        <BulkPreview ids={ids} changes={changes} names={names} />
        <SubmitOrCancel
          label={t('bulk.apply')}
          isDisabled={
            submitting.isBusy || (Object.keys(changes).length === 0 && !hasUnchosenTextSignal.value)
          }
          cancel={close}
        />
      </Form>
    </Dialog>
  )
}

/** The button that opens the dialog. */
export function BulkChangeButton({ ids, seen, after }: Omit<DialogProps, 'close'>) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  const { value: categories = [] } = useLoaded(loadAllCategories, [])
  const adding = categories.map(({ id, name }) => ({
    label: t('labelled', { label: t('bulk.add-category'), text: name }),
    isOneOfMany: true,
    run() {
      const chosen = { ids, changes: { add_categories: [id] }, seen }
      applyBulkChanges(chosen, after).catch(showFault)
    },
  }))
  useViewActs([{ label: t('bulk.change'), key: 'c', run: open }, ...adding])
  return (
    <>
      <button type="button" onClick={open}>
        {t('bulk.change')}
      </button>
      {isOpen && <ChangeDialog ids={ids} seen={seen} after={after} close={() => setOpen(false)} />}
    </>
  )
}
