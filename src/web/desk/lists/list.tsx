/** Lists of the desk: search, filters and order in the address, pages, named views, and acts on what is chosen. */
import { type ComponentChildren, Fragment } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import {
  type ApiResponse,
  hasRoleAtLeast,
  loadAllPages,
  loadPageOrLast,
  type QueryFields,
} from '../api/api.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { CheckField, SearchField, SelectField } from '../parts/field.tsx'
import { Icon } from '../parts/link.tsx'
import { Lines, type Loaded, LoadedContent, Pager, useLoaded } from '../parts/loaded.tsx'
import { showFault } from '../parts/notice.tsx'
import { areAllOpen } from '../parts/sections.tsx'
import { deskQuerySignal, setQuery } from '../route.ts'
import { useRowKeys } from '../shell/keys.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { translationMarksQueryArgs } from '../translating/translation.tsx'
import { type Key, t } from '../words/index.ts'
import { type Listed, type Selection, useSelection } from './chosen.ts'
import { NamedViews } from './named-views.tsx'

/** What a list shows: the words `q`, the `page`, the `order`, and filters of its own. What is not narrowed has no value. */
export type ListPart = Readonly<Record<string, string>>

/** A page of a list, as the service answers it, or the whole of one. */
export interface ListedPage<I> extends Pick<ApiResponse<readonly I[]>, 'body' | 'total' | 'pages' | 'page'> {
  /** Whether there are so many that one searches among them; so by default. */
  readonly hasSearch?: boolean
}

const [PER_PAGE, MOST_PER_PAGE] = ['50', '100']

export function queryOfPart({
  q,
  page,
  per_page = PER_PAGE,
  order = '',
  use,
  status,
  described,
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
    described,
    unused: use === 'none' || undefined,
  }
}

/** The entries from which on a list has a search: more than a screenful. */
const MANY = 12

/** Returns the part of a list that is loaded whole: what has all words of the search in its text. */
export function pageOfWhole<I>(
  all: readonly I[],
  { q = '' }: ListPart,
  textOf: (item: I) => string,
): ListedPage<I> {
  const words = q.toLowerCase().split(/\s+/)
  const body = all.filter((item) => words.every((word) => textOf(item).toLowerCase().includes(word)))
  return { body, total: body.length, pages: 1, page: 1, hasSearch: all.length >= MANY || q !== '' }
}

/** Returns the page of a list that the service parts: it has a search where there is more than a screenful of it. */
export const pageOfService = <P extends ListedPage<unknown>>(
  page: P,
  { page: _, order: __, ...narrowing }: ListPart,
): P => ({
  ...page,
  hasSearch: page.total >= MANY || Object.values(narrowing).some((value) => value !== ''),
})

interface ShownList<I, P extends ListedPage<I>> {
  readonly part: ListPart
  readonly load: (part: ListPart) => Promise<P>
  readonly loaded: Loaded<P>
  readonly selection: Selection<I>
  /** Shows another part: its first page, unless it names one. */
  readonly show: (next: ListPart) => void
  /** Shows a part, and nothing of the one before. */
  readonly replace: (part: ListPart) => void
  /** Lists anew after an act on what was chosen. */
  readonly after: () => void
}

/** Whether a name in the address is of a list: those of one among several begin with its name. */
const isOfList = (list: string, name: string) =>
  list === '' ? !name.includes('.') : name.startsWith(`${list}.`)

const partInAddress = (list: string): ListPart =>
  Object.fromEntries(
    [...deskQuerySignal.value].flatMap(([name, value]) =>
      isOfList(list, name) ? [[name.slice(name.indexOf('.') + 1), value]] : [],
    ),
  )

function setPartInAddress(list: string, part: ListPart): void {
  const others = [...deskQuerySignal.value].filter(([name]) => !isOfList(list, name))
  const own = Object.entries(part).map(([name, value]) => [list === '' ? name : `${list}.${name}`, value])
  setQuery(Object.fromEntries([...others, ...own]))
}

/**
 * Returns a list. Its part is in the address, so that a reload and Back show it again: of one among several under its `name`; null for
 * that of a dialog, which has no address. It is loaded anew when one of `dependencies` changes, too.
 */
