/** The writing of a batch that plans: it answers what is known, and collects what lines add until something else needs it. */

import { inlineNameKey } from '../../../actions/linking/known-by-name.ts'
import type { Context } from '../../../api/context.ts'
import type { ResourceName, TermName, VenueOrOrganizerName } from '../../../contract/resources/index.ts'
import type { Moment } from '../../../domain/time/moment.ts'
import type { BatchResourceName, ItemWriting, RecordOf, ValuesOf, Writing } from '../../../store/store.ts'
import { fillKnownAnswers } from './batch-look-ups.ts'
import {
  type BatchLookUps,
  forgetAllAnswers,
  forgetTermsNamed,
  type KnownAnswers,
  makeAnswerKey,
  REVISION_OF_UNUSABLE_ANSWERS,
  takeFreeSlug,
} from './known-answers.ts'
import {
  addEventToPlannedTermCounts,
  doesPlanChangeResource,
  isPlannedResourceName,
  makeEmptyPlan,
} from './plan.ts'
import {
  type ImportBatchPlanInProgress,
  writePlanInProgress,
  writingThatWritesPlanFirst,
} from './plan-in-progress.ts'

async function newId({ store, next }: ImportBatchPlanInProgress, name: BatchResourceName): Promise<number> {
  const id = next.get(name) ?? (await store.nextId(name))
  next.set(name, id + 1)
  return id
}

/** Adds a venue or an organizer to the known ones of its name, as far as others find it. The next line of this name may mean it. */
function knowAlike<N extends VenueOrOrganizerName>(
  { answers }: ImportBatchPlanInProgress,
  name: N,
  record: RecordOf<N>,
): void {
  const { name_key, status } = record
  answers.inline.delete(inlineNameKey(name, name_key))
  const known = answers.alike[name].get(name_key)
  if (known === undefined) return
  if (status === 'publish') answers.alike[name].set(name_key, [...known, record])
  else answers.alike[name].delete(name_key)
}

type Inserting = { readonly [N in ResourceName]: (values: ValuesOf<N>) => Promise<number> }

/** Plans new events, venues and organizers. Writes everything else at once: none of it references what is planned. */
function inserting(planning: ImportBatchPlanInProgress): ItemWriting['insert'] {
  const { store, answers } = planning
  const term = async <N extends TermName>(name: N, values: ValuesOf<N>) => {
    forgetTermsNamed(answers, name, values)
    return store.insert(name, values)
  }
  const into: Inserting = {
    async event(values) {
      const id = values.id ?? (await newId(planning, 'event'))
      planning.made.add(id)
      planning.answers.uids.delete(values.uid)
      planning.plan.rows.event.push({ ...values, id })
      return id
    },
    async venue(values) {
      const row = { ...values, id: values.id ?? (await newId(planning, 'venue')) }
      planning.plan.rows.venue.push(row)
      knowAlike(planning, 'venue', row)
      return row.id
    },
    async organizer(values) {
      const row = { ...values, id: values.id ?? (await newId(planning, 'organizer')) }
      planning.plan.rows.organizer.push(row)
      knowAlike(planning, 'organizer', row)
      return row.id
    },
    category: (values) => term('category', values),
    tag: (values) => term('tag', values),
    group: (values) => store.insert('group', values),
    async series(values) {
      answers.seriesUids.delete(values.uid)
      return store.insert('series', values)
    },
    media: (values) => store.insert('media', values),
    page: (values) => store.insert('page', values),
  }
  return async (name, values) => {
    const id = await into[name](values)
    answers.absent.delete(makeAnswerKey(name, id))
    return id
  }
}

