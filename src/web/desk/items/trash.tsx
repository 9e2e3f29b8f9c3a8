/** The trash: what is in it is restored, or deleted for good, one by one; events many at once, too. */
import { type ApiResponse, callApi, hasRoleAtLeast, loadList } from '../api/api.ts'
import type { OwnPage } from '../api/types.ts'
import { applyBulkAction, BulkActs, BulkProgressBar, restoring } from '../bulk/bar.tsx'
import { ALL_DATES_QUERY_FIELDS, type ListedEvent, loadEvents } from '../events/list/listed.ts'
import { venueText, whenText } from '../events/list/texts.tsx'
import { ListContent, type ListPart, queryOfPart, useList } from '../lists/list.tsx'
import { Button } from '../parts/button.tsx'
import { confirmDeletion } from '../parts/dialog.tsx'
import { SearchField } from '../parts/field.tsx'
import { Entry } from '../parts/loaded.tsx'
import { tellWhenDone } from '../parts/notice.tsx'
import { deskGroupIdSignal, deskQuerySignal, setQuery } from '../route.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { dayText } from '../time/wall.ts'
import { type Key, t } from '../words/index.ts'
import { itemDetail, itemName, type LinkedItem } from './linked.tsx'

type Item = ListedEvent | LinkedItem | OwnPage

/** The collections with a trash, and what their items are called. */
const kinds = { events: 'events', venues: 'venues', organizers: 'organizers', pages: 'own-pages' } as const
type Kind = keyof typeof kinds

const isEvent = (item: Item): item is ListedEvent => 'start_date' in item

const nameOf = (item: Item): string =>
  'venue' in item && !isEvent(item) ? item.venue : 'title' in item ? item.title : itemName(item)

function detailOf(item: Item): string {
  if (isEvent(item)) return [whenText(item), venueText(item)].filter(Boolean).join(' · ')
  return 'content' in item ? '' : itemDetail(item)
}

function loadTrashed(kind: Kind, part: ListPart): Promise<ApiResponse<readonly Item[]>> {
  const query = { ...queryOfPart(part), status: 'trash', orderby: 'modified', order: 'desc' }
  return kind === 'events'
    ? loadEvents({ ...query, ...ALL_DATES_QUERY_FIELDS, group: deskGroupIdSignal.value })
    : loadList<Item>(`/${kind}`, query)
}

interface ActsProps {
  readonly kind: Kind
  readonly item: Item
  readonly after: () => void
}

/** Restoring an item, and deleting it for good after a question. */
function TrashedItemActs({ kind, item, after }: ActsProps) {
  const name = nameOf(item)
  const path = `/${kind}/${item.id}`
  const restore = async () => {
    if (isEvent(item)) return applyBulkAction({ act: 'restore', events: [item] }, after)
    const { method, path: at, ...sent } = await restoring(path)
    await tellWhenDone(callApi(method, at, sent), t('restored', { name }), after)
  }
  const remove = async () => {
    if (!(await confirmDeletion(t('term.delete', { name }), t('delete.text')))) return
    await tellWhenDone(callApi('DELETE', path, { query: { force: true } }), t('deleted', { name }), after)
  }
  return (
    <>
      <Button
        aria-label={t('restore-named', { name })}
        onClick={() => void restore()}
        label={t('bulk.restore')}
      />
      <Button
        class="danger"
        aria-label={t('delete-named', { name })}
        onClick={() => void remove()}
        label={t('delete')}
      />
    </>
  )
}

function TrashedItems({ kind, search }: { readonly kind: Kind; readonly search: string }) {
  const list = useList<Item, ApiResponse<readonly Item[]>>(
    (part) => loadTrashed(kind, { ...part, q: search }),
    kind,
    [search, deskGroupIdSignal.value],
  )
  const { after } = list
  return (
    <section class="part">
      <h2>{t(kinds[kind] satisfies Key)}</h2>
      <ListContent
        list={list}
        hasSearch={false}
        none={t(search === '' ? 'trash.empty' : 'items.none-found')}
        above={kind === 'events' && <BulkProgressBar />}
        choosing={
          kind === 'events'
            ? {
                nameOf,
                acts: (chosen, _, { revision }) => (
                  <BulkActs chosen={chosen.filter(isEvent)} seen={revision} isTrash after={after} />
                ),
              }
            : undefined
        }
      >
        {(item) => (
          <Entry
            name={<span class="name">{nameOf(item)}</span>}
            detail={detailOf(item)}
            facts={t('trash.since', { at: dayText(item.modified) })}
          >
            <TrashedItemActs kind={kind} item={item} after={after} />
          </Entry>
        )}
      </ListContent>
    </section>
  )
}

export function TrashView() {
  const search = deskQuerySignal.value.get('q') ?? ''
  return (
    <>
      <ViewHeading text={t('trash')} />
      <p class="hint">{t('trash.hint')}</p>
      <search class="filters">
        <SearchField value={search} onSearch={(q) => setQuery({ q })} />
      </search>
      <div class="trash-kinds">
        <TrashedItems kind="events" search={search} />
        <TrashedItems kind="venues" search={search} />
        <TrashedItems kind="organizers" search={search} />
        {hasRoleAtLeast('administrator') && <TrashedItems kind="pages" search={search} />}
      </div>
    </>
  )
}
