/** Downloads the events of the list as a table, as a calendar, or as JSON lines. */
import { useState } from 'preact/hooks'
import { faultMessage } from '../api/faults.ts'
import { hasRoleAtLeast } from '../api/session.ts'
import { filterArgs, listOrder, type ViewFilters } from '../events/list/listed.ts'
import { notify, showErrorNotice } from '../parts/notice.tsx'
import { t } from '../words/index.ts'
import { MAX_EVENTS } from './all-events.ts'
import { download } from './download.ts'
import { eventsAsJsonLines } from './event-lines.ts'
import { eventsAsCsv, eventsAsICalendar } from './events-table.ts'

function useExport(filters: ViewFilters) {
  const [running, setRunning] = useState('')
  const save = async (name: string, type: string, load: () => Promise<string>) => {
    setRunning(t('export.running', { done: 0 }))
    await load().then(
      (text) => {
        download(name, type, text)
        notify(t('export.done', { name }))
      },
      (error: unknown) => showErrorNotice(faultMessage(error)),
    )
    setRunning('')
  }
  const showProgress = (done: number) => setRunning(t('export.running', { done }))
  const listed = { ...filterArgs(filters), ...listOrder(filters) }
  const table = () => save('events.csv', 'text/csv', () => eventsAsCsv(listed, showProgress))
  const lines = () =>
    save('events.jsonl', 'application/x-ndjson', () => eventsAsJsonLines(listed, showProgress))
  const calendar = () => save('events.ics', 'text/calendar', () => eventsAsICalendar(filterArgs(filters)))
  return { running, table, calendar, lines }
}

/** A button for each format, and the progress of the download. */
export function ExportButtons({ filters }: { readonly filters: ViewFilters }) {
  const { running, table, calendar, lines } = useExport(filters)
  return (
    <details class="feeds">
      <summary>{t('export')}</summary>
      <p class="hint">
        {t('export.hint', { most: MAX_EVENTS })} {hasRoleAtLeast('editor') ? '' : t('export.hint.published')}
      </p>
      <div class="actions">
        <button type="button" disabled={running !== ''} onClick={table}>
          {t('export.format', { format: 'CSV' })}
        </button>
        <button type="button" disabled={running !== ''} onClick={calendar}>
          {t('export.format', { format: 'iCalendar' })}
        </button>
        <button type="button" disabled={running !== ''} onClick={lines}>
          {t('export.format', { format: 'JSON lines' })}
        </button>
      </div>
      <p class="hint" role="status">
        {running}
      </p>
    </details>
  )
}
