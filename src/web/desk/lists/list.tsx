/** Lists of the desk: search, filters and order in the address, pages, named views, and acts on what is chosen. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { hasRoleAtLeast, loadAllPages, loadPageOrLast, type QueryFields } from '../api/api.ts'
import { SearchField, SelectField } from '../parts/field.tsx'
import { EmptyView, Lines, type Loaded, LoadedContent, Pager, useLoaded } from '../parts/loaded.tsx'
import { deskQuerySignal, setQuery } from '../route.ts'
import { useRowKeys } from '../shell/keys.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { translationMarksQueryArgs } from '../translating/translation.tsx'
import { type Key, t } from '../words/index.ts'
import { ChooseAllButton, type Selection, useSelection } from './chosen.tsx'
import { NamedViews } from './named-views.tsx'

/** What a list shows: the words `q`, the `page`, the `order`, and filters of its own. What is not narrowed has no value. */
export type ListPart = Readonly<Record<string, string>>

/** A page of a list, and how much there is of it. */
export interface ListedPage<I> {
  readonly items: readonly I[]
  readonly total: number
  readonly pages: number
  /** Whether there are so many that one searches among them. */
  readonly hasSearch: boolean
}

const [PER_PAGE, MOST_PER_PAGE] = ['50', '100']

/** Returns the query by which the service lists a part. */
export function queryOfPart({
  q,
  page,
  per_page = PER_PAGE,
  order = '',
  use,
  status,
}: ListPart): QueryFields {
  const [orderby, direction] = order.split('-')
  return {
    ...translationMarksQueryArgs(),
    search: q,
    page,
    per_page,
    orderby,
    order: direction,
    status,
    unused: use === 'none' || undefined,
  }
}

/** The entries from which on a list that is loaded whole has a search. */
const MANY = 12

/** Returns the part of a list that is loaded whole: what has all words of the search in its text. */
export function pageOfWhole<I>(
  all: readonly I[],
  { q = '' }: ListPart,
  textOf: (item: I) => string,
): ListedPage<I> {
  const words = q.toLowerCase().split(/\s+/)
  const items = all.filter((item) => words.every((word) => textOf(item).toLowerCase().includes(word)))
  return { items, total: items.length, pages: 1, hasSearch: all.length >= MANY || q !== '' }
}

/** A list: the part of it that is shown, what is chosen of it, and the functions that change both. */
interface ShownList<I, P extends ListedPage<I>> {
  readonly part: ListPart
  readonly load: (part: ListPart) => Promise<P>
  readonly loaded: Loaded<P>
  readonly selection: Selection<I>
  /** Shows another part: its first page, unless it names one. */
  readonly show: (next: ListPart) => void
  /** Shows a part, and nothing of the one before. */
  readonly replace: (part: ListPart) => void
}

/** Returns a list. The part is in the address, so that a reload and Back show it again, unless the list is one of a dialog. */
export function useList<I extends { readonly id: number }, P extends ListedPage<I> = ListedPage<I>>(
  load: (part: ListPart) => Promise<P>,
  isOfDialog = false,
): ShownList<I, P> {
  const [own, setOwn] = useState<ListPart>({})
  const part: ListPart = isOfDialog ? own : Object.fromEntries(deskQuerySignal.value)
  const { page, ...filters } = part
  const selection = useSelection<I>(filters)
  const loadPage = (number: number) => load({ ...part, page: String(number) })
  const loaded = useLoaded(() => loadPageOrLast(loadPage, Number(page) || 1), [JSON.stringify(part)])
  const replace = (next: ListPart) => {
    const given = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''))
    if (isOfDialog) setOwn(given)
    else setQuery(given)
  }
  const show = (next: ListPart) => replace({ ...part, page: '', ...next })
  return { part, load, loaded, selection, show, replace }
}

/** A choice that narrows or orders a list; its first option, without a value, is the usual one. */
interface ListFilter {
  readonly name: string
  readonly label: Key
  readonly options: readonly (readonly [value: string, label: string])[]
}

/** The filter of what no event has, for those who may ask for it. */
export function unusedFilter(): readonly ListFilter[] {
  if (!hasRoleAtLeast('editor')) return []
  const options = [['', t('use.any')] as const, ['none', t('use.none')] as const]
  return [{ name: 'use', label: 'use', options }]
}

/** The orders of lists, as the service names them with their direction. */
type Order = 'name-asc' | 'date-desc' | 'modified-desc' | 'count-desc'

/** The choice of an order; the first one is the usual. */
export const orderFilter = (usual: Order, ...others: readonly Order[]): ListFilter => ({
  name: 'order',
  label: 'order',
  options: [['', t(`order.${usual}`)], ...others.map((one) => [one, t(`order.${one}`)] as const)],
})

/** How entries are chosen: by their names, for the acts on them. */
export interface Choosing<I> {
  readonly nameOf: (item: I) => string
  /** Renders the buttons that act on what is chosen; `after` lists anew. */
  readonly acts: (chosen: readonly I[], after: () => void) => ComponentChildren
}

