/** The data of persons (contract §22): shown whole, and erased. */

import { handItems } from '../actions/groups.ts'
import { answer, named } from '../api/answer.ts'
import { type ReadStore, serviceOperation } from '../api/operation.ts'
import { administrators, everyone } from '../api/permission.ts'
import { refusalProblem } from '../api/policy.ts'
import { markedAsExtension, required } from '../contract/arg.ts'
import * as kind from '../contract/kinds.ts'
import { integerShape, type Shape, sameShapeByName, textShape } from '../contract/shape.ts'
import { Problem } from '../problem.ts'
import type { KeptPersonData, Person, Store, WriteStamp } from '../store/store.ts'
import { authoredItems } from './hand-over.ts'
import { refuseTokens, requireAccountChanged } from './users.ts'

/**
 * Returns the person with a login, an e-mail address or the address of an actor of another server; by a login also with the address of the
 * account. undefined for nobody.
 */
export async function findPersonByLoginEmailOrActor(
  who: string,
  store: Pick<Store, 'accounts' | 'persons'>,
): Promise<Person | undefined> {
  const name = who.trim().toLowerCase()
  if (name === '') return undefined
  const users = await store.accounts.users()
  const user =
    users.find(({ login }) => login === name) ?? users.find(({ email }) => email.toLowerCase() === name)
  const email = user?.email || (name.includes('@') ? who.trim() : '')
  const person = { user, email, actor: isActorAddress(who.trim()) ? who.trim() : undefined }
  if (user !== undefined) return person
  const kept = await store.persons.dataOf(person)
  return countByAddress(kept) + countOfActor(kept) > 0 ? person : undefined
}

const isActorAddress = (who: string) => /^https?:\/\/\S+$/i.test(who)

const countByAddress = ({ submissions, organizers }: KeptPersonData) => submissions.length + organizers.length

const countOfActor = ({ followers, following, reactions }: KeptPersonData) =>
  followers.length + following.length + reactions.length

/** Returns all that is kept of a person, as JSON shows it. */
export async function exportPerson(person: Person, store: Pick<Store, 'persons'>) {
  const { organizers, ...data } = await store.persons.dataOf(person)
  return {
    account: person.user ?? null,
    ...data,
    organizers: organizers.map(({ version: _, ...organizer }) => organizer),
  }
}

/** How much of a person is erased. */
export interface ErasureCounts {
  /** Items whose author is nobody from now on, uploaded images among them. */
  readonly items: number
  /** Uploaded images, which stay. */
  readonly images: number
  /** Images that have the name of the person in their title or slug, which stay as well. */
  readonly named_images: number
  readonly organizers: number
  readonly submissions: number
  /** Follows, likes and shares of an actor of another server. */
  readonly follows: number
  /** The name in place of the login; undefined for a person without an account. */
  readonly name: string | undefined
}

/**
 * Erases a person: items lose their author, organizers the address and the telephone number, and the account goes, all in one transaction. A dry run
 * tells what would go. `remains` says why the file still has pages of before, also after `patience` (milliseconds). Throws 409 for the last administrator.
 */
export async function erasePerson(
  person: Person,
  store: Store,
  by: WriteStamp,
  isDry: boolean,
  patience?: number,
): Promise<ErasureCounts & { readonly remains: Error | undefined }> {
  const { user } = person
  const name = user && `deleted-${user.id}`
  // Whoever erases their own account is not named in what is noted of it.
  const isOwn = user !== undefined && user.id === by.actor.id
  const writer = isOwn ? { ...by, actor: { ...by.actor, login: `deleted-${user.id}` } } : by
  const { result } = await store.together(
    writer,
    async (within) => {
      const data = await within.persons.dataOf(person)
      const organizers = data.organizers.map(({ id }) => id)
      const { result: items } = await within.write(writer, async (writing) => {
        for (const id of organizers) await writing.forgetContact(id)
        if (user === undefined) return 0
        const items = await authoredItems(writing, user.id, { author: 0 })
        return (await handItems(writing, items, writer)).length
      })
      if (user !== undefined)
        requireAccountChanged(await within.accounts.removeUser(user.login, writer.moment, writer.actor))
      await within.persons.forget(person, organizers)
      return {
        items,
        images: data.images.length,
        named_images: data.named_images.length,
        organizers: organizers.length,
        submissions: data.submissions.length,
        follows: countOfActor(data),
        name,
      }
    },
    () => !isDry,
  )
  const remains = isDry ? undefined : await store.formerPages.wipe(patience)
  return { ...result, remains }
}

// What is done with all that is kept of a person (contract §22).

/** An answer does not wait for a large file that is rewritten. */
const PATIENCE = 5000

const rows: Shape<readonly object[]> = {
  schema: { type: 'array', items: { type: 'object', additionalProperties: true } },
}
const account: Shape<object | null> = { schema: { type: ['object', 'null'], additionalProperties: true } }
const personData = named('PersonData', {
  account,
  ...sameShapeByName(
    rows,
    'identity',
    'sessions',
    'tokens',
    'feeds',
    'memberships',
    'submissions',
    'drafts',
    'duties',
    'items',
    'images',
    'named_images',
    'kept_answers',
    'mail',
    'email_changes',
    'audit',
    'followers',
    'following',
    'reactions',
    'organizers',
  ),
})
const erasedPerson = named('ErasedPerson', {
  ...sameShapeByName(integerShape, 'items', 'images', 'named_images', 'organizers', 'submissions', 'follows'),
  name: textShape,
})

/** A login or an e-mail address. */
const who = { who: markedAsExtension(required(kind.text(320))) }

async function personOf(who: string, store: ReadStore): Promise<Person> {
  const person = await findPersonByLoginEmailOrActor(who, store)
  if (person === undefined) throw new Problem('person-not-found')
  return person
}

export const exportOnePerson = serviceOperation({
  route: 'GET /persons/{who}',
  name: 'export-person',
  summary: 'Show all that is kept of a person',
  address: who,
  args: {},
  answer: answer(personData, 'All that is kept of the person.', { isNew: true }),
  right: { scope: 'users', allows: everyone },
  problems: ['rest_not_logged_in', 'rest_forbidden', 'person-not-found'],
  async run({ who, store, actor, ...by }) {
    const isOwn = actor.id > 0 && who.toLowerCase() === actor.login
    // Before anything is looked up: others do not learn who is kept here.
    if (!isOwn && !administrators(actor)) throw refusalProblem(actor)
    const person = await personOf(who, store)
    const kept = await exportPerson(person, store)
    if (!isOwn) await store.persons.noteExport(person, { ...by, actor })
    return kept
  },
})

export const eraseOnePerson = serviceOperation({
  route: 'DELETE /persons/{who}',
  name: 'erase-person',
  summary: 'Erase a person',
  address: who,
  args: {},
  answer: answer(erasedPerson, 'How much was erased.'),
  right: { scope: 'users', allows: administrators },
  problems: ['person-not-found', 'last_administrator'],
  async run({ who, ...by }) {
    refuseTokens(by.actor, 'erase persons')
    const person = await personOf(who, by.store)
    // What remains in the file, the service wipes later and logs.
    const { name = '', remains: _, ...erased } = await erasePerson(person, by.store, by, false, PATIENCE)
    return { ...erased, name }
  },
})
