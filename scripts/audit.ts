/**
 * `npm run audit`: advisories about the packages that the program consists of, those that are built into it too, of which
 * `npm audit --omit=dev` knows nothing. `-- --advisories FILE` reads them from a file (OSV, or npm's bulk form), without any
 * network; otherwise the registry that npm is configured with is asked. `--level high` tells of those and worse ones alone;
 * `--short` is for CI: a registry that does not answer is no failure. Exit code 1: there are some; 2: nobody could be asked.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Advisory, hitsOf, readAdvisories, severities } from './advisories.ts'
import { build } from './build.ts'
import { type Component, componentsOf, type Locked } from './components.ts'

const PATIENCE = 20_000

/** Where advisories come from, and where the report goes to. */
export interface Auditing {
  readonly components: readonly Component[]
  /** The registry's address. */
  readonly registry: string
  readonly write: (text: string) => void
}

/** Asks a registry about packages. Throws where it does not answer as npm's does. */
async function asked(registry: string, components: readonly Component[]): Promise<readonly Advisory[]> {
  const names = [...new Set(components.map(({ name }) => name))]
  const versionsOf = (name: string) =>
    components.filter((one) => one.name === name).map(({ version }) => version)
  const body = names.map((name) => [name, versionsOf(name)])
  const base = registry.endsWith('/') ? registry : `${registry}/`
  const answer = await fetch(new URL('-/npm/v1/security/advisories/bulk', base), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(body)),
    signal: AbortSignal.timeout(PATIENCE),
  })
  if (!answer.ok) throw new Error(`it answered ${answer.status}`)
  return readAdvisories(await answer.json())
}

/** Tells of advisories about the packages. Returns the exit code. Throws where the file or an option can't be read. */
export async function audit(
  args: readonly string[],
  { components, registry, write }: Auditing,
): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      advisories: { type: 'string' },
      level: { type: 'string', default: 'low' },
      short: { type: 'boolean', default: false },
    },
  })
  const least = severities.find((one) => one === values.level)
  if (least === undefined) throw new Error(`--level is one of ${severities.join(', ')}.`)
  const { advisories: file, short } = values
  const said = `audit: ${components.length} packages`
  let advisories: readonly Advisory[]
  if (file !== undefined) advisories = readAdvisories(JSON.parse(readFileSync(file, 'utf8')))
  else {
    try {
      advisories = await asked(registry, components)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      write(
        `${said} not compared: the registry gives no advisories (${why}). Give a file: --advisories FILE\n`,
      )
      return short ? 0 : 2
    }
  }
  const hits = hitsOf(components, advisories, least)
  for (const { component, advisory } of hits)
    write(
      `${advisory.severity}: ${component.name} ${component.version}: ${advisory.title} (${advisory.id})\n`,
    )
  if (!short && hits.length === 0)
    for (const { name, version } of components) write(`ok: ${name} ${version}\n`)
  write(`${said}, ${hits.length} advisories\n`)
  return hits.length === 0 ? 0 : 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }
  const components = componentsOf(lock.packages, await build())
  // As npm tells the programs that it runs.
  const registry = process.env.npm_config_registry ?? 'https://registry.npmjs.org/'
  const write = (text: string) => process.stdout.write(text)
  process.exitCode = await audit(process.argv.slice(2), { components, registry, write })
}
