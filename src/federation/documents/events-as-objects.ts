/** The events that other servers are told of, as objects. */
import { viewerOf } from '../../actions/context.ts'
import { fieldTextInOneTranslation, noTranslations, ownLanguage } from '../../domain/content/translations.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { representEvent } from '../../representations/json/event.ts'
import { contentChoiceOfRoot, type Root } from '../../representations/urls.ts'
import type { EventRecord } from '../../store/store.ts'
import { actorAddress } from '../addresses.ts'
import type { FederationParts } from '../federation-parts.ts'
import { type EventObjectContext, eventObject, type TextByLanguage } from '../objects/event-object.ts'

/** An event as an object, and whether it is over. */
export interface EventAsObject {
  readonly object: object
  readonly isOver: boolean
}

const noReactions = { likes: 0, shares: 0 }

/** Returns the texts of an event by language: its own, and its published translations. */
function textsByLanguage(record: EventRecord, root: Root): EventObjectContext['texts'] {
  if (record.translations === noTranslations) return {}
  const { languages } = contentChoiceOfRoot(root)
  const byLanguage = (field: string, own: string): TextByLanguage => {
    const others = languages.map(
      (tag) => [tag, fieldTextInOneTranslation(record.translations[tag], field) ?? ''] as const,
    )
    const all = [[ownLanguage(record, languages), own] as const, ...others]
    return Object.fromEntries(all.filter(([, text]) => text !== ''))
  }
  return {
    nameMap: byLanguage('title', record.title),
    contentMap: byLanguage('description', record.description),
  }
}

/** Returns those of the events that may be told of, as objects, by id in the order of `ids`. */
export async function publicEventObjectsById(
  { context, place, root, siteName }: FederationParts,
  ids: readonly number[],
): Promise<ReadonlyMap<number, EventAsObject>> {
  const now = context()
  const { store, moment, currency } = now
  const { events } = store.federation
  const open = await events.open(ids, moment)
  const wanted = ids.filter((id) => open.has(id))
  if (wanted.length === 0) return new Map()
  const [items, reactions, organizers, groups] = await Promise.all([
    store.snapshot((snapshot) => snapshot.events(wanted, viewerOf(now))),
    events.reactions(wanted),
    events.organizersOf(wanted, moment),
    events.groupsOf(wanted, moment),
  ])
  const view = { root, zone: moment.zone, currency, isSingle: false, site: siteName }
  const shown = items.map((item) => {
    const around = {
      place,
      group: groups.get(item.record.id),
      organizers: (organizers.get(item.record.id) ?? []).map((actor) => actorAddress(place, actor)),
      texts: textsByLanguage(item.record, root),
      reactions: reactions.get(item.record.id) ?? noReactions,
    }
    const object = eventObject(representEvent(item, view), around)
    return [item.record.id, { object, isOver: item.record.end_utc < epochOfInstant(moment.now) }] as const
  })
  return new Map(shown)
}
