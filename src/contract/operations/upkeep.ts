/** Operations on the upkeep of the service (ext.), for administrators: e-mail, storage, back-ups and the full export. */
const plain = { address: {}, args: {} } as const

/** The operations on the upkeep, in the order of the index. */
export const upkeepOperations = [
  { ...plain, path: '/upkeep', action: 'read-upkeep', methods: ['GET'] },
  { ...plain, path: '/upkeep/test-mail', action: 'send-test-mail', methods: ['POST'] },
  { ...plain, path: '/upkeep/back-up', action: 'back-up', methods: ['POST'] },
  { ...plain, path: '/upkeep/export', action: 'export-site', methods: ['GET'] },
] as const

export type UpkeepOperationName = (typeof upkeepOperations)[number]['action']
