/** Applies the same change to all selected events, in one write that can be undone. */
import { withoutUndefined } from '../../../contract/table-of.ts'
import { wholeNumber } from '../../../domain/typed/fields.ts'
import {
  type ApiResponse,
  callApi,
  hasRoleAtLeast,
  idempotencyKeyMaker,
  isLocalMode,
  loadList,
} from '../api/api.ts'
import { faultMessage, isOutdatedReviewFault } from '../api/faults.ts'
import type { Category, EventItem, Venue } from '../api/types.ts'
import { Fields, type FormRow } from '../edited/fields.tsx'
import { EditedForm, SaveOrCancel } from '../edited/form.tsx'
import { useSentForm } from '../edited/use-edited-item.ts'
import { listAssignees, suggestionOfAssignee } from '../events/assignees.ts'
import { focusField } from '../events/focus-field.ts'
import { ALL_DATES_QUERY_FIELDS } from '../events/list/listed.ts'
import { statusText, whenText } from '../events/list/texts.tsx'
import { suggestItems } from '../items/linked.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { showErrorNotice } from '../parts/notice.tsx'
import { type FoundItem, noItem, SearchedItemField } from '../suggesting/combobox.tsx'
import type { Suggestion } from '../suggesting/suggestion.ts'
import { hasUnchosenTextSignal } from '../suggesting/unchosen-text.tsx'
import { categoryOptions, loadAllCategories, loadTagsMatchingText } from '../terms/terms.ts'
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
export async function applyBulkChanges(chosen: ChosenChanges, after: () => void): Promise<void> {
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
    ...ALL_DATES_QUERY_FIELDS,
    per_page: SHOWN,
  }
  return (await loadList<EventItem>('/events', query)).body
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
      <h3>{t('bulk.preview')}</h3>
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
                        {label}: <del>{before || '–'}</del> → <ins>{after || '–'}</ins>
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

const NONE = 'none'
/** Stands before the name of a venue that is made. */
const NEW = 'new:'
const statuses = ['publish', 'draft', 'pending', 'private'] as const

/** What is typed and chosen. */
const nothing = {
  'add-category': '',
  'remove-category': '',
  'add-tag': noItem,
  'remove-tag': noItem,
  venue: noItem,
  assignee: noItem,
  status: '' as '' | (typeof statuses)[number],
  shift: '',
}
type Values = typeof nothing

interface FieldsProps {
  readonly values: Values
  readonly set: (changed: Partial<Values>) => void
}

/** The most days that events are moved by at once, as the API has it. */
const MAX_DAYS = 3660

/** The days to move by that a text says; undefined for none. */
const daysOf = (text: string) => {
  const days = wholeNumber(text)
  return days !== undefined && Math.abs(days) <= MAX_DAYS ? days : undefined
}

const ids = (value: string | undefined) => (value ? [Number(value)] : undefined)

/** The venue that is chosen: none, one that is made, or one that there is. */
function venueOf({ picked }: FoundItem) {
  if (picked?.value === NONE) return []
  return picked?.value.startsWith(NEW) ? picked.value.slice(NEW.length) : ids(picked?.value)
}

function changesOfValues({ status, shift, venue, assignee, ...terms }: Values): BulkChanges {
  const typed = mayTypeTags() ? terms['add-tag'].text.trim() : ''
  return withoutUndefined({
    add_categories: ids(terms['add-category']),
    remove_categories: ids(terms['remove-category']),
    add_tags: ids(terms['add-tag'].picked?.value) ?? (typed === '' ? undefined : [typed]),
    remove_tags: ids(terms['remove-tag'].picked?.value),
    venue: venueOf(venue),
    assignee: assignee.picked?.value === NONE ? null : ids(assignee.picked?.value)?.[0],
    status: status === '' ? undefined : status,
    shift_days: daysOf(shift),
  })
}

/** The name of what is chosen; none for taking it away. */
const nameOf = ({ text, picked }: FoundItem) =>
  picked?.value === NONE ? '' : picked?.value.startsWith(NEW) ? picked.value.slice(NEW.length) : text.trim()

