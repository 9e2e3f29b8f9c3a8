/** Representations of media items (contract §1.6). */
import type { Representation } from '../../contract/resources/index.ts'
import { utcTimestamp } from '../../domain/time/timestamp.ts'
import { wallAt } from '../../domain/time/zones.ts'
import type { MediaItem } from '../../store/store.ts'
import { restUrl } from '../urls.ts'
import { imageOf } from './image.ts'
import type { View } from './published.ts'

/** Returns the representation of a media item. */
export function media({ record }: MediaItem, { root, zone }: View): Representation<'media'> {
  const { id, title, alt_text, author, date_utc, source_url } = record
  return {
    ...imageOf(record, root),
    title,
    alt_text,
    author,
    date: wallAt(date_utc, zone),
    date_utc: utcTimestamp(date_utc),
    rest_url: restUrl(root, 'media', id),
    source_url,
  }
}
