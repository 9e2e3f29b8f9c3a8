/** Our actors: how they are found, and how those of groups and organizers are made. Their keys are made once and stay. */
import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { FederatedItemWithoutActor, NewOwnActor, OwnActorWithStanding } from '../store/store.ts'
import { actorAddress, actorNameAt, CALENDAR_ACTOR_NAME } from './addresses.ts'
import { type FederationParts, nowInSeconds } from './federation-parts.ts'

/** Actors that are made together: each needs a tenth of a second for its keys. */
const MADE_TOGETHER = 20
/** The names that are tried for an item. */
const MAX_TRIES = 1000

const newKeys = promisify(generateKeyPair)

type NamedItem = Pick<NewOwnActor, 'name' | 'kind' | 'item_id'>

async function newActor(item: NamedItem, created_utc: number): Promise<NewOwnActor> {
  const { privateKey, publicKey } = await newKeys('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { ...item, private_key: privateKey, public_key: publicKey, created_utc }
}

/** Returns the calendar's actor. Its keys are made at the first call of all processes. */
export async function ownActorOfCalendar(source: FederationParts): Promise<OwnActorWithStanding> {
  const { store, moment } = source.context()
  const { actors } = store.federation
  const known = await actors.named(CALENDAR_ACTOR_NAME, moment)
  if (known !== undefined) return known
  await actors.add(
    await newActor(
      { name: CALENDAR_ACTOR_NAME, kind: CALENDAR_ACTOR_NAME, item_id: 0 },
      nowInSeconds(source),
    ),
  )
  const made = await actors.named(CALENDAR_ACTOR_NAME, moment)
  if (made === undefined) throw new Error('The calendar has no actor.')
  return made
}

/** The name that an item would like to have: its slug, where every server can read it. */
const wishedName = ({ kind, item_id, slug }: FederatedItemWithoutActor) =>
  /^[a-z0-9-]{1,200}$/.test(slug) && slug !== CALENDAR_ACTOR_NAME ? slug : `${kind}-${item_id}`

/** Makes the actor of an item, under the first name that is free. */
async function makeActor(source: FederationParts, item: FederatedItemWithoutActor): Promise<void> {
  const { store, moment } = source.context()
  const { actors } = store.federation
  const { kind, item_id } = item
  const wished = wishedName(item)
  const actor = await newActor({ name: wished, kind, item_id }, nowInSeconds(source))
  for (let at = 1; at <= MAX_TRIES; at++) {
    const name = at === 1 ? wished : `${wished}-${at}`
    if ((await actors.named(name, moment)) === undefined && (await actors.add({ ...actor, name }))) return
    const other = await actors.named(name, moment)
    // Another process was faster.
    if (other?.kind === kind && other.item_id === item_id) return
  }
}

/** Makes the actors of the groups and organizers that are federated and have none, some at a time. Returns how many. */
export async function makeMissingActors(source: FederationParts): Promise<number> {
  const { store, moment } = source.context()
  const items = await store.federation.actors.unmade(moment, MADE_TOGETHER)
  for (const item of items) await makeActor(source, item)
  return items.length
}

/** Returns the actor of ours with a name, open or not; undefined if there is none. */
export async function ownActor(
  source: FederationParts,
  name: string,
): Promise<OwnActorWithStanding | undefined> {
  if (name === CALENDAR_ACTOR_NAME) return ownActorOfCalendar(source)
  const { store, moment } = source.context()
  const known = await store.federation.actors.named(name, moment)
  if (known !== undefined || (await makeMissingActors(source)) === 0) return known
  return store.federation.actors.named(name, moment)
}

/** Returns the actor of ours at an address, open or not; undefined if there is none. */
export async function ownActorAt(
  source: FederationParts,
  address: string,
): Promise<OwnActorWithStanding | undefined> {
  const name = actorNameAt(source.place, address)
  const actor = name === undefined ? undefined : await ownActor(source, name)
  return actor !== undefined && actorAddress(source.place, actor) === address ? actor : undefined
}
