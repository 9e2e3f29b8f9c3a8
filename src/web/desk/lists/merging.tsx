/** Merging and removing what is chosen in the lists of venues, organizers, categories and tags: for editors. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type ApiResponse, callApi, hasRoleAtLeast } from '../api/api.ts'
import type { Term, VenueOrOrganizerCollection } from '../api/types.ts'
import { notifyWithUndo } from '../bulk/undo.ts'
import { EditedForm } from '../edited/form.tsx'
import { useSentForm } from '../edited/use-edited-item.ts'
import { itemDetail, itemName, type LinkedItem, loadLatestLinkingEvents } from '../items/linked.tsx'
import { confirmDeletion, Dialog, SubmitOrCancel } from '../parts/dialog.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify, showFault } from '../parts/notice.tsx'
import { t } from '../words/index.ts'
import { Acts } from './acts.tsx'
import type { Choosing } from './list.tsx'

type MergeCollection = VenueOrOrganizerCollection | 'categories' | 'tags'

interface MergeEntry {
  readonly id: number
  readonly name: string
  readonly detail: string
  /** The number of its events; undefined until it is loaded. */
  readonly events: number | undefined
}
export const mergeEntryOfItem = (item: LinkedItem): MergeEntry => ({
  id: item.id,
  name: itemName(item),
  detail: itemDetail(item),
  events: undefined,
})

export const mergeEntryOfTerm = ({ id, name, count }: Term): MergeEntry => ({
  id,
  name,
  detail: '',
  events: count,
})

const isOfTerms = (collection: MergeCollection): collection is 'categories' | 'tags' =>
  collection === 'categories' || collection === 'tags'

/** Returns the entries with the number of their events, of every date and status. The lists of terms contain it already. */
function withEventCounts(
  collection: MergeCollection,
  entries: readonly MergeEntry[],
): Promise<readonly MergeEntry[]> {
  if (isOfTerms(collection)) return Promise.resolve(entries)
  const count = async (entry: MergeEntry): Promise<MergeEntry> => {
    const { total } = await loadLatestLinkingEvents({ collection, id: entry.id })
    return { ...entry, events: total }
  }
  return Promise.all(entries.map(count))
}

/** Merges others, by their ids, into an item. Throws a Fault, and merges none, if the service refuses. */
export const mergeInto = (
  collection: MergeCollection,
  into: number,
  items: readonly number[],
): Promise<ApiResponse<unknown>> => callApi('POST', `/${collection}/${into}/merge`, { body: { items } })

interface ActsProps {
  readonly collection: MergeCollection
  readonly chosen: readonly MergeEntry[]
  readonly after: () => void
}

interface StaysProps {
  readonly entries: readonly MergeEntry[]
  readonly stays: MergeEntry | undefined
  readonly choose: (entry: MergeEntry) => void
}

function Stays({ entries, stays, choose }: StaysProps) {
  const choice = useRef<HTMLFieldSetElement>(null)
  // The dialog had nothing to focus on while the entries were loaded.
  useLayoutEffect(() => choice.current?.querySelector<HTMLElement>('input:checked')?.focus(), [])
  return (
    <fieldset ref={choice}>
      <legend>{t('merge.stays')}</legend>
      {entries.map((entry) => (
        <label key={entry.id} class="check">
          <input type="radio" name="stays" checked={entry.id === stays?.id} onChange={() => choose(entry)} />
          <span>
            {entry.name}{' '}
            <small class="detail">
              {[entry.detail, t('uses', { count: entry.events ?? 0 })]
                .filter((text) => text !== '')
                .join(' · ')}
            </small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** The entry with the most events; of several, the first. */
const mostUsed = (entries: readonly MergeEntry[]) =>
  entries.toSorted((one, other) => (other.events ?? 0) - (one.events ?? 0))[0]

function MergeForm({ collection, chosen, after, close }: ActsProps & { readonly close: () => void }) {
  const [stays, setStays] = useState(mostUsed(chosen))
  const others = chosen.filter(({ id }) => id !== stays?.id).map(({ id }) => id)
  const state = useSentForm('merge', {}, () => mergeInto(collection, stays?.id ?? 0, others))
  const saved = (response: ApiResponse<unknown>) => {
    close()
    notifyWithUndo(t('merge.done', { count: others.length, name: stays?.name ?? '' }), response, after)
    after()
  }
  return (
    <EditedForm state={state} rows={[]} saved={saved}>
      <Stays entries={chosen} stays={stays} choose={setStays} />
      <p>{t('merge.text')}</p>
      <SubmitOrCancel
        label={t('merge.do')}
        isDisabled={state.isSaving || stays === undefined}
        cancel={close}
      />
    </EditedForm>
  )
}

function MergeDialog(props: ActsProps & { readonly close: () => void }) {
  const { collection, chosen, close } = props
  const loaded = useLoaded(() => withEventCounts(collection, chosen), [])
  return (
    <Dialog title={t('merge.title', { count: chosen.length })} onClose={close}>
      <LoadedContent of={loaded}>{(entries) => <MergeForm {...props} chosen={entries} />}</LoadedContent>
    </Dialog>
  )
}

const MAX_BATCH = 100

/** Moves venues or organizers to the trash, or deletes terms, in batches: each succeeds or fails as a whole. Returns the writes. */
async function removeAll(collection: MergeCollection, entries: readonly MergeEntry[]) {
  const writes: ApiResponse<unknown>[] = []
  for (let at = 0; at < entries.length; at += MAX_BATCH) {
    const operations = entries
      .slice(at, at + MAX_BATCH)
      .map(({ id }) => ({ method: 'DELETE', path: `/${collection}/${id}` }))
    writes.push(await callApi('POST', '/batch', { body: { operations } }))
  }
  return writes
}

async function confirmAndRemove({ collection, chosen, after }: ActsProps): Promise<void> {
  const count = chosen.length
  const isTerm = isOfTerms(collection)
  if (isTerm && !(await confirmDeletion(t('delete.title', { count }), t('terms.delete.text')))) return
  try {
    const writes = await removeAll(collection, chosen)
    if (isTerm) notify(t('entries.deleted', { count }))
    else notifyWithUndo(t('entries.trashed', { count }), writes, after)
  } catch (error) {
    showFault(error)
  }
  after()
}

function MergeAndRemove(props: ActsProps) {
  const { collection, chosen } = props
  const [isMerging, setMerging] = useState(false)
  const merge = { label: t('merge'), key: 'm', run: () => setMerging(true) }
  const remove = {
    label: t(isOfTerms(collection) ? 'bulk.delete' : 'bulk.trash'),
    isDangerous: true,
    run: () => void confirmAndRemove(props),
  }
  return (
    <>
      <Acts acts={chosen.length > 1 ? [merge, remove] : [remove]} />
      {isMerging && <MergeDialog {...props} close={() => setMerging(false)} />}
    </>
  )
}

/** Returns how the entries of a list are chosen, and the acts on them; undefined for those who may do neither. */
export function mergingActs<I>(
  collection: MergeCollection,
  entryOf: (item: I) => MergeEntry,
): Choosing<I, unknown> | undefined {
  if (!hasRoleAtLeast('editor')) return undefined
  return {
    nameOf: (item) => entryOf(item).name,
    acts: (chosen, after) => (
      <MergeAndRemove collection={collection} chosen={chosen.map(entryOf)} after={after} />
    ),
  }
}
