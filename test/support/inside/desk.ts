/** The parts of the program inside that tests of the service reach: they follow it when it moves. */
export { onlyPriceOf } from '../../../src/domain/money/cost.ts'
export { withScheme } from '../../../src/domain/typed/fields.ts'
export { readings } from '../../../src/web/desk/federation/readings.ts'
export { wordDiffParts } from '../../../src/web/desk/translating/word-diff.ts'
