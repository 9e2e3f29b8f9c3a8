/** The parts of the program inside that tests of the service reach: they follow it when it moves. */

export {
  type CalendarTally,
  importCalendar,
  trashEventsGoneFromSource,
  vanishedEventIds,
} from '../../../src/calendars/import/calendar.ts'
export { importJsonLinesFile } from '../../../src/calendars/import/json-lines.ts'
export { importTable } from '../../../src/calendars/import/table.ts'
export { csvRows, csvRowsInSteps, namesInCell } from '../../../src/formats/csv/cells.ts'
export { exportColumnNames, timeOfDayColumns } from '../../../src/formats/csv/columns.ts'
export { exportedTableChunks } from '../../../src/formats/csv/export.ts'
export { parseColumnMap, plainColumnName } from '../../../src/formats/csv/mapping.ts'
export { entriesOfComponents } from '../../../src/formats/icalendar/entries.ts'
export type { CalendarUids } from '../../../src/formats/icalendar/entry.ts'
export { exportedCalendarChunks } from '../../../src/formats/icalendar/export.ts'
export { componentSpan, recurringStarts } from '../../../src/formats/icalendar/occurrences.ts'
export { calendarOfPage } from '../../../src/formats/icalendar/page.ts'
export { readComponentsAndFaults, unfoldedLinesInSteps } from '../../../src/formats/icalendar/text.ts'
export { zoneNamed } from '../../../src/formats/icalendar/zones.ts'
export { exportedLines } from '../../../src/formats/jsonl/export.ts'
export { LONGEST_EXPORT_LINE } from '../../../src/formats/jsonl/lines.ts'
export { type ItemOnLine, itemOnLine } from '../../../src/formats/jsonl/record-values.ts'
export { ALL_LATER_YEARS, vtimezone } from '../../../src/representations/icalendar/time-zone.ts'
export { representEvent, representListedEvent } from '../../../src/representations/json/event.ts'
export { sitemapPartNames } from '../../../src/representations/sitemap.ts'
export { globalId, makeRootPartForSiteLanguage } from '../../../src/representations/urls.ts'
