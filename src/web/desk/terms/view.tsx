/** The views of categories and tags. */

import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { categoryFields } from '../../../contract/resources/fields/other-fields.ts'
import { iconForCategoryName } from '../../../domain/categories.ts'
import { type ApiResponse, callApi } from '../api/api.ts'
import type { Category, Tag, Term } from '../api/types.ts'
import { deskSettings } from '../desk-settings.ts'
import { Conflicts, Fields, type FormRow } from '../edited/fields.tsx'
import { type EditedResource, type FormValues, useEditedItem } from '../edited/use-edited-item.ts'
import { History } from '../history/history.tsx'
import { Form } from '../kept/form.tsx'
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
import { confirmDeletion, Dialog, SubmitOrCancel } from '../parts/dialog.tsx'
import { ErrorText } from '../parts/field.tsx'
import { Link } from '../parts/link.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify, tellWhenDone } from '../parts/notice.tsx'
import { ActionMenu } from '../shell/action-menu.tsx'
import { OutdatedTranslationsNotice, TranslationsPanel } from '../translating/panel.tsx'
import { loadOwnTexts, TranslationMarks, translationMarksQueryArgs } from '../translating/translation.tsx'
import { t } from '../words/index.ts'
import { huesOfCategories } from './hues.ts'
import { categoriesInTreeOrder, categoryIdWithDescendants, listTags, loadAllCategories } from './terms.ts'

// The icon of a category, as on the pages of the calendar.

/** An icon that stands for what a category is called, which screen readers skip. */
function CategoryIcon({ name }: { readonly name: string }) {
  return (
    <svg class="icon" width="18" height="18" aria-hidden="true">
      <use href={`${deskSettings.categoryIcons}#${iconForCategoryName(name)}`} />
    </svg>
  )
}

// The dialog in which a term is edited, and the question before it is deleted.

