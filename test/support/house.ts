/** The rooms (folders) of the code and their doors (allowed imports). The architecture test enforces them, and ARCHITECTURE.md prints them. */

/** A room: its content, and the rooms or files that it may import. */
export interface Room {
  readonly holds: string
  readonly doors: readonly string[]
}

/** The rooms that every room of `http/` may import. */
const below = [
  'problem.ts',
  'domain/',
  'contract/',
  'locales/',
  'actions/',
  'representations/',
  'store/store.ts',
] as const
/** What every room of `store/` may import: the rooms below, and the declarations of tables and of the seam. */
const kept = [
  'domain/',
  'contract/',
  'store/store.ts',
  'store/tables.ts',
  'store/tables/',
  'store/types/',
  'store/database/',
] as const
/** What every declaration may import. */
const declaring = [
  'domain/',
  'contract/arg.ts',
  'contract/kinds.ts',
  'contract/kinds/',
  'contract/table-of.ts',
] as const
/** What every folder of operations may import. */
const handlers = [
  ...below,
  'http/*',
  'http/auth/',
  'http/cache/',
  'http/compatibility/',
  'http/protocol/',
  'http/request/',
  'http/response/',
  'http/operations/*',
] as const
/** What every page of the web calendar may import. */
const sitePages = [
  'representations/*',
  'representations/json/',
  'representations/html/*',
  'representations/html/site/*',
  'representations/html/site/choosing/',
] as const

