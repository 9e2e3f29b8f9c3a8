/** Applies the same change to all selected events, in one write that can be undone. */
import { useRef, useState } from 'preact/hooks'
import { wholeNumber } from '../../../domain/typed/numbers.ts'
import { hasRoleAtLeast, isLocalMode } from '../api/session.ts'
import { listAssignees, suggestionOfAssignee } from '../events/assignees.ts'
import { focusField } from '../events/form/focus-field.ts'
import { statusText } from '../events/list/status.tsx'
import { suggestItems } from '../items/suggested.ts'
import { Form } from '../kept/fields.tsx'
import { useViewActs } from '../keys/view-acts.ts'
import { SelectField } from '../parts/choice.tsx'
import { Dialog, SubmitOrCancel } from '../parts/dialog.tsx'
import { ErrorText } from '../parts/error-text.tsx'
import { TextField } from '../parts/field.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { showFault } from '../parts/notice.tsx'
import { useSubmitting } from '../parts/submitting.ts'
import { SearchedItemField } from '../suggesting/found-field.tsx'
import type { Suggestion } from '../suggesting/suggestion.ts'
import { hasUnchosenTextSignal } from '../suggesting/unchosen-text.ts'
import { loadTagsMatchingText } from '../terms/matching-tags.ts'
import { categoriesInTreeOrder, loadAllCategories } from '../terms/terms.ts'
import { t } from '../words/index.ts'
import { applyBulkChanges, type BulkChanges } from './change-all.ts'
import { BulkPreview, type ChosenNames } from './preview.tsx'

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
        <ErrorText>{submitting.fault}</ErrorText>
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