/** Returns the opened form and the functions that open and close it. `reload` is called after a term has changed. */
function useTermDialog<T extends object>(reload: () => void) {
  const [opened, open] = useState<T | undefined>(undefined)
  const again = () => {
    open(undefined)
    reload()
  }
  const close = (saved: Term | undefined) => {
    open(undefined)
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

// The form for a category or a tag, new or existing.

interface TermProps {
  readonly collection: 'categories' | 'tags'
  /** Undefined for a new one. */
  readonly term: Term | undefined
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

/** The possible parents of a category: all but itself and its descendants. */
function parentOptions(all: readonly Category[], term: Term | undefined): NonNullable<FormRow['options']> {
  const own = term === undefined ? new Set<number>() : categoryIdWithDescendants(all, term.id)
  return [
    ['0', t('parent.none')],
    ...categoriesInTreeOrder(all)
      .filter(({ category }) => !own.has(category.id))
      .map(({ category: { id, name }, depth }) => [String(id), '\u2003'.repeat(depth) + name] as const),
  ]
}

/** The categories that others know, by their names; first, that the name decides. */
function socialCategories(): NonNullable<FormRow['options']> {
  const [byName, ...others] = categoryFields.federated_as.choices
  const named = others.map((one) => [one, t(`federated-as.${one}`)] as const)
  return [[byName, t('federated-as.by_name')], ...named.sort(([, a], [, b]) => a.localeCompare(b))]
}

const tagRows: readonly FormRow[] = [
  { name: 'name', label: 'name' },
  { name: 'slug', label: 'slug' },
  { name: 'description', label: 'description', type: 'html', isShort: true },
]

const categoryRows = ({ all = [], term }: TermProps): readonly FormRow[] => [
  ...tagRows,
  { name: 'parent', label: 'parent', type: 'choice', options: parentOptions(all, term) },
  { name: 'federated_as', label: 'federated-as', type: 'choice', options: socialCategories() },
  { name: 'color', label: 'color', type: 'color' },
]

/** The form of one term, with its own texts. */
function EditedTerm({ loaded, ...props }: TermProps & { readonly loaded: ApiResponse<Term> | undefined }) {
  const { collection, parent = 0, close, reload } = props
  const isTag = collection === 'tags'
  const first = isTag ? {} : { parent: String(parent) }
  const state = useEditedItem<Term>(isTag ? tags : categories, loaded, first)
  const { item, values, set, fault, save, settle, forget, offer, outdating } = state
  const rows = isTag ? tagRows : categoryRows(props)
  const leave = (saved: Term | undefined) => {
    forget()
    close(saved)
  }
  const finish = (saved: Term | undefined) => saved && leave(saved)
  const submit = async (event: Event) => {
    event.preventDefault()
    finish(await save())
  }
  return (
    <>
      <Form kept={offer} onSubmit={submit}>
        <ErrorText>{fault?.message}</ErrorText>
        <Fields rows={rows} values={values} faults={fault?.fields} set={set} />
        {item !== undefined && <TranslationsPanel collection={collection} item={item} />}
        {item !== undefined && <History collection={collection} id={item.id} reload={reload} />}
        <OutdatedTranslationsNotice {...outdating} />
        <SubmitOrCancel label={t('save')} cancel={() => leave(undefined)} />
      </Form>
      <Conflicts rows={rows} state={state} settle={async (mine) => finish(await settle(mine))} />
    </>
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
  const title = term?.name ?? t(collection === 'categories' ? 'category.new' : 'tag.new')
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

// The lists: create, rename, move and delete.

interface LineProps<T extends Term> {
  readonly collection: 'categories' | 'tags'
  readonly term: T
  readonly edit: () => void
  readonly reload: () => void
  /** Further acts. */
  readonly children?: ComponentChildren
}

/** The buttons of a term: editing it, and further acts. */
function TermActs<T extends Term>({ collection, term, edit, reload, children }: LineProps<T>) {
  const { name } = term
  return (
    <>
      <button type="button" class="quiet" onClick={edit} aria-label={t('edit-named', { name })}>
        {t('edit')}
      </button>
      <ActionMenu of={name} closesWithAct>
        {children}
        <button type="button" class="danger" onClick={() => confirmAndDeleteTerm(collection, term, reload)}>
          {t('delete-named', { name })}
        </button>
      </ActionMenu>
    </>
  )
}

/** The open form: of a category, or of a new one below a parent. */
interface Opened {
  readonly category?: Category
  readonly parent?: number
}

/** A category in the tree. */
type Branch = Category & { readonly depth: number }

interface Branches extends ListedPage<Branch> {
  readonly all: readonly Category[]
}

/** Loads all categories, and those that the tree shows: all, or those without events. */
async function loadBranches({ use }: ListPart): Promise<Branches> {
  const all = await loadAllCategories(translationMarksQueryArgs())
  const unused = use === 'none' ? await loadAllCategories({ unused: true }) : all
  const shown = new Set(unused.map(({ id }) => id))
  const items = categoriesInTreeOrder(all).flatMap(({ category, depth }) =>
    shown.has(category.id) ? [{ ...category, depth }] : [],
  )
  return { all, items, total: items.length, pages: 1, hasSearch: false }
}

/** The tree, and the dialog for the category that is edited. */
export function Categories() {
  const list = useList<Branch, Branches>(loadBranches)
  const { loaded } = list
  const { opened, open, close, again } = useTermDialog<Opened>(loaded.reload)
  const hues = huesOfCategories(loaded.value?.all ?? [])
  return (
    <>
      <ListView
        title="categories"
        list={list}
        class="tree"
        depthOf={({ depth }) => Math.min(depth, 6)}
        filters={unusedFilter()}
        none="categories.none"
        add={
          <button type="button" class="main" onClick={() => open({})}>
            {t('category.new')}
          </button>
        }
        choosing={mergingActs('categories', mergeEntryOfTerm)}
      >
        {(category) => {
          const { id, name, count } = category
          return (
            <>
              <span class="name">
                <i class="kind" style={{ '--hue': hues.get(id) }}>
                  <CategoryIcon name={name} />
                </i>
                {name}
              </span>
              <TranslationMarks item={category} />
              <Link to={`/events?category=${id}&when=ever`} class="count">
                {t('uses', { count })}
              </Link>
              <TermActs
                collection="categories"
                term={category}
                edit={() => open({ category })}
                reload={loaded.reload}
              >
                <button type="button" onClick={() => open({ parent: id })}>
                  {t('add-below', { name })}
                </button>
              </TermActs>
            </>
          )
        }}
      </ListView>
      {opened && (
        <TermForm
          collection="categories"
          term={opened.category}
          all={loaded.value?.all ?? []}
          parent={opened.parent ?? 0}
          close={close}
          reload={again}
        />
      )}
    </>
  )
}

/** The list of tags, and the dialog for the tag that is edited. */
export function Tags() {
  const list = useList<Tag>(async (part) => {
    const { tags: items, total, pages } = await listTags(queryOfPart(part))
    return { items, total, pages, hasSearch: true }
  })
  const { reload } = list.loaded
  const { opened, open, close, again } = useTermDialog<{ readonly tag?: Tag }>(reload)
  return (
    <>
      <ListView
        title="tags"
        list={list}
        views="tags"
        filters={[...unusedFilter(), orderFilter('name-asc', 'count-desc')]}
        none="tags.none"
        add={
          <button type="button" class="main" onClick={() => open({})}>
            {t('tag.new')}
          </button>
        }
        choosing={mergingActs('tags', mergeEntryOfTerm)}
      >
        {(tag) => (
          <>
            <span class="name">{tag.name}</span>
            <TranslationMarks item={tag} />
            <span class="count">{t('uses', { count: tag.count })}</span>
            <TermActs collection="tags" term={tag} edit={() => open({ tag })} reload={reload} />
          </>
        )}
      </ListView>
      {opened && <TermForm collection="tags" term={opened.tag} close={close} reload={again} />}
    </>
  )
}
