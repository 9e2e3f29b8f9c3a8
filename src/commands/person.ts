/** `fasti person`: shows and erases what is kept of a person. */
import { writeFile } from 'node:fs/promises'
import { readConfig } from '../config.ts'
import {
  type ErasureCounts,
  erasePerson,
  exportPerson,
  findPersonByLoginEmailOrActor,
} from '../people/persons.ts'
import { Problem } from '../problem.ts'
import type { Person, Store } from '../store/store.ts'
import { type Command, parseOptions, say, UsageError } from './command.ts'
import { currentMoment, withStore } from './opened-store.ts'

const help = `Usage: fasti person export WHO FILE
       fasti person erase WHO [--dry-run]

WHO is a login, an e-mail address or the address of an actor on the social web. By a login, what is kept under the address of the account counts too.

export writes all that is kept of a person as JSON: account, identity at the organisation, sessions, names of tokens and secret
feeds, submissions, audit, organizers with that address, and follows, likes and shares of an actor. FILE must not exist; - is standard output.
erase removes the account with all that lets it in, and clears the address and the telephone number of such organizers and
the submitter of such submissions. Events and other items stay, without an author. In the audit and in histories, deleted-N stands for the person.
Nothing of them is left in the database file. Back-ups that were made before still have the person. The last administrator cannot be erased.

  --dry-run   say what would be erased, and erase nothing`

/** Writes all that is kept of a person to a file that does not exist, which only its owner may read. */
async function writeExport(person: Person, file: string, store: Store): Promise<void> {
  const text = `${JSON.stringify(await exportPerson(person, store), undefined, 2)}\n`
  if (file === '-') process.stdout.write(text)
  else await writeFile(file, text, { flag: 'wx', mode: 0o600 })
}

const erasedLines = (
  { items, organizers, submissions, follows, name }: ErasureCounts,
  isDry: boolean,
): string => {
  const verb = isDry ? 'would be' : 'are'
  return [
    ...(name === undefined
      ? []
      : [`The account ${verb === 'are' ? 'is' : verb} removed; the audit says ${name}.`]),
    `${items} items ${verb} left without an author.`,
    `${organizers} organizers ${verb} without the address and the telephone number.`,
    `${submissions} submissions ${verb} without their submitter.`,
    ...(follows === 0 ? [] : [`${follows} follows, likes and shares ${verb} removed.`]),
  ].join('\n')
}

async function act(
  verb: string,
  who: string,
  more: { readonly file: string; readonly isDry: boolean },
  env: NodeJS.ProcessEnv,
) {
  const config = readConfig(env)
  return withStore(config, async (store) => {
    const person = await findPersonByLoginEmailOrActor(who, store)
    if (person === undefined) {
      say(`Nothing is kept of ${who}.`)
      return 1
    }
    if (verb === 'export') {
      await writeExport(person, more.file, store)
      say(`All that is kept of ${who} is in ${more.file}.`)
      return 0
    }
    const writer = { moment: currentMoment(config), actor: { id: 0, login: '(command)' } }
    try {
      const { remains, ...erased } = await erasePerson(person, store, writer, more.isDry)
      say(erasedLines(erased, more.isDry))
      if (remains !== undefined)
        say(
          `The database file still has pages from before: ${remains.message}. The service tries to clear them every ten minutes, and so does the next erasure.`,
        )
      return 0
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      say('This is the last administrator: add another one first.')
      return 1
    }
  })
}

export const person: Command = {
  help,
  async run(args, env) {
    const { values, positionals } = parseOptions(args, { 'dry-run': { type: 'boolean' } })
    const [verb = '', who, file, ...rest] = positionals
    const isExport = verb === 'export' && file !== undefined && values['dry-run'] !== true
    const isErase = verb === 'erase' && file === undefined
    if (who === undefined || rest.length > 0 || !(isExport || isErase))
      throw new UsageError('Name what to do: export WHO FILE, or erase WHO.')
    return act(verb, who, { file: file ?? '', isDry: values['dry-run'] === true }, env)
  },
}
