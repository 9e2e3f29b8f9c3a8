/** The programme of some days for programs for layout: each part of an event has its style. */
import type { ListedEvent } from '../../../json/listed-event.ts'
import { eventLabels } from '../../../outcome.ts'
import { costText } from '../price.ts'
import type { Site } from '../site.ts'
import { attendanceText, textWithDifferingZone, venuesAndCitiesText } from './entry.ts'
import { type Programme, programmeParts } from './programme-parts.ts'

// Documents in the Rich Text Format (1.9), whose paragraphs and words have named styles: programs for layout and office programs take them
// over under these names, whatever the language of the text.

/** The styles of paragraphs, with their number and form. Sizes are halves of points, distances twentieths. */
const paragraphStyles = {
  Programme: { number: 1, form: '\\sa240\\keepn\\b\\fs36' },
  Day: { number: 2, form: '\\sb240\\sa60\\keepn\\b\\fs24' },
  Event: { number: 3, form: '\\sa40\\fi-240\\li240\\fs20' },
} as const

/** The styles of words. */
const wordStyles = {
  Status: { number: 10, form: '\\b\\i' },
  Title: { number: 11, form: '\\b' },
  When: { number: 12, form: '' },
  Where: { number: 13, form: '' },
  Price: { number: 14, form: '' },
} as const

type ParagraphStyle = keyof typeof paragraphStyles
type WordStyle = keyof typeof wordStyles

/** Some words of a paragraph; without a style in that of the paragraph. */
interface StyledText {
  readonly text: string
  readonly style?: WordStyle
}

/** A paragraph. */
interface StyledParagraph {
  readonly style: ParagraphStyle
  readonly texts: readonly StyledText[]
}

/** Returns a character beyond ASCII by the units of UTF-16, which are signed; readers that know none show a question mark. */
const unicode = (character: string) =>
  Array.from({ length: character.length }, (_, at) => `\\u${(character.charCodeAt(at) << 16) >> 16}?`).join(
    '',
  )

/** Returns a text in which nothing is read as a command. */
const plainText = (text: string) =>
  text
    .replace(/\s+/gu, (space) => (/[\n\r\t]/.test(space) ? ' ' : space))
    .replace(/\p{Cc}/gu, '')
    .replace(/[\\{}]/g, '\\$&')
    .replace(/[^\x20-\x7e]/gu, unicode)

function styled({ text, style }: StyledText): string {
  if (style === undefined) return plainText(text)
  const { number, form } = wordStyles[style]
  return `{\\cs${number}${form} ${plainText(text)}}`
}

function paragraph({ style, texts }: StyledParagraph): string {
  const { number, form } = paragraphStyles[style]
  return `\\pard\\plain\\s${number}${form} ${texts.map(styled).join('')}\\par`
}

const styleSheet = [
  '{\\s0 Normal;}',
  ...Object.entries(paragraphStyles).map(([name, { number, form }]) => `{\\s${number}${form} ${name};}`),
  ...Object.entries(wordStyles).map(([name, { number, form }]) => `{\\*\\cs${number}${form} ${name};}`),
].join('')

/** Returns the document, in ASCII. */
const rtfDocument = (title: string, paragraphs: readonly StyledParagraph[]): string =>
  `${[
    '{\\rtf1\\ansi\\ansicpg1252\\uc1\\deff0{\\fonttbl{\\f0\\fswiss Helvetica;}}',
    `{\\stylesheet${styleSheet}}`,
    `{\\info{\\title ${plainText(title)}}}`,
    ...paragraphs.map(paragraph),
  ].join('\r\n')}}`

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
