/** The data of persons (contract §22): shown whole, and erased. */
import { epochOfInstant } from '../../domain/time/moment.ts'
import { Problem } from '../../problem.ts'
import type { KeptPersonData, Person, Store, User, WriteStamp } from '../../store/store.ts'
import { countAuthoredIds, giveAuthored } from './hand-over/authored.ts'

/**
 * Returns the person with a login, an e-mail address or the address of an actor of another server; by a login also with the address of the
 * account. undefined for nobody.
 */
export async function findPersonByLoginEmailOrActor(who: string, store: Store): Promise<Person | undefined> {
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
export async function exportPerson(person: Person, store: Store): Promise<PersonExport> {
  const { organizers, ...data } = await store.persons.dataOf(person)
  return {
    account: person.user ?? null,
    ...data,
    organizers: organizers.map(({ version: _, ...organizer }) => organizer),
  }
}

/** How much of a person is erased. */
export interface ErasureCounts {
  /** Items whose author is nobody from now on. */
  readonly items: number
  readonly organizers: number
  readonly submissions: number
  /** Follows, likes and shares of an actor of another server. */
  readonly follows: number
  /** The name in place of the login; undefined for a person without an account. */
  readonly name: string | undefined
}

/** Throws 409 where nobody would administer the calendar. */
async function requireOtherAdministrator(user: User | undefined, { accounts }: Store): Promise<void> {
  if (user?.role !== 'administrator') return
  const isOther = ({ id, role, suspended }: User) => id !== user.id && role === 'administrator' && !suspended
  if (!(await accounts.users()).some(isOther)) throw new Problem('last_administrator')
}

/**
 * Erases a person: items lose their author, organizers the address, and the account goes, last, so that what was interrupted can be
 * repeated. A dry run tells what would go. Throws 409 for the last administrator.
 */
export async function erasePerson(
  person: Person,
  store: Store,
  writer: WriteStamp,
  isDry: boolean,
): Promise<ErasureCounts> {
  const { user } = person
  await requireOtherAdministrator(user, store)
  const data = await store.persons.dataOf(person)
  const now = epochOfInstant(writer.moment.now)
  const { result: items } = await store.write(
    writer,
    async (writing) => {
      for (const { id, version } of data.organizers)
        await writing.update('organizer', id, { email: '', version: version + 1, modified_utc: now })
      if (user === undefined) return 0
      return countAuthoredIds(await giveAuthored(writing, { from: user.id, to: 0 }, now))
    },
    () => !isDry,
  )
  const erased = {
    items,
    organizers: data.organizers.length,
    submissions: data.submissions.length,
    follows: countOfActor(data),
    name: user && `deleted-${user.id}`,
  }
  if (isDry) return erased
  if (user !== undefined) await store.accounts.removeUser(user.login, writer.moment, writer.actor)
  await store.persons.forget(
    person,
    [...new Set([person.email, ...data.organizers.map(({ email }) => email)])].filter(Boolean),
  )
  return erased
}
