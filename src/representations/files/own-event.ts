/** Events as files have them that other calendars import: with their own texts, and beside them each language once (contract §15). */

import { noTranslations, type TranslatedItem } from '../../domain/content/translations.ts'
import type { EventItem } from '../../store/store.ts'
import { type Event, representEvent } from '../json/event.ts'
import type { JsonItemContext } from '../json/published.ts'
import { shownContent } from '../shown-content.ts'
import { contentChoiceOf } from '../urls.ts'

const withOwnTexts = <R extends TranslatedItem, I extends { readonly record: R }>(item: I): I =>
  item.record.translations === noTranslations
    ? item
    : { ...item, record: { ...item.record, translations: noTranslations } }

/**
 * Returns the representation of an event whose texts are its own, and those of what it names, with the translations that the
 * reader may see. An import reads texts so: one that is shown in another language would become the original. On a site with one
 * language it is the representation that everybody gets.
 */
export function representOwnEvent(item: EventItem, view: JsonItemContext): Event {
  if (contentChoiceOf(view.root).languages.length === 1) return representEvent(item, view)
  const root = { ...view.root, showsTranslations: true } as const
  const { translations = noTranslations } = shownContent('event', item.record, root, item.isProtected).shown
  const own: EventItem = {
    ...withOwnTexts(item),
    venues: item.venues.map(withOwnTexts),
    organizers: item.organizers.map(withOwnTexts),
    categories: item.categories.map(withOwnTexts),
    tags: item.tags.map(withOwnTexts),
  }
  return { ...representEvent(own, view), translations }
}
