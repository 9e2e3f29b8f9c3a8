import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { categoryFields } from '../../../contract/resources/fields/other-fields.ts'
import { iconForCategoryName } from '../../../domain/categories.ts'
import { foldedText } from '../../../domain/text/letters.ts'
import { type ApiResponse, callApi } from '../api/api.ts'
import type { Category, Tag, Term } from '../api/types.ts'
import { deskSettings } from '../desk-settings.ts'
import { Fields, type FormRow } from '../edited/fields.tsx'
import { EditedForm, SaveOrCancel } from '../edited/form.tsx'
import { type EditedResource, type FormValues, useEditedItem } from '../edited/use-edited-item.ts'
import { History } from '../history/history.tsx'
import {
  type ListedPage,
  type ListPart,
  ListView,
  orderFilter,
  queryOfPart,
  unusedFilter,
  useList,
} from '../lists/list.tsx'
import { mergeEntryOfTerm, mergingActs } from '../lists/merging.tsx'
import { Button } from '../parts/button.tsx'
import { confirmDeletion, Dialog } from '../parts/dialog.tsx'
import { Link } from '../parts/link.tsx'
import { Entry, LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify, tellWhenDone } from '../parts/notice.tsx'
import { navigateTo } from '../route.ts'
import { ActionMenu } from '../shell/action-menu.tsx'
import { OutdatedTranslationsNotice, TranslationsPanel } from '../translating/panel.tsx'
import { loadOwnTexts, TranslationMarks, translationMarksQueryArgs } from '../translating/translation.tsx'
import { t } from '../words/index.ts'
import { huesOfCategories } from './hues.ts'
import {
  categoriesInTreeOrder,
  categoryIdWithDescendants,
  categoryOptions,
  listTags,
  loadAllCategories,
  MANY_CATEGORIES,
} from './terms.ts'

/** An icon that stands for what a category is called, which screen readers skip. */
function CategoryIcon({ name }: { readonly name: string }) {
  return (
    <svg class="icon" width="18" height="18" aria-hidden="true">
      <use href={`${deskSettings.categoryIcons}#${iconForCategoryName(name)}`} />
    </svg>
  )
}

// The dialog in which a term is edited, and the question before it is deleted.

type NamedTerm = Pick<Term, 'id' | 'name'>

/** A term, or a new one, of a category below its parent. */
interface Opened {
  readonly term?: NamedTerm
  readonly parent?: number
}

/**
 * Returns the opened form and the functions that open and close it: first that of the term that the address names, which is that of the list
 * again once it is closed. `reload` is called after a term has changed.
 */
function useTermDialog(collection: string, id: number | undefined, reload: () => void) {
  const [opened, open] = useState<Opened | undefined>(
    id === undefined ? undefined : { term: { id, name: '' } },
  )
  const leave = () => {
    open(undefined)
    if (id !== undefined) void navigateTo(`/${collection}`)
  }
  const again = () => {
    leave()
    reload()
  }
  const close = (saved: Term | undefined) => {
    leave()
    if (saved === undefined) return
    notify(t('saved', { title: saved.name }))
    reload()
  }
  return { opened, open, close, again }
}

/** Deletes a term after showing the effect on its events. `after` is called on success. */
async function confirmAndDeleteTerm(
  collection: 'categories' | 'tags',
  term: Term,
  after: () => void,
): Promise<void> {
  const { id, name, count } = term
  const text = t(collection === 'categories' ? 'category.delete.text' : 'tag.delete.text', { count })
  if (!(await confirmDeletion(t('term.delete', { name }), text))) return
  await tellWhenDone(callApi('DELETE', `/${collection}/${id}`), t('deleted', { name }), after)
}

interface TermProps {
  readonly collection: 'categories' | 'tags'
  /** Undefined for a new one. */
  readonly term: NamedTerm | undefined
  /** For categories: all of them, as choices for the parent. */
  readonly all?: readonly Category[]
  /** For a new category: the initial parent. */
  readonly parent?: number
  readonly close: (saved: Term | undefined) => void
  /** Reloads the terms after an earlier version was restored. */
  readonly reload: () => void
}

const isCategory = (term: Term): term is Category => 'parent' in term

const textsOf = (term: Term | undefined): FormValues => ({
  name: term?.name ?? '',
  slug: term?.slug ?? '',
  description: term?.description ?? '',
})

const tags: EditedResource<Term> = { collection: 'tags', valuesOf: textsOf }

