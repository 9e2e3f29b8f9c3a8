/**
 * The programme of some days as text. Every paragraph has a class, which programs for layout read as its style: `programme-event` with
 * `title`, `when`, `where` and `cost`.
 */

import { eventLabels } from '../../../event-text.ts'
import type { ListedEvent } from '../../../json/event.ts'
import { html, type Markup } from '../../markup.ts'
import { firstDayOfEvent } from '../dates.ts'
import {
  attendanceText,
  costText,
  differingZoneMarkup,
  eventStatusMark,
  machineReadableStart,
  textWithDifferingZone,
  venuesAndCitiesText,
} from '../entries.ts'
import { type ChosenFilters, filterForm } from '../filters.ts'
import { textAttributes } from '../languages.ts'
import { sitePage } from '../layout.ts'
import { eventsSortedByHour, pathOfUrl, type Site, sitePath } from '../site.ts'
import { feedSourceOfView, PROGRAMME_PATH, siteWithKeptFilters } from './view.ts'

// The events of a programme by their days.

/** The events from one day to another, and how many more there are. */
export interface Programme {
  readonly first: string
  readonly last: string
  readonly events: readonly ListedEvent[]
  readonly left: number
}

/** The events below a heading: those of a day, or those that began before the first day. */
interface ProgrammePart {
  /** Undefined for what began before. */
  readonly day?: string
  readonly events: readonly ListedEvent[]
}

/** Returns the events by the day on which they begin, and by their hours: paper shows no pins. What began before the first day comes last. */
function programmeParts({ first, events }: Programme): readonly ProgrammePart[] {
  const running = events.filter((event) => firstDayOfEvent(event) < first)
  const days = [...new Set(events.map(firstDayOfEvent))].filter((day) => day >= first).sort()
  const ofDay = (day: string) =>
    eventsSortedByHour(
      day,
      events.filter((event) => firstDayOfEvent(event) === day),
    )
  return [
    ...days.map((day) => ({ day, events: ofDay(day) })),
    ...(running.length > 0 ? [{ events: running }] : []),
  ]
}

// The programme of some days for programs for layout: each part of an event has its style.

// Documents in the Rich Text Format (1.9), whose paragraphs and words have named styles: programs for layout and office programs take them
// over under these names, whatever the language of the text.

/** The styles of paragraphs, with their number and form. Sizes are halves of points, distances twentieths. */
const paragraphStyles = {
  Programme: { number: 1, form: '\\sa240\\keepn\\b\\fs36' },
  Day: { number: 2, form: '\\sb240\\sa60\\keepn\\b\\fs24' },
  Event: { number: 3, form: '\\sa40\\fi-240\\li240\\fs20' },
} as const

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
    { style: 'Day', texts: [{ text: day === undefined ? word('calendar.long-running') : dates.full(day) }] },
    ...events.map((event) => eventParagraph(event, site)),
  ])
  return rtfDocument(title, [{ style: 'Programme', texts: [{ text: title }] }, ...parts])
}

/** Each point stays with what it follows, at the end of a line. */
function eventText(event: ListedEvent, site: Site): Markup {
  const { title, url, cost } = event
  const [where, mode] = [venuesAndCitiesText(event), attendanceText(event, site)]
  const when = html`<time class="when" datetime="${machineReadableStart(event)}">${site.dates.hours(event) ?? site.word('all-day')}</time>${differingZoneMarkup(event, site)}`
  const rest = [
    where !== '' && html`<span class="where" dir="auto">${where}</span>`,
    mode !== undefined && html`<span class="mode">${mode}</span>`,
    cost !== '' && html`<span class="cost">${costText(event, site)}</span>`,
  ].filter((part) => part !== false)
  return html`<p class="programme-event">${eventStatusMark(event, site)}<a class="title" href="${pathOfUrl(url)}"${textAttributes(event.language, site)}>${title}</a> ${when}${rest.map((part) => html`\u00a0· ${part}`)}</p>`
}

function daysOf(programme: Programme, site: Site): Markup {
  const each = programmeParts(programme).map(({ day, events }) => {
    const heading =
      day === undefined
        ? site.word('calendar.long-running')
        : html`<time datetime="${day}">${site.dates.full(day)}</time>`
    return html`<section class="programme-day"><h2>${heading}</h2>${events.map((event) => eventText(event, site))}</section>`
  })
  return html`<div class="programme">${each}</div>`
}

function programmeText(programme: Programme, site: Site): Markup {
  const { events, left } = programme
  const { word } = site
  const count = new Intl.NumberFormat(site.language).format(left)
  return html`${left > 0 && html`<p class="notice" role="status">${word('site.programme.left', { count })}</p>`}${
    events.length === 0 ? html`<p class="nothing">${word('site.nothing')}</p>` : daysOf(programme, site)
  }`
}

/** Returns the page of a programme; `programme` is undefined where a filter is not valid. `most` is the number of days it may have. */
export function programmePage(
  programme: Programme | undefined,
  most: number,
  chosen: ChosenFilters,
  plain: Site,
): string {
  const site = siteWithKeptFilters(plain, chosen)
  const { word, dates } = site
  const title = word('site.programme')
  const span = programme && dates.days(programme.first, programme.last)
  const days = programme && { from: programme.first, to: programme.last }
  const shown = { ...chosen, sent: { ...chosen.sent, ...days } }
  const form = filterForm(shown, { page: PROGRAMME_PATH, hasDays: true }, site)
  const isWrong = programme === undefined
  const styled =
    days !== undefined &&
    html`<p class="small"><a href="${sitePath(site, PROGRAMME_PATH, { ...chosen.sent, ...days }).replace('/?', '.rtf?')}" rel="nofollow">${word('site.programme.rtf')}</a></p>`
  const main = html`<div class="view-head"><h1>${span === undefined ? title : `${title}: ${span}`}</h1></div><details class="filtering"${isWrong && html` open`}><summary class="button">${word('site.filters')}</summary>${form}<p class="hint">${word('site.programme.days', { count: most })}</p></details>${
    isWrong
      ? html`<p class="notice" role="alert">${word('site.search.invalid')}</p>`
      : html`${programmeText(programme, site)}${styled}`
  }`
  const head = {
    title: span === undefined ? title : `${title}: ${span}`,
    page: PROGRAMME_PATH,
    isUnlisted: true,
  }
  return sitePage(site, { ...head, fields: chosen.sent, feed: feedSourceOfView(chosen, site) }, main)
}
