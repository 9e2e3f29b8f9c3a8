/** The look-ups that lines of an export make, known from what was sent: an import makes those of many lines at once. */
import { type LookUpsOfCreate, lookUpsOfSlug } from '../../../actions/linking/foreseen.ts'
import { itemNames, linkNames } from '../../../contract/resources/index.ts'
import { argNamesByLinkedResource } from '../../../contract/stored-args.ts'
import { entriesOf } from '../../../contract/table-of.ts'
import type { LineResourceName } from '../../jsonl/record-lines.ts'
import { globalIdOfReference, importKeyOfGlobalId } from '../import-batch.ts'
import type { SentObject } from '../sent-line.ts'
import type { BatchLookUps, ResourceNameAndId } from './known-answers.ts'

/** The most references of a field that are looked up before the line is parsed. */
const MOST_FORESEEN = 50

/** The most global ids of one statement. Those beyond are looked up line by line. */
const MOST_AT_ONCE = 2000

/** A global id that a database may be asked for. */
const isGlobalId = (sent: unknown): sent is string =>
  typeof sent === 'string' && sent.length <= 2000 && /^[^\s?\0]+\?[^\s\0]+$/.test(sent)

const isId = (sent: unknown): sent is number => Number.isSafeInteger(sent) && Number(sent) > 0

/** The fields by which lines name other items, with the resource of these. */
const pointers: Readonly<Record<string, LineResourceName>> = {
  image: 'media',
  series: 'series',
  post_parent: 'event',
  parent: 'category',
  ...Object.fromEntries(linkNames.map((name) => [argNamesByLinkedResource[name], name])),
}

/** Returns the global ids that a line names: its own, those of its sources, and those of the items that it references. */
function globalIdsOn(sent: SentObject): readonly string[] {
  const { global_id, origins } = sent
  if (!isGlobalId(global_id)) return []
  const references = entriesOf(pointers).flatMap(([field, name]) =>
    [sent[field]]
      .flat()
      .slice(0, MOST_FORESEEN)
      .filter(isId)
      .map((id) => globalIdOfReference(global_id, name, id)),
  )
  return [global_id, ...[origins].flat().slice(0, MOST_FORESEEN).filter(isGlobalId), ...references]
}

/** The item of a line; undefined of a line about something else, such as an image. */
function itemOf({ resource, id }: SentObject): ResourceNameAndId | undefined {
  const name = itemNames.find((one) => one === resource)
  return name === undefined || !isId(id) ? undefined : { name, id }
}

function slugLookUpsOf({ resource, slug }: SentObject): readonly LookUpsOfCreate[] {
  return resource === 'event' && typeof slug === 'string' ? lookUpsOfSlug(slug) : []
}

/** Returns the look-ups of lines of an export. */
export const lookUpsOfExport = (lines: readonly SentObject[]): BatchLookUps => ({
  keys: [...new Set(lines.flatMap(globalIdsOn))].slice(0, MOST_AT_ONCE).map(importKeyOfGlobalId),
  uids: [],
  items: lines.flatMap((sent) => itemOf(sent) ?? []),
  creates: lines.flatMap(slugLookUpsOf),
})
