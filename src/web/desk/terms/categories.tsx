/** The tree of categories: create, rename, move and delete. */
import { useState } from 'preact/hooks'
import type { Category } from '../api/types.ts'
import { mergeEntryOfTerm, type TickedIdsAndSetter, useTickedEntries } from '../merge/entries.ts'
import { EntryCheckbox, TickBar, UnusedItemsFilterSelect } from '../merge/ticking.tsx'
import { Link } from '../parts/link.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { ActionMenu } from '../shell/action-menu.tsx'
import { ViewHeading } from '../shell/view-heading.tsx'
import { TranslationMarks, translationMarksQueryArgs } from '../translating/marks.tsx'
import { t } from '../words/index.ts'
import { CategoryIcon } from './category-icon.tsx'
import { huesOfCategories } from './hues.ts'
import { confirmAndDeleteTerm, useTermDialog } from './term-dialog.ts'
import { TermForm } from './term-form.tsx'
import { type CategoryAtDepth, categoriesInTreeOrder, loadAllCategories } from './terms.ts'

interface RowProps extends CategoryAtDepth {
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

function CategoryRow({ category, depth, hue, ticked, open, reload }: RowProps) {
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
