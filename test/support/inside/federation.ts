/** The parts of the program inside that tests of the service reach: they follow it when it moves. */
export { failureOfError } from '../../../src/federation/delivery.ts'
export { federatedCategoryOfCategories } from '../../../src/federation/event-object.ts'
