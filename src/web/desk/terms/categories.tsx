/** The tree of categories: create, rename, move and delete. */
import type { Category } from '../api/types.ts'
import { Link } from '../parts/link.tsx'
import { Shown, useLoaded } from '../parts/loaded.tsx'
import { Title } from '../shell/title.tsx'
import { t } from '../words/index.ts'
import { removeTerm } from './remove-term.ts'
import { useTermDialog } from './term-dialog.ts'
import { TermForm } from './term-form.tsx'
import { allCategories, type Branch, branches } from './terms.ts'

interface RowProps extends Branch {
  readonly open: (form: Opened) => void
  readonly reload: () => void
}

/** The open form: of a category, or of a new one below a parent. */
interface Opened {
  readonly category?: Category
  readonly parent?: number
}

function CategoryRow({ category, depth, open, reload }: RowProps) {
  const { id, name, count } = category
  return (
    <li data-depth={Math.min(depth, 6)} class="line">
      <span class="name">{name}</span>
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
      <button
        type="button"
        class="quiet"
        onClick={() => open({ parent: id })}
        aria-label={t('add-below', { name })}
      >
        {t('add')}
      </button>
      <button
        type="button"
        class="quiet"
        onClick={() => removeTerm('categories', category, reload)}
        aria-label={t('delete-named', { name })}
      >
        {t('delete')}
      </button>
    </li>
  )
}

/** The tree, and the dialog for the category that is edited. */
export function Categories() {
  const loaded = useLoaded(allCategories, [])
  const { opened, open, close, again } = useTermDialog<Opened>(loaded.reload)
  return (
    <>
      <Title text={t('categories')}>
        <button type="button" class="main" onClick={() => open({})}>
          {t('category.new')}
        </button>
      </Title>
      <Shown of={loaded}>
        {(all) => (
          <>
            {all.length === 0 && <p class="empty">{t('categories.none')}</p>}
            <ul class="tree lines">
              {branches(all).map((branch) => (
                <CategoryRow key={branch.category.id} {...branch} open={open} reload={loaded.reload} />
              ))}
            </ul>
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
      </Shown>
    </>
  )
}
