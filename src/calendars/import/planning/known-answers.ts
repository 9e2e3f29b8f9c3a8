/** Answers that an import knows without asking again: those of its look-ups, as its own writes change them. */
import type { LookUpsOfCreate } from '../../../actions/linking/foreseen.ts'
import type {
  ItemName,
  ResourceName,
  TermName,
  VenueOrOrganizerName,
} from '../../../contract/resources/index.ts'
import { foldedText } from '../../../domain/text/letters.ts'
import { numberedSlug } from '../../../domain/text/slug.ts'
import type { EventRecord, ImportedItem, RecordOf, TagRecord } from '../../../store/store.ts'

/** An item by its id, in lines that may keep ids. */
export interface ResourceNameAndId {
  readonly name: ItemName
  readonly id: number
}

/** The look-ups of the lines of a batch: of the sources that they are imported from, and of the creates among them. */
export interface BatchLookUps {
  readonly keys: readonly string[]
  /** The iCalendar UIDs of events and series. */
  readonly uids: readonly string[]
  /** The items that lines of exports are about, as far as these name their ids. */
  readonly items: readonly ResourceNameAndId[]
  readonly creates: readonly LookUpsOfCreate[]
}

/** Answers at one revision. They stay true while only the import writes. */
export interface KnownAnswers {
  /** The revision at which they were found. */
  revision: number
  /** The look-ups that were made for the lines that are imported. */
  foreseen: BatchLookUps | undefined
  /** The ids of terms, by resource and text. */
  readonly terms: Map<string, number>
  /** The ids of inline venues and organizers, by their name and by their args. */
  readonly inline: Map<string, Map<string, number>>
  /** The items that sources were imported as, by key. */
  readonly imports: Map<string, ImportedItem | undefined>
  /** The events with a UID. */
  readonly uids: Map<string, EventRecord | undefined>
  /** Whether a series has a UID. */
  readonly seriesUids: Map<string, boolean>
  /** The items that are not here, by resource and id. */
  readonly absent: Set<string>
  /** Whether slugs are taken, by resource and slug. */
  readonly slugs: Map<string, boolean>
  /** The taken slugs that items only had, by resource and slug: who chooses one gets it. */
  readonly formerSlugs: Set<string>
  /** Public items, by folded name. */
  readonly alike: { readonly [N in VenueOrOrganizerName]: Map<string, readonly RecordOf<N>[]> }
  /** Whether items of a folded name were merged into others. */
  readonly merged: Readonly<Record<VenueOrOrganizerName, Map<string, boolean>>>
}

/** A revision that marks answers as unusable. */
export const REVISION_OF_UNUSABLE_ANSWERS = -1

/** Returns answers that know nothing. */
export const newKnownAnswers = (): KnownAnswers => ({
  revision: REVISION_OF_UNUSABLE_ANSWERS,
  foreseen: undefined,
  terms: new Map(),
  inline: new Map(),
  imports: new Map(),
  uids: new Map(),
  seriesUids: new Map(),
  absent: new Set(),
  slugs: new Map(),
  formerSlugs: new Set(),
  alike: { venue: new Map(), organizer: new Map() },
  merged: { venue: new Map(), organizer: new Map() },
})

/** Forgets what was looked up for one batch of lines. */
export function forgetForeseen(answers: KnownAnswers): void {
  answers.foreseen = undefined
  const { imports, uids, seriesUids, absent, slugs, formerSlugs, alike, merged } = answers
  for (const of of [imports, uids, seriesUids, absent, slugs, formerSlugs]) of.clear()
  for (const of of [alike.venue, alike.organizer, merged.venue, merged.organizer]) of.clear()
}

/** Forgets all answers. */
export function forgetAllAnswers(answers: KnownAnswers): void {
  forgetForeseen(answers)
  answers.terms.clear()
  answers.inline.clear()
}

/** Returns the key of a text or an id among the items of a resource. */
export const makeAnswerKey = (name: ResourceName, text: string | number): string => `${name} ${text}`

/** Forgets the terms that a text may mean since there is a new one. */
export function forgetTermsNamed(
  { terms }: KnownAnswers,
  name: TermName,
  made: Pick<TagRecord, 'name' | 'slug'>,
): void {
  const isMeant = (text: string) =>
    /^\d+$/.test(text) || text.toLowerCase() === made.slug || foldedText(text) === foldedText(made.name)
  for (const key of terms.keys())
    if (key.startsWith(`${name} `) && isMeant(key.slice(name.length + 1))) terms.delete(key)
}

/** How many numbers behind a slug are looked up. */
export const NUMBERS_LOOKED_UP = 20

/** Returns the slug or its first free number, and takes it; undefined where the answers don't tell. */
export function takeFreeSlug({ slugs }: KnownAnswers, name: ItemName, slug: string): string | undefined {
  for (let n = 1; n <= 1 + NUMBERS_LOOKED_UP; n += 1) {
    const candidate = numberedSlug(slug, n)
    const isTaken = slugs.get(makeAnswerKey(name, candidate))
    if (isTaken === undefined) return undefined
    if (isTaken) continue
    slugs.set(makeAnswerKey(name, candidate), true)
    return candidate
  }
  return undefined
}
