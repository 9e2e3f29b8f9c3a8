/** The rooms of the house and the doors between them: what ARCHITECTURE.md prints and the architecture test enforces. */

/** Room → what it may import: rooms, or single files. */
export const doors: Readonly<Record<string, readonly string[]>> = {
  'problem.ts': [],
  'domain/': ['problem.ts'],
  'contract/': ['problem.ts', 'domain/'],
  'locales/': ['contract/'],
  'store/': ['problem.ts', 'domain/', 'contract/'],
  'media/': ['problem.ts', 'domain/'],
  'actions/': ['problem.ts', 'domain/', 'contract/', 'store/store.ts', 'store/tables.ts'],
  'representations/': ['domain/', 'contract/', 'locales/', 'store/store.ts'],
  'web/': ['../clients/typescript/src/schema.ts'],
  'calendars/': [
    'problem.ts',
    'domain/',
    'contract/',
    'locales/',
    'store/store.ts',
    'store/tables.ts',
    'actions/',
    'representations/',
  ],
  'http/': [
    'problem.ts',
    'domain/',
    'contract/',
    'locales/',
    'actions/',
    'representations/',
    'calendars/',
    'store/store.ts',
  ],
  'variables.ts': ['locales/'],
  'config.ts': ['domain/', 'locales/', 'variables.ts'],
  'service.ts': [
    'config.ts',
    'problem.ts',
    'domain/',
    'http/',
    'store/',
    'media/',
    'actions/',
    'calendars/',
    'representations/',
  ],
  'commands/': [
    'config.ts',
    'variables.ts',
    'service.ts',
    'problem.ts',
    'domain/',
    'contract/',
    'store/',
    'media/',
    'actions/',
    'calendars/',
    'representations/',
    'http/',
  ],
  'main.ts': ['config.ts', 'variables.ts', 'commands/'],
}

/** Library → the rooms that may import it. */
export const thirdParty: Readonly<Record<string, readonly string[]>> = {
  'temporal-polyfill': ['domain/', 'service.ts', 'commands/'],
  'sanitize-html': ['domain/'],
  'rrule-temporal': ['domain/'],
  pg: ['store/'],
  '@photostructure/sqlite': ['store/'],
  '@aws-sdk/client-s3': ['media/'],
  fastify: ['http/'],
  qs: ['http/'],
  '@fastify/busboy': ['http/'],
  sharp: ['media/'],
  preact: ['web/'],
  'preact/hooks': ['web/'],
  '@preact/signals': ['web/'],
}

/** The room of a file below `src`. */
export function roomOf(file: string): string | undefined {
  return Object.keys(doors).find((room) => (room.endsWith('/') ? file.startsWith(room) : file === room))
}
