/** Links between the pages of a list. */
import { t } from '../words/index.ts'

interface PagerProps {
  readonly page: number
  readonly pages: number
  readonly total: number
  readonly onPage: (page: number) => void
}

/** The number of items, and links to the previous and the next page. */
export function Pager({ page, pages, total, onPage }: PagerProps) {
  return (
    <nav class="pager" aria-label={t('pages')}>
      <p role="status">
        {t('total', { count: total })}
        {pages > 1 && ` · ${t('page', { page, pages })}`}
      </p>
      {pages > 1 && (
        <>
          <button type="button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {t('previous')}
          </button>
          <button type="button" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            {t('next')}
          </button>
        </>
      )}
    </nav>
  )
}
