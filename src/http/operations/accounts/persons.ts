/** The data of persons over HTTP (contract §22, ext.): the same code as `fasti person`. */
import {
  erasePerson,
  exportPerson,
  findPersonByLoginEmailOrActor,
} from '../../../actions/accounts/persons.ts'
import { refuseTokens } from '../../../actions/accounts/users.ts'
import type { Context } from '../../../api/context.ts'
import { refusalProblem, rightsByRole } from '../../../api/policy.ts'
import type { PersonDataOperationName } from '../../../contract/operations/accounts/persons.ts'
import { Problem } from '../../../problem.ts'
import type { Person } from '../../../store/store.ts'
import type { OperationHandlers } from '../handler.ts'

/** An answer does not wait for a large file that is rewritten. */
const PATIENCE = 5000

const headers = { 'Cache-Control': 'private, no-store' }

async function personOf(who: string, { store }: Context): Promise<Person> {
  const person = await findPersonByLoginEmailOrActor(who, store)
  if (person === undefined) throw new Problem('person-not-found')
  return person
}

/** Returns the handlers of the data of persons. They throw 401, 403, 404 or 409. */
export const personDataHandlers = (): OperationHandlers<PersonDataOperationName> => ({
  async 'export-person'({ context, params }) {
    const { actor, store } = context
    const who = params.who ?? ''
    const isOwn = actor.id > 0 && who.toLowerCase() === actor.login
    // Before anything is looked up: others do not learn who is kept here.
    if (!isOwn && !rightsByRole[actor.role].administers) throw refusalProblem(actor)
    const person = await personOf(who, context)
    const body = await exportPerson(person, store)
    if (!isOwn) await store.persons.noteExport(person, context)
    return { status: 200, headers, body: { ...body } }
  },
  async 'erase-person'({ context, params }) {
    const { actor, store } = context
    if (!rightsByRole[actor.role].administers) throw refusalProblem(actor)
    refuseTokens(actor, 'erase persons')
    const person = await personOf(params.who ?? '', context)
    // What remains in the file, the service wipes later and logs.
    const { name = '', remains: _, ...erased } = await erasePerson(person, store, context, false, PATIENCE)
    return { status: 200, headers, body: { ...erased, name } }
  },
})
