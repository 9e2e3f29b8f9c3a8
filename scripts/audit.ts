/**
 * `npm run audit`: prints the advisories about the packages of the program. It includes the bundled packages, which
 * `npm audit --omit=dev` leaves out. `-- --advisories FILE` reads the advisories from a file (OSV, or npm's bulk format) and
 * uses no network; the default is the registry that npm is configured with. `--level high` limits the report to high and
 * critical. `--short` lists no packages without advisories. Exit code 1: advisories found; 2: nothing could be compared, because there
 * were no advisories to compare with.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Advisory, hasNoAdvisory, hitsOf, readAdvisories, severities } from './advisories.ts'
import { build } from './build.ts'
import { type Component, componentsOf, type Locked } from './components.ts'

/** Milliseconds. */
const TIMEOUT = 20_000

/** An old version with known advisories: a registry that returns none for it has none at all. */
const PROBE = { name: 'lodash', version: '4.17.4' }

/** The parts that the audit compares, and where it writes its report. */
export interface Auditing {
  readonly components: readonly Component[]
  /** The registry's address. */
  readonly registry: string
  readonly write: (text: string) => void
}

/**
 * Requests the advisories about packages from a registry. Throws if its response is not that of npm's bulk endpoint, or if it knows no
 * advisories at all.
 */
async function requested(registry: string, components: readonly Component[]): Promise<readonly Advisory[]> {
  const names = [...new Set(components.map(({ name }) => name))]
  const versionsOf = (name: string) =>
    components.filter((one) => one.name === name).map(({ version }) => version)
  const body = [...names.filter((name) => name !== PROBE.name), PROBE.name].map((name) => [
    name,
    name === PROBE.name ? [...versionsOf(name), PROBE.version] : versionsOf(name),
  ])
  const base = registry.endsWith('/') ? registry : `${registry}/`
  const response = await fetch(new URL('-/npm/v1/security/advisories/bulk', base), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(body)),
    signal: AbortSignal.timeout(TIMEOUT),
  })
  if (!response.ok) throw new Error(`it responded with status ${response.status}`)
  const advisories = readAdvisories(await response.json())
  if (!advisories.some(({ name, affects }) => name === PROBE.name && affects(PROBE.version)))
    throw new Error(`it has none even for ${PROBE.name} ${PROBE.version}, which has several`)
  return advisories
}

/** Reads the advisories of a file. Throws if it has none: there would be nothing to compare with. */
function inFile(file: string): readonly Advisory[] {
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (hasNoAdvisory(value)) throw new Error('it is empty')
  return readAdvisories(value)
}

/** Prints the advisories about the packages. Returns the exit code. Throws if an option is not valid. */
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
  const summary = `audit: ${components.length} packages`
  let advisories: readonly Advisory[]
  try {
    advisories = file === undefined ? await requested(registry, components) : inFile(file)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    write(
      file === undefined
        ? `${summary} not compared: the registry returned no advisories (${why}). Use a file: --advisories FILE\n`
        : `${summary} not compared: ${file} has no advisories (${why}).\n`,
    )
    return 2
  }
  const hits = hitsOf(components, advisories, least)
  for (const { component, advisory } of hits)
    write(
      `${advisory.severity}: ${component.name} ${component.version}: ${advisory.title} (${advisory.id})\n`,
    )
  if (!short && hits.length === 0)
    for (const { name, version } of components) write(`ok: ${name} ${version}\n`)
  write(`${summary}, ${hits.length} advisories\n`)
  return hits.length === 0 ? 0 : 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }
  const components = componentsOf(lock.packages, await build())
  // npm sets this variable for the scripts that it runs.
  const registry = process.env.npm_config_registry ?? 'https://registry.npmjs.org/'
  const write = (text: string) => process.stdout.write(text)
  process.exitCode = await audit(process.argv.slice(2), { components, registry, write }).catch((error) => {
    process.stderr.write(`audit: ${error instanceof Error ? error.message : error}\n`)
    return 2
  })
}