function namesOfValues({ venue, assignee, ...terms }: Values, categories: readonly Category[]): ChosenNames {
  const category = (id: string) => categories.find((one) => String(one.id) === id)?.name ?? ''
  return {
    add_categories: category(terms['add-category']),
    remove_categories: category(terms['remove-category']),
    add_tags: nameOf(terms['add-tag']),
    remove_tags: nameOf(terms['remove-tag']),
    venue: nameOf(venue),
    assignee: nameOf(assignee),
  }
}

const mayTypeTags = () => hasRoleAtLeast('editor')

/** The rows of the categories and the status, and of what only has a label here. */
function rowsFor(categories: readonly Category[]) {
  const options = [['', t('bulk.keep')] as const, ...categoryOptions(categories)]
  const chosen: readonly FormRow[] = [
    { name: 'add-category', label: 'bulk.add-category', type: 'choice', options },
    { name: 'remove-category', label: 'bulk.remove-category', type: 'choice', options },
  ]
  const status: FormRow = {
    name: 'status',
    label: 'status',
    type: 'choice',
    options: [['', t('bulk.keep')], ...statuses.map((one) => [one, statusText(one)] as const)],
  }
  return { chosen, status: hasRoleAtLeast('author') ? [status] : [] }
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

/** The items that are searched by typing. */
function ItemFields({ values, set }: FieldsProps) {
  const tags = { suggest: loadTagsMatchingText }
  return (
    <>
      <SearchedItemField
        {...tags}
        name="add-tag"
        label={t('bulk.add-tag')}
        value={values['add-tag']}
        isText={mayTypeTags()}
        onChange={(found) => set({ 'add-tag': found })}
      />
      <SearchedItemField
        {...tags}
        name="remove-tag"
        label={t('bulk.remove-tag')}
        value={values['remove-tag']}
        onChange={(found) => set({ 'remove-tag': found })}
      />
      <SearchedItemField
        name="venue"
        label={t('venue')}
        value={values.venue}
        suggest={suggestVenues}
        onChange={(venue) => set({ venue })}
      />
      {!isLocalMode() && (
        <SearchedItemField
          name="assignee"
          label={t('assignee')}
          value={values.assignee}
          suggest={suggestAssignees}
          onChange={(assignee) => set({ assignee })}
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

export function ChangeDialog({ ids, seen, after, close }: DialogProps) {
  const { value: categories = [] } = useLoaded(loadAllCategories, [])
  const state = useSentForm('events/change', nothing, async (values) => {
    const changes = changesOfValues(values)
    await applyBulkChanges({ ids, changes, seen }, after)
    return changes
  })
  const { values, faults, set } = state
  const changes = changesOfValues(values)
  const rows = rowsFor(categories)
  const isShiftRight = () => {
    const isRight = values.shift.trim() === '' || daysOf(values.shift) !== undefined
    if (!isRight) focusField('shift')
    return isRight
  }
  // What a question has just settled is shown before it is done.
  const isShown = () => JSON.stringify(state.latest()) === JSON.stringify(values)
  const save = async () => (isShown() ? state.save() : undefined)
  const fields = { values, faults, set }
  return (
    <Dialog title={t('bulk.change.title', { count: ids.length })} onClose={close} class="wide">
      <EditedForm
        state={{ ...state, save }}
        rows={[...rows.chosen, ...rows.status]}
        mayBeSent={isShiftRight}
        saved={close}
      >
        <div class="in-pairs">
          <Fields {...fields} rows={rows.chosen} />
          <ItemFields values={values} set={set} />
          <Fields {...fields} rows={rows.status} />
          <ShiftField text={values.shift} onInput={(shift) => set({ shift })} />
        </div>
        <BulkPreview ids={ids} changes={changes} names={namesOfValues(values, categories)} />
        <SaveOrCancel
          state={state}
          label={t('bulk.change.title', { count: ids.length })}
          isDisabled={Object.keys(changes).length === 0 && !hasUnchosenTextSignal.value}
          close={close}
        />
      </EditedForm>
    </Dialog>
  )
}
