/**
 * The shelf: events as JSON, in bytes, as they were made for the last list that showed them. A list that nobody has asked
 * for before is put together from them. The journal tells which of them are still what they would be made now; the terms
 * of an event are kept apart from it, since their counts change whenever an event with them comes or goes.
 */
import type { TermName } from '../contract/resources/index.ts'
import { epochOf } from '../domain/moment.ts'
import { represent, type View } from '../representations/json/index.ts'
import type { Asker, EventItem, Glance, Item, Look, Sight } from '../store/store.ts'
import { type Generations, generations } from './generations.ts'
import {
  type Born,
  eventOf,
  holds,
  type Piece,
  pieceOf,
  type Shelved,
  type ShelvedEvent,
  type ShelvedTerm,
  sizeOf,
} from './shelved.ts'

export interface Shelf {
  /** The JSON of these events, as a look shows them to a reader, with commas between. */
  join(look: Look, ids: readonly number[], asker: Asker, view: View): Promise<readonly Piece[]>
  /** The same of what is on the shelf; undefined where one of them is not, or not as it is now. */
  joinAtOnce(glance: Glance, ids: readonly number[], asker: Asker, view: View): readonly Piece[] | undefined
}

const MOST_BYTES = 64 * 1024 * 1024

const comma = pieceOf(',')

/** Readers of the same kind are shown the same. */
function kindOf({ user, reads, edits }: Sight, { root }: View): string {
  const isOwn = reads === 'own' || edits === 'own' || edits === 'own unpublished'
  return `${root.url}\n${root.namespace}\n${reads}\n${edits}\n${isOwn ? user : ''}`
}

/** An event with the terms that it bears. */
interface Resolved {
  readonly parts: ShelvedEvent['parts']
  readonly category: readonly Piece[]
  readonly tag: readonly Piece[]
}

function joined(events: readonly Resolved[]): readonly Piece[] {
  const pieces: Piece[] = []
  const add = (all: readonly Piece[]) => {
    for (const [at, piece] of all.entries()) {
      if (at > 0) pieces.push(comma)
      pieces.push(piece)
    }
  }
  for (const { parts, category, tag } of events) {
    if (pieces.length > 0) pieces.push(comma)
    pieces.push(parts[0])
    add(category)
    pieces.push(parts[1])
    add(tag)
    pieces.push(parts[2])
  }
  return pieces
}

interface Boards {
  readonly events: Generations<ShelvedEvent>
  readonly category: Generations<ShelvedTerm>
  readonly tag: Generations<ShelvedTerm>
}

/** A kind of reader, at what they look, and when. */
interface Reader {
  readonly look: Pick<Glance, 'revision' | 'isAsOf'>
  readonly kind: string
  readonly now: number
}

/** The terms that an event bears; undefined where one of them is not at hand. */
function termsAtHand(
  boards: Boards,
  name: TermName,
  born: Born,
  { look, kind, now }: Reader,
): readonly Piece[] | undefined {
  const pieces: Piece[] = []
  for (const { id, name: called } of born[name]) {
    const term = boards[name].get(kind, id)
    // One that has another name may also stand elsewhere among the others.
    if (term === undefined || term.name !== called) return undefined
    if (!holds(term, look, now, () => look.isAsOf(name, id, term.asOf))) return undefined
    pieces.push(term.piece)
  }
  return pieces
}

function atHand(boards: Boards, id: number, reader: Reader): Resolved | undefined {
  const { look, kind, now } = reader
  const event = boards.events.get(kind, id)
  if (event === undefined) return undefined
  const { asOf, images, born } = event
  const isUnchanged = () =>
    look.isAsOf('event', id, asOf) && images.every((image) => look.isAsOf('media', image, asOf))
  if (!holds(event, look, now, isUnchanged)) return undefined
  const category = termsAtHand(boards, 'category', born, reader)
  const tag = category === undefined ? undefined : termsAtHand(boards, 'tag', born, reader)
  return category === undefined || tag === undefined ? undefined : { parts: event.parts, category, tag }
}

/** Puts an event and its terms on the shelf. */
function put(boards: Boards, item: EventItem, view: View, kind: string, shelved: Shelved): Resolved {
  const terms = <N extends TermName>(name: N, all: readonly Item<N>[]) =>
    all.map((term) => {
      const { id, name: called } = term.record
      const piece = pieceOf(JSON.stringify(represent(name, term, view)))
      boards[name].set(kind, id, { ...shelved, name: called, piece }, sizeOf([piece]))
      return piece
    })
  const event = eventOf(item, view, shelved)
  boards.events.set(kind, item.record.id, event, sizeOf(event.parts))
  const { parts } = event
  if (item.isProtected) return { parts, category: [], tag: [] }
  return { parts, category: terms('category', item.categories), tag: terms('tag', item.tags) }
}

/** A shelf with nothing on it. */
export function shelf(): Shelf {
  const boards: Boards = {
    events: generations(MOST_BYTES),
    category: generations(MOST_BYTES / 8),
    tag: generations(MOST_BYTES / 8),
  }
  return {
    async join(look, ids, asker, view) {
      const [now, kind] = [epochOf(asker.moment.now), kindOf(asker.sight, view)]
      const found = new Map(ids.map((id) => [id, atHand(boards, id, { look, kind, now })]))
      const missing = ids.filter((id) => found.get(id) === undefined)
      if (missing.length > 0) {
        const items = await look.events(missing, asker)
        const until = (await look.nextPublication(asker.moment)) ?? Number.POSITIVE_INFINITY
        const shelved = { since: now, until, asOf: look.revision }
        for (const item of items) found.set(item.record.id, put(boards, item, view, kind, shelved))
      }
      const events = ids.map((id) => found.get(id)).filter((one) => one !== undefined)
      return joined(events)
    },
    joinAtOnce(look, ids, asker, view) {
      const reader = { look, kind: kindOf(asker.sight, view), now: epochOf(asker.moment.now) }
      const events: Resolved[] = []
      for (const id of ids) {
        const event = atHand(boards, id, reader)
        if (event === undefined) return undefined
        events.push(event)
      }
      return joined(events)
    },
  }
}
