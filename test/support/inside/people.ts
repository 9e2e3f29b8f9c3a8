/** The parts of the program inside that tests of the service reach: they follow it when it moves. */
export {
  erasePerson,
  exportPerson,
  findPersonByLoginEmailOrActor,
} from '../../../src/actions/accounts/persons.ts'
export { hashPassword } from '../../../src/actions/accounts/secrets.ts'
export {
  type Actor,
  accessScopeOf,
  anonymousActor,
  commandActor,
  localModeActor,
  type Role,
  roles,
} from '../../../src/api/policy.ts'
export { MAX_WRONG_PASSWORDS } from '../../../src/http/auth/event-passwords.ts'
export { addressRateKey, newRateCounter } from '../../../src/support/rate-limiter.ts'
