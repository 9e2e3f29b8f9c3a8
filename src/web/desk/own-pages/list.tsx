/** The list of the pages of the site's own, in the order of the footer. */
import { callApi } from '../api/api.ts'
import type { OwnPage } from '../api/types.ts'
import { StatusMark } from '../events/list/status.tsx'
import { Link } from '../parts/link.tsx'
import { EmptyView, LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { ViewHeading } from '../shell/view-heading.tsx'
import { TranslationMarks, translationMarksQueryArgs } from '../translating/marks.tsx'
import { t } from '../words/index.ts'

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
