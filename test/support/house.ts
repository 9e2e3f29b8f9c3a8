/** The rooms of the house, and its libraries. The architecture test enforces both, and ARCHITECTURE.md shows the rooms. */

/** A folder below `src`, or a file there, without its ending. */
interface Room {
  readonly name: string
  readonly holds: string
  /** The files and folders by which other rooms come in; without them, by any file. */
  readonly doors?: readonly string[]
}

/**
 * The rooms in their order: a room imports only from itself and from rooms above it. A file belongs to the room with the longest name that
 * fits it; one directly in `src` that no room names belongs to `service`. A new room is a line here, below all that it imports.
 */
export const rooms: readonly Room[] = [
  {
    name: 'words',
    holds:
      'the finder of words, and a folder of JSON for each language: `site` (pages, feeds and e-mail), `desk`, `shared` (both have them), `api`, `refusals`; `keys.ts` is generated',
  },
  { name: 'problem-codes', holds: 'the table of problem codes' },
  { name: 'problem', holds: 'the reasons of refusals, and the one error class' },
  {
    name: 'support',
    holds: 'fair queues, bounded caches, memoisation: what knows nothing of calendars',
  },
  {
    name: 'domain',
    holds:
      'the rules of calendars, pure: time and recurrence, series, money, text, what people type, languages of content, publication and access',
  },
  { name: 'contract/kinds', holds: 'the kinds of value that args accept' },
  {
    name: 'contract',
    holds:
      'the declarations of resources and operations, and what derives from them: routes, scopes, tools, OpenAPI; `resources/fields/` has a row for each plain field',
  },
  {
    name: 'web',
    holds:
      'what browsers load: `desk/` is the editors’ application, a folder for each task; `pages/` has a folder for each script of pages, `design/` and `themes/` their styles, `map/` the map, `offline/` the worker that keeps pages',
  },
  { name: 'store/tables', holds: 'the types of tables and of records, by subject' },
  {
    name: 'store/database',
    holds: 'SQLite and PostgreSQL: connections, SQL, rows, errors, retries, group commit',
    doors: ['damage.ts', 'dialects.ts', 'errors.ts'],
  },
  {
    name: 'store',
    holds:
      'all that is stored, behind one interface (`store.ts`): migrations, conditions, records, events and the almanac, series, accounts, the log, back-ups and checks',
    doors: ['store.ts', 'tables.ts', 'open.ts', 'backup/', 'check/'],
  },
  {
    name: 'representations',
    holds: 'records as JSON, iCalendar, feeds and files; pure functions',
  },
  {
    name: 'representations/html',
    holds: 'records as pages: the documentation, and below `site/` the web calendar; pure functions',
  },
  { name: 'representations/mail', holds: 'records as letters; pure functions' },
  {
    name: 'media',
    holds:
      'images: decoded, resized, drawn, stored; `fetching/` makes all requests to addresses that users give',
  },
  {
    name: 'api',
    holds:
      'how rooms, resources and operations are declared; the caller, the rights of each role, and the languages of content',
  },
  {
    name: 'actions',
    holds: 'what is done to each resource, and who may do it; `writing/` is shared by all writes',
  },
  {
    name: 'oidc',
    holds: 'signing in through one’s organisation: its rules and settings, and OpenID Connect',
  },
  {
    name: 'people',
    holds:
      'accounts, their sessions, tokens and secret feeds, how they sign in, the members of groups, and what is kept of a person',
  },
  { name: 'changes', holds: 'what the log of changes is for: histories and the audit, reverting, undoing' },
  { name: 'items', holds: 'items as whole rooms, one folder each' },
  {
    name: 'events',
    holds: 'what helps to write events: a line read as one, the meaning of a recurrence, templates',
  },
  {
    name: 'review',
    holds:
      'what waits for a decision, and what is seen before it is public: submissions, decisions, drafts of changes, previews',
  },
  { name: 'geocoding', holds: 'the coordinates of addresses' },
  { name: 'settings', holds: 'the settings of the site' },
  { name: 'upkeep', holds: 'what administrators see and start: back-ups, the full export, a test of e-mail' },
  {
    name: 'calendars',
    holds: 'other formats: iCalendar, CSV, JSON lines, other servers; imports and exports; the demo',
  },
  {
    name: 'webhooks',
    holds:
      'webhooks: what administrators do with them, and their delivery: messages, signatures, attempts, the lease',
  },
  {
    name: 'federation',
    holds:
      'the calendar on the social web (ActivityPub): `objects/` and `documents/`, `delivery/`, what comes in (`inbox/`), actors of other servers (`remote/`)',
  },
  { name: 'batch', holds: 'several writes in one request' },
  { name: 'assistants', holds: 'tools for assistants, by the Model Context Protocol' },
  { name: 'documents', holds: 'what the interface says of itself: the index of its routes, and OpenAPI' },
  { name: 'rooms', holds: 'the list of rooms' },
  { name: 'operations', holds: 'all operations, in the order of the index' },
  { name: 'purging', holds: 'telling caches in front of the service what was written' },
  { name: 'saml', holds: 'signing in through one’s organisation by SAML 2.0' },
  { name: 'mail', holds: 'composing and sending queued e-mail' },
  {
    name: 'http/protocol',
    holds: 'RFC 9110: Accept, conditional requests, encodings, ETag, headers',
  },
  {
    name: 'http',
    holds:
      'the application: `router.ts`, `request/` and `response/`, `auth/`, `cache/`, the handlers in `operations/`, and the pages in `site/`',
  },
  {
    name: 'dialects',
    holds: 'the forms of The Events Calendar and WordPress, for clients that were made for them',
  },
  { name: 'config', holds: 'the environment variables, and the configuration that is read from them' },
  { name: 'upkeep/running', holds: 'the upkeep at work, in processes of their own where it takes long' },
  {
    name: 'service',
    holds: 'the other files of `src`: what puts the service together, and the tasks that it runs',
  },
  {
    name: 'commands',
    holds: 'the commands, one file each, and the checks of `fasti doctor` in `diagnosis/`',
  },
  { name: 'main', holds: 'the process: its arguments, environment and exit code' },
]

