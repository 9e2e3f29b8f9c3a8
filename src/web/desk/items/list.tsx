/** The list of venues, or of organizers. */
import { useState } from 'preact/hooks'
import type { LinkedName } from '../api/types.ts'
import { StatusMark } from '../events/status.tsx'
import { Link } from '../parts/link.tsx'
import { Shown, useLoaded } from '../parts/loaded.tsx'
import { Pager } from '../parts/pager.tsx'
import { SearchField } from '../parts/search.tsx'
import { Title } from '../shell/title.tsx'
import { t } from '../words/index.ts'
import { detailOf, listItems, nameOf } from './suggested.ts'

const PER_PAGE = 50

/** The list, ordered by name. */
export function ItemList({ name: collection }: { readonly name: LinkedName }) {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const query = { search, page, per_page: PER_PAGE, status: 'any', orderby: 'name' }
  const loaded = useLoaded(() => listItems(collection, query), [collection, search, page])
  const find = (text: string) => {
    setPage(1)
    setSearch(text)
  }
  return (
    <>
      <Title text={t(collection)}>
        <Link to={`/${collection}/new`} class="button main">
          {t(collection === 'venues' ? 'venue.new' : 'organizer.new')}
        </Link>
      </Title>
      <search class="filters">
        <SearchField value={search} onSearch={find} />
      </search>
      <Shown of={loaded}>
        {({ body: items, total, pages }) => (
          <>
            {items.length === 0 && (
              <p class="empty">{t(search === '' ? 'items.none' : 'items.none-found')}</p>
            )}
            <ul class="lines">
              {items.map((item) => (
                <li key={item.id} class="line">
                  <Link to={`/${collection}/${item.id}`} class="name">
                    {nameOf(item)}
                  </Link>
                  <span class="detail">{detailOf(item)}</span>
                  {item.status !== 'publish' && <StatusMark status={item.status} />}
                </li>
              ))}
            </ul>
            <Pager page={page} pages={pages} total={total} onPage={setPage} />
          </>
        )}
      </Shown>
    </>
  )
}
