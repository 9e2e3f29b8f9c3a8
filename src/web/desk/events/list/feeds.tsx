/** The URLs of feeds with the listed events. */
import { apiUrl } from '../../api/api.ts'
import { notify } from '../../parts/notice.tsx'
import { t } from '../../words/index.ts'
import { filterQuery, type ViewFilters } from './listed.ts'

const formats = [
  ['ics', 'iCalendar'],
  ['rss', 'RSS'],
  ['atom', 'Atom'],
] as const

/** Feeds of the published events that match the filters, without the dates: a feed has its own window. */
function feedAddress(format: string, filters: ViewFilters): string {
  const { search, search_in, categories, venue, event_status } = filterQuery(filters)
  const selected = { search, search_in, categories, venue, event_status }
  return new URL(apiUrl(`/events.${format}`, selected), location.href).href
}

/** The URLs, each with a button to copy it. */
export function FeedUrls({ filters }: { readonly filters: ViewFilters }) {
  const copy = async (address: string) => {
    await navigator.clipboard.writeText(address)
    notify(t('copied'))
  }
  return (
    <details class="feeds">
      <summary>{t('feeds')}</summary>
      <p class="hint">{t('feeds.hint')}</p>
      <ul>
        {formats.map(([format, name]) => {
          const address = feedAddress(format, filters)
          return (
            <li key={format}>
              <a href={address}>{name}</a> <code>{address}</code>
              <button type="button" class="quiet" onClick={() => copy(address)}>
                {t('copy', { name })}
              </button>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
