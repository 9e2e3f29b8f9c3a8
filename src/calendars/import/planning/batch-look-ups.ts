/** The look-ups of a batch, each made for all of its lines at once. */
import { itemNames, type VenueOrOrganizerName } from '../../../contract/resources/index.ts'
import { numberedSlug } from '../../../domain/text/slug.ts'
import type { Moment } from '../../../domain/time/moment.ts'
import type { BatchResourceName, Writing } from '../../../store/store.ts'
import {
  type BatchLookUps,
  forgetForeseen,
  type KnownAnswers,
  makeAnswerKey,
  NUMBERS_LOOKED_UP,
  type ResourceNameAndId,
} from './known-answers.ts'

/** Looks up whether slugs are taken and, of those that are or that several items want, which numbers behind them. */
async function lookUpSlugs(
  store: Writing,
  { slugs, formerSlugs }: KnownAnswers,
  name: BatchResourceName,
  wanted: readonly string[],
): Promise<void> {
  const look = async (all: readonly string[]) => {
    const taken = await store.takenSlugs(name, all)
    for (const slug of all) {
      const key = makeAnswerKey(name, slug)
      slugs.set(key, taken.has(slug))
      if (taken.get(slug) === false) formerSlugs.add(key)
    }
    return taken.keys()
  }
  const once = new Set<string>()
  const again = new Set<string>()
  for (const slug of wanted) (once.has(slug) ? again : once).add(slug)
  for (const slug of await look([...once])) again.add(slug)
  const numbers = Array.from({ length: NUMBERS_LOOKED_UP }, (_, at) => 2 + at)
  await look([...new Set([...again].flatMap((slug) => numbers.map((n) => numberedSlug(slug, n))))])
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
  const keys = [...new Set(inline.map((one) => one.key))]
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
  const missing = inline.filter((one) => !isHere(one.key))
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

/** Looks up which of the items of lines are not here. */
async function lookUpItems(
  store: Writing,
  { absent }: KnownAnswers,
  wanted: readonly ResourceNameAndId[],
): Promise<void> {
  for (const name of itemNames) {
    const ids = wanted.filter((item) => item.name === name).map(({ id }) => id)
    if (ids.length === 0) continue
    const here = await store.existingIds(name, ids)
    for (const id of ids) if (!here.has(id)) absent.add(makeAnswerKey(name, id))
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
  await lookUpItems(store, answers, wanted.items)
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