/** Folder or file below `src/` → its room. The longest name that fits a file is its room. */
export const rooms: Readonly<Record<string, Room>> = {
  'problem-codes.ts': { holds: 'the table of problem codes', doors: [] },
  'problem.ts': { holds: 'the one error class', doors: ['problem-codes.ts'] },
  'domain/': { holds: 'rules that need no other room: names, places, UIDs', doors: ['problem.ts'] },
  'domain/time/': {
    holds: 'moments, time zones, dates in text, schedules, windows, recurrence',
    doors: ['problem.ts', 'domain/'],
  },
  'domain/series/': {
    holds: 'events that repeat: recurrence lines, occurrences, cutting and moving a series',
    doors: ['problem.ts', 'domain/'],
  },
  'domain/money/': { holds: 'costs and currencies', doors: ['problem.ts', 'domain/'] },
  'domain/text/': {
    holds: 'HTML, plain text, slugs, search words, letters',
    doors: ['problem.ts', 'domain/'],
  },
  'domain/quick-event/': {
    holds: 'reading a line such as “Concert Friday 8pm at Komedia”',
    doors: ['problem.ts', 'domain/'],
  },
  'domain/demo/': {
    holds: 'the invented town of the demo, and three months of its events',
    doors: ['problem.ts', 'domain/'],
  },
  'domain/publication/': { holds: 'statuses, and the one rule of access', doors: ['problem.ts', 'domain/'] },
  'contract/': {
    holds: 'what declarations consist of, all operations, and what derives from them: routes, scopes, tools',
    doors: ['problem.ts', 'domain/', 'contract/'],
  },
  'contract/kinds/': { holds: 'the kinds of value that args accept', doors: ['problem.ts', 'domain/'] },
  'contract/resources/': {
    holds: 'the declarations of the resources',
    doors: [
      ...declaring,
      'contract/shape.ts',
      'contract/parse-args.ts',
      'contract/resource.ts',
      'contract/extras.ts',
    ],
  },
  'contract/operations/': {
    holds: 'the declarations of operations: on items, accounts, feeds, imports, settings, integrations',
    doors: [...declaring, 'contract/args-of.ts', 'contract/languages.ts', 'contract/resources/'],
  },
  'contract/openapi/': {
    holds: 'the contract as an OpenAPI document; `schemas/` is what responses look like',
    doors: ['problem.ts', 'contract/'],
  },
  'locales/': {
    holds: 'the words of each language, one file a language',
    doors: ['domain/remembered.ts', 'contract/'],
  },
  'media/': {
    holds: 'images: decoding, resizing, storing; `fetching/` is every request to an address that a user gave',
    doors: ['problem.ts', 'domain/'],
  },
  'store/': {
    holds: 'the seam (`store.ts`), the tables, and opening a store',
    doors: ['domain/', 'contract/', 'store/'],
  },
  'store/tables/': {
    holds: 'the tables by subject, and the records that their rows become',
    doors: ['domain/', 'contract/'],
  },
  'store/types/': {
    holds: 'the types of the seam, by who uses them',
    doors: ['domain/', 'contract/', 'store/store.ts', 'store/tables.ts', 'store/tables/'],
  },
  'store/database/': {
    holds: 'what a database is: connections, SQL, rows, errors, retries, group commit',
    doors: ['store/tables.ts', 'store/database/'],
  },
  'store/database/sqlite/': { holds: 'SQLite over `node:sqlite`', doors: ['store/database/'] },
  'store/database/postgres/': {
    holds: 'PostgreSQL over `pg`, notifications, the replica',
    doors: ['store/database/'],
  },
  'store/migrations/': { holds: 'the steps of the tables, numbered', doors: ['domain/', 'store/database/'] },
  'store/conditions/': { holds: 'conditions in SQL: visibility, links, words', doors: [...kept] },
  'store/events/': {
    holds: 'the query engine of events: pages, views, text search, almanac',
    doors: [...kept, 'store/conditions/', 'store/records/', 'store/log/'],
  },
  'store/records/': {
    holds: 'reading and writing records, links, terms and media',
    doors: [...kept, 'store/conditions/', 'store/events/', 'store/log/', 'store/series/'],
  },
  'store/series/': {
    holds: 'reading and writing series and their occurrences',
    doors: [...kept, 'store/conditions/', 'store/events/', 'store/records/'],
  },
  'store/log/': {
    holds: 'the journal, the revision and the audit',
    doors: [...kept, 'store/conditions/', 'store/records/'],
  },
  'store/accounts/': {
    holds: 'users, sessions, tokens, secret feeds, calendar subscriptions',
    doors: [...kept, 'store/log/'],
  },
  'store/submissions/': {
    holds: 'submissions of the public, their limits and decisions',
    doors: [...kept, 'store/accounts/'],
  },
  'store/webhooks/': {
    holds: 'webhooks, their deliveries, and the lease of the process that delivers',
    doors: [...kept, 'store/log/'],
  },
  'store/backup/': {
    holds: 'writing and restoring back-ups',
    doors: [...kept, 'store/check/', 'store/migrations/', 'store/events/', 'store/log/'],
  },
  'store/check/': {
    holds: 'finding faults in the stored data',
    doors: [...kept, 'store/migrations/', 'store/conditions/', 'store/events/'],
  },
  'actions/': {
    holds:
      'what can be done to each resource, and who may do it; `listing/` reads the args of lists, `writing/` is what all writes share',
    doors: ['problem.ts', 'domain/', 'contract/', 'store/store.ts', 'store/tables.ts'],
  },
  'representations/': {
    holds: 'how a record looks: JSON, iCalendar, feeds, letters, the documentation in HTML; pure',
    doors: ['domain/', 'contract/', 'locales/', 'store/store.ts'],
  },
  'representations/html/site/': {
    holds: 'the web calendar: what its pages share, the choice of events, the map; pure',
    doors: ['domain/', 'contract/', 'locales/', 'representations/'],
  },
  'representations/html/site/lists/': {
    holds: 'events in lists: entries, cards, bands, days',
    doors: ['domain/remembered.ts', ...sitePages],
  },
  'representations/html/site/views/': {
    holds: 'the views: agenda, day, weekend, week, month, search',
    doors: ['domain/remembered.ts', 'domain/time/', ...sitePages, 'representations/html/site/lists/'],
  },
  'representations/html/site/items/': {
    holds: 'the pages of events, series, venues, organizers, categories and tags',
    doors: [
      'domain/time/',
      'domain/text/',
      ...sitePages,
      'representations/html/site/lists/',
      'representations/html/site/map/',
    ],
  },
  'representations/html/site/submissions/': {
    holds: 'the pages on which the public submits events',
    doors: ['locales/', ...sitePages],
  },
  'webhooks/': {
    holds: 'delivering changes to webhooks: messages, signatures, attempts, the lease',
    doors: ['domain/', 'contract/', 'store/store.ts', 'actions/', 'representations/'],
  },
  'calendars/': {
    holds:
      'outside formats: iCalendar (its `text/` and its `zones/`), CSV, JSON lines, moves; imports and exports',
    doors: [
      'problem.ts',
      'domain/',
      'contract/',
      'locales/',
      'store/store.ts',
      'store/tables.ts',
      'actions/',
      'representations/',
    ],
  },
  'web/': {
    holds: 'styles and scripts of the browser; `web/desk/` is the editors’ desk, one folder a task',
    doors: [
      '../clients/typescript/src/schema.ts',
      'contract/operations/accounts/account-names.ts',
      'contract/languages.ts',
      'contract/table-of.ts',
      'contract/resources/event-flags.ts',
    ],
  },
  'http/': { holds: 'the application, its router, options and roots', doors: [...below, 'http/'] },
  'http/server/': {
    holds: 'listening, draining, connections, forwarding writes between workers',
    doors: [...below, 'http/auth/', 'http/observability/', 'http/protocol/', 'http/response/'],
  },
  'http/protocol/': {
    holds: 'RFC 9110: Accept, conditional requests, encodings, ETag, headers',
    doors: [...below],
  },
  'http/request/': {
    holds: 'ApiRequest, query strings, bodies and their limits, negotiation',
    doors: [...below, 'http/auth/', 'http/cache/', 'http/protocol/', 'http/server/'],
  },
  'http/response/': {
    holds: 'sending: fields, envelope, feeds, problems',
    doors: [...below, 'http/request/', 'http/protocol/', 'http/cache/'],
  },
  'http/auth/': {
    holds: 'admission, credentials, sessions, login attempts, rate limits',
    doors: [...below, 'http/options.ts'],
  },
  'http/cache/': {
    holds: 'the response cache, its validity, event JSON and feeds in bytes, events as pages show them',
    doors: [...below, 'http/request/', 'http/protocol/', 'http/response/'],
  },
  'http/changes/': {
    holds: 'the list and the stream of changes',
    doors: [...below, 'http/observability/', 'http/operations/', 'http/request/'],
  },
  'http/operations/': {
    holds: 'the handlers of all operations, and those of small groups of operations',
    doors: [...below, 'http/'],
  },
  'http/operations/items/': {
    holds: 'lists, single items, their history, series',
    doors: [...handlers, 'http/operations/writes/'],
  },
  'http/operations/writes/': {
    holds: 'what all writes may use: dry runs, idempotency keys, batches',
    doors: [...handlers],
  },
  'http/operations/accounts/': {
    holds: 'users, own accounts, sessions',
    doors: [...handlers],
  },
  'http/operations/submissions/': {
    holds: 'events that the public submits, and their review',
    doors: [...handlers, 'http/operations/accounts/'],
  },
  'http/operations/calendars/': {
    holds: 'imports and calendar subscriptions',
    doors: [...handlers, 'calendars/'],
  },
  'http/operations/documents/': {
    holds: 'the route index, and OpenAPI with its page',
    doors: [...handlers, 'http/site/'],
  },
  'http/operations/feeds/': {
    holds: 'iCalendar, RSS, Atom and JSON Feed',
    doors: [...handlers, 'http/operations/items/'],
  },
  'http/observability/': {
    holds: 'metrics, health, tracing, request ids',
    doors: [...below, 'http/roots.ts', 'http/protocol/'],
  },
  'http/mcp/': {
    holds: 'tools and resources for assistants, by the Model Context Protocol',
    doors: [...below, 'http/request/', 'http/response/'],
  },
  'http/compatibility/': {
    holds: 'the dialect of The Events Calendar, and its routes',
    doors: [...below, 'http/'],
  },
  'http/site/': {
    holds:
      'the pages of the web calendar and the desk’s shell, with their `assets/`, `look/` and `filters/`; `submitting/` is the public form',
    doors: [...below, 'http/'],
  },
  'variables.ts': { holds: 'the environment variables: name, default, form', doors: ['locales/'] },
  'config/': { holds: 'reading the values of environment variables', doors: ['domain/'] },
  'config.ts': {
    holds: 'environment → one frozen value',
    doors: ['config/', 'domain/', 'locales/', 'variables.ts'],
  },
  'mail/': {
    holds: 'composing and sending the e-mail of the queue',
    doors: ['domain/', 'locales/', 'representations/', 'store/store.ts'],
  },
  'service.ts': {
    holds: 'putting the service together',
    doors: [
      'config.ts',
      'problem.ts',
      'domain/',
      'http/',
      'store/',
      'media/',
      'mail/',
      'actions/',
      'calendars/',
      'representations/',
      'webhooks/',
    ],
  },
  'commands/': {
    holds:
      'the commands, one file each, those about files and feeds in `calendars/`; `support/` is what several use',
    doors: [
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
  },
  'main.ts': { holds: 'the process: picks a command', doors: ['config.ts', 'variables.ts', 'commands/'] },
}

/** Library → the rooms that may import it, with all below them. */
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
  '@modelcontextprotocol/sdk/server/index.js': ['http/mcp/'],
  '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js': ['http/mcp/'],
  '@modelcontextprotocol/sdk/validation/ajv-provider.js': ['http/mcp/'],
  '@modelcontextprotocol/sdk/types.js': ['http/mcp/', 'commands/'],
  '@modelcontextprotocol/sdk/server/stdio.js': ['commands/'],
  sharp: ['media/'],
  otpauth: ['actions/'],
  nodemailer: ['mail/'],
  'altcha-lib/v1': ['actions/'],
  'altcha-lib/v1/types': ['actions/'],
  leaflet: ['web/'],
  preact: ['web/'],
  'preact/hooks': ['web/'],
  '@preact/signals': ['web/'],
}

