/** The trash: items can be restored or deleted permanently. */
import { useState } from 'preact/hooks'
import { callApi, hasRoleAtLeast, loadPageOrLast, type QueryFields } from '../api/api.ts'
import type { OwnPage, VenueOrOrganizerCollection } from '../api/types.ts'
import { BulkBar, BulkProgressBar, restoring } from '../bulk/bar.tsx'
import { chosenColumnNames } from '../events/list/columns.tsx'
import { ALL_DATES_QUERY_FIELDS, type ListedEvent, loadEvents } from '../events/list/listed.ts'
import { EventTable } from '../events/list/table.tsx'
import { useSelection } from '../lists/chosen.tsx'
import { confirmDeletion } from '../parts/dialog.tsx'
import { SearchField } from '../parts/field.tsx'
import { Lines, LoadedContent, Pager, useLoaded } from '../parts/loaded.tsx'
import { notify, showFault } from '../parts/notice.tsx'
import { deskGroupIdSignal } from '../route.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { t } from '../words/index.ts'
import { itemName, type LinkedItem } from './linked.tsx'

const PER_PAGE = 50

/** Rows that are not edited, each of one event. */
const readOnly = { authors: new Map<number, string>(), after: undefined, datesOf: undefined }

/** The query of the events in the trash. */
const TRASHED = {
  ...ALL_DATES_QUERY_FIELDS,
  status: 'trash',
  orderby: 'modified',
  order: 'desc',
  per_page: PER_PAGE,
} as const

interface SearchedProps {
  /** The words to find. */
  readonly search: string
}

function TrashedEvents({ search }: SearchedProps) {
  const group = deskGroupIdSignal.value
  const selection = useSelection<ListedEvent>({ search, group })
  const [page, setPage] = useState(1)
  const load = (at: number) => loadEvents({ ...TRASHED, search, group, page: at })
  const loaded = useLoaded(() => loadPageOrLast(load, page), [search, group, page])
  const after = () => {
    selection.clear()
    loaded.reload()
  }
  return (
    <section class="part">
      <h2>{t('events')}</h2>
      <BulkProgressBar />
      <LoadedContent of={loaded}>
        {({ body, revision, total, pages }) => (
          <>
            <BulkBar
              chosen={[...selection.chosen.values()]}
              seen={revision}
              isTrash
              mayPublish={false}
              after={after}
            />
            {body.length === 0 ? (
              <p class="empty">{t(search === '' ? 'trash.empty' : 'items.none-found')}</p>
            ) : (
              <EventTable list={{ selection, listed: body, columns: chosenColumnNames(), ...readOnly }} />
            )}
            <Pager page={page} pages={pages} total={total} onPage={setPage} />
          </>
        )}
      </LoadedContent>
    </section>
  )
}

type Collection = VenueOrOrganizerCollection | 'pages'
type Item = LinkedItem | OwnPage

const nameOf = (item: Item): string => ('content' in item ? item.title : itemName(item))

async function listTrashed(collection: Collection, query: QueryFields): Promise<readonly Item[]> {
  const { body } = await callApi<Record<Collection, readonly Item[]>>('GET', `/${collection}`, { query })
  return body[collection]
}

async function removeForGood(collection: Collection, item: Item): Promise<boolean> {
  const yes = await confirmDeletion(t('delete.title', { count: 1 }), t('delete.text'))
  if (yes) await callApi('DELETE', `/${collection}/${item.id}`, { query: { force: true } })
  return yes
}

async function restore(collection: Collection, { id }: Item): Promise<void> {
  const { method, path, ...sent } = await restoring(`/${collection}/${id}`)
  await callApi(method, path, sent)
}

interface TrashedItemProps {
  readonly collection: Collection
  readonly item: Item
  /** Does something, then says so and loads the list again; nothing more where it gives false. */
  readonly act: (does: () => Promise<unknown>, said: string) => Promise<void>
}

function TrashedItem({ collection, item, act }: TrashedItemProps) {
  const name = nameOf(item)
  return (
    <>
      <span class="name">{name}</span>
      <button type="button" onClick={() => act(() => restore(collection, item), t('restored', { name }))}>
        {t('restore-named', { name })}
      </button>
      <button
        type="button"
        class="danger"
        onClick={() => act(() => removeForGood(collection, item), t('deleted', { name }))}
      >
        {t('delete-named', { name })}
      </button>
    </>
  )
}

function TrashedItems({ collection, search }: SearchedProps & { readonly collection: Collection }) {
  const query = { status: 'trash', search, per_page: PER_PAGE }
  const loaded = useLoaded(() => listTrashed(collection, query), [collection, search])
  const act = async (does: () => Promise<unknown>, said: string) => {
    try {
      if ((await does()) === false) return
      notify(said)
      loaded.reload()
    } catch (error) {
      showFault(error)
    }
  }
  return (
    <section class="part">
      <h2>{t(collection === 'pages' ? 'own-pages' : collection)}</h2>
      <LoadedContent of={loaded}>
        {(items) => (
          <Lines items={items} none={t(search === '' ? 'trash.empty' : 'items.none-found')}>
            {(item) => <TrashedItem collection={collection} item={item} act={act} />}
          </Lines>
        )}
      </LoadedContent>
    </section>
  )
}

/** The trash, by kind of item. */
export function TrashView() {
  const [search, setSearch] = useState('')
  return (
    <>
      <ViewHeading text={t('trash')} />
      <search class="filters">
        <SearchField value={search} onSearch={setSearch} />
      </search>
      <div class="trash-kinds">
        <TrashedEvents key={search} search={search} />
        <TrashedItems collection="venues" search={search} />
        <TrashedItems collection="organizers" search={search} />
        {hasRoleAtLeast('administrator') && <TrashedItems collection="pages" search={search} />}
      </div>
    </>
  )
}