/** The box that chooses all entries of the page, and the acts on those that are chosen. */
function ChosenActs<I extends { readonly id: number }, P extends ListedPage<I>>({
  list,
  acts,
  page: { items, total },
}: Choosing<I> & { readonly list: ShownList<I, P>; readonly page: P }) {
  const { selection, loaded, load, part } = list
  const { size } = selection.chosen
  const loadAll = (told: (count: number) => void) =>
    loadAllPages(async (number) => {
      const { items: body, pages } = await load({ ...part, page: String(number), per_page: MOST_PER_PAGE })
      return { body, pages }
    }, told)
  const isAll = items.every(({ id }) => selection.chosen.has(id))
  const after = () => {
    selection.clear()
    loaded.reload()
  }
  return (
    <>
      {size > 0 && (
        <fieldset class="bulk">
          <legend class="unseen">{t('bulk')}</legend>
          <p role="status">{t('chosen', { count: size })}</p>
          {acts([...selection.chosen.values()], after)}
          <ChooseAllButton selection={selection} total={total} load={loadAll} />
          <button type="button" class="quiet" onClick={selection.clear}>
            {t('choose-none')}
          </button>
        </fieldset>
      )}
      <label class="check all">
        <input type="checkbox" checked={isAll} onChange={() => selection.set(items, !isAll)} />
        <span>{t('choose-all')}</span>
      </label>
    </>
  )
}

interface TickProps<I> {
  readonly item: I
  readonly name: string
  /** The entries of the page, in their order. */
  readonly items: readonly I[]
  readonly selection: Selection<I>
}

/** The box that chooses an entry. */
function Tick<I extends { readonly id: number }>({ item, name, items, selection }: TickProps<I>) {
  return (
    <input
      type="checkbox"
      checked={selection.chosen.has(item.id)}
      aria-label={t('choose', { title: name })}
      // A press tells of Shift, a change doesn’t.
      onClick={(event) => selection.toggle(item, items, event.shiftKey)}
    />
  )
}

interface ListProps<I, P extends ListedPage<I>> {
  readonly list: ShownList<I, P>
  readonly hasSearch?: boolean
  readonly filters?: readonly ListFilter[]
  /** The name under which views of the list are kept; without it, it has none. */
  readonly views?: string
  /** What the entries are for, where there are none. */
  readonly none: Key
  /** The button or link that adds an entry, for those who may. */
  readonly add?: ComponentChildren
  /** The acts on what is chosen, for those who may choose. */
  readonly choosing?: Choosing<I> | undefined
  readonly class?: string
  readonly isGrid?: boolean
  readonly lineClass?: string
  readonly depthOf?: (item: I) => number
  readonly children: (item: I, page: P) => ComponentChildren
}

/** Whether the part leaves something out. */
const isNarrowed = (part: ListPart, filters: readonly ListFilter[]) =>
  ['q', ...filters.map(({ name }) => name)].some((name) => name !== 'order' && (part[name] ?? '') !== '')

/** Says why nothing is listed. */
function Nothing({
  part,
  filters,
  none,
  add,
}: {
  readonly part: ListPart
  readonly filters: readonly ListFilter[]
  readonly none: Key
  readonly add: ComponentChildren
}) {
  if (part.use === 'none' && !part.q) return <p class="empty">{t('use.all-used')}</p>
  if (isNarrowed(part, filters)) return <p class="empty">{t('items.none-found')}</p>
  return add ? <EmptyView text={t(none)}>{add}</EmptyView> : <p class="empty">{t(none)}</p>
}

/** A list without a heading: search, filters, entries and pages. */
export function ListContent<I extends { readonly id: number }, P extends ListedPage<I>>(
  props: ListProps<I, P>,
) {
  const { list, filters = [], views, none, add, choosing, children, depthOf } = props
  const { part, loaded, show, replace } = list
  const hasSearch = props.hasSearch ?? loaded.value?.hasSearch ?? false
  const { page: _, group: __, ...kept } = part
  useRowKeys()
  return (
    <>
      {views !== undefined && (
        <NamedViews
          list={views}
          usual={t('use.any')}
          query={new URLSearchParams(kept).toString()}
          show={(query) => replace(Object.fromEntries(new URLSearchParams(query)))}
        />
      )}
      {(hasSearch || filters.length > 0) && (
        <search class="filters">
          {hasSearch && <SearchField value={part.q ?? ''} onSearch={(q) => show({ q })} />}
          {filters.map(({ name, label, options }) => (
            <SelectField
              key={name}
              name={name}
              label={t(label)}
              value={part[name] ?? ''}
              options={options}
              onChange={(value) => show({ [name]: value })}
            />
          ))}
        </search>
      )}
      <LoadedContent of={loaded}>
        {(page) => (
          <>
            {page.items.length === 0 && <Nothing {...{ part, filters, none, add }} />}
            {choosing && page.items.length > 0 && <ChosenActs {...choosing} list={list} page={page} />}
            <Lines
              items={page.items}
              class={props.class}
              isGrid={props.isGrid}
              lineClass={props.lineClass}
              depthOf={depthOf}
            >
              {(item) => (
                <>
                  {choosing && (
                    <Tick
                      item={item}
                      name={choosing.nameOf(item)}
                      items={page.items}
                      selection={list.selection}
                    />
                  )}
                  {children(item, page)}
                </>
              )}
            </Lines>
            {hasSearch && (
              <Pager
                page={Number(part.page) || 1}
                pages={page.pages}
                total={page.total}
                onPage={(next) => show({ page: String(next) })}
              />
            )}
          </>
        )}
      </LoadedContent>
    </>
  )
}

/** A view with a list. The button that adds an entry stands in the heading; where there is none, in the middle. */
export function ListView<I extends { readonly id: number }, P extends ListedPage<I>>({
  title,
  ...props
}: ListProps<I, P> & { readonly title: Key }) {
  const { loaded, part } = props.list
  const isEmpty = loaded.value?.items.length === 0 && !isNarrowed(part, props.filters ?? [])
  return (
    <>
      <ViewHeading text={t(title)}>{!isEmpty && props.add}</ViewHeading>
      <ListContent {...props} />
    </>
  )
}