/** Library, or our own manifest → the folders that may import it, with their subfolders. */
export const thirdParty: Readonly<Record<string, readonly string[]>> = {
  '../package.json': ['contract/version.ts'],
  'temporal-polyfill': ['domain/', 'saml/', 'service.ts', 'tasks.ts', 'commands/'],
  'lru-cache': ['support/'],
  'sanitize-html': ['domain/'],
  'rrule-temporal': ['domain/'],
  pg: ['store/'],
  '@photostructure/sqlite': ['store/'],
  '@aws-sdk/client-s3': ['media/'],
  fastify: ['http/', 'dialects/'],
  'find-my-way': ['http/'],
  qs: ['http/'],
  '@fastify/busboy': ['http/'],
  '@modelcontextprotocol/sdk/server/index.js': ['assistants/'],
  '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js': ['assistants/'],
  '@modelcontextprotocol/sdk/validation/ajv-provider.js': ['assistants/'],
  '@modelcontextprotocol/sdk/types.js': ['assistants/', 'commands/'],
  '@modelcontextprotocol/sdk/server/stdio.js': ['commands/'],
  sharp: ['media/'],
  otpauth: ['people/'],
  nodemailer: ['mail/'],
  'openid-client': ['oidc/'],
  jose: ['oidc/'],
  '@node-saml/node-saml': ['saml/'],
  '@xmldom/xmldom': ['saml/'],
  'altcha-lib/v1': ['actions/'],
  'altcha-lib/v1/types': ['actions/'],
  leaflet: ['web/'],
  preact: ['web/'],
  uqr: ['web/desk/accounts/'],
  'preact/hooks': ['web/'],
  '@preact/signals': ['web/'],
}

/** Returns the name of the room that a file below `src` belongs to. */
export function roomOf(file: string): string | undefined {
  const names = rooms.map(({ name }) => name)
  const fitting = names.filter(
    (name) => file.startsWith(`${name}/`) || /^(.*)\.tsx?$/.exec(file)?.[1] === name,
  )
  const [longest] = fitting.sort((a, b) => b.length - a.length)
  return longest ?? (file.includes('/') ? undefined : 'service')
}

/** Returns what is wrong with an import of one file below `src` by another, if anything is. */
export function wrongImport(from: string, to: string): string | undefined {
  const [own, other] = [roomOf(from), roomOf(to)]
  if (own === other) return undefined
  const placeOf = (room: string | undefined) => rooms.findIndex(({ name }) => name === room)
  if (placeOf(other) > placeOf(own)) return `${from} → ${to}: ${own} is above ${other}`
  // A room within another one knows its way there.
  if (own?.split('/')[0] === other?.split('/')[0]) return undefined
  const closed = rooms.find(({ name }) => name === other)
  const isDoor = closed?.doors?.some((door) => {
    const path = `${closed.name}/${door}`
    return door.endsWith('/') ? to.startsWith(path) : to === path
  })
  return isDoor === false ? `${from} → ${to}: no door of ${closed?.name}` : undefined
}

/** Returns the list of rooms for ARCHITECTURE.md. */
export const roomsTable = (): string =>
  ['| Room | Content |', '|---|---|', ...rooms.map(({ name, holds }) => `| \`${name}\` | ${holds} |`)].join(
    '\n',
  )
