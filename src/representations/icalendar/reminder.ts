/** VALARM (RFC 5545 §3.6.6): a reminder before an event. */
import { contentLine, escapedTextValue } from './line.ts'

const END = contentLine('END', 'VEVENT')

/** Returns a VEVENT that reminds its reader some minutes before it starts. */
export function veventWithReminder(vevent: string, title: string, minutes: number): string {
  const alarm = [
    contentLine('BEGIN', 'VALARM'),
    contentLine('ACTION', 'DISPLAY'),
    contentLine('DESCRIPTION', escapedTextValue(title)),
    contentLine('TRIGGER', `-PT${minutes}M`),
    contentLine('END', 'VALARM'),
  ]
  // Lines of values begin with their names, and continued ones with a space: no text has this line.
  return vevent.replace(END, () => `${alarm.join('')}${END}`)
}
