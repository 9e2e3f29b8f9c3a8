/** Lists of items: their part, what is ticked, merging. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type ApiResponse, callApi, hasRoleAtLeast, type QueryFields } from '../api/api.ts'
import type { Term, VenueOrOrganizerCollection } from '../api/types.ts'
import { notifyWithUndo } from '../bulk/undo.ts'
import type { LinkedItem } from '../items/editor.tsx'
import { itemDetail, itemName, loadLatestLinkingEvents } from '../items/linked.tsx'
import { Form } from '../kept/form.tsx'
import { confirmDeletion, Dialog, SubmitOrCancel } from '../parts/dialog.tsx'
import { ErrorText, SelectField } from '../parts/field.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify, showFault } from '../parts/notice.tsx'
import { deskQuerySignal, setQuery } from '../route.ts'
import { useRowKeys, useViewActs } from '../shell/keys.ts'
import { useSubmitting } from '../suggesting/unchosen-text.tsx'
import { translationMarksQueryArgs } from '../translating/translation.tsx'
import { t } from '../words/index.ts'

// The entries of a list that are selected to be merged or removed: venues, organizers, categories or tags.

type MergeCollection = VenueOrOrganizerCollection | 'categories' | 'tags'

/** An entry that can be selected. */
interface MergeEntry {
  readonly id: number
  readonly name: string
  readonly detail: string
  /** The number of its events; undefined until it is loaded. */
  readonly events: number | undefined
}

/** The entry of a venue or organizer. */
export const mergeEntryOfItem = (item: LinkedItem): MergeEntry => ({
  id: item.id,
  name: itemName(item),
  detail: itemDetail(item),
  events: undefined,
})

/** The entry of a category or tag. */
export const mergeEntryOfTerm = ({ id, name, count }: Term): MergeEntry => ({
  id,
  name,
  detail: '',
  events: count,
})

/** The selected entries. */
export interface TickedIdsAndSetter {
  readonly ids: ReadonlySet<number>
  readonly set: (ids: readonly number[]) => void
}

/** The selection of a list, empty at first. */
export function useTickedEntries(): TickedIdsAndSetter {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  return { ids, set: (next) => setIds(new Set(next)) }
}

/** Returns the entries with the number of their events, of every date and status. The lists of terms contain it already. */
function withEventCounts(
  collection: MergeCollection,
  entries: readonly MergeEntry[],
): Promise<readonly MergeEntry[]> {
  if (collection === 'categories' || collection === 'tags') return Promise.resolve(entries)
  const count = async (entry: MergeEntry): Promise<MergeEntry> => {
    const { total } = await loadLatestLinkingEvents({ collection, id: entry.id })
    return { ...entry, events: total }
  }
  return Promise.all(entries.map(count))
}

/** Merges the others into the entry. Throws a Fault, and merges none, if the service refuses. */
export function mergeInto(
  collection: MergeCollection,
  into: MergeEntry,
  others: readonly MergeEntry[],
): Promise<ApiResponse<unknown>> {
  const items = others.map(({ id }) => id)
  return callApi('POST', `/${collection}/${into.id}/merge`, { body: { items } })
}

/** The maximum number of operations of one batch. */
const MAX_BATCH = 100

/**
 * Moves venues or organizers to the trash, or deletes terms, in batches: each succeeds or fails as a whole. Returns the last
 * response. Throws a Fault if the service refuses a batch.
 */
async function trashOrDeleteTickedEntries(collection: MergeCollection, entries: readonly MergeEntry[]) {
  let response: ApiResponse<unknown> | undefined
  for (let at = 0; at < entries.length; at += MAX_BATCH) {
    const operations = entries
      .slice(at, at + MAX_BATCH)
      .map(({ id }) => ({ method: 'DELETE', path: `/${collection}/${id}` }))
    response = await callApi('POST', '/batch', { body: { operations } })
  }
  return response
}

// The part of a list of names that is shown. It is in the address, so that a reload and Back show it again.

