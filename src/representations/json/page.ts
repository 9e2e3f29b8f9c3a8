/** Representations of own pages (contract §23). */
import { pageFields } from '../../contract/resources/fields/other-fields.ts'
import { fieldRowsPresenter } from '../../contract/resources/fields/values.ts'
import type { Representation } from '../../contract/resources/index.ts'
import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { wallAt } from '../../domain/time/zones.ts'
import type { PageItem } from '../../store/store.ts'
import { shownRecordAndLanguages } from '../shown-language.ts'
import { restUrl, urlOfItemPage } from '../urls.ts'
import type { JsonItemContext } from './published.ts'

const fieldsOf = fieldRowsPresenter(pageFields)

export type Page = Representation<'page'>

/** Returns the representation of an own page. */
export function representPage({ record: own }: PageItem, { root, zone }: JsonItemContext): Page {
  const { record, shown: languages } = shownRecordAndLanguages('page', own, root)
  return {
    id: record.id,
    slug: record.slug,
    title: record.title,
    status: record.status,
    ...languages,
    ...fieldsOf(record),
    date: wallAt(record.date_utc, zone),
    date_utc: utcTimestampOfEpoch(record.date_utc),
    modified: wallAt(record.modified_utc, zone),
    modified_utc: utcTimestampOfEpoch(record.modified_utc),
    url: urlOfItemPage(root, 'page', record.slug),
    rest_url: restUrl(root, 'pages', record.id),
  }
}
