/** What administrators do with the demo: see how much of it is there, add it, remove it. */
import { answer, named, revisedAnswer } from '../../api/answer.ts'
import { serviceOperation } from '../../api/operation.ts'
import { administrators } from '../../api/who.ts'
import { resourceNames } from '../../contract/resources/index.ts'
import { choiceShape, integerShape, listShape, objectShape, sameShapeByName } from '../../contract/shape.ts'
import { because } from '../../problem.ts'
import { addDemo } from './add.ts'
import { demoState, removeDemo } from './state.ts'

const right = { scope: 'no scopes', allows: administrators } as const
const demo = named('Demo', sameShapeByName(integerShape, 'items', 'edited'))
const removed = named('RemovedDemo', {
  removed: integerShape,
  kept: listShape(objectShape({ resource: choiceShape(resourceNames), id: integerShape })),
})
const alone = { reason: because('demo_being_changed') }

export const readDemo = serviceOperation({
  route: 'GET /demo',
  name: 'read-demo',
  summary: 'Show the state of the demo',
  args: {},
  answer: answer(demo, 'The number of items of the demo.'),
  right,
  run: (given) => demoState(given),
})

export const addDemoToEmpty = serviceOperation({
  route: 'POST /demo',
  name: 'add-demo',
  summary: 'Add the demo to an empty calendar',
  args: {},
  answer: revisedAnswer(demo, 'The number of items of the demo.'),
  right,
  problems: ['demo_needs_empty'],
  alone,
  run: (given) => addDemo(given),
})

export const removeWholeDemo = serviceOperation({
  route: 'DELETE /demo',
  name: 'remove-demo',
  summary: 'Remove the demo',
  args: {},
  answer: revisedAnswer(removed, 'The removed and the remaining items.'),
  right,
  alone,
  run: (given) => removeDemo(given),
})