export function useList<I extends Listed, P extends ListedPage<I> = ListedPage<I>>(
  load: (part: ListPart) => Promise<P>,
  name: string | null = '',
  dependencies: readonly unknown[] = [],
): ShownList<I, P> {
  const [own, setOwn] = useState<ListPart>({})
  const part = name === null ? own : partInAddress(name)
  const { page, ...filters } = part
  const loadPage = (number: number) => load({ ...part, page: String(number) })
  const loaded = useLoaded(
    () => loadPageOrLast(loadPage, Number(page) || 1),
    [JSON.stringify(part), ...dependencies],
  )
  const selection = useSelection<I>(filters, loaded.value)
  const replace = (next: ListPart) => {
    if (name !== null) setPartInAddress(name, next)
    else setOwn(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')))
  }
  const show = (next: ListPart) => replace({ ...part, page: '', ...next })
  const after = () => {
    selection.clear()
    loaded.reload()
  }
  return { part, load, loaded, selection, show, replace, after }
}

/** What narrows or orders a list: a choice, of which the first option is the usual one; a box, where it has no options; or a control of its own. */
export interface ListFilter {
  readonly name: string
  readonly label: Key
  /** Whether it leaves nothing out: it orders the list, or shows another one. */
  readonly isWhole?: true
  readonly options?: readonly (readonly [value: string, label: string])[]
  /** The value of a box that is ticked. */
  readonly ticked?: string
  readonly control?: (value: string, change: (value: string) => void) => ComponentChildren
  /** Whether it is seldom needed, and so folded. */
  readonly isRare?: boolean
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
  isWhole: true,
  options: [['', t(`order.${usual}`)], ...others.map((one) => [one, t(`order.${one}`)] as const)],
})

/** How entries are chosen: by their names, for the acts on them. */
export interface Choosing<I, P> {
  readonly nameOf: (item: I) => string
  /** Renders the buttons that act on what is chosen; `after` lists anew. */
  readonly acts: (chosen: readonly I[], after: () => void, page: P) => ComponentChildren
}

interface AllProps<I> {
  readonly selection: Selection<I>
  /** The number of items that match. */
  readonly total: number
  /** Loads all that match; `told` gets the number so far. */
  readonly load: (told: (count: number) => void) => Promise<readonly I[]>
}

/** Chooses all items that match the filters, on all pages, and shows how many it has so far. */
function ChooseAllButton<I>({ selection, total, load }: AllProps<I>) {
  const [count, setCount] = useState<number>()
  // Other filters, and choosing none, take the button away: nobody asks for these items then.
  const isAsked = useRef(true)
  useEffect(
    () => () => {
      isAsked.current = false
    },
    [],
  )
  const choose = () => {
    setCount(0)
    load(setCount)
      .then((items) => isAsked.current && selection.set(items, true), showFault)
      .finally(() => setCount(undefined))
  }
  if (selection.chosen.size >= total) return null
  return (
    <Button
      class="quiet"
      disabled={count !== undefined}
      onClick={choose}
      label={count === undefined ? t('choose-matching.count', { count: total }) : t('chosen', { count })}
    />
  )
}

/**
 * For Tab, the bar follows what had the focus when a row was chosen: in the page it stands above all rows. Its end, and Shift+Tab from its
 * first button, lead back there.
 */
function useStopAfterRow(chosen: object) {
  const bar = useRef<HTMLFieldSetElement>(null)
  const row = useRef<HTMLElement | null>(null)
  const isFromRow = useRef(false)
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (focused instanceof HTMLElement && !bar.current?.contains(focused)) row.current = focused
  }, [chosen])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const focused = document.activeElement
      if (event.key !== 'Tab' || row.current?.isConnected !== true) return
      const stops = [...(bar.current?.querySelectorAll<HTMLElement>('button:enabled, summary') ?? [])].filter(
        (one) => one.checkVisibility({ visibilityProperty: true }),
      )
      const isAtEnd = focused === stops.at(event.shiftKey ? 0 : -1)
      if (focused === row.current && !event.shiftKey) {
        event.preventDefault()
        stops[0]?.focus()
        isFromRow.current = true
      } else if (isAtEnd && isFromRow.current) {
        // Without Shift, the browser goes on from there.
        if (event.shiftKey) event.preventDefault()
        row.current.focus()
        isFromRow.current = false
      }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return bar
}

interface ChosenProps<I, P extends ListedPage<I>> {
  readonly list: ShownList<I, P>
  readonly page: P
  readonly choosing: Choosing<I, P>
}

