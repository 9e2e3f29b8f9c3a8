/** The pages of the site's own: their list in the order of the footer, and the editor of one. */
import { pick } from '../../contract/table-of.ts'
import { wholeNumber } from '../../domain/typed/fields.ts'
import { type ApiResponse, callApi } from './api/api.ts'
import type { EventPublicationStatus, OwnPage } from './api/types.ts'
import { deskSettings } from './desk-settings.ts'
import { Fields, type FormRow } from './edited/fields.tsx'
import type { EditedResource, FormValues } from './edited/use-edited-item.ts'
import { StatusMark, statusText } from './events/list/texts.tsx'
import { History } from './history/history.tsx'
import { ItemPage, LoadedItemPage, languageRows, useItemPage } from './items/item-page.tsx'
import { Entry, type ListPart, ListView, pageOfWhole, useList } from './lists/list.tsx'
import { Link } from './parts/link.tsx'
import { plainTextOfHtml } from './parts/markup.ts'
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
  // What is no number is sent as it is, so that the answer says so.
  argOf: (name, value) => (name === 'menu_order' ? (wholeNumber(String(value)) ?? value) : value),
}

/** What a new page begins with: most are for the footer. */
const firstValues = (): FormValues => {
  const { contentLanguages: tags } = deskSettings
  return { in_footer: true, ...(tags.length > 1 && { language: tags[0] }) }
}

const textRows = (): readonly FormRow[] => [
  { name: 'title', label: 'title', isBig: true },
  { name: 'content', label: 'content', type: 'html' },
  ...languageRows(),
]

const statuses: readonly EventPublicationStatus[] = ['publish', 'draft', 'private']
/** Those that a page may have all the same. */
const others: readonly EventPublicationStatus[] = ['future', 'pending', 'trash']

/** The status, whose choices have the one that is stored, the address, and the place in the footer. */
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
    { name: 'menu_order', label: 'menu_order', type: 'count', hint: 'menu_order.hint' },
  ]
}

interface EditedProps {
  /** Undefined for a new page. */
  readonly loaded: ApiResponse<OwnPage> | undefined
  readonly reload: (() => void) | undefined
}

function EditedOwnPage({ loaded, reload }: EditedProps) {
  const state = useItemPage(ownPages, loaded, { nameOf: ({ title }) => title, first: firstValues() })
  const { item: page, values, set, faults } = state
  const isOpen = page !== undefined && page.status !== 'trash'
  const fields = { values, set, faults }
  return (
    <ItemPage
      collection="pages"
      state={state}
      title={page?.title ?? t('own-page.new')}
      acts={
        isOpen && (
          <a class="button" href={page.url} target="_blank" rel="noopener">
            {t('view')}
          </a>
        )
      }
      rows={[...textRows(), ...placeRows(values)]}
      wide={<Fields {...fields} rows={textRows()} />}
      narrow={<Fields {...fields} rows={placeRows(values)} />}
      trashing={
        isOpen ? { name: page.title, status: page.status, text: () => t('own-page.trash.text') } : undefined
      }
    >
      {page && <History collection="pages" id={page.id} saved={page} reload={reload} />}
    </ItemPage>
  )
}

export function OwnPageEditor({ id }: { readonly id: number | undefined }) {
  return (
    <LoadedItemPage<OwnPage> collection="pages" id={id}>
      {(loaded, reload) => <EditedOwnPage loaded={loaded} reload={reload} />}
    </LoadedItemPage>
  )
}

/** There are never more. */
const MAX_PAGES = 100
/** The characters of a text that the list shows. */
const SHOWN_LENGTH = 80

async function listOwnPages(part: ListPart) {
  const query = { ...translationMarksQueryArgs(), status: 'any', per_page: MAX_PAGES }
  const { body } = await callApi<{ pages: readonly OwnPage[] }>('GET', '/pages', { query })
  // Those of the footer come first, in its order.
  const pages = body.pages.toSorted((one, other) => Number(other.in_footer) - Number(one.in_footer))
  return pageOfWhole(pages, part, ({ title, slug }) => `${title} ${slug}`)
}

export function OwnPageList() {
  return (
    <ListView
      title="own-pages"
      list={useList<OwnPage>(listOwnPages)}
      none={t('own-pages.none')}
      add={
        <Link to="/pages/new" class="button main">
          {t('own-page.new')}
        </Link>
      }
    >
      {(page) => (
        <Entry
          name={
            <Link to={`/pages/${page.id}`} class="name">
              {page.title}
            </Link>
          }
          marks={<TranslationMarks collection="pages" item={page} />}
          detail={[`/page/${page.slug}/`, plainTextOfHtml(page.content).slice(0, SHOWN_LENGTH)]
            .filter(Boolean)
            .join(' · ')}
          facts={
            <>
              {page.in_footer && <span>{t('in_footer.yes')}</span>}
              {page.status !== 'publish' && <StatusMark status={page.status} />}
            </>
          }
        />
      )}
    </ListView>
  )
}
