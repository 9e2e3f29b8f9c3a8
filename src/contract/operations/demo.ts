/** Operations on the demo (ext.): administrators add three months of an invented town, and remove them again. */

/** The operations on the demo, in the order of the index. */
export const demoOperations = [
  { path: '/demo', address: {}, action: 'read-demo', methods: ['GET'], args: {} },
  { path: '/demo', address: {}, action: 'add-demo', methods: ['POST'], args: {} },
  { path: '/demo', address: {}, action: 'remove-demo', methods: ['DELETE'], args: {} },
] as const

export type DemoOperationName = (typeof demoOperations)[number]['action']
