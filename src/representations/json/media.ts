/** Representations of media items (contract §1.6). */
import { mediaFieldsByPart } from '../../contract/resources/fields/other-fields.ts'
import { fieldRowsPresenter } from '../../contract/resources/fields/values.ts'
import type { Representation } from '../../contract/resources/index.ts'
import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { wallAt } from '../../domain/time/zones.ts'
import type { MediaItem } from '../../store/store.ts'
import { shownRecordAndLanguages } from '../shown-language.ts'
import { restUrl } from '../urls.ts'
import { representEmbeddedImage } from './image.ts'
import type { JsonItemContext } from './published.ts'

const textsOf = fieldRowsPresenter(mediaFieldsByPart.main)

/** Returns the representation of a media item. */
export function representMedia(
  { record: own }: MediaItem,
  { root, zone }: JsonItemContext,
): Representation<'media'> {
  const { record, shown } = shownRecordAndLanguages('media', own, root)
  const { id, title, author, date_utc, source_url } = record
  return {
    ...representEmbeddedImage(record, root),
    title,
    ...shown,
    ...textsOf(record),
    author,
    date: wallAt(date_utc, zone),
    date_utc: utcTimestampOfEpoch(date_utc),
    rest_url: restUrl(root, 'media', id),
    source_url,
  }
}