/** The search, the page, and whether only what has no events is shown. */
interface ShownPart {
  readonly search: string
  readonly page: number
  readonly isUnused: boolean
}

const partInQuery = (query: URLSearchParams): ShownPart => ({
  search: query.get('q') ?? '',
  page: Number(query.get('page')) || 1,
  isUnused: query.get('use') === 'none',
})

const PER_PAGE = 50

/** Returns the part that the address has, the query that loads it, the selection, and the function that shows another part: its first page, unless it names one. */
export function useShownPart(): ShownPart & {
  readonly query: QueryFields
  readonly ticked: TickedIdsAndSetter
  readonly show: (next: Partial<ShownPart>) => void
} {
  const part = partInQuery(deskQuerySignal.value)
  const ticked = useTickedEntries()
  const show = (next: Partial<ShownPart>) => {
    const { search, page, isUnused } = { ...part, page: 1, ...next }
    ticked.set([])
    setQuery({ q: search, page: page === 1 ? '' : String(page), use: isUnused ? 'none' : '' })
  }
  const { search, page, isUnused } = part
  const marks = translationMarksQueryArgs()
  const query = { search, page, per_page: PER_PAGE, unused: isUnused || undefined, ...marks }
  return { ...part, query, ticked, show }
}

// Merges the selected entries into one of them, in one write that can be undone.

interface StaysProps {
  readonly entries: readonly MergeEntry[]
  readonly stays: MergeEntry | undefined
  readonly choose: (id: number) => void
}

