/** Own pages. */
import { pick } from '../../contract/table-of.ts'
import { wholeNumber } from '../../domain/typed/fields.ts'
import { type ApiResponse, callApi } from './api/api.ts'
import type { EventPublicationStatus, OwnPage } from './api/types.ts'
import { deskSettings } from './desk-settings.ts'
import { Conflicts, Fields, type FormRow } from './edited/fields.tsx'
import { type EditedResource, type FormValues, useEditedItem } from './edited/use-edited-item.ts'
import { StatusMark, statusText } from './events/list/columns.tsx'
import { History } from './history/history.tsx'
import { Form, useLeaveConfirmation } from './kept/form.tsx'
import { askConfirmation } from './parts/dialog.tsx'
import { ErrorText } from './parts/field.tsx'
import { Link } from './parts/link.tsx'
import { EmptyView, LoadedContent, useLoaded } from './parts/loaded.tsx'
import { notify, showFault } from './parts/notice.tsx'
import { navigateTo, setLeaveGuard } from './route.ts'
import { ViewHeading } from './shell/view-heading.tsx'
import { OutdatedTranslationsNotice, TranslationsPanel } from './translating/panel.tsx'
import {
  languageName,
  loadOwnTexts,
  TranslationMarks,
  translationMarksQueryArgs,
} from './translating/translation.tsx'
import { t } from './words/index.ts'

// The editor of a page of the site's own: its text, its address, and its place in the footer.

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

/** The language in which the texts are written, where the calendar has several. */
function languageRows(): readonly FormRow[] {
  const { contentLanguages: tags } = deskSettings
  if (tags.length < 2) return []
  const options = tags.map((tag) => [tag, languageName(tag)] as const)
  return [{ name: 'language', label: 'content-language', type: 'choice', options }]
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

/** Moves the page to the trash. Undo restores it as it was. */
async function trash({ id, title, status }: OwnPage): Promise<void> {
  const yes = await askConfirmation({
    title: t('item.trash', { name: title }),
    text: t('own-page.trash.text'),
    yes: t('bulk.trash'),
    isDangerous: true,
  })
  if (!yes) return
  const path = `/pages/${id}`
  await callApi('DELETE', path)
  setLeaveGuard(undefined)
  await navigateTo('/pages')
  const restore = () => callApi('PATCH', path, { body: { status } }).then(() => navigateTo(path))
  notify(t('item.trashed', { name: title }), () => void restore().catch(showFault))
}

interface EditedProps {
  /** Undefined for a new page. */
  readonly loaded: ApiResponse<OwnPage> | undefined
  readonly reload?: () => void
}

function EditedOwnPage({ loaded, reload }: EditedProps) {
  const state = useEditedItem(ownPages, loaded, firstValues())
  const { item: page, values, set, offer, fault, outdating, isChanged, forget, save, settle } = state
  useLeaveConfirmation(isChanged, forget)
  const finish = async (saved: OwnPage | undefined) => {
    if (saved === undefined) return
    notify(t('saved', { title: saved.title }))
    if (!state.isAllSaved()) return
    forget()
    setLeaveGuard(undefined)
    if (loaded === undefined) await navigateTo(`/pages/${saved.id}`)
  }
  const submit = async (event: Event) => {
    event.preventDefault()
    await finish(await save())
  }
  const fields = { values, set, faults: fault?.fields }
  return (
    <>
      <ViewHeading text={page?.title ?? t('own-page.new')}>
        {page && page.status !== 'trash' && (
          <a class="button" href={page.url} target="_blank" rel="noopener">
            {t('view')}
          </a>
        )}
      </ViewHeading>
      <Form kept={offer} class="editor" onSubmit={submit} noValidate>
        <ErrorText>{fault?.message}</ErrorText>
        <div class="columns">
          <div class="wide">
            <Fields {...fields} rows={textRows()} />
          </div>
          <div class="narrow">
            <Fields {...fields} rows={placeRows(values)} />
          </div>
        </div>
        <div class="savebar">
          <p />
          <OutdatedTranslationsNotice {...outdating} />
          {page && page.status !== 'trash' && (
            <button type="button" class="danger" onClick={() => trash(page).catch(showFault)}>
              {t('bulk.trash')}
            </button>
          )}
          <button type="submit" class="main">
            {t(page === undefined ? 'create' : 'save')}
          </button>
        </div>
      </Form>
      <Conflicts
        rows={[...textRows(), ...placeRows(values)]}
        state={state}
        settle={async (mine) => finish(await settle(mine))}
      />
      {page && <TranslationsPanel collection="pages" item={page} />}
      {page && <History collection="pages" id={page.id} saved={page} reload={reload} />}
    </>
  )
}

function SavedOwnPage({ id }: { readonly id: number }) {
  const loaded = useLoaded(() => loadOwnTexts<OwnPage>(`/pages/${id}`), [id])
  return (
    <>
      {loaded.value === undefined && <ViewHeading text={t('own-pages')} />}
      <LoadedContent of={loaded}>
        {(response) => <EditedOwnPage key={response.etag} loaded={response} reload={loaded.reload} />}
      </LoadedContent>
    </>
  )
}

/** Edits the page with an id, or a new one. */
export function OwnPageEditor({ id }: { readonly id: number | undefined }) {
  return id === undefined ? <EditedOwnPage loaded={undefined} /> : <SavedOwnPage id={id} />
}

// The list of the pages of the site's own, in the order of the footer.

/** There are never more. */
const MAX_PAGES = 100

function Row({ page }: { readonly page: OwnPage }) {
  const { id, title, slug, status, in_footer } = page
  return (
    <li class="line">
      <Link to={`/pages/${id}`} class="name">
        {title}
      </Link>
      <span class="detail">{[`/page/${slug}/`, ...(in_footer ? [t('in_footer.yes')] : [])].join(' · ')}</span>
      <TranslationMarks item={page} />
      {status !== 'publish' && <StatusMark status={status} />}
    </li>
  )
}

/** The pages outside of the trash. */
export function OwnPageList() {
  const query = { ...translationMarksQueryArgs(), status: 'any', per_page: MAX_PAGES }
  const loaded = useLoaded(
    async () => (await callApi<{ pages: readonly OwnPage[] }>('GET', '/pages', { query })).body.pages,
    [],
  )
  const add = (
    <Link to="/pages/new" class="button main">
      {t('own-page.new')}
    </Link>
  )
  return (
    <>
      <ViewHeading text={t('own-pages')}>{loaded.value?.length !== 0 && add}</ViewHeading>
      <LoadedContent of={loaded}>
        {(pages) => (
          <>
            {pages.length === 0 && <EmptyView text={t('own-pages.none')}>{add}</EmptyView>}
            <ul class="lines">
              {pages.map((page) => (
                <Row key={page.id} page={page} />
              ))}
            </ul>
          </>
        )}
      </LoadedContent>
    </>
  )
}
