/** The texts of events as other servers show them. Some show the title and the summary alone, and some know no cancelled events. */
import { contentLanguageMatchingTag } from '../../domain/content/languages.ts'
import { fieldTextInOneTranslation, noTranslations, ownLanguage } from '../../domain/content/translations.ts'
import { plainTextOf } from '../../domain/text/plain-text.ts'
import { localeOnSite } from '../../domain/time/site-locale.ts'
import { dateFormattersOfLocale } from '../../representations/html/site/dates.ts'
import {
  cutBetweenWords,
  eventSummary,
  summaryOfHtml,
} from '../../representations/html/site/items/event-page.ts'
import { attendanceText, venuesAndCitiesText } from '../../representations/html/site/lists/entry.ts'
import type { Event } from '../../representations/json/event.ts'
import { labelledTitle } from '../../representations/outcome.ts'
import { languageOfText } from '../../representations/shown-event.ts'
import { contentChoiceOfRoot } from '../../representations/urls.ts'
import type { EventRecord } from '../../store/store.ts'
import { memoizedByText } from '../../support/remembered.ts'
import { wordingOf } from '../../words/index.ts'
import { type InterfaceLanguageCode, interfaceLanguageCodes } from '../../words/languages.ts'
import type { FederationParts } from '../federation-parts.ts'

/** The texts of an event in its object. */
export interface EventTexts {
  readonly name: string
  /** Plain text: when, where and what. */
  readonly summary: string
  /** The title and the description by language; none of an event without translations. */
  readonly nameMap?: Readonly<Record<string, string>>
  readonly contentMap?: Readonly<Record<string, string>>
}

const datesIn = memoizedByText(interfaceLanguageCodes.length, dateFormattersOfLocale)

/** Returns the language of the service that a content language stands for, else that of the site. */
function languageFor(tag: string | undefined, { language }: Pick<FederationParts, 'language'>) {
  const found = contentLanguageMatchingTag(tag ?? language, interfaceLanguageCodes)
  return interfaceLanguageCodes.find((code): code is InterfaceLanguageCode => code === found) ?? language
}

/** An ordinal or a short abbreviation, which ends no sentence: `Am 4. Mai`, `z. B.` */
const UNENDED = /(?:^|[\s(])(?:\d{1,2}|\p{L}{1,2})\.\s*$/u

/** The characters of a text in which its first sentence is looked for: a segmenter takes long over many. */
const BEGINNING = 600

/** Returns the first sentence of the text of some HTML, cut between words where it is long. */
function firstSentence(html: string, language: string): string {
  const text = plainTextOf(html).slice(0, BEGINNING)
  let first = ''
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)) {
    first += segment
    if (!UNENDED.test(segment)) break
  }
  return cutBetweenWords(first.trim())
}

/** Returns the texts of an event. Postponed and cancelled ones say so in their titles, as not all servers have such states. */
export function textsOfEvent(source: FederationParts, event: Event, record: EventRecord): EventTexts {
  const { root, region, context } = source
  const { zone } = context().moment
  const language = languageFor(languageOfText('event', record, 'title', root), source)
  const dates = datesIn(localeOnSite(language, { zone, region }), 0)
  const site = { word: wordingOf(language), dates, zone }
  const places = [venuesAndCitiesText(event), attendanceText(event, site) ?? '']
  const nameIn = (title: string, tag: string | undefined) =>
    isOff(event) ? labelledTitle(title, event.event_status, wordingOf(languageFor(tag, source))) : title
  const about =
    event.excerpt === '' ? firstSentence(event.description, language) : summaryOfHtml(event.excerpt)
  const texts = {
    name: nameIn(event.title, language),
    summary: eventSummary(event, site, {
      where: places.filter((place) => place !== '').join(', '),
      about,
    }),
  }
  if (record.translations === noTranslations) return texts
  const { languages } = contentChoiceOfRoot(root)
  const byLanguage = (field: string, own: string) => {
    const others = languages.map(
      (tag) => [tag, fieldTextInOneTranslation(record.translations[tag], field) ?? ''] as const,
    )
    const all = [[ownLanguage(record, languages), own] as const, ...others]
    return all.filter(([, text]) => text !== '')
  }
  const names = byLanguage('title', record.title).map(([tag, title]) => [tag, nameIn(title, tag)] as const)
  return {
    ...texts,
    nameMap: Object.fromEntries(names),
    contentMap: Object.fromEntries(byLanguage('description', record.description)),
  }
}

/** Whether an event does not take place when it says. */
const isOff = ({ event_status }: Event) => event_status === 'cancelled' || event_status === 'postponed'
