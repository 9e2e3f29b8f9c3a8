/** The commands by name. */
import type { Command } from './support/command.ts'

interface Listed {
  /** One line in the overview of commands. */
  readonly summary: string
  /** Loads the module, with all that the command needs. */
  load(): Promise<Command>
}

/** The commands by name, in the order of the overview. Each is loaded on demand: most need neither the server nor image processing. */
export const commands: Readonly<Record<string, Listed>> = {
  serve: {
    summary: 'serve the calendar over HTTP',
    load: async () => (await import('./serve.ts')).serve,
  },
  demo: {
    summary: 'add three months of an invented town to an empty calendar, remove them, or serve them apart',
    load: async () => (await import('./demo.ts')).demo,
  },
  import: {
    summary: 'import events from JSON lines, iCalendar, CSV or another server',
    load: async () => (await import('./calendars/import.ts')).importCommand,
  },
  subscribe: {
    summary: 'manage calendar subscriptions: add, change, list, remove, run',
    load: async () => (await import('./calendars/subscribe.ts')).subscribe,
  },
  export: {
    summary: 'write the whole calendar to a JSON lines, CSV or iCalendar file',
    load: async () => (await import('./calendars/export.ts')).exportCommand,
  },
  user: {
    summary: 'add, list and remove users, and give them roles and passwords',
    load: async () => (await import('./user.ts')).user,
  },
  person: {
    summary: 'write all that is kept of a person to a file, or erase it',
    load: async () => (await import('./persons/person.ts')).person,
  },
  feed: {
    summary: 'create, list and revoke secret feeds',
    load: async () => (await import('./calendars/feed.ts')).secretFeedsCommand,
  },
  token: {
    summary: 'create, list and revoke access tokens',
    load: async () => (await import('./token.ts')).token,
  },
  audit: {
    summary: 'list all writes: who changed what, and when',
    load: async () => (await import('./audit.ts')).audit,
  },
  mcp: {
    summary: 'offer tools to an assistant over standard input and output (MCP)',
    load: async () => (await import('./mcp.ts')).mcp,
  },
  media: {
    summary: 'list unused images, orphaned files and missing files',
    load: async () => (await import('./media.ts')).media,
  },
  check: {
    summary: 'verify the integrity of the stored data',
    load: async () => (await import('./check.ts')).check,
  },
  doctor: {
    summary: 'check whether this machine meets the requirements',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  backup: {
    summary: 'write everything to a back-up file for fasti restore',
    load: async () => (await import('./backup.ts')).backup,
  },
  restore: {
    summary: 'restore a back-up into an empty database',
    load: async () => (await import('./restore.ts')).restore,
  },
}

/** Loads the command of a name; undefined if there is none. */
export async function loadCommandNamed(name: string): Promise<Command | undefined> {
  return Object.hasOwn(commands, name) ? commands[name]?.load() : undefined
}
