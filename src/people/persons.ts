/** The data of persons (contract §22): shown whole, and erased. */
import { epochOfInstant } from '../domain/time/moment.ts'
import type { KeptPersonData, Person, Store, User, WriteStamp } from '../store/store.ts'
import { requireAccountChanged } from './accounts/users.ts'
import { authoredItems, handItems } from './hand-over/handing.ts'

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

/** All that is kept of a person, as JSON shows it. */
interface PersonExport extends Omit<KeptPersonData, 'organizers'> {
  readonly account: User | null
  readonly organizers: readonly object[]
}

/** Returns all that is kept of a person. */
export async function exportPerson(person: Person, store: Pick<Store, 'persons'>): Promise<PersonExport> {
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
  const now = epochOfInstant(writer.moment.now)
  const { result } = await store.together(
    writer,
    async (within) => {
      const data = await within.persons.dataOf(person)
      const organizers = data.organizers.map(({ id }) => id)
      const { result: items } = await within.write(writer, async (writing) => {
        for (const id of organizers) await writing.forgetContact(id, now)
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
