/** The pages of the site's own: their list in the order of the footer, and the editor of one. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import { pick } from '../../contract/table-of.ts'
import { type ApiResponse, callApi, loadList } from './api/api.ts'
import type { EventPublicationStatus, OwnPage } from './api/types.ts'
import { notifyWithUndo } from './bulk/undo.ts'
import { deskSettings } from './desk-settings.ts'
import { Fields, type FormRow } from './edited/fields.tsx'
import type { EditedResource, FormValues } from './edited/use-edited-item.ts'
import { StatusMark, statusText } from './events/list/texts.tsx'
import { History } from './history/history.tsx'
import { ItemPage, LoadedItemPage, languageRows, useItemPage } from './items/item-page.tsx'
import { type ListedPage, type ListPart, ListView, pageOfWhole, useList } from './lists/list.tsx'
import { IconButton } from './parts/button.tsx'
import { Link } from './parts/link.tsx'
import { Entry, type Loaded, LoadedContent, useLoaded } from './parts/loaded.tsx'
import { plainTextOfHtml } from './parts/markup.ts'
import { showFault } from './parts/notice.tsx'
import { TranslationMarks, translationMarksQueryArgs } from './translating/translation.tsx'
import { t } from './words/index.ts'

const textNames = ['title', 'content', 'slug', 'status', 'language'] as const
const blank = { title: '', content: '', slug: '', status: 'publish', language: '' }

const ownPages: EditedResource<OwnPage> = {
  collection: 'pages',
  valuesOf: (page) => ({
    ...(page === undefined ? blank : pick(page, textNames)),
    in_footer: page?.in_footer ?? false,
    menu_order: String(page?.menu_order ?? 0),
  }),
  argOf: (name, value) => (name === 'menu_order' ? Number(value) : value),
}

/** What a new page begins with: most are for the footer, where it stands behind the others. */
async function loadFirstValues(): Promise<FormValues> {
  const query = { status: 'any', orderby: 'menu_order', order: 'desc', per_page: 1 }
  const { body } = await loadList<OwnPage>('/pages', query)
  const { contentLanguages: tags } = deskSettings
  return {
    in_footer: true,
    menu_order: String((body[0]?.menu_order ?? 0) + 1),
    ...(tags.length > 1 && { language: tags[0] }),
  }
}

const textRows = (): readonly FormRow[] => [
  { name: 'title', label: 'title', isBig: true },
  { name: 'content', label: 'content', type: 'html' },
  ...languageRows(),
]

const statuses: readonly EventPublicationStatus[] = ['publish', 'draft', 'private']
/** Those that a page may have all the same. */
const others: readonly EventPublicationStatus[] = ['future', 'pending', 'trash']

/** The status, whose choices have the one that is stored, the address, and whether it is in the footer: the list has its place there. */
function placeRows({ status }: FormValues): readonly FormRow[] {
  const offered = [...others.filter((one) => one === status), ...statuses]
  return [
    {
      name: 'status',
      label: 'status',
      type: 'choice',
      options: offered.map((one) => [one, statusText(one)]),
    },
    { name: 'slug', label: 'slug', hint: 'slug.hint' },
    { name: 'in_footer', label: 'in_footer', type: 'flag' },
  ]
}

interface EditedProps {
  /** Undefined for a new page. */
  readonly loaded: ApiResponse<OwnPage> | undefined
  readonly reload?: (() => void) | undefined
  readonly first?: FormValues
}

function EditedOwnPage({ loaded, reload, first = {} }: EditedProps) {
  const state = useItemPage(ownPages, loaded, { nameOf: ({ title }) => title, first, reload })
  const { item: page, values, set, faults } = state
  const fields = { values, set, faults }
  return (
    <ItemPage
      collection="pages"
      state={state}
      title={page?.title ?? t('own-page.new')}
      rows={[...textRows(), ...placeRows(values)]}
      wide={<Fields {...fields} rows={textRows()} />}
      narrow={<Fields {...fields} rows={placeRows(values)} />}
      trashText={() => t('own-page.trash.text')}
    >
      {page && <History collection="pages" id={page.id} saved={page} reload={reload} />}
    </ItemPage>
  )
}

function NewOwnPage({ reload }: Pick<EditedProps, 'reload'>) {
  const loaded = useLoaded(loadFirstValues, [])
  return (
    <LoadedContent of={loaded}>
      {(first) => <EditedOwnPage loaded={undefined} first={first} reload={reload} />}
    </LoadedContent>
  )
}

export function OwnPageEditor({ id }: { readonly id: number | undefined }) {
  return (
    <LoadedItemPage<OwnPage> collection="pages" id={id}>
      {(loaded, reload) =>
        loaded === undefined ? (
          <NewOwnPage reload={reload} />
        ) : (
          <EditedOwnPage loaded={loaded} reload={reload} />
        )
      }
    </LoadedItemPage>
  )
}

/** There are never more. */
const MAX_PAGES = 100
/** The letters of a text that the list shows. */
const SHOWN = 80

