/** The programme of some days for programs for layout: each part of an event has its style. */
import type { ListedEvent } from '../../../json/listed-event.ts'
import { eventLabels } from '../../../outcome.ts'
import { rtfDocument, type StyledParagraph, type StyledText } from '../../../rtf.ts'
import { costText } from '../price.ts'
import type { Site } from '../site.ts'
import { attendanceText, textWithDifferingZone, venuesAndCitiesText } from './entry.ts'
import { type Programme, programmeParts } from './programme-parts.ts'

function eventParagraph(event: ListedEvent, site: Site): StyledParagraph {
  const { word, dates } = site
  const [where, mode] = [venuesAndCitiesText(event), attendanceText(event, site)]
  const rest: readonly StyledText[] = [
    ...(where === '' ? [] : [{ text: where, style: 'Where' } as const]),
    ...(mode === undefined ? [] : [{ text: mode }]),
    ...(event.cost === '' ? [] : [{ text: costText(event, site), style: 'Price' } as const]),
  ]
  return {
    style: 'Event',
    texts: [
      ...eventLabels(event, word).flatMap((text) => [{ text, style: 'Status' } as const, { text: ' ' }]),
      { text: event.title, style: 'Title' },
      { text: ' ' },
      { text: textWithDifferingZone(dates.hours(event) ?? word('all-day'), event, site), style: 'When' },
      ...rest.flatMap((part) => [{ text: ' · ' }, part]),
    ],
  }
}

/** Returns the programme in the Rich Text Format. */
export function programmeRtf(programme: Programme, site: Site): string {
  const { word, dates } = site
  const title = `${word('site.programme')}: ${dates.days(programme.first, programme.last)}`
  const parts = programmeParts(programme).flatMap(({ day, events }): readonly StyledParagraph[] => [
    { style: 'Day', texts: [{ text: day === undefined ? word('site.band') : dates.full(day) }] },
    ...events.map((event) => eventParagraph(event, site)),
  ])
  return rtfDocument(title, [{ style: 'Programme', texts: [{ text: title }] }, ...parts])
}
