/** The tags: create, rename and delete. */
import { useState } from 'preact/hooks'
import type { Tag } from '../api/types.ts'
import { Shown, useLoaded } from '../parts/loaded.tsx'
import { Pager } from '../parts/pager.tsx'
import { SearchField } from '../parts/search.tsx'
import { Title } from '../shell/title.tsx'
import { t } from '../words/index.ts'
import { removeTerm } from './remove-term.ts'
import { useTermDialog } from './term-dialog.ts'
import { TermForm } from './term-form.tsx'
import { listTags } from './terms.ts'

const PER_PAGE = 50

interface RowProps {
  readonly tag: Tag
  readonly edit: () => void
  readonly reload: () => void
}

function TagRow({ tag, edit, reload }: RowProps) {
  const { name, count } = tag
  return (
    <li class="line">
      <span class="name">{name}</span>
      <span class="count">{t('uses', { count })}</span>
      <button type="button" class="quiet" onClick={edit} aria-label={t('edit-named', { name })}>
        {t('edit')}
      </button>
      <button
        type="button"
        class="quiet"
        onClick={() => removeTerm('tags', tag, reload)}
        aria-label={t('delete-named', { name })}
      >
        {t('delete')}
      </button>
    </li>
  )
}

/** The list, and the dialog for the tag that is edited. */
export function Tags() {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const loaded = useLoaded(() => listTags({ search, page, per_page: PER_PAGE }), [search, page])
  const { opened, open, close, again } = useTermDialog<{ readonly tag?: Tag }>(loaded.reload)
  const find = (text: string) => {
    setPage(1)
    setSearch(text)
  }
  return (
    <>
      <Title text={t('tags')}>
        <button type="button" class="main" onClick={() => open({})}>
          {t('tag.new')}
        </button>
      </Title>
      <search class="filters">
        <SearchField value={search} onSearch={find} />
      </search>
      <Shown of={loaded}>
        {({ tags, total, pages }) => (
          <>
            {tags.length === 0 && <p class="empty">{t('tags.none')}</p>}
            <ul class="lines">
              {tags.map((tag) => (
                <TagRow key={tag.id} tag={tag} edit={() => open({ tag })} reload={loaded.reload} />
              ))}
            </ul>
            <Pager page={page} pages={pages} total={total} onPage={setPage} />
          </>
        )}
      </Shown>
      {opened && <TermForm collection="tags" term={opened.tag} close={close} reload={again} />}
    </>
  )
}