function Stays({ entries, stays, choose }: StaysProps) {
  const choice = useRef<HTMLFieldSetElement>(null)
  // The dialog had nothing to focus on while the entries were loaded.
  useLayoutEffect(() => choice.current?.querySelector<HTMLElement>('input:checked')?.focus(), [])
  return (
    <fieldset ref={choice}>
      <legend>{t('merge.stays')}</legend>
      {entries.map(({ id, name, detail, events = 0 }) => (
        <label key={id} class="check">
          <input type="radio" name="stays" checked={id === stays?.id} onChange={() => choose(id)} />
          <span>
            {name}{' '}
            <small class="detail">
              {[detail, t('uses', { count: events })].filter((text) => text !== '').join(' · ')}
            </small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

interface DialogProps {
  readonly collection: MergeCollection
  readonly chosen: readonly MergeEntry[]
  readonly after: () => void
  readonly close: () => void
}

/** The entry with the most events; of several, the first. */
const mostUsed = (entries: readonly MergeEntry[]) =>
  entries.reduce<MergeEntry | undefined>(
    (most, one) => (most !== undefined && (most.events ?? 0) >= (one.events ?? 0) ? most : one),
    undefined,
  )

function MergeForm({ collection, chosen: entries, after, close }: DialogProps) {
  const [stays, setStays] = useState(mostUsed(entries))
  const { fault, isBusy, submit } = useSubmitting(async () => {
    if (stays === undefined) return
    const others = entries.filter(({ id }) => id !== stays.id)
    const response = await mergeInto(collection, stays, others)
    close()
    notifyWithUndo(t('merge.done', { count: others.length, name: stays.name }), response, after)
    after()
  })
  return (
    <Form kept={null} onSubmit={submit}>
      <ErrorText>{fault}</ErrorText>
      <Stays
        entries={entries}
        stays={stays}
        choose={(id) => setStays(entries.find((one) => one.id === id))}
      />
      <p>{t('merge.text')}</p>
      <SubmitOrCancel label={t('merge.do')} isDisabled={isBusy || stays === undefined} cancel={close} />
    </Form>
  )
}

/** The dialog. The user chooses the entry that stays. */
function MergeDialog(props: DialogProps) {
  const { collection, chosen, close } = props
  const loaded = useLoaded(() => withEventCounts(collection, chosen), [])
  return (
    <Dialog title={t('merge.title', { count: chosen.length })} onClose={close}>
      <LoadedContent of={loaded}>{(entries) => <MergeForm {...props} chosen={entries} />}</LoadedContent>
    </Dialog>
  )
}

// For editors: selects entries in the lists of venues, organizers, categories and tags, and merges or removes them.

/** The checkbox of an entry. */
export function EntryCheckbox({
  entry: { id, name },
  ticked,
}: {
  readonly entry: MergeEntry
  readonly ticked: TickedIdsAndSetter
}) {
  if (!hasRoleAtLeast('editor')) return null
  const isTicked = ticked.ids.has(id)
  const toggle = () =>
    ticked.set(isTicked ? [...ticked.ids].filter((one) => one !== id) : [...ticked.ids, id])
  return (
    <input type="checkbox" checked={isTicked} aria-label={t('choose', { title: name })} onChange={toggle} />
  )
}

async function remove(
  collection: MergeCollection,
  chosen: readonly MergeEntry[],
  after: () => void,
): Promise<void> {
  const count = chosen.length
  const isTerm = collection === 'categories' || collection === 'tags'
  if (isTerm && !(await confirmDeletion(t('delete.title', { count }), t('terms.delete.text')))) return
  try {
    const response = await trashOrDeleteTickedEntries(collection, chosen)
    if (isTerm) notify(t('entries.deleted', { count }))
    else if (response !== undefined) notifyWithUndo(t('entries.trashed', { count }), response, after)
  } catch (error) {
    showFault(error)
  }
  after()
}

interface BarProps {
  readonly collection: MergeCollection
  /** The shown entries. */
  readonly entries: readonly MergeEntry[]
  readonly ticked: TickedIdsAndSetter
  /** Reloads the list. */
  readonly reload: () => void
}

function Actions({ collection, entries: chosen, ticked, reload }: BarProps) {
  const [isMerging, setMerging] = useState(false)
  const after = () => {
    ticked.set([])
    reload()
  }
  const merge = () => setMerging(true)
  useViewActs(chosen.length > 1 ? [{ label: t('merge'), key: 'm', run: merge }] : [])
  return (
    <fieldset class="bulk">
      <legend class="unseen">{t('bulk')}</legend>
      <p role="status">{t('chosen', { count: chosen.length })}</p>
      {chosen.length > 1 && (
        <button type="button" onClick={merge}>
          {t('merge')}
        </button>
      )}
      <button type="button" class="danger" onClick={() => remove(collection, chosen, after)}>
        {t(collection === 'venues' || collection === 'organizers' ? 'bulk.trash' : 'bulk.delete')}
      </button>
      {isMerging && (
        <MergeDialog collection={collection} chosen={chosen} after={after} close={() => setMerging(false)} />
      )}
    </fieldset>
  )
}

/** The checkbox that selects all shown entries, and the actions for the selected ones. */
export function TickBar(props: BarProps) {
  const { entries, ticked } = props
  useRowKeys()
  if (!hasRoleAtLeast('editor') || entries.length === 0) return null
  const chosen = entries.filter(({ id }) => ticked.ids.has(id))
  const isAll = chosen.length === entries.length
  return (
    <>
      {chosen.length > 0 && <Actions {...props} entries={chosen} />}
      <label class="check all">
        <input
          type="checkbox"
          checked={isAll}
          onChange={() => ticked.set(isAll ? [] : entries.map(({ id }) => id))}
        />
        <span>{t('choose-all')}</span>
      </label>
    </>
  )
}

interface UseProps {
  readonly isUnused: boolean
  readonly onChange: (isUnused: boolean) => void
}

/** A filter: all entries, or those without events. */
export function UnusedItemsFilterSelect({ isUnused, onChange }: UseProps) {
  if (!hasRoleAtLeast('editor')) return null
  return (
    <SelectField
      name="use"
      label={t('use')}
      value={isUnused ? 'none' : 'any'}
      options={[
        ['any', t('use.any')],
        ['none', t('use.none')],
      ]}
      onChange={(value) => onChange(value === 'none')}
    />
  )
}
