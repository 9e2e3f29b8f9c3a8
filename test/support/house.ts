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
    holds: 'the finder of words, and a folder of JSON for each language; `keys.ts` is generated',
  },
  { name: 'problem-codes', holds: 'the table of problem codes' },
  { name: 'problem', holds: 'the reasons of refusals, and the one error class' },
  {
    name: 'support',
    holds: 'queues, caches, memoisation: what knows nothing of calendars',
  },
  {
    name: 'domain',
    holds: 'the rules of calendars, pure: time, series, money, text, languages, access',
  },
  { name: 'contract/kinds', holds: 'the kinds of value that args accept' },
  {
    name: 'contract',
    holds: 'the declarations of resources, and what derives from them and from operations',
  },
  {
    name: 'web',
    holds: 'what browsers load: `desk/`, `pages/`, styles, the map, the worker that keeps pages',
  },
  { name: 'store/tables', holds: 'the types of tables and of records' },
  {
    name: 'store/database',
    holds: 'SQLite and PostgreSQL: connections, SQL, rows, errors, group commit',
    doors: ['damage.ts', 'dialects.ts', 'errors.ts'],
  },
  {
    name: 'store',
    holds: 'all that is stored, behind one interface (`store.ts`)',
    doors: ['store.ts', 'tables.ts', 'open.ts', 'backup/', 'check/'],
  },
  {
    name: 'representations',
    holds: 'records as JSON, iCalendar, feeds and files; pure',
  },
  {
    name: 'representations/html',
    holds: 'records as pages; pure',
  },
  { name: 'representations/mail', holds: 'records as letters; pure' },
  {
    name: 'media',
    holds: 'images; `fetching/` makes all requests to addresses that users give',
  },
  {
    name: 'api',
    holds: 'how rooms, resources and operations are declared; the caller and their rights',
  },
  {
    name: 'actions',
    holds: 'the verbs on events, series and submissions, and what all writes share',
  },
  {
    name: 'oidc',
    holds: 'signing in through one’s organisation: rules, settings, OpenID Connect',
  },
  {
    name: 'people',
    holds: 'accounts, sessions, tokens, members of groups, personal data',
  },
  { name: 'changes', holds: 'what the log is for: histories, the audit, reverting, undoing, streams' },
  { name: 'items', holds: 'venues, organizers, categories, tags, groups, media, pages: a room each' },
  {
    name: 'events',
    holds: 'the operations on events and series; quick lines, templates',
  },
  {
    name: 'review',
    holds: 'what waits for a decision, and what is seen before it is public',
  },
  { name: 'geocoding', holds: 'the coordinates of addresses' },
  { name: 'settings', holds: 'the settings of the site' },
  { name: 'upkeep', holds: 'what administrators see and start: back-ups, exports, a test of e-mail' },
  {
    name: 'formats',
    holds: 'iCalendar, tables, JSON lines, pages of the web: read and written, without a database',
  },
  { name: 'calendars', holds: 'imports, subscriptions, moving here, feeds, the demo' },
  {
    name: 'webhooks',
    holds: 'webhooks, and their delivery',
  },
  {
    name: 'federation',
    holds: 'the calendar on the social web (ActivityPub)',
  },
  { name: 'batch', holds: 'several writes in one request' },
  { name: 'assistants', holds: 'tools by the Model Context Protocol' },
  { name: 'documents', holds: 'the index of routes, and OpenAPI' },
  { name: 'rooms', holds: 'the list of rooms' },
  { name: 'operations', holds: 'all operations, in the order of the index' },
  { name: 'purging', holds: 'telling caches in front of the service what was written' },
  { name: 'saml', holds: 'signing in by SAML 2.0' },
  { name: 'mail', holds: 'composing and sending queued e-mail' },
  { name: 'config', holds: 'the environment variables' },
  {
    name: 'http/protocol',
    holds: 'RFC 9110: Accept, conditional requests, encodings, ETag',
  },
  {
    name: 'http',
    holds: 'the application: the pipeline, requests, responses, caches, the pages in `site/`',
  },
  {
    name: 'dialects',
    holds: 'the forms of The Events Calendar and WordPress',
  },
  { name: 'upkeep/running', holds: 'the upkeep at work, in processes of their own' },
  {
    name: 'service',
    holds: 'the other files of `src`: what puts the service together',
  },
  {
    name: 'commands',
    holds: 'the commands, one file each, and the checks of `fasti doctor`',
  },
  { name: 'main', holds: 'the process: arguments, environment, exit code' },
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
  'altcha-lib/v1': ['review/'],
  'altcha-lib/v1/types': ['review/'],
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
