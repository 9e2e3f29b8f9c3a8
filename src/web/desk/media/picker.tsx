/** The images of the library to choose from. Loaded with the first look into it. */
import { loadList } from '../api/api.ts'
import type { Image, Media } from '../api/types.ts'
import { ListContent, type ListPart, queryOfPart, useList } from '../lists/list.tsx'
import { Button } from '../parts/button.tsx'
import '../main.tsx'
import { t } from '../words/index.ts'
import { smallestImageUrl } from './images.ts'

const PER_PAGE = '24'

export const listMedia = (part: ListPart) =>
  loadList<Media>('/media', queryOfPart({ per_page: PER_PAGE, ...part }))

export function LibraryImages({ pick }: { readonly pick: (image: Image) => void }) {
  const list = useList<Media>(listMedia, null)
  return (
    <ListContent list={list} none={t('media.none')} isGrid>
      {(one) => (
        <Button class="picture" onClick={() => pick(one)}>
          <img src={smallestImageUrl(one)} alt={one.alt_text} loading="lazy" />
          <span>{one.title}</span>
        </Button>
      )}
    </ListContent>
  )
}
