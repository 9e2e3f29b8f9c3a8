/** Answers that an import knows without asking again: those of its look-ups, as its own writes change them. */
import type { ForeseenLookUps } from '../../../actions/linking/foreseen.ts'
import type { ItemName, TermName, VenueOrOrganizerName } from '../../../contract/resources/index.ts'
import { foldedText } from '../../../domain/text/letters.ts'
import { slugCandidate } from '../../../domain/text/slug.ts'
import type { Moment } from '../../../domain/time/moment.ts'
import type {
  BatchResourceName,
  EventRecord,
  ImportedItem,
  RecordOf,
  TagRecord,
  Writing,
} from '../../../store/store.ts'

/** The look-ups of the lines of a batch: of the sources that they are imported from, and of the creates among them. */
export interface BatchLookUps {
  readonly keys: readonly string[]
  /** The iCalendar UIDs of events and series. */
  readonly uids: readonly string[]
  readonly creates: readonly ForeseenLookUps[]
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
  /** Whether slugs are taken, by resource and slug. */
  readonly slugs: Map<string, boolean>
  /** Public items, by folded name. */
  readonly alike: { readonly [N in VenueOrOrganizerName]: Map<string, readonly RecordOf<N>[]> }
  /** Whether items of a folded name were merged into others. */
  readonly merged: Readonly<Record<VenueOrOrganizerName, Map<string, boolean>>>
}

/** A revision that marks answers as unusable. */
export const NO_REVISION = -1

/** Returns answers that know nothing. */
export const newKnownAnswers = (): KnownAnswers => ({
  revision: NO_REVISION,
  foreseen: undefined,
  terms: new Map(),
  inline: new Map(),
  imports: new Map(),
  uids: new Map(),
  seriesUids: new Map(),
  slugs: new Map(),
  alike: { venue: new Map(), organizer: new Map() },
  merged: { venue: new Map(), organizer: new Map() },
})

/** Forgets what was looked up for one batch of lines. */
function forgetForeseen(answers: KnownAnswers): void {
  answers.foreseen = undefined
  const { imports, uids, seriesUids, slugs, alike, merged } = answers
  for (const of of [imports, uids, seriesUids, slugs]) of.clear()
  for (const of of [alike.venue, alike.organizer, merged.venue, merged.organizer]) of.clear()
}

/** Forgets all answers. */
export function forgetAnswers(answers: KnownAnswers): void {
  forgetForeseen(answers)
  answers.terms.clear()
  answers.inline.clear()
}

/** Returns the key of a text among the items of a resource. */
export const answerKey = (name: ItemName, text: string): string => `${name} ${text}`

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
const NUMBERS = 20

/** Returns the slug or its first free number, and takes it; undefined where the answers don't tell. */
export function takeFreeSlug({ slugs }: KnownAnswers, name: ItemName, slug: string): string | undefined {
  for (let n = 1; n <= 1 + NUMBERS; n += 1) {
    const candidate = slugCandidate(slug, n)
    const isTaken = slugs.get(answerKey(name, candidate))
    if (isTaken === undefined) return undefined
    if (isTaken) continue
    slugs.set(answerKey(name, candidate), true)
    return candidate
  }
  return undefined
}

/** Looks up whether slugs are taken and, of those that are or that several items want, which numbers behind them. */
async function lookUpSlugs(
  store: Writing,
  { slugs }: KnownAnswers,
  name: BatchResourceName,
  wanted: readonly string[],
): Promise<void> {
  const look = async (all: readonly string[]) => {
    const taken = await store.takenSlugs(name, all)
    for (const slug of all) slugs.set(answerKey(name, slug), taken.has(slug))
    return taken
  }
  const once = new Set<string>()
  const again = new Set<string>()
  for (const slug of wanted) (once.has(slug) ? again : once).add(slug)
  for (const slug of await look([...once])) again.add(slug)
  const numbers = Array.from({ length: NUMBERS }, (_, at) => 2 + at)
  await look([...new Set([...again].flatMap((slug) => numbers.map((n) => slugCandidate(slug, n))))])
}

/** Looks up venues or organizers by name, and of those that are not here whether their slugs are taken. */
async function lookUpLinked<N extends VenueOrOrganizerName>(
  store: Writing,
  answers: KnownAnswers,
  name: N,
  { creates, moment }: Pick<BatchLookUps, 'creates'> & { readonly moment: Moment },
): Promise<void> {
  const inline = creates.flatMap((one) => one.inline.filter((item) => item.name === name))
  if (inline.length === 0) return
  const keys = [...new Set(inline.flatMap((one) => one.keys))]
  const records = await store.alikeAny(name, keys, moment)
  const merged = await store.mergedNames(name, keys)
  for (const key of keys) {
    answers.alike[name].set(key, [])
    answers.merged[name].set(key, merged.has(key))
  }
  for (const record of records) {
    const before = answers.alike[name].get(record.name_key) ?? []
    answers.alike[name].set(record.name_key, [...before, record])
  }
  const isHere = (key: string) => (answers.alike[name].get(key)?.length ?? 0) > 0
  const missing = inline.filter((one) => !one.keys.some(isHere))
  await lookUpSlugs(store, answers, name, [...new Set(missing.map(({ slug }) => slug))])
}

/** Looks up what lines were imported as, and which events and series have their UIDs. */
async function lookUpSources(
  store: Writing,
  { imports, uids: events, seriesUids }: KnownAnswers,
  { keys, uids }: BatchLookUps,
): Promise<void> {
  const imported = await store.importedAs(keys)
  for (const key of keys) imports.set(key, imported.get(key))
  if (uids.length === 0) return
  const found = await store.eventsOfUids(uids)
  const ofSeries = await store.uidsOfSeries(uids)
  for (const uid of uids) {
    events.set(uid, found.get(uid))
    seriesUids.set(uid, ofSeries.has(uid))
  }
}

/** Makes the look-ups of a batch, unless they are made. Forgets those of the batch before. */
export async function fillKnownAnswers(
  store: Writing,
  answers: KnownAnswers,
  wanted: BatchLookUps,
  moment: Moment,
): Promise<void> {
  if (answers.foreseen === wanted) return
  forgetForeseen(answers)
  const { creates } = wanted
  await lookUpSources(store, answers, wanted)
  await lookUpSlugs(
    store,
    answers,
    'event',
    creates.map(({ slug }) => slug),
  )
  for (const name of ['venue', 'organizer'] as const)
    await lookUpLinked(store, answers, name, { creates, moment })
  answers.foreseen = wanted
}
