/** A grid of images with a search. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { callApi, type QueryFields } from '../api/api.ts'
import type { Image, Media } from '../api/types.ts'
import { SearchField } from '../parts/field.tsx'
import { type Loaded, LoadedContent, Pager, useLoaded } from '../parts/loaded.tsx'
import { t } from '../words/index.ts'

const PER_PAGE = 24

/** The URL of the smallest available size of an image. */
export function smallestImageUrl({ sizes, url }: Pick<Image, 'sizes' | 'url'>): string {
  const known = sizes as Readonly<Record<string, { readonly url: string } | undefined>>
  return known.thumbnail?.url ?? known.medium?.url ?? url
}

/** Returns the URL of an image as a whole: the smallest size that is not cut. */
export function uncutImageUrl({ sizes, url }: Pick<Image, 'sizes' | 'url'>): string {
  const known = sizes as Readonly<Record<string, { readonly url: string } | undefined>>
  return known.medium?.url ?? url
}

interface Page {
  readonly media: readonly Media[]
  readonly total: number
  readonly pages: number
}

/** Loads the media that match a search, page by page, with what further args ask for. */
export function useMedia(more: QueryFields = {}) {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const loaded = useLoaded<Page>(async () => {
    const query = { ...more, search, page, per_page: PER_PAGE }
    const { body, total, pages } = await callApi<{ media: readonly Media[] }>('GET', '/media', { query })
    return { media: body.media, total, pages }
  }, [search, page])
  const find = (text: string) => {
    setPage(1)
    setSearch(text)
  }
  return { loaded, search, find, page, setPage }
}

interface GridProps extends ReturnType<typeof useMedia> {
  readonly loaded: Loaded<Page>
  readonly children: (media: Media) => ComponentChildren
}

/** The search field, the images and the pager. */
export function MediaGrid({ loaded, search, find, page, setPage, children }: GridProps) {
  return (
    <>
      <search class="filters">
        <SearchField value={search} onSearch={find} />
      </search>
      <LoadedContent of={loaded}>
        {({ media, total, pages }) => (
          <>
            {media.length === 0 && <p class="empty">{t('media.none')}</p>}
            <ul class="grid">
              {media.map((one) => (
                <li key={one.id}>{children(one)}</li>
              ))}
            </ul>
            <Pager page={page} pages={pages} total={total} onPage={setPage} />
          </>
        )}
      </LoadedContent>
    </>
  )
}