const categories: EditedResource<Term> = {
  collection: 'categories',
  valuesOf(term) {
    const { parent, color, federated_as } =
      term !== undefined && isCategory(term) ? term : { parent: 0, color: '', federated_as: 'by_name' }
    return { ...textsOf(term), parent: String(parent), federated_as, color }
  },
  argOf: (name, value) => (name === 'parent' ? Number(value) : value),
}

function parentOptions(
  all: readonly Category[],
  term: NamedTerm | undefined,
): NonNullable<FormRow['options']> {
  const own = term === undefined ? new Set<number>() : categoryIdWithDescendants(all, term.id)
  return [['0', t('parent.none')], ...categoryOptions(all).filter(([id]) => !own.has(Number(id)))]
}

/** The categories that others know, by their names; first, that the name decides. */
function socialCategories(): NonNullable<FormRow['options']> {
  const [byName, ...others] = categoryFields.federated_as.choices
  const named = others.map((one) => [one, t(`federated-as.${one}`)] as const)
  return [[byName, t('federated-as.by_name')], ...named.sort(([, a], [, b]) => a.localeCompare(b))]
}

const nameRow: FormRow = { name: 'name', label: 'name' }
const descriptionRow: FormRow = { name: 'description', label: 'description', type: 'html', isShort: true }
/** What is seldom changed is folded with its value. */
const slugRow: FormRow = { name: 'slug', label: 'slug', fold: t('slug') }

/** The hue of an edited category, with a chosen colour or without. */
function hueOf({ all = [], term }: TermProps, color: string): string | undefined {
  const own = { id: term?.id ?? 1 + Math.max(0, ...all.map(({ id }) => id)), color }
  return huesOfCategories([...all.filter(({ id }) => id !== own.id), own]).get(own.id)
}

const categoryRows = (props: TermProps): readonly FormRow[] => [
  nameRow,
  { name: 'color', label: 'color', type: 'color', automatic: hueOf(props, '') },
  { name: 'parent', label: 'parent', type: 'choice', options: parentOptions(props.all ?? [], props.term) },
  descriptionRow,
  slugRow,
  ...(deskSettings.isFederating
    ? [
        {
          name: 'federated_as',
          label: 'federated-as',
          type: 'choice',
          options: socialCategories(),
          fold: t('federated-as'),
        } as const,
      ]
    : []),
]

/** How lists and pages show a category: the icon of its name, in its colour, or in the one that the calendar chooses. */
function CategoryPreview({ values, ...props }: TermProps & { readonly values: FormValues }) {
  const { name, color } = values
  return (
    <p class="category-preview" aria-hidden="true">
      <i class="thumb" style={{ '--hue': hueOf(props, String(color)) }}>
        <CategoryIcon name={String(name)} />
      </i>
    </p>
  )
}

function EditedTerm({ loaded, ...props }: TermProps & { readonly loaded: ApiResponse<Term> | undefined }) {
  const { collection, parent = 0, close, reload } = props
  const isTag = collection === 'tags'
  const first = isTag ? {} : { parent: String(parent) }
  const state = useEditedItem<Term>(isTag ? tags : categories, loaded, first)
  const { item, outdating, values, faults, set } = state
  const rows = isTag ? [nameRow, descriptionRow, slugRow] : categoryRows(props)
  return (
    <EditedForm
      state={state}
      rows={rows}
      saved={close}
      intro={!isTag && <CategoryPreview {...props} values={values} />}
    >
      <Fields rows={rows} values={values} faults={faults} set={set} />
      {item !== undefined && <TranslationsPanel collection={collection} item={item} />}
      {item !== undefined && <History collection={collection} id={item.id} reload={reload} />}
      <OutdatedTranslationsNotice {...outdating} />
      <SaveOrCancel state={state} label={t('save')} close={() => close(undefined)} />
    </EditedForm>
  )
}

/** The dialog for one term. It opens anew with the term, so that the first field has the focus. */
export function TermForm(props: TermProps) {
  const { collection, term, close } = props
  const loaded = useLoaded(
    async () => term && loadOwnTexts<Term>(`/${collection}/${term.id}`),
    [collection, term?.id],
  )
  const isReady = term === undefined || loaded.value !== undefined
  const title =
    loaded.value?.body.name ?? term?.name ?? t(collection === 'categories' ? 'category.new' : 'tag.new')
  return (
    <Dialog key={isReady ? 'form' : 'loading'} title={title} onClose={() => close(undefined)}>
      {term === undefined ? (
        <EditedTerm {...props} loaded={undefined} />
      ) : (
        <LoadedContent of={loaded}>{(response) => <EditedTerm {...props} loaded={response} />}</LoadedContent>
      )}
    </Dialog>
  )
}

