import { isPage } from '../domain/text/page-events.ts'

/** The format of a file to import: iCalendar, JSON lines or a table. */
export type ImportFormat = 'calendar' | 'lines' | 'table'

/** The names of the formats in problems. */
export const importFormatWordings: Readonly<Record<ImportFormat, string>> = {
  calendar: 'a calendar (.ics)',
  lines: 'JSON lines',
  table: 'a table (CSV)',
}

/** Returns the format of a text: iCalendar or a page of the web with events, JSON lines or a list of objects, or else a table. */
export function importFormatOfText(text: string): ImportFormat {
  if (isPage(text)) return 'calendar'
  if (/^\ufeff?\s*BEGIN:/i.test(text)) return 'calendar'
  return /^\ufeff?\s*(?:\{|\[\s*[{\]])/.test(text) ? 'lines' : 'table'
}
