/** The plan of a batch: the rows, links, counts and import keys that its lines add. */
import { linkNames, type ResourceName, type TermName, termNames } from '../../../contract/resources/index.ts'
import { entriesOf, recordFromNames } from '../../../contract/table-of.ts'
import type {
  BatchResourceName,
  ImportedItem,
  LinkName,
  NewRowWithId,
  TermIdsOfEventToCount,
  Writing,
} from '../../../store/store.ts'

/** Rows and more that are written later, together. The rows have their ids already. */
export interface ImportRowsWrittenLater {
  readonly rows: { readonly [N in BatchResourceName]: NewRowWithId<N>[] }
  /** The links of new events, by event. */
  readonly links: Readonly<Record<LinkName, Map<number, readonly number[]>>>
  /** How many events more have a term. */
  readonly counts: Readonly<Record<TermName, Map<number, number>>>
  readonly imports: Map<string, ImportedItem>
}

/** Returns a plan that writes nothing. */
export const makeEmptyPlan = (): ImportRowsWrittenLater => ({
  rows: { event: [], venue: [], organizer: [] },
  links: recordFromNames(linkNames, () => new Map()),
  counts: recordFromNames(termNames, () => new Map()),
  imports: new Map(),
})

/** Whether a plan writes something. */
export const plansAnything = ({ rows, links, counts, imports }: ImportRowsWrittenLater): boolean =>
  Object.values(rows).some((of) => of.length > 0) ||
  [...Object.values(links), ...Object.values(counts), imports].some(({ size }) => size > 0)

/** Whether new items of a resource are planned. Others are written at once. */
export const isPlannedResourceName = (name: ResourceName): name is BatchResourceName =>
  name === 'event' || name === 'venue' || name === 'organizer'

/** Whether a plan adds items of a resource, or changes what is shown of them. */
export function doesPlanChangeResource(
  { rows, counts }: ImportRowsWrittenLater,
  name: ResourceName,
): boolean {
  if (isPlannedResourceName(name)) return rows[name].length > 0
  return (name === 'category' || name === 'tag') && counts[name].size > 0
}

/** Counts one event more of its terms. */
export function addEventToPlannedTermCounts(
  { counts }: ImportRowsWrittenLater,
  { category, tag }: TermIdsOfEventToCount,
): void {
  for (const [name, ids] of entriesOf({ category, tag }))
    for (const id of ids) counts[name].set(id, (counts[name].get(id) ?? 0) + 1)
}

/** Writes a plan: what is referenced first. */
export async function writeImportPlan(
  store: Writing,
  { rows, links, counts, imports }: ImportRowsWrittenLater,
): Promise<void> {
  if (rows.venue.length > 0) await store.insertAll('venue', rows.venue)
  if (rows.organizer.length > 0) await store.insertAll('organizer', rows.organizer)
  if (rows.event.length > 0) await store.insertAll('event', rows.event)
  for (const [name, targets] of entriesOf(links)) if (targets.size > 0) await store.addLinks(name, targets)
  for (const [name, changes] of entriesOf(counts)) if (changes.size > 0) await store.addCounts(name, changes)
  if (imports.size > 0) await store.rememberImports(imports)
}