/** The reads that are answered from what is known, or without writing the plan where that changes nothing about them. */
function reading(planning: ImportBatchPlanInProgress, settled: Writing): Partial<Writing> {
  const { store, answers } = planning
  const seeing = (name: ResourceName) => (doesPlanChangeResource(planning.plan, name) ? settled : store)
  return {
    find: async (name, address, moment) =>
      'id' in address && answers.absent.has(makeAnswerKey(name, address.id))
        ? undefined
        : seeing(name).find(name, address, moment),
    items: (name, records, viewer) => seeing(name).items(name, records, viewer),
    visible: async (name, ids, viewer) =>
      ids.length === 0 ? new Set() : seeing(name).visible(name, ids, viewer),
    terms: (name, ids) => store.terms(name, ids),
    sameTerm: (name, text, parent) => store.sameTerm(name, text, parent),
    async term(name, reference) {
      if ('id' in reference) return store.term(name, reference)
      const key = makeAnswerKey(name, 'name' in reference ? reference.name : reference.text)
      const id = answers.terms.get(key) ?? (await store.term(name, reference))
      if (id !== undefined) answers.terms.set(key, id)
      return id
    },
    imported: async (key) => (answers.imports.has(key) ? answers.imports.get(key) : store.imported(key)),
    eventWithUid: async (uid) =>
      answers.uids.has(uid) ? answers.uids.get(uid) : seeing('event').eventWithUid(uid),
    seriesWithUid: async (uid) =>
      answers.seriesUids.get(uid) === false ? undefined : store.seriesWithUid(uid),
    alike: async (name, key, moment) => answers.alike[name].get(key) ?? seeing(name).alike(name, key, moment),
    mergedAlike: async (name, key) =>
      answers.merged[name].get(key) === false ? [] : store.mergedAlike(name, key),
    draftsAlike: (name, key, author) => seeing(name).draftsAlike(name, key, author),
    async freeSlug(name, slug, except, isChosen) {
      if (!isPlannedResourceName(name)) return store.freeSlug(name, slug, except, isChosen)
      if (except !== undefined) return seeing(name).freeSlug(name, slug, except, isChosen)
      const isGivenUp = isChosen === true && answers.formerSlugs.delete(makeAnswerKey(name, slug))
      const known = isGivenUp ? undefined : takeFreeSlug(answers, name, slug)
      if (known !== undefined) return known
      const free = await seeing(name).freeSlug(name, slug, undefined, isChosen)
      answers.slugs.set(makeAnswerKey(name, free), true)
      return free
    },
  }
}

/** The writes that are planned. */
const planned = (planning: ImportBatchPlanInProgress, settled: Writing): Partial<Writing> => ({
  insert: inserting(planning),
  async put(name, id, values) {
    const stored = await (id === undefined ? planning.store : settled).put(name, id, values)
    if ((name === 'category' || name === 'tag') && 'count' in stored)
      forgetTermsNamed(planning.answers, name, stored)
    planning.answers.absent.delete(makeAnswerKey(name, stored.id))
    return stored
  },
  async rememberImport(key, resource, item_id) {
    planning.plan.imports.set(key, { resource, item_id })
    planning.answers.imports.set(key, { resource, item_id })
  },
  async setLinks(name, eventId, targets) {
    if (!planning.made.has(eventId)) return settled.setLinks(name, eventId, targets)
    planning.plan.links[name].set(eventId, targets)
  },
  async recount(before, after) {
    if (before.counts || !after.counts) await planning.store.recount(before, after)
    else addEventToPlannedTermCounts(planning.plan, after)
  },
})

/** The writing of one transaction that plans. */
interface PlannedWriting {
  readonly store: Writing
  readonly context: Context
  /** Looks up at once what lines will ask. */
  foresee(wanted: BatchLookUps, moment: Moment): Promise<void>
  /** Writes what is planned. Called at the end. */
  settle(): Promise<void>
}

/**
 * Returns the writing of one transaction that plans. A line that fails must end the transaction, because what is planned of it can't be
 * undone. Answers of the last transaction stay true if nothing else wrote since; the caller sets their revision again after the commit.
 */
export async function writingThatPlans(
  store: Writing,
  caller: Context,
  answers: KnownAnswers,
): Promise<PlannedWriting> {
  if ((await store.revision()) !== answers.revision + 1) forgetAllAnswers(answers)
  // A transaction that runs again must not use answers that the rolled back one found.
  answers.revision = REVISION_OF_UNUSABLE_ANSWERS
  const planning: ImportBatchPlanInProgress = {
    store,
    answers,
    plan: makeEmptyPlan(),
    next: new Map(),
    made: new Set(),
  }
  const settled = writingThatWritesPlanFirst(planning)
  return {
    context: { ...caller, inline: answers.inline },
    store: { ...settled, ...reading(planning, settled), ...planned(planning, settled) },
    foresee: (wanted, moment) => fillKnownAnswers(store, answers, wanted, moment),
    settle: () => writePlanInProgress(planning),
  }
}

/** Returns the plain writing of one transaction: each line writes what it adds itself. */
export const writingWithoutPlan = (store: Writing, context: Context): PlannedWriting => ({
  store,
  context,
  foresee: async () => {},
  settle: async () => {},
})