const beginning = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN - 1).trimEnd()}…` : text)

interface OwnPagesPart extends ListedPage<OwnPage> {
  /** Those of the footer, in its order. */
  readonly footer: readonly OwnPage[]
}

async function listOwnPages(part: ListPart): Promise<OwnPagesPart> {
  const query = { ...translationMarksQueryArgs(), status: 'any', per_page: MAX_PAGES }
  const { body } = await loadList<OwnPage>('/pages', query)
  const footer = body.filter((page) => page.in_footer)
  const pages = [...footer, ...body.filter((page) => !page.in_footer)]
  return { ...pageOfWhole(pages, part, ({ title, slug }) => `${title} ${slug}`), footer }
}

/** The pages of the footer with one of them before or behind its neighbour, and the numbers of their places. */
function moved(page: OwnPage, by: 1 | -1, footer: readonly OwnPage[]): readonly OwnPage[] {
  const at = footer.indexOf(page) + by
  const others = footer.filter((one) => one !== page)
  return [...others.slice(0, at), page, ...others.slice(at)].map((one, index) => ({
    ...one,
    menu_order: index + 1,
  }))
}

/** The move before. The numbers of places are absolute: those of a later move are sent once it is saved, and not at all if it is refused. */
let lastMove: Promise<unknown> = Promise.resolve()

/** Shows the new order at once, so that the next press goes on from it, and saves the places that changed. */
async function saveMove(
  page: OwnPage,
  by: 1 | -1,
  { footer }: OwnPagesPart,
  { value, set, reload }: Loaded<OwnPagesPart>,
): Promise<void> {
  const ordered = moved(page, by, footer)
  const isFound = ({ id }: OwnPage) => value?.body.some((one) => one.id === id)
  const body = [...ordered.filter(isFound), ...(value?.body.filter((one) => !one.in_footer) ?? [])]
  if (value) set({ ...value, body, footer: ordered })
  const operations = ordered
    .filter(({ id, menu_order }) => footer.find((one) => one.id === id)?.menu_order !== menu_order)
    .map(({ id, menu_order }) => ({ method: 'PATCH', path: `/pages/${id}`, body: { menu_order } }))
  const saving = lastMove.then(() => callApi('POST', '/batch', { body: { operations } }))
  lastMove = saving
  try {
    const saved = await saving
    const place = { place: footer.indexOf(page) + by + 1, count: footer.length }
    notifyWithUndo(t('own-page.moved', { title: page.title, ...place }), saved, reload)
  } catch (error) {
    lastMove = Promise.resolve()
    showFault(error)
    reload()
  }
}

interface MoveProps {
  readonly page: OwnPage
  readonly part: OwnPagesPart
  readonly loaded: Loaded<OwnPagesPart>
}

/** The buttons that move a page of the footer up and down. The one that was pressed keeps the focus, at an end the other one. */
function MoveButtons({ page, part, loaded }: MoveProps) {
  const { footer } = part
  const pressed = useRef<1 | -1 | undefined>(undefined)
  const box = useRef<HTMLSpanElement>(null)
  const at = footer.indexOf(page)
  useLayoutEffect(() => {
    const [up, down] = box.current?.querySelectorAll('button') ?? []
    const own = pressed.current === -1 ? up : down
    const other = own === up ? down : up
    if (pressed.current !== undefined) (own?.disabled === true ? other : own)?.focus()
    pressed.current = undefined
  }, [at])
  const button = (by: 1 | -1) => {
    const label = t('labelled', { label: t(by === 1 ? 'move-down' : 'move-up'), text: page.title })
    return (
      <IconButton
        icon="chevron-down"
        label={label}
        class={by === 1 ? 'quiet' : 'quiet up'}
        title={t(by === 1 ? 'move-down' : 'move-up')}
        disabled={footer[at + by] === undefined}
        onClick={() => {
          pressed.current = by
          void saveMove(page, by, part, loaded)
        }}
      />
    )
  }
  return (
    <span class="moves" ref={box}>
      {button(-1)}
      {button(1)}
    </span>
  )
}

export function OwnPageList() {
  const list = useList<OwnPage, OwnPagesPart>(listOwnPages)
  return (
    <ListView
      title="own-pages"
      list={list}
      none={t('own-pages.none')}
      add={<Link to="/pages/new" class="button main" label={t('own-page.new')} />}
    >
      {(page, part) => (
        <Entry
          name={<Link to={`/pages/${page.id}`} class="name" label={page.title} />}
          marks={<TranslationMarks collection="pages" item={page} />}
          detail={[`/page/${page.slug}/`, beginning(plainTextOfHtml(page.content))]
            .filter(Boolean)
            .join(' · ')}
          facts={
            <>
              {page.status !== 'publish' && <StatusMark status={page.status} />}
              {page.in_footer && <span>{t('in_footer.yes')}</span>}
            </>
          }
        >
          {page.in_footer && part.footer.length > 1 && (
            <MoveButtons page={page} part={part} loaded={list.loaded} />
          )}
        </Entry>
      )}
    </ListView>
  )
}
