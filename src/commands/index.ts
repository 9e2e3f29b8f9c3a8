/** The commands by name. */
import { VERSION } from '../contract/version.ts'
import { variables } from '../variables.ts'
import type { Command } from './support/command.ts'

/** In the order of the overview. Each module is loaded on demand: most commands need neither the server nor image processing. */
const modules: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).serve,
  demo: async () => (await import('./demo.ts')).demo,
  import: async () => (await import('./calendars/import.ts')).importCommand,
  subscribe: async () => (await import('./calendars/subscribe.ts')).subscribe,
  export: async () => (await import('./calendars/export.ts')).exportCommand,
  user: async () => (await import('./user.ts')).user,
  feed: async () => (await import('./calendars/feed.ts')).feed,
  token: async () => (await import('./token.ts')).token,
  audit: async () => (await import('./audit.ts')).audit,
  mcp: async () => (await import('./mcp.ts')).mcp,
  media: async () => (await import('./media.ts')).media,
  check: async () => (await import('./check.ts')).check,
  doctor: async () => (await import('./doctor.ts')).doctor,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./restore.ts')).restore,
}

/** Loads the command of a name; undefined if there is none. */
export async function commandNamed(name: string): Promise<Command | undefined> {
  return Object.hasOwn(modules, name) ? modules[name]?.() : undefined
}

/** What `fasti --version` prints. */
export const version = `fasti ${VERSION}`

/** The overview that `fasti --help` prints. */
export async function usage(): Promise<string> {
  const commands = await Promise.all(Object.values(modules).map((load) => load()))
  const widest = Math.max(
    ...commands.map(({ name }) => name.length),
    ...variables.map(({ name }) => name.length),
  )
  const row = (name: string, text: string) => `  ${name.padEnd(widest)}  ${text}`
  return [
    'Usage: fasti COMMAND [OPTIONS]',
    '       fasti --version',
    '',
    'Commands (each with --help):',
    ...commands.map(({ name, summary }) => row(name, summary)),
    '',
    'Environment:',
    ...variables.map(({ name, form, fallback }) =>
      row(name, fallback === '' ? form : `${form} (default ${fallback})`),
    ),
  ].join('\n')
}
