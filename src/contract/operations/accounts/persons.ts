/** Operations on the data of persons (contract §22, ext.), for administrators; the export for oneself too. */
import { markedAsExtension, required } from '../../arg.ts'
import * as kind from '../../kinds.ts'

/** A login or an e-mail address. */
const address = { who: markedAsExtension(required(kind.text(320))) }
const ofOne = { path: '/persons/{who}', address, args: {} } as const

/** The operations on the data of persons, in the order of the index. */
export const personDataOperations = [
  { ...ofOne, action: 'export-person', methods: ['GET'] },
  { ...ofOne, action: 'erase-person', methods: ['DELETE'] },
] as const

export type PersonDataOperationName = (typeof personDataOperations)[number]['action']
