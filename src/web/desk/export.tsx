/** Downloads the events of the list as a table, as a calendar, or as JSON lines. */
import { useState } from 'preact/hooks'
import { namesOf } from '../../contract/table-of.ts'
import { hasRoleAtLeast, type QueryFields } from './api/api.ts'
import { faultMessage } from './api/faults.ts'
import { loadFile } from './api/files.ts'
import { filterQuery, listOrderQuery, type ViewFilters } from './events/list/listed.ts'
import { Button } from './parts/button.tsx'
import { ErrorText } from './parts/field.tsx'
import { saveAsFile } from './parts/files.tsx'
import { notify } from './parts/notice.tsx'
import { t } from './words/index.ts'

/** The formats that the desk offers, with their media types. */
const listFileTypes = { csv: 'text/csv', ics: 'text/calendar', jsonl: 'application/x-ndjson' } as const
type ListFileFormat = keyof typeof listFileTypes

/** Calendars have an order of their own, and show unpublished events to editors alone. */
function calendarQuery({ status, hide_from_listings, order, orderby, ...filters }: QueryFields): QueryFields {
  return { ...filters, ...(hasRoleAtLeast('editor') && { status }) }
}

/** Returns the events of a list as a file: up to 10,000. Throws a Fault. */
const loadListFile = (format: ListFileFormat, query: QueryFields): Promise<Blob> =>
  loadFile(`/events.${format}`, listFileTypes[format], format === 'ics' ? calendarQuery(query) : query)

/** The most events in a file. */
const MAX_EVENTS = 10_000

const formats = { csv: 'CSV', ics: 'iCalendar', jsonl: 'JSON lines' } as const

function useExport(filters: ViewFilters) {
  const [isRunning, setIsRunning] = useState(false)
  const [fault, setFault] = useState('')
  const save = async (format: ListFileFormat) => {
    setIsRunning(true)
    setFault('')
    const name = `events.${format}`
    await loadListFile(format, { ...filterQuery(filters), ...listOrderQuery(filters) }).then(
      (file) => {
        saveAsFile(name, listFileTypes[format], file)
        notify(t('export.done', { name }))
      },
      (error: unknown) => setFault(faultMessage(error)),
    )
    setIsRunning(false)
  }
  return { isRunning, fault, save }
}

export function ExportButtons({ filters }: { readonly filters: ViewFilters }) {
  const { isRunning, fault, save } = useExport(filters)
  return (
    <details class="feeds">
      <summary>{t('export')}</summary>
      <p class="hint">
        {t('export.hint', { most: MAX_EVENTS })} {hasRoleAtLeast('editor') ? '' : t('export.hint.published')}
      </p>
      <div class="actions">
        {namesOf(formats).map((format) => (
          <Button
            key={format}
            disabled={isRunning}
            onClick={() => save(format)}
            label={t('export.format', { format: formats[format] })}
          />
        ))}
      </div>
      <ErrorText>{fault}</ErrorText>
      <p class="hint" role="status">
        {isRunning && t('export.running')}
      </p>
    </details>
  )
}
