/**
 * What one transaction looked up at once for the items that it is going to make: the slugs that are free, and the venues and organizers of
 * their names. It holds until a statement may change it; what the transaction inserts late is added.
 */
import type { ResourceName, VenueOrOrganizerName } from '../../contract/resources/index.ts'
import { foldedText } from '../../domain/text/letters.ts'
import { numberedSlug, slugOr } from '../../domain/text/slug.ts'
import type { Moment } from '../../domain/time/moment.ts'
import { allOfSql, isOneOfSql, isPublicSql } from '../conditions/visibility.ts'
import { type Db, queryRows } from '../database/rows.ts'
import { quotedName, sql } from '../database/sql.ts'
import type { ExpectedItems, NamesakeReading, RecordOf } from '../store.ts'
import { AT_ONCE, takenSlugsAmong } from './free-slug.ts'
import { itemTable } from './orders.ts'
import { queryRecords } from './query-records.ts'

type Namesakes = { readonly [N in VenueOrOrganizerName]: Map<string, readonly RecordOf<N>[]> }
type NamesakeReads = Pick<NamesakeReading, 'alike' | 'mergedAlike'>

/** Returns the public venues or organizers with one of these folded names, lowest id first. */
export function publicRecordsOfNames<N extends VenueOrOrganizerName>(
  db: Db,
  name: N,
  nameKeys: readonly string[],
  moment: Moment,
): Promise<readonly RecordOf<N>[]> {
  const table = itemTable(name)
  const open = isPublicSql(table, { moment, scope: { user: undefined, reads: 'none', edits: 'none' } })
  const named = isOneOfSql(quotedName('name_key'), nameKeys)
  return queryRecords(
    db,
    name,
    sql`select * from ${quotedName(table)} where ${allOfSql([named, open])} order by id`,
  )
}

/** What is looked up for the transactions of one connection. */
export interface LookUps {
  /** Forgets everything: a transaction begins. */
  begin(): void
  /** Forgets everything that a statement may change. */
  forgetFor(text: string): void
  /** Looks up what the items need that are going to be made. */
  lookUp(expected: ExpectedItems, moment: Moment): Promise<void>
  /** Whether an item has or had a slug; undefined if that is not known. */
  isTaken(name: ResourceName, slug: string): boolean | undefined
  /** An item was inserted. */
  inserted(name: ResourceName, record: RecordOf<ResourceName>): void
  /** Forgets the items that are inserted from now on when the returned function is called. */
  mark(): () => void
  /** Returns the reads that what is known answers, where it does. */
  reads(others: NamesakeReads): NamesakeReads
}

/** What statements contain that may change what is looked up. */
const changing = /\b(?:events|venues|organizers|former_slugs|merges)\b/

const keyOf = (name: ResourceName, text: string) => `${name} ${text}`

/** Returns what is looked up in the transactions on a connection. */
export function newLookUps(db: Db): LookUps {
  const slugs = new Map<string, boolean>()
  const namesakes: Namesakes = { venue: new Map(), organizer: new Map() }
  let isMerged = true
  /** Undoes what is known of each inserted item. */
  let undoing: (() => void)[] = []
  const begin = () => {
    slugs.clear()
    namesakes.venue.clear()
    namesakes.organizer.clear()
    isMerged = true
    undoing = []
  }
  const lookUpSlugs = async (name: 'event' | VenueOrOrganizerName, wanted: readonly string[]) => {
    const taken = await takenSlugsAmong(db, name, wanted)
    for (const slug of wanted) slugs.set(keyOf(name, slug), taken.has(slug))
  }
  /** Looks up the slugs of titles, and the numbered ones of those that several want or an item has. */
  const lookUpSlugsOf = async (name: 'event' | VenueOrOrganizerName, titles: readonly string[]) => {
    const all = titles.map((title) => numberedSlug(slugOr(title, name), 1))
    await lookUpSlugs(name, [...new Set(all)])
    const several = all.filter((slug, at) => slugs.get(keyOf(name, slug)) || all.indexOf(slug) < at)
    const numbers = Array.from({ length: AT_ONCE }, (_, at) => 2 + at)
    const numbered = [...new Set(several)].flatMap((slug) => numbers.map((n) => numberedSlug(slug, n)))
    await lookUpSlugs(name, numbered)
  }
  const lookUpNames = async <N extends VenueOrOrganizerName>(
    known: Map<string, readonly RecordOf<N>[]>,
    name: N,
    { names, moment }: { readonly names: readonly string[]; readonly moment: Moment },
  ) => {
    const keys = [...new Set(names.map(foldedText))]
    for (const key of keys) known.set(key, [])
    for (const record of await publicRecordsOfNames(db, name, keys, moment))
      known.set(record.name_key, [...(known.get(record.name_key) ?? []), record])
  }
  const learn = <N extends VenueOrOrganizerName>(
    known: Map<string, readonly RecordOf<N>[]>,
    record: RecordOf<N>,
  ) => {
    const { name_key, status } = record
    const before = known.get(name_key)
    if (before === undefined) return
    if (status === 'publish') known.set(name_key, [...before, record])
    else known.delete(name_key)
    undoing.push(() => void known.set(name_key, before))
  }
  return {
    begin,
    forgetFor(text) {
      if (changing.test(text)) begin()
    },
    async lookUp({ event, venue, organizer }, moment) {
      await lookUpSlugsOf('event', event)
      await lookUpSlugsOf('venue', venue)
      await lookUpSlugsOf('organizer', organizer)
      await lookUpNames(namesakes.venue, 'venue', { names: venue, moment })
      await lookUpNames(namesakes.organizer, 'organizer', { names: organizer, moment })
      isMerged = (await queryRows(db, sql`select id from merges limit 1`)).length > 0
    },
    isTaken: (name, slug) => slugs.get(keyOf(name, slug)),
    inserted(name, record) {
      const key = keyOf(name, record.slug)
      const isInTrash = 'status' in record && record.status === 'trash'
      if (!isInTrash && slugs.get(key) === false) {
        slugs.set(key, true)
        undoing.push(() => void slugs.set(key, false))
      }
      if (!('name_key' in record && 'status' in record)) return
      if ('city' in record) learn(namesakes.venue, record)
      else learn(namesakes.organizer, record)
    },
    mark() {
      const before = undoing.length
      const known = undoing
      return () => {
        // What was forgotten meanwhile stays unknown.
        if (known === undoing) for (const undo of undoing.splice(before).reverse()) undo()
        else begin()
      }
    },
    reads: ({ alike, mergedAlike }) => ({
      async alike(name, nameKey, moment) {
        return namesakes[name].get(nameKey) ?? alike(name, nameKey, moment)
      },
      mergedAlike: async (name, nameKey) => (isMerged ? mergedAlike(name, nameKey) : []),
    }),
  }
}
