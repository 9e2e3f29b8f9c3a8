/** The parts of the program inside that tests of the service reach: they follow it when it moves. */
export { normalisedPrice, withScheme } from '../../../src/web/desk/events/fields/completed.ts'
export { wordDiffParts } from '../../../src/web/desk/translating/word-diff.ts'
