/** The views of categories and tags. */

import { useState } from 'preact/hooks'
import { categoryFields } from '../../../contract/resources/fields/item-fields.ts'
import { iconForCategoryName } from '../../../domain/categories.ts'
import { type ApiResponse, callApi } from '../api/api.ts'
import type { Category, Tag, Term } from '../api/types.ts'
import { deskSettings } from '../desk-settings.ts'
import { Conflicts, Fields, type FormRow } from '../edited/fields.tsx'
import { type EditedResource, type FormValues, useEditedItem } from '../edited/use-edited-item.ts'
import { History } from '../history/history.tsx'
import { Form } from '../kept/form.tsx'
import {
  EntryCheckbox,
  mergeEntryOfTerm,
  TickBar,
  type TickedIdsAndSetter,
  UnusedItemsFilterSelect,
  useShownPart,
  useTickedEntries,
} from '../lists/ticking.tsx'
import { confirmDeletion, Dialog, SubmitOrCancel } from '../parts/dialog.tsx'
import { ErrorText, SearchField } from '../parts/field.tsx'
import { Link } from '../parts/link.tsx'
import { LoadedContent, Pager, useLoaded } from '../parts/loaded.tsx'
import { notify, tellWhenDone } from '../parts/notice.tsx'
import { ActionMenu } from '../shell/action-menu.tsx'
import { ViewHeading } from '../shell/view-heading.tsx'
import { OutdatedTranslationsNotice, TranslationsPanel } from '../translating/panel.tsx'
import { loadOwnTexts, TranslationMarks, translationMarksQueryArgs } from '../translating/translation.tsx'
import { t } from '../words/index.ts'
import {
  type CategoryAtDepth,
  categoriesInTreeOrder,
  categoryIdWithDescendants,
  huesOfCategories,
  listTags,
  loadAllCategories,
} from './terms.ts'

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
function TermForm(props: TermProps) {
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

// The tree of categories: create, rename, move and delete.

interface CategoryRowProps extends CategoryAtDepth {
  /** The colour that readers see it in. */
  readonly hue: string | undefined
  readonly ticked: TickedIdsAndSetter
  readonly open: (form: Opened) => void
  readonly reload: () => void
}

/** The open form: of a category, or of a new one below a parent. */
interface Opened {
  readonly category?: Category
  readonly parent?: number
}

function CategoryRow({ category, depth, hue, ticked, open, reload }: CategoryRowProps) {
  const { id, name, count } = category
  return (
    <li data-depth={Math.min(depth, 6)} class="line">
      <EntryCheckbox entry={mergeEntryOfTerm(category)} ticked={ticked} />
      <span class="name">
        <i class="kind" style={{ '--hue': hue }}>
          <CategoryIcon name={name} />
        </i>
        {name}
      </span>
      <TranslationMarks item={category} />
      <Link to={`/events?category=${id}&when=ever`} class="count">
        {t('uses', { count })}
      </Link>
      <button
        type="button"
        class="quiet"
        onClick={() => open({ category })}
        aria-label={t('edit-named', { name })}
      >
        {t('edit')}
      </button>
      <ActionMenu of={name} closesWithAct>
        <button type="button" onClick={() => open({ parent: id })}>
          {t('add-below', { name })}
        </button>
        <button
          type="button"
          class="danger"
          onClick={() => confirmAndDeleteTerm('categories', category, reload)}
        >
          {t('delete-named', { name })}
        </button>
      </ActionMenu>
    </li>
  )
}

/** Loads all categories, and those that the tree shows: all, or those without events. */
async function loadBranches(isUnused: boolean) {
  const all = await loadAllCategories(translationMarksQueryArgs())
  if (!isUnused) return { all, shown: categoriesInTreeOrder(all) }
  const unused = new Set((await loadAllCategories({ unused: true })).map(({ id }) => id))
  return { all, shown: categoriesInTreeOrder(all).filter(({ category }) => unused.has(category.id)) }
}

interface TreeProps {
  readonly all: readonly Category[]
  readonly shown: readonly CategoryAtDepth[]
  readonly isUnused: boolean
  readonly ticked: TickedIdsAndSetter
  readonly open: (form: Opened) => void
  readonly reload: () => void
}

function Tree({ all, shown, isUnused, ...row }: TreeProps) {
  const hues = huesOfCategories(all)
  const entries = shown.map(({ category }) => mergeEntryOfTerm(category))
  return (
    <>
      {shown.length === 0 && <p class="empty">{t(isUnused ? 'use.all-used' : 'categories.none')}</p>}
      <TickBar collection="categories" entries={entries} ticked={row.ticked} reload={row.reload} />
      <ul class="tree lines">
        {shown.map((branch) => (
          <CategoryRow key={branch.category.id} hue={hues.get(branch.category.id)} {...branch} {...row} />
        ))}
      </ul>
    </>
  )
}

/** The tree, and the dialog for the category that is edited. */
export function Categories() {
  const [isUnused, setUnused] = useState(false)
  const ticked = useTickedEntries()
  const loaded = useLoaded(() => loadBranches(isUnused), [isUnused])
  const { opened, open, close, again } = useTermDialog<Opened>(loaded.reload)
  const choose = (next: boolean) => {
    ticked.set([])
    setUnused(next)
  }
  return (
    <>
      <ViewHeading text={t('categories')}>
        <button type="button" class="main" onClick={() => open({})}>
          {t('category.new')}
        </button>
      </ViewHeading>
      <div class="filters">
        <UnusedItemsFilterSelect isUnused={isUnused} onChange={choose} />
      </div>
      <LoadedContent of={loaded}>
        {({ all, shown }) => (
          <>
            <Tree {...{ all, shown, isUnused, ticked, open }} reload={loaded.reload} />
            {opened && (
              <TermForm
                collection="categories"
                term={opened.category}
                all={all}
                parent={opened.parent ?? 0}
                close={close}
                reload={again}
              />
            )}
          </>
        )}
      </LoadedContent>
    </>
  )
}

// The tags: create, rename and delete.

interface TagRowProps {
  readonly tag: Tag
  readonly ticked: TickedIdsAndSetter
  readonly edit: () => void
  readonly reload: () => void
}

function TagRow({ tag, ticked, edit, reload }: TagRowProps) {
  const { name, count } = tag
  return (
    <li class="line">
      <EntryCheckbox entry={mergeEntryOfTerm(tag)} ticked={ticked} />
      <span class="name">{name}</span>
      <TranslationMarks item={tag} />
      <span class="count">{t('uses', { count })}</span>
      <button type="button" class="quiet" onClick={edit} aria-label={t('edit-named', { name })}>
        {t('edit')}
      </button>
      <ActionMenu of={name} closesWithAct>
        <button type="button" class="danger" onClick={() => confirmAndDeleteTerm('tags', tag, reload)}>
          {t('delete-named', { name })}
        </button>
      </ActionMenu>
    </li>
  )
}

/** The part of the list that is shown, with its tags. */
function useShown() {
  const shown = useShownPart()
  const { search, page, isUnused, query } = shown
  const loaded = useLoaded(() => listTags(query), [search, page, isUnused])
  return { ...shown, loaded }
}

interface ShownProps {
  readonly shown: ReturnType<typeof useShown>
  readonly edit: (tag: Tag) => void
}

function TagLines({ shown: { loaded, page, isUnused, ticked, show }, edit }: ShownProps) {
  return (
    <LoadedContent of={loaded}>
      {({ tags, total, pages }) => (
        <>
          {tags.length === 0 && <p class="empty">{t(isUnused ? 'use.all-used' : 'tags.none')}</p>}
          <TickBar
            collection="tags"
            entries={tags.map(mergeEntryOfTerm)}
            ticked={ticked}
            reload={loaded.reload}
          />
          <ul class="lines">
            {tags.map((tag) => (
              <TagRow key={tag.id} tag={tag} ticked={ticked} edit={() => edit(tag)} reload={loaded.reload} />
            ))}
          </ul>
          <Pager page={page} pages={pages} total={total} onPage={(next) => show({ page: next })} />
        </>
      )}
    </LoadedContent>
  )
}

/** The list, and the dialog for the tag that is edited. */
export function Tags() {
  const shown = useShown()
  const { search, isUnused, loaded, show } = shown
  const { opened, open, close, again } = useTermDialog<{ readonly tag?: Tag }>(loaded.reload)
  return (
    <>
      <ViewHeading text={t('tags')}>
        <button type="button" class="main" onClick={() => open({})}>
          {t('tag.new')}
        </button>
      </ViewHeading>
      <search class="filters">
        <SearchField value={search} onSearch={(text) => show({ search: text })} />
        <UnusedItemsFilterSelect isUnused={isUnused} onChange={(next) => show({ isUnused: next })} />
      </search>
      <TagLines shown={shown} edit={(tag) => open({ tag })} />
      {opened && <TermForm collection="tags" term={opened.tag} close={close} reload={again} />}
    </>
  )
}
