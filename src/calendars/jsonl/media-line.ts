/** Records of images → lines of an export. */
import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import type { MediaRecord } from '../../store/store.ts'
import { type ExportLineContext, languageAndTranslations } from './record-lines.ts'

/** The line of an image: its row, not its files. Its pictures for pages are made again where it is imported. */
export function mediaLineObject(
  { id, search_text: _, widths: __, readable_in: ___, language, translations, ...row }: MediaRecord,
  { globalId }: ExportLineContext,
): object {
  return {
    resource: 'media',
    id,
    global_id: globalId('media', id),
    ...row,
    ...languageAndTranslations({ language, translations }),
    date_utc: utcTimestampOfEpoch(row.date_utc),
    modified_utc: utcTimestampOfEpoch(row.modified_utc),
    sizes: row.sizes,
  }
}