function ChosenActs<I extends Listed, P extends ListedPage<I>>({ list, page, choosing }: ChosenProps<I, P>) {
  const { selection, load, part, after } = list
  const loadAll = (told: (count: number) => void) =>
    loadAllPages((page) => load({ ...part, page: String(page), per_page: MOST_PER_PAGE }), told)
  const bar = useStopAfterRow(selection.chosen)
  return (
    <fieldset class="bulk" ref={bar}>
      <legend class="unseen">{t('bulk')}</legend>
      <p role="status">{t('chosen', { count: selection.chosen.size })}</p>
      <IconButton icon="x" label={t('choose-none')} onClick={selection.clear} />
      <ChooseAllButton selection={selection} total={page.total} load={loadAll} />
      {choosing.acts([...selection.chosen.values()], after, page)}
    </fieldset>
  )
}

interface TickProps<I> {
  readonly item: I
  readonly name: string
  /** The entries of the page, in their order. */
  readonly items: readonly I[]
  readonly selection: Selection<I>
}

export function Tick<I extends Listed>({ item, name, items, selection }: TickProps<I>) {
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

interface TickAllProps<I> {
  readonly items: readonly I[]
  readonly selection: Selection<I>
}

export function TickAll<I extends Listed>({ items, selection }: TickAllProps<I>) {
  const isAll = items.length > 0 && items.every(({ id }) => selection.chosen.has(id))
  return (
    <label class="check all">
      <input type="checkbox" checked={isAll} onChange={() => selection.set(items, !isAll)} />
      <span>{t('choose-all')}</span>
    </label>
  )
}

interface ListProps<I, P extends ListedPage<I>> {
  readonly list: ShownList<I, P>
  readonly hasSearch?: boolean
  readonly filters?: readonly ListFilter[]
  /** The name under which views of the list are kept; without it, it has none. */
  readonly views?: string
  /** What the list without filters is called among its views. */
  readonly usual?: Key
  /** What the entries are for, where there are none. */
  readonly none: string
  /** The button or link that adds an entry, for those who may. */
  readonly add?: ComponentChildren
  /** The acts on what is chosen, for those who may choose. */
  readonly choosing?: Choosing<I, P> | undefined
  /** What stands above the entries. */
  readonly above?: ComponentChildren
  readonly class?: string
  readonly isGrid?: boolean
  readonly lineClass?: string
  readonly depthOf?: (item: I) => number
  /** Renders an entry, or the whole page where it is a table. */
  readonly children?: (item: I, page: P) => ComponentChildren
  readonly table?: (page: P) => ComponentChildren
}

const chosenOption = ({ name, options = [] }: ListFilter, part: ListPart) =>
  part[name] ?? options[0]?.[0] ?? ''

/** Whether a filter is not as usual. */
const isSet = (filter: ListFilter, part: ListPart) =>
  chosenOption(filter, part) !== (filter.options?.[0]?.[0] ?? '')

/** Whether the part leaves something out. */
const isNarrowed = (part: ListPart, filters: readonly ListFilter[]) =>
  (part.q ?? '') !== '' || filters.some((one) => one.isWhole !== true && isSet(one, part))

function Nothing({
  part,
  filters,
  none,
  add,
}: {
  readonly part: ListPart
  readonly filters: readonly ListFilter[]
  readonly none: string
  readonly add: ComponentChildren
}) {
  if (part.use === 'none' && !part.q) return <p class="empty">{t('use.all-used')}</p>
  if (isNarrowed(part, filters)) return <p class="empty">{t('items.none-found')}</p>
  return (
    <div class="empty">
      <p>{none}</p>
      {add}
    </div>
  )
}

interface FiltersProps {
  readonly filters: readonly ListFilter[]
  readonly part: ListPart
  readonly show: (next: ListPart) => void
}

function FilterControls({ filters, part, show }: FiltersProps) {
  return filters.map((filter) => {
    const { name, label, options, ticked = '1', control } = filter
    const value = chosenOption(filter, part)
    const change = (next: string) => show({ [name]: next === options?.[0]?.[0] ? '' : next })
    if (control !== undefined) return <Fragment key={name}>{control(value, change)}</Fragment>
    return options === undefined ? (
      <CheckField
        key={name}
        name={name}
        label={t(label)}
        value={value !== ''}
        onChange={(isOn) => change(isOn ? ticked : '')}
      />
    ) : (
      <SelectField
        key={name}
        name={name}
        label={t(label)}
        value={value}
        options={options}
        onChange={change}
      />
    )
  })
}

interface SearchProps extends FiltersProps {
  readonly hasSearch: boolean
  readonly children: ComponentChildren
}

/** The search and the filters in a row; those that are seldom needed once they are set or asked for, on a telephone all of them. */
function SearchAndFilters({ filters, part, show, hasSearch, children }: SearchProps) {
  const [isOpen, setOpen] = useState(false)
  const isShown = (one: ListFilter) => isOpen || areAllOpen.value || one.isRare !== true || isSet(one, part)
  const count = filters.filter((one) => isSet(one, part)).length
  if (!hasSearch && filters.length === 0) return <>{children}</>
  return (
    <search class={isOpen ? 'filters open' : 'filters'}>
      {hasSearch && <SearchField value={part.q ?? ''} onSearch={(q) => show({ q })} />}
      {filters.length > 0 && (
        <Button
          class={filters.some(({ isRare }) => isRare) ? 'quiet unfold rare' : 'quiet unfold'}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon of="sliders-horizontal" />
          {t('filters')} {count > 0 && <strong>{count}</strong>}
        </Button>
      )}
      {children}
      <FilterControls filters={filters.filter(isShown)} part={part} show={show} />
    </search>
  )
}

/** A list without a heading: search, filters, entries and pages. */
export function ListContent<I extends Listed, P extends ListedPage<I>>(props: ListProps<I, P>) {
  const { list, filters = [], views, usual = 'use.any', none, add, choosing, above, table } = props
  const { part, loaded, selection, show, replace } = list
  const hasSearch = props.hasSearch ?? (loaded.value !== undefined && loaded.value.hasSearch !== false)
  const { page: _, group = '', ...narrowing } = part
  // Of lists whose entries are of groups, the group is a part of a view.
  const kept = views === 'events' && group !== '' ? { group, ...narrowing } : narrowing
  // On a telephone, the boxes are shown once somebody wants to choose.
  const [isChoosing, setChoosing] = useState(false)
  const hasChosen = choosing !== undefined && selection.chosen.size > 0
  return (
    <div class={isChoosing || hasChosen ? 'listed choosing' : 'listed'}>
      {views !== undefined && (
        <NamedViews
          list={views}
          usual={t(usual)}
          query={new URLSearchParams(kept).toString()}
          show={(query) => replace({ group: '', ...Object.fromEntries(new URLSearchParams(query)) })}
        />
      )}
      <SearchAndFilters {...{ filters, part, show, hasSearch }}>
        {choosing && (
          <Button
            class="quiet choose"
            aria-pressed={isChoosing}
            onClick={() => {
              setChoosing(!isChoosing)
              if (isChoosing) selection.clear()
            }}
            label={t('select')}
          />
        )}
      </SearchAndFilters>
      {above}
      <LoadedContent of={loaded}>
        {(page) => (
          <>
            {page.body.length === 0 && !loaded.isStale && <Nothing {...{ part, filters, none, add }} />}
            {choosing && hasChosen && <ChosenActs {...{ list, page, choosing }} />}
            {table === undefined ? <Entries {...props} page={page} /> : page.body.length > 0 && table(page)}
            {page.body.length > 0 && (hasSearch || page.pages > 1) && (
              <Pager
                page={page.page}
                pages={page.pages}
                total={page.total}
                onPage={(next) => show({ page: String(next) })}
              />
            )}
          </>
        )}
      </LoadedContent>
    </div>
  )
}

function Entries<I extends Listed, P extends ListedPage<I>>(props: ListProps<I, P> & { readonly page: P }) {
  const { list, page, choosing, children, isGrid, lineClass, depthOf } = props
  const { body: items } = page
  useRowKeys({ hasTicks: choosing !== undefined })
  return (
    <>
      {choosing && items.length > 0 && <TickAll items={items} selection={list.selection} />}
      <Lines items={items} class={props.class} isGrid={isGrid} lineClass={lineClass} depthOf={depthOf}>
        {(item) => (
          <>
            {choosing && (
              <Tick item={item} name={choosing.nameOf(item)} items={items} selection={list.selection} />
            )}
            {children?.(item, page)}
          </>
        )}
      </Lines>
    </>
  )
}

/** A view with a list. The button that adds an entry stands in the heading; where there is none, in the middle. */
export function ListView<I extends Listed, P extends ListedPage<I>>({
  title,
  ...props
}: ListProps<I, P> & { readonly title: Key }) {
  const { loaded, part } = props.list
  const isEmpty = loaded.value?.body.length === 0 && !loaded.isStale && !isNarrowed(part, props.filters ?? [])
  return (
    <>
      <ViewHeading text={t(title)}>{!isEmpty && props.add}</ViewHeading>
      <ListContent {...props} />
    </>
  )
}
