/** The parts of the program inside that tests of the service reach: they follow it when it moves. */

export { hashPassword } from '../../../src/actions/writing/preparing.ts'
export {
  type Actor,
  accessScopeOf,
  anonymousActor,
  commandActor,
  localModeActor,
  type Role,
} from '../../../src/api/policy.ts'
export { roles } from '../../../src/contract/operations/account-names.ts'
export { MAX_WRONG_PASSWORDS } from '../../../src/http/auth/credentials.ts'
export {
  erasePerson,
  exportPerson,
  findPersonByLoginEmailOrActor,
} from '../../../src/people/persons.ts'
export { addressRateKey, newRateCounter } from '../../../src/support/rate-limiter.ts'