/** Whether a file is in a room or behind a door: `a/` is all below a folder, `a/*` its files alone, `a.ts` one file. */
function isIn(door: string): (file: string) => boolean {
  if (door.endsWith('/')) return (file) => file.startsWith(door)
  if (door.endsWith('/*'))
    return (file) => file.startsWith(door.slice(0, -1)) && !file.slice(door.length - 1).includes('/')
  return (file) => file === door
}

/** The room of a file below `src`. */
export function roomOf(file: string): string | undefined {
  const fitting = Object.keys(rooms).filter((room) => isIn(room)(file))
  return fitting.sort((a, b) => b.length - a.length)[0]
}

/** Whether a file may import another one: of its own room, or through a door. */
export function mayImport(from: string, to: string): boolean {
  const room = roomOf(from) ?? ''
  return roomOf(to) === room || (rooms[room]?.doors ?? []).some((door) => isIn(door)(to))
}

/** The table of rooms and doors, as ARCHITECTURE.md prints it. */
export function doorsTable(): string {
  const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(' ') || '–'
  const rows = Object.entries(rooms).map(
    ([name, { holds, doors }]) => `| \`${name}\` | ${holds} | ${code(doors)} |`,
  )
  return ['| Room | Holds | May import |', '|---|---|---|', ...rows].join('\n')
}
