/** The folders of the code (“rooms”) and their allowed imports (“doors”). The architecture test enforces them, and ARCHITECTURE.md shows them. */

/** A folder or file: its content, and the folders or files that it may import. */
export interface Room {
  readonly holds: string
  readonly doors: readonly string[]
}

/** The folders that every folder of `http/` may import. */
const below = [
  'problem.ts',
  'support/',
  'domain/',
  'contract/',
  'words/',
  'actions/',
  'representations/',
  'store/store.ts',
] as const
/** The imports that every folder of `store/` may have: lower folders, the tables, and the interface of the store. */
const kept = [
  'domain/',
  'contract/',
  'store/store.ts',
  'store/tables.ts',
  'store/tables/',
  'store/types/',
  'store/database/',
] as const
/** The imports that every declaration may have. */
const declaring = [
  'domain/',
  'contract/arg.ts',
  'contract/kinds.ts',
  'contract/kinds/',
  'contract/table-of.ts',
] as const
/** The imports that every folder of operations may have. */
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
/** The imports that every page of the web calendar may have. */
const sitePages = [
  'representations/*',
  'representations/json/',
  'representations/html/*',
  'representations/html/site/*',
  'representations/html/site/choosing/',
  'representations/html/site/languages/',
] as const

/** Folder or file below `src/` → its content and allowed imports. A file belongs to the entry with the longest matching name. */
export const rooms: Readonly<Record<string, Room>> = {
  'problem-codes.ts': { holds: 'the table of problem codes', doors: [] },
  'problem.ts': {
    holds: 'the reasons of refusals, and the one error class',
    doors: ['problem-codes.ts', 'support/placeholders.ts', 'words/keys.ts'],
  },
  'support/': {
    holds:
      'fair queues, bounded caches, memoisation, placeholders and the collection of garbage, which know nothing of calendars',
    doors: ['problem.ts'],
  },
  'domain/': { holds: 'rules that need no other folder: names, places, UIDs', doors: ['problem.ts'] },
  'domain/time/': {
    holds: 'moments, time zones, dates in text, schedules, windows, recurrence',
    doors: ['problem.ts', 'support/remembered.ts', 'domain/'],
  },
  'domain/series/': {
    holds: 'events that repeat: recurrence lines, occurrences, splitting and moving a series',
    doors: ['problem.ts', 'domain/'],
  },
  'domain/money/': {
    holds: 'costs and currencies',
    doors: ['problem.ts', 'support/remembered.ts', 'domain/'],
  },
  'domain/text/': {
    holds: 'HTML, plain text, slugs, search words, folding of letters',
    doors: ['problem.ts', 'domain/'],
  },
  'domain/typed/': {
    holds:
      'reading what people type in any language: dates, times, states, lines such as “Concert Friday 8pm at Komedia”',
    doors: ['problem.ts', 'domain/'],
  },
  'domain/content/': {
    holds:
      'the languages of content: tags, translations, which texts a reader is shown, and what a category’s name tells in any of them',
    doors: ['domain/text/'],
  },
  'domain/publication/': { holds: 'statuses, and the one rule of access', doors: ['problem.ts', 'domain/'] },
  'contract/': {
    holds: 'the parts of declarations, all operations, and what derives from them: routes, scopes, tools',
    doors: ['problem.ts', 'domain/', 'contract/'],
  },
  'contract/kinds/': { holds: 'the kinds of value that args accept', doors: ['problem.ts', 'domain/'] },
  'contract/resources/': {
    holds: 'the declarations of the resources',
    doors: [
      'problem.ts',
      ...declaring,
      'contract/shape.ts',
      'contract/parse-args.ts',
      'contract/resource.ts',
      'contract/tickets-and-custom-fields.ts',
      'contract/resources/fields/',
    ],
  },
  'contract/resources/fields/': {
    holds: 'the plain fields of the resources, one row each, and what derives from rows alone',
    doors: ['contract/table-of.ts'],
  },
  'contract/operations/': {
    holds: 'the declarations of operations: on items, accounts, feeds, imports, settings, integrations',
    doors: [
      'problem.ts',
      ...declaring,
      'contract/args-of.ts',
      'contract/languages.ts',
      'contract/resources/',
    ],
  },
  'contract/openapi/': {
    holds:
      'the contract as an OpenAPI document; `schemas/` describes responses, `texts/` has what it says in English alone',
    doors: ['problem.ts', 'contract/'],
  },
  'words/': {
    holds:
      'the finder of words, and a folder of JSON for each language: `site` (pages, feeds and e-mail), `desk`, `shared` (both have them), `api`, `refusals`; `keys.ts` is generated',
    doors: ['support/placeholders.ts', 'support/remembered.ts', 'contract/'],
  },
  'media/': {
    holds:
      'images: decoding, resizing, storing; `drawing/` makes those for messengers and icons; `vector/` cleans SVGs; `fetching/` makes all requests to addresses that users give',
    doors: ['problem.ts', 'support/', 'domain/'],
  },
  'store/': {
    holds: 'the interface of the store (`store.ts`), the tables, and opening a store',
    doors: ['domain/', 'contract/', 'store/'],
  },
  'store/tables/': {
    holds: 'the types of tables and of records, by subject',
    doors: ['domain/', 'contract/'],
  },
  'store/types/': {
    holds: 'the types of that interface, by use',
    doors: ['domain/', 'contract/', 'store/store.ts', 'store/tables.ts', 'store/tables/'],
  },
  'store/database/': {
    holds: 'access to a database: connections, SQL, rows, errors, retries, group commit',
    doors: ['store/tables.ts', 'store/database/'],
  },
  'store/database/sqlite/': { holds: 'SQLite over `node:sqlite`', doors: ['store/database/'] },
  'store/database/postgres/': {
    holds: 'PostgreSQL over `pg`, notifications, the replica',
    doors: ['store/database/'],
  },
  'store/migrations/': {
    holds:
      'the tables that a calendar begins with (`baseline/`), and the numbered migrations that change them',
    doors: ['contract/version.ts', 'domain/', 'store/database/'],
  },
  'store/conditions/': { holds: 'SQL conditions: visibility, links, words', doors: [...kept] },
  'store/translating/': {
    holds: 'what is to translate into a language',
    doors: [...kept, 'store/conditions/', 'store/records/'],
  },
  'store/events/': {
    holds: 'queries of events: pages, views, text search, almanac',
    doors: ['support/', ...kept, 'store/conditions/', 'store/records/', 'store/log/'],
  },
  'store/records/': {
    holds: 'reading and writing records, links, terms and media',
    doors: [...kept, 'store/conditions/', 'store/events/', 'store/log/', 'store/series/'],
  },
  'store/memory/': {
    holds: 'what the writing process knows of items without reading them again',
    doors: [...kept, 'store/conditions/', 'store/records/'],
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
    doors: ['support/shared-budget-cache.ts', ...kept, 'store/log/', 'store/persons/', 'store/records/'],
  },
  'store/persons/': {
    holds: 'the data of persons, found by login or address, and erased',
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
  'store/federation/': {
    holds: 'our actors and their followers, what other servers were told, and the queue of deliveries',
    doors: [...kept, 'store/conditions/', 'store/log/', 'store/webhooks/lease.ts'],
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
      'the actions on each resource, and who may perform them; `listing/` reads the args of lists, `writing/` is shared by all writes',
    doors: ['problem.ts', 'support/', 'domain/', 'contract/', 'store/store.ts', 'store/tables.ts'],
  },
  'representations/': {
    holds:
      'the representations of records: JSON, iCalendar, feeds, e-mail, the documentation in HTML; pure functions',
    doors: ['support/remembered.ts', 'domain/', 'contract/', 'words/', 'store/store.ts'],
  },
  'representations/files/': {
    holds: 'files with all events of a list: a table and JSON lines',
    doors: ['domain/', 'contract/', 'store/store.ts', 'representations/*', 'representations/json/'],
  },
  'representations/html/site/': {
    holds: 'the web calendar: the common parts of its pages, the filters, the map; pure functions',
    doors: [
      'support/remembered.ts',
      'domain/',
      'contract/',
      'words/',
      'representations/',
      'web/pages/widget/settings.ts',
      'web/design/icons.ts',
    ],
  },
  'representations/html/site/lists/': {
    holds: 'events in lists: entries, cards, bands, days',
    doors: ['support/remembered.ts', ...sitePages],
  },
  'representations/html/site/views/': {
    holds: 'the views: agenda, day, weekend, week, month, search',
    doors: ['support/remembered.ts', 'domain/time/', ...sitePages, 'representations/html/site/lists/'],
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
    doors: ['words/', ...sitePages, 'representations/html/site/lists/'],
  },
  'representations/html/site/installing/': {
    holds: 'the calendar as an application: its manifest, and the list of pages that a browser keeps',
    doors: ['words/', ...sitePages],
  },
  'purging/': {
    holds: 'telling caches in front of the service what was written',
    doors: ['domain/', 'store/store.ts', 'webhooks/lease.ts', 'webhooks/ticking.ts'],
  },
  'webhooks/': {
    holds: 'delivering changes to webhooks: messages, signatures, attempts, the lease',
    doors: ['domain/', 'contract/', 'store/store.ts', 'actions/', 'representations/'],
  },
  'federation/': {
    holds:
      'the calendar on the social web (ActivityPub): its `objects/` and `documents/`, `signatures/`, what comes in (`inbox/`), `delivery/`, and actors of other servers (`remote/`)',
    doors: [
      'problem.ts',
      'domain/',
      'contract/',
      'store/store.ts',
      'actions/',
      'representations/',
      'webhooks/attempts.ts',
      'webhooks/gathering.ts',
      'webhooks/lanes.ts',
      'webhooks/lease.ts',
      'webhooks/ticking.ts',
    ],
  },
  'calendars/': {
    holds:
      'other formats: iCalendar (`text/` and `zones/`), CSV, JSON lines, other servers; imports and exports; the lines of the demo',
    doors: [
      'problem.ts',
      'support/garbage-collection.ts',
      'domain/',
      'contract/',
      'words/',
      'store/store.ts',
      'store/tables.ts',
      'actions/',
      'representations/',
    ],
  },
  'web/': {
    holds:
      'styles and scripts of the browser: `pages/` has a folder for each script of pages; `offline/` is the worker that keeps pages; `desk/` is the editors’ desk, one folder for each task',
    doors: [
      '../clients/typescript/src/schema.ts',
      'support/placeholders.ts',
      'contract/operations/accounts/account-names.ts',
      'contract/operations/accounts/editors-audit.ts',
      'contract/languages.ts',
      'contract/table-of.ts',
      'contract/resources/fields/',
      'domain/category-tones.ts',
      'domain/color.ts',
      'domain/content/category-kinds.ts',
      'domain/favourites.ts',
      'domain/money/cost-words.ts',
      'domain/text/csv.ts',
      'domain/text/letters.ts',
      'domain/publication/resemblance.ts',
      'domain/time/timestamp.ts',
      'domain/time/calendar-days.ts',
      'domain/time/hours-text.ts',
      'domain/time/locale.ts',
      'domain/time/recurrence-rule.ts',
      'domain/time/fixed-offset.ts',
      'words/finder.ts',
      'words/keys.ts',
    ],
  },
  'http/': {
    holds: 'the application, its router, options and roots',
    doors: [...below, 'http/', 'mail/mail-server.ts', 'oidc/'],
  },
  'http/server/': {
    holds: 'listening, stopping, connections, forwarding writes between workers',
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
    doors: [...below, 'oidc/', 'http/options.ts'],
  },
  'http/cache/': {
    holds: 'the response cache and its validity, the caches of event JSON, of feeds and of events on pages',
    doors: [...below, 'http/request/', 'http/protocol/', 'http/response/'],
  },
  'http/changes/': {
    holds: 'the list and the stream of changes',
    doors: [...below, 'http/observability/', 'http/operations/', 'http/request/'],
  },
  'http/operations/': {
    holds: 'the table of all handlers, and the handlers of small groups of operations',
    doors: [...below, 'http/'],
  },
  'http/operations/items/': {
    holds: 'lists, single items, their history, series',
    doors: [...handlers, 'http/operations/writes/'],
  },
  'http/operations/writes/': {
    holds: 'dry runs, idempotency keys, batches',
    doors: [...handlers],
  },
  'http/operations/accounts/': {
    holds: 'users, the caller’s account, sessions',
    doors: [...handlers],
  },
  'http/operations/submissions/': {
    holds: 'events that the public submits, and their review',
    doors: [...handlers, 'http/operations/accounts/'],
  },
  'http/operations/calendars/': {
    holds: 'imports, calendar subscriptions and the demo',
    doors: [...handlers, 'calendars/'],
  },
  'http/operations/documents/': {
    holds: 'the route index, and OpenAPI with its page',
    doors: [...handlers, 'http/site/'],
  },
  'http/operations/feeds/': {
    holds: 'iCalendar, RSS, Atom and JSON Feed; files with all events of a list',
    doors: [...handlers, 'http/operations/items/'],
  },
  'http/observability/': {
    holds: 'metrics, health, tracing, request ids',
    doors: [...below, 'http/language-roots.ts', 'http/protocol/'],
  },
  'http/mcp/': {
    holds: 'tools and resources for assistants (Model Context Protocol)',
    doors: [...below, 'http/request/', 'http/response/'],
  },
  'http/compatibility/': {
    holds:
      'programs for The Events Calendar: its `dialect/`, the routes of other namespaces in `bridges/`, discovery and old addresses',
    doors: [...below, 'http/'],
  },
  'http/site/': {
    holds:
      'the pages of the web calendar and the desk’s shell, with their `assets/`, `appearance/` and `filters/`; `views/` are those of many events, `submitting/` is the public form, `installing/` makes an application of the calendar',
    doors: [...below, 'http/', 'oidc/', 'web/offline/settings.ts'],
  },
  'variables.ts': {
    holds: 'the environment variables: name, default, format',
    doors: [
      'config/content-variables.ts',
      'contract/languages.ts',
      'federation/variables.ts',
      'oidc/variables.ts',
      'purging/variables.ts',
    ],
  },
  'config/': {
    holds: 'reading the values of environment variables',
    doors: [
      'contract/languages.ts',
      'contract/operations/accounts/account-names.ts',
      'domain/',
      'mail/mail-server.ts',
      'oidc/settings.ts',
    ],
  },
  'config.ts': {
    holds: 'the configuration, read from the environment: one frozen object',
    doors: [
      'config/',
      'contract/languages.ts',
      'domain/',
      'mail/mail-server.ts',
      'oidc/settings.ts',
      'variables.ts',
    ],
  },
  'oidc/': {
    holds:
      'signing in through one’s organisation: the requests to the issuer, and what its tokens say (OpenID Connect)',
    doors: ['contract/operations/accounts/account-names.ts'],
  },
  'mail/': {
    holds: 'composing and sending queued e-mail',
    doors: ['domain/', 'contract/languages.ts', 'words/', 'representations/', 'store/store.ts'],
  },
  'following.ts': {
    holds: 'synchronising calendar subscriptions',
    doors: ['config.ts', 'store/', 'media/', 'actions/policy.ts', 'calendars/', 'representations/urls.ts'],
  },
  'tasks.ts': {
    holds: 'the tasks that run from time to time: subscriptions, series, e-mail, pictures',
    doors: [
      'config.ts',
      'support/garbage-collection.ts',
      'following.ts',
      'domain/',
      'store/store.ts',
      'media/',
      'mail/',
      'actions/policy.ts',
      'actions/series/',
      'actions/linking/page-pictures.ts',
    ],
  },
  'delivering.ts': {
    holds: 'putting together what delivers to webhooks and to other servers',
    doors: [
      'contract/version.ts',
      'tasks.ts',
      'federation/',
      'http/auth/',
      'media/',
      'purging/',
      'webhooks/',
    ],
  },
  'outside.ts': {
    holds: 'the services of others that are asked on demand: a geocoder and a translation server',
    doors: ['config.ts', 'media/fetching/'],
  },
  'command-failure.ts': {
    holds: 'what a command tells the process that started it of its failure',
    doors: [],
  },
  'upkeep/': {
    holds: 'what administrators see and start of the upkeep: back-ups, the full export, a test of e-mail',
    doors: [
      'config.ts',
      'command-failure.ts',
      'http/upkeep-tools.ts',
      'mail/',
      'representations/mail/',
      'store/check/',
    ],
  },
  'service.ts': {
    holds: 'putting the service together',
    doors: [
      'upkeep/',
      'config.ts',
      'delivering.ts',
      'following.ts',
      'outside.ts',
      'tasks.ts',
      'oidc/',
      'problem.ts',
      'support/',
      'domain/',
      'federation/',
      'http/',
      'store/',
      'media/',
      'actions/',
      'calendars/',
      'purging/',
      'representations/',
      'webhooks/',
    ],
  },
  'commands/': {
    holds:
      'the commands, one file each; those for files and feeds are in `calendars/`, the checks of `fasti doctor` in `diagnosis/`, shared code in `support/`',
    doors: [
      'config.ts',
      'variables.ts',
      'node-version.ts',
      'command-failure.ts',
      'following.ts',
      'service.ts',
      'problem.ts',
      'support/garbage-collection.ts',
      'support/optional-library.ts',
      'domain/',
      'contract/',
      'store/',
      'media/',
      'actions/',
      'calendars/',
      'representations/',
      'mail/',
      'http/',
    ],
  },
  'node-version.ts': { holds: 'the oldest version of Node that runs the program', doors: [] },
  'main.ts': {
    holds: 'the process: its arguments, environment and exit code',
    doors: ['node-version.ts', 'commands/'],
  },
}

/** Library, or our own manifest → the folders that may import it, with their subfolders. */
export const thirdParty: Readonly<Record<string, readonly string[]>> = {
  '../package.json': ['contract/version.ts'],
  'temporal-polyfill': ['domain/', 'service.ts', 'tasks.ts', 'commands/'],
  'lru-cache': ['support/'],
  'sanitize-html': ['domain/'],
  'rrule-temporal': ['domain/'],
  pg: ['store/'],
  '@photostructure/sqlite': ['store/'],
  '@aws-sdk/client-s3': ['media/'],
  fastify: ['http/'],
  'find-my-way': ['http/'],
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
  'openid-client': ['oidc/'],
  jose: ['oidc/'],
  'altcha-lib/v1': ['actions/'],
  'altcha-lib/v1/types': ['actions/'],
  leaflet: ['web/'],
  preact: ['web/'],
  uqr: ['web/desk/accounts/'],
  'preact/hooks': ['web/'],
  '@preact/signals': ['web/'],
}

/** Whether a name covers a file: `a/` covers everything below a folder, `a/*` only the files directly in it, `a.ts` one file. */
function isIn(door: string): (file: string) => boolean {
  if (door.endsWith('/')) return (file) => file.startsWith(door)
  if (door.endsWith('/*'))
    return (file) => file.startsWith(door.slice(0, -1)) && !file.slice(door.length - 1).includes('/')
  return (file) => file === door
}

/** Returns the entry of the table that a file below `src` belongs to. */
export function roomOf(file: string): string | undefined {
  const fitting = Object.keys(rooms).filter((room) => isIn(room)(file))
  return fitting.sort((a, b) => b.length - a.length)[0]
}

/** Whether a file may import another one: from the same entry, or by an allowed import. */
export function mayImport(from: string, to: string): boolean {
  const room = roomOf(from) ?? ''
  return roomOf(to) === room || (rooms[room]?.doors ?? []).some((door) => isIn(door)(to))
}

/** Returns the table of folders and allowed imports for ARCHITECTURE.md. */
export function doorsTable(): string {
  const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(' ') || '–'
  const rows = Object.entries(rooms).map(
    ([name, { holds, doors }]) => `| \`${name}\` | ${holds} | ${code(doors)} |`,
  )
  return ['| Folder or file | Content | May import |', '|---|---|---|', ...rows].join('\n')
}
