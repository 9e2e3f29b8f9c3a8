/** Applies the same change to all selected events, in one write that can be undone. */
import { useState } from 'preact/hooks'
import { hasRoleAtLeast } from '../api/session.ts'
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
import { hasUnchosenTextSignal } from '../suggesting/unchosen-text.ts'
import { loadTagsMatchingText } from '../terms/matching-tags.ts'
import { categoriesInTreeOrder, loadAllCategories } from '../terms/terms.ts'
import { t } from '../words/index.ts'
import { applyBulkChanges, type BulkChanges } from './change-all.ts'

const INDENT = '\u2003'
const NONE = 'none'
const statuses = ['publish', 'draft', 'pending', 'private'] as const

interface FormProps {
  readonly changes: BulkChanges
  readonly set: (more: { readonly [K in keyof BulkChanges]?: BulkChanges[K] | undefined }) => void
}

const one = (value: string) => (value === '' ? undefined : [Number(value)])

function CategoryFields({ changes, set }: FormProps) {
  const { value: all = [] } = useLoaded(loadAllCategories, [])
  const tree = categoriesInTreeOrder(all).map(
    ({ category: { id, name }, depth }) => [String(id), INDENT.repeat(depth) + name] as const,
  )
  const options = [['', t('bulk.keep')] as const, ...tree]
  return (
    <>
      <SelectField
        name="add-category"
        label={t('bulk.add-category')}
        value={String(changes.add_categories?.[0] ?? '')}
        options={options}
        onChange={(value) => set({ add_categories: one(value) })}
      />
      <SelectField
        name="remove-category"
        label={t('bulk.remove-category')}
        value={String(changes.remove_categories?.[0] ?? '')}
        options={options}
        onChange={(value) => set({ remove_categories: one(value) })}
      />
    </>
  )
}

function TagFields({ set }: FormProps) {
  const typed = (text: string) => set({ add_tags: text === '' ? undefined : [text] })
  return (
    <>
      <SearchedItemField
        name="add-tag"
        label={t('bulk.add-tag')}
        suggest={loadTagsMatchingText}
        onChange={(picked) => set({ add_tags: picked && [Number(picked.value)] })}
        {...(hasRoleAtLeast('editor') && { onTyped: typed })}
      />
      <SearchedItemField
        name="remove-tag"
        label={t('bulk.remove-tag')}
        suggest={loadTagsMatchingText}
        onChange={(picked) => set({ remove_tags: picked && [Number(picked.value)] })}
      />
    </>
  )
}

/** Days to move by. The sign alone is no number yet. */
function ShiftField({ set }: Pick<FormProps, 'set'>) {
  const [days, setDays] = useState('')
  const isNumber = /^[+-]?\d+$/.test(days.trim())
  return (
    <TextField
      name="shift"
      label={t('bulk.shift')}
      hint={t('bulk.shift.hint')}
      inputMode="numeric"
      value={days}
      fault={isNumber || /^[+-]?$/.test(days.trim()) ? undefined : t('bulk.shift.hint')}
      onInput={(text) => {
        setDays(text)
        set({ shift_days: /^[+-]?\d+$/.test(text.trim()) ? Number(text) : undefined })
      }}
    />
  )
}

function OtherFields({ changes, set }: FormProps) {
  const suggestVenues = async (text: string) => [
    ...(await suggestItems('venues', text)),
    { value: NONE, label: t('quick.venue.none') },
  ]
  return (
    <>
      <SearchedItemField
        name="venue"
        label={t('venue')}
        suggest={suggestVenues}
        onChange={(picked) => set({ venue: picked && (picked.value === NONE ? [] : [Number(picked.value)]) })}
      />
      {hasRoleAtLeast('author') && (
        <SelectField
          name="status"
          label={t('status')}
          value={changes.status ?? ''}
          options={[
            ['', t('bulk.keep')] as const,
            ...statuses.map((status) => [status, statusText(status)] as const),
          ]}
          onChange={(status) => set({ status: status === '' ? undefined : status })}
        />
      )}
      <ShiftField set={set} />
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
  const set: FormProps['set'] = (more) => {
    const next = Object.entries({ ...changes, ...more }).filter(([, value]) => value !== undefined)
    setChanges(Object.fromEntries(next))
  }
  const { fault, isBusy, submit } = useSubmitting(async () => {
    await applyBulkChanges({ ids, changes, seen }, after)
    close()
  })
  return (
    <Dialog title={t('bulk.change.title', { count: ids.length })} onClose={close}>
      <Form kept="events/change" onSubmit={submit} class="change">
        <ErrorText>{fault}</ErrorText>
        <CategoryFields changes={changes} set={set} />
        <TagFields changes={changes} set={set} />
        <OtherFields changes={changes} set={set} />
        <SubmitOrCancel
          label={t('bulk.apply')}
          isDisabled={isBusy || (Object.keys(changes).length === 0 && !hasUnchosenTextSignal.value)}
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
