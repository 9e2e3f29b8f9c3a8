/** What is done with all that is kept of a person (contract §22). */

import { answer, named } from '../../api/answer.ts'
import { type ReadStore, serviceOperation } from '../../api/operation.ts'
import { refusalProblem } from '../../api/policy.ts'
import { administrators, everyone } from '../../api/who.ts'
import { markedAsExtension, required } from '../../contract/arg.ts'
import * as kind from '../../contract/kinds.ts'
import { integerShape, type Shape, sameShapeByName, textShape } from '../../contract/shape.ts'
import { Problem } from '../../problem.ts'
import type { Person } from '../../store/store.ts'
import { refuseTokens } from '../accounts/users.ts'
import { erasePerson, exportPerson, findPersonByLoginEmailOrActor } from '../persons.ts'

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
