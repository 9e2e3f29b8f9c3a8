/** The demo: three months of an invented town. The door of its room. */
import type { Room } from '../../api/room.ts'
import { addDemoToEmpty, readDemo, removeWholeDemo } from './operations.ts'

export { addDemo } from './add.ts'
export { type RemainingItem, removeDemo } from './state.ts'

export const demoRoom: Room = { name: 'demo', operations: [readDemo, addDemoToEmpty, removeWholeDemo] }
