/** The kinds of value that args accept (contract §2.1). */

export * from './kinds/items.ts'
export * from './kinds/of-one-room.ts'
export * from './kinds/values.ts'
