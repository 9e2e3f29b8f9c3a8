/** Events as files have them that other calendars import: with their own texts, and beside them each language once (contract §15). */

import { noTranslations, type TranslatedItem } from '../../domain/content/translations.ts'
import type { EventItem } from '../../store/store.ts'
import { type Event, oneVenueOrList, representEvent } from '../json/event.ts'
import type { JsonItemContext } from '../json/published.ts'
import { shownRecordAndLanguages } from '../shown-language.ts'
import { contentChoiceOfRoot, type Root } from '../urls.ts'

const withOwnTexts = <R extends TranslatedItem, I extends { readonly record: R }>(item: I): I =>
  item.record.translations === noTranslations
    ? item
    : { ...item, record: { ...item.record, translations: noTranslations } }

/** Returns the representations of linked items with their translations. */
const withTranslations = <S extends object>(
  name: 'venue' | 'organizer',
  shown: readonly S[],
  items: readonly { readonly record: TranslatedItem & object }[],
  root: Root,
) =>
  shown.map((one, at) => {
    const record = items[at]?.record
    if (record === undefined) return one
    const { translations = noTranslations } = shownRecordAndLanguages(name, record, root).shown
    return { ...one, translations }
  })

/**
 * Returns the representation of an event whose texts are its own, and those of what it names, with the translations of it and of its
 * places and organizers that the reader may see. An import reads texts so: one that is shown in another language would become the original. On a site with one
 * language it is the representation that everybody gets.
 */
export function representWithOwnTexts(item: EventItem, view: JsonItemContext): Event {
  if (contentChoiceOfRoot(view.root).languages.length === 1) return representEvent(item, view)
  const root = { ...view.root, showsTranslations: true } as const
  const { translations = noTranslations } = shownRecordAndLanguages(
    'event',
    item.record,
    root,
    item.isProtected,
  ).shown
  const own: EventItem = {
    ...withOwnTexts(item),
    venues: item.venues.map(withOwnTexts),
    organizers: item.organizers.map(withOwnTexts),
    categories: item.categories.map(withOwnTexts),
    tags: item.tags.map(withOwnTexts),
  }
  const event = representEvent(own, view)
  return {
    ...event,
    translations,
    venue: oneVenueOrList(withTranslations('venue', [event.venue].flat(), item.venues, root)),
    organizer: withTranslations('organizer', event.organizer, item.organizers, root),
  }
}