interface LineProps<T extends Term> {
  readonly collection: 'categories' | 'tags'
  readonly term: T
  readonly reload: () => void
  readonly children?: ComponentChildren
}

const TermName = ({ name, edit }: { readonly name: string; readonly edit: () => void }) => (
  <Button class="name link" onClick={edit} aria-label={t('edit-named', { name })} label={name} />
)

const TermActs = <T extends Term>({ collection, term, reload, children }: LineProps<T>) => (
  <ActionMenu of={term.name} closesWithAct>
    {children}
    <Button
      class="danger"
      onClick={() => confirmAndDeleteTerm(collection, term, reload)}
      label={t('delete-named', { name: term.name })}
    />
  </ActionMenu>
)

type Branch = Category & { readonly depth: number }

interface Branches extends ListedPage<Branch> {
  readonly all: readonly Category[]
}

/** Loads all categories, and those that the tree shows: all, or those without events; of these, those with the searched words. */
async function loadBranches({ use, q = '' }: ListPart): Promise<Branches> {
  const all = await loadAllCategories(translationMarksQueryArgs())
  const unused = use === 'none' ? await loadAllCategories({ unused: true }) : all
  const shown = new Set(unused.map(({ id }) => id))
  const body = categoriesInTreeOrder(all).flatMap(({ category, depth }) =>
    shown.has(category.id) && foldedText(category.name).includes(foldedText(q.trim()))
      ? [{ ...category, depth }]
      : [],
  )
  return { all, body, total: body.length, pages: 1, page: 1, hasSearch: all.length > MANY_CATEGORIES }
}

interface ViewProps {
  /** The one that the address names. */
  readonly id?: number
}

export function Categories(props: ViewProps) {
  const list = useList<Branch, Branches>(loadBranches)
  const { loaded } = list
  const { opened, open, close, again } = useTermDialog('categories', props.id, loaded.reload)
  const hues = huesOfCategories(loaded.value?.all ?? [])
  return (
    <>
      <ListView
        title="categories"
        list={list}
        class="tree"
        depthOf={({ depth }) => Math.min(depth, 6)}
        filters={unusedFilter()}
        none={t('categories.none')}
        add={<Button class="main" onClick={() => open({})} label={t('category.new')} />}
        choosing={mergingActs<Branch>('categories', mergeEntryOfTerm)}
      >
        {(category) => {
          const { id, name, count } = category
          return (
            <Entry
              picture={
                <i class="thumb" style={{ '--hue': hues.get(id) }}>
                  <CategoryIcon name={name} />
                </i>
              }
              name={<TermName name={name} edit={() => open({ term: category })} />}
              marks={<TranslationMarks collection="categories" item={category} />}
              facts={
                <Link to={`/events?category=${id}&when=ever`} class="count" label={t('uses', { count })} />
              }
            >
              <TermActs collection="categories" term={category} reload={loaded.reload}>
                <Button onClick={() => open({ parent: id })} label={t('add-below', { name })} />
              </TermActs>
            </Entry>
          )
        }}
      </ListView>
      {opened && (
        <TermForm
          collection="categories"
          term={opened.term}
          all={loaded.value?.all ?? []}
          parent={opened.parent ?? 0}
          close={close}
          reload={again}
        />
      )}
    </>
  )
}

export function Tags({ id }: ViewProps) {
  const list = useList<Tag>((part) => listTags(queryOfPart(part)))
  const { reload } = list.loaded
  const { opened, open, close, again } = useTermDialog('tags', id, reload)
  return (
    <>
      <ListView
        title="tags"
        list={list}
        views="tags"
        filters={[...unusedFilter(), orderFilter('name-asc', 'count-desc')]}
        none={t('tags.none')}
        add={<Button class="main" onClick={() => open({})} label={t('tag.new')} />}
        choosing={mergingActs<Tag>('tags', mergeEntryOfTerm)}
      >
        {(tag) => (
          <Entry
            name={<TermName name={tag.name} edit={() => open({ term: tag })} />}
            marks={<TranslationMarks collection="tags" item={tag} />}
            facts={<span class="count">{t('uses', { count: tag.count })}</span>}
          >
            <TermActs collection="tags" term={tag} reload={reload} />
          </Entry>
        )}
      </ListView>
      {opened && <TermForm collection="tags" term={opened.term} close={close} reload={again} />}
    </>
  )
}
