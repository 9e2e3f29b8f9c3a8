import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, inject, it } from 'vitest'
import { type Band, bandIn } from '../support/band.ts'
import { hashLikeTheProgram } from '../support/cheap-hashes.ts'
import { command } from '../support/command.ts'
import { isLong } from '../support/dialect-names.ts'
import { dialects } from '../support/dialects.ts'
import { freePort } from '../support/free-port.ts'
import { exportColumnNames, timeOfDayColumns } from '../support/inside/formats.ts'
import { createService, readConfig, type Service } from '../support/inside/service.ts'
import { leaveOut } from '../support/left-out.ts'
import { onServer } from '../support/on-server.ts'
import type { Ended } from '../support/process.ts'
import { hasProgram } from '../support/programs.ts'
import { scratch } from '../support/scratch.ts'
import { play, type Stage, type Step, stepsOf } from '../support/transcript.ts'

const root = resolve(import.meta.dirname, '../..')
const pages = [
  'README.md',
  'clients/python/README.md',
  'clients/typescript/README.md',
  ...markdownBelow('docs'),
]
const hasPostgres = dialects.some(({ name }) => name === 'postgres')

const tools: Readonly<Record<string, string>> = { sh: 'curl', python: 'python3' }
const has = await Promise.all(Object.values(tools).map((tool) => hasProgram(tool)))
const missing = Object.entries(tools).filter((_, at) => !has[at])
for (const [language, tool] of missing)
  leaveOut(`Pages of the documentation with ${language}: ${tool} is missing`)

/** Why a page can't be run on this machine. */
function isLeftOut(steps: readonly Step[]): boolean {
  const languages = steps.map(({ language }) => language)
  return missing.some(([one]) => languages.includes(one)) || (languages.includes('sql') && !hasPostgres)
}

/** Whether the output matches the one shown; `…` matches anything. */
function isAlike(shown: unknown, got: unknown): boolean {
  if (typeof shown === 'string' && shown.includes('…')) return isLike(shown, String(got))
  if (typeof shown !== 'object' || shown === null || typeof got !== 'object' || got === null)
    return shown === got
  const keys = Object.keys(shown)
  if (keys.join() !== Object.keys(got).join()) return false
  const there: Readonly<Record<string, unknown>> = { ...got }
  return Object.entries(shown).every(([key, value]) => isAlike(value, there[key]))
}

function isLike(shown: string, got: string): boolean {
  const pattern = shown
    .trim()
    .split('…')
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${pattern.join('.*')}$`).test(got.trim())
}

const jsonOn = (line: string): unknown[] => {
  try {
    return [JSON.parse(line)]
  } catch {
    return []
  }
}

/** Outputs that differ from the page, and failures that the page does not show. */
function faultsOf({ line, answers }: Step, { output, code }: { output: string; code: number }): string[] {
  const said = output.split('\n')
  const unsaid = answers.flatMap(({ language, text, line: at }) => {
    if (language === 'text')
      return text.split('\n').filter((one) => !said.some((other) => isLike(one, other)))
    const shown: unknown = JSON.parse(text)
    return said.flatMap(jsonOn).some((got) => isAlike(shown, got)) ? [] : [`the answer on line ${at}`]
  })
  const isAskedFor = answers.some(({ text }) => /"code"|HTTP\/1\.1 4|refused/.test(text))
  const failed = !isAskedFor && (code !== 0 || /"data":\{"status":[45]\d\d/.test(output))
  return [...unsaid, ...(failed ? ['it fails'] : [])].map((what) => `line ${line}: ${what}\n${output}`)
}

/** The environment of a page: a separate folder, ports, a database, and an image. */
interface Place {
  readonly folder: string
  readonly ports: readonly [own: string, other: string, proxy: string]
  readonly database: string
  readonly band: Band
}

/** Files that the program reads from the reader's folder. */
const files = ['season.jsonl', 'shop.jsonl', 'calendar.jsonl', 'before.db']

/** Replaces the addresses and files on a page with those of the test. */
function stageOf({ folder, ports: [port, other, proxy], database, band }: Place): Stage {
  return new Map([
    ['https://example.org/band.jpg', `http://${band.host}/band.jpg`],
    ['/srv/backups', join(folder, 'backups')],
    ['/var/lib/fasti', join(folder, 'data')],
    ['/srv/calendar', join(folder, 'data')],
    ['/etc/prometheus', join(folder, 'prometheus')],
    ...files.map((name) => [name, join(folder, name)] as const),
    ['127.0.0.1:3000', `127.0.0.1:${port}`],
    ['127.0.0.1:3001', `127.0.0.1:${other}`],
    ['PORT=3001', `PORT=${other}`],
    ['https://calendar.example.org', `http://127.0.0.1:${proxy}`],
    ['listen 443', `listen ${proxy}`],
    ['calendar_user', `${database}_user`],
    ['calendar_db', database],
    ['db.example.org', hasPostgres ? new URL(inject('postgresUrl')).host : 'db.example.org'],
    ["'@fasti-calendar/client'", `'${join(root, 'clients/typescript/src/index.ts')}'`],
  ])
}

const environmentOf = ({ folder, ports: [port, , proxy], band }: Place) => ({
  PORT: port,
  PROXY_PORT: proxy,
  FASTI_DATA_DIR: join(folder, 'data'),
  FASTI_LOG_LEVEL: 'error',
  FASTI_IMAGE_HOSTS: band.host,
  SERVER_URL: inject('postgresUrl'),
  PYTHONPATH: join(root, 'clients/python'),
  PYTHONDONTWRITEBYTECODE: '1',
  INPUT: 'correct horse battery\n'.repeat(9),
  ...(isLong() && { REAL_PROGRAM: 'yes' }),
})

type Environment = Readonly<Record<string, string>>

/** The program in this process: starting another process takes longer than the page. */
interface Here {
  readonly port: string
  close(): Promise<void>
}

/** Settings that are paths, which the program reads from the reader's folder. */
const settingsOfPaths = ['FASTI_DATA_DIR', 'FASTI_THEME']

/** The variables of a shell as it has them in its folder. */
function environmentFrom(lines: readonly string[]): Environment {
  const read = Object.fromEntries(
    lines.map((line) => [line.replace(/=.*/s, ''), line.replace(/^[^=]*=/, '')]),
  )
  const { PWD: folder = '' } = read
  return Object.fromEntries(
    Object.entries(read).map(([name, value]) => [
      name,
      settingsOfPaths.includes(name) ? resolve(folder, value) : value,
    ]),
  )
}

// What a command prints is the output of this process, so that there is one command at a time.
let last: Promise<unknown> = Promise.resolve()

/** Runs a command when those before it have ended. */
function commandInTurn(args: readonly string[], env: Environment, input?: string): Promise<Ended> {
  const ended = last.then(() => command(args, env, input))
  last = ended.catch(() => {})
  return ended
}

/** Serves like `npm start`, and does what the shell of a page asks for: its words, its environment, and its input. */
async function here(initial: Environment): Promise<Here> {
  const services = new Map<string, Service>()
  const stop = async (port: string) => {
    await services.get(port)?.close()
    services.delete(port)
  }
  const serve = async (env: Environment) => {
    const config = readConfig(env)
    await stop(String(config.port))
    const service = await createService(config)
    services.set(String(config.port), service)
    await service.app.listen({ host: config.host, port: config.port })
  }
  const done = async (args: readonly string[], env: Environment, input?: string): Promise<Ended> => {
    if (args[0] === 'serve') await serve(env)
    else if (args[0] === 'stop') await stop(String(readConfig(env).port))
    else return commandInTurn(args, env, input)
    return { code: 0, stdout: '', stderr: '' }
  }
  await serve(initial)
  const server = createServer(async (request, response) => {
    const [asked = '', variables = '', input] = (await text(request)).split('\0\0')
    const { code, stdout, stderr } = await done(
      asked.split('\0'),
      environmentFrom(variables.split('\0')),
      input,
    ).catch((error) => ({ code: 1, stdout: '', stderr: String(error) }))
    response.writeHead(code === 0 ? 200 : 500).end(`${stdout}${stderr}`)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: String((server.address() as AddressInfo).port),
    async close() {
      server.close()
      for (const service of services.values()) await service.close()
    },
  }
}

async function played(steps: readonly Step[]): Promise<readonly string[]> {
  const folder = await scratch('fasti-docs-')
  for (const name of ['backups', 'data', 'prometheus']) await mkdir(join(folder, name))
  const template = inject('sqliteTemplate')
  if (template !== '') await copyFile(template, join(folder, 'data', 'fasti.db'))
  const place: Place = {
    folder,
    ports: [String(await freePort()), String(await freePort()), String(await freePort())],
    database: `fasti_docs_${randomBytes(4).toString('hex')}`,
    band: await bandIn(folder),
  }
  const env = environmentOf(place)
  const host = await here(env)
  try {
    const results = await play(steps, folder, stageOf(place), { ...env, HERE_PORT: host.port })
    return steps.flatMap((step, at) => faultsOf(step, results[at] ?? { output: '', code: Number.NaN }))
  } finally {
    await host.close()
    await place.band.close()
    await rm(folder, { recursive: true, force: true })
    if (steps.some(({ language }) => language === 'sql')) await dropped(place.database)
  }
}

async function dropped(database: string): Promise<void> {
  await onServer(inject('postgresUrl'), `drop database if exists ${database} with (force)`)
  await onServer(inject('postgresUrl'), `drop role if exists ${database}_user`)
}

function markdownBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .sort()
}

// Most of the time is spent waiting for programs, so several pages run at a time.
describe.concurrent('the documentation', () => {
  hashLikeTheProgram()

  for (const page of pages) {
    const text = readFileSync(join(root, page), 'utf8')
    const steps = stepsOf(text)

    it.skipIf(steps.length === 0 || isLeftOut(steps))(
      `does what ${page} says`,
      async () => {
        expect((await played(steps)).join('\n')).toBe('')
      },
      120_000,
    )

    it(`has no broken links on ${page}`, () => {
      const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, to = '']) => to)
      const broken = links.filter((to) => !/^\w+:/.test(to) && !existsSync(resolve(root, dirname(page), to)))
      expect(broken).toEqual([])
    })
  }

  it('has four requests in README.md that answer as printed in any order, and once more', async () => {
    const steps = stepsOf(readFileSync(join(root, 'README.md'), 'utf8'))
    const requests = steps.filter(({ text }) => text.startsWith('curl'))
    expect(requests).toHaveLength(4)
    expect((await played([...requests.toReversed(), ...requests])).join('\n')).toBe('')
  }, 120_000)

  it('names every column of tables in the guide on imports', () => {
    const guide = readFileSync(join(root, 'docs/how-to/import.md'), 'utf8')
    expect(
      [...exportColumnNames, ...timeOfDayColumns].filter((name) => !guide.includes(`\`${name}\``)),
    ).toEqual([])
  })

  it('sets no variable in a shell that zsh uses itself: its PATH was gone', () => {
    const own =
      /\b(?:for|read|export) (?:path|status|cdpath|fpath|prompt|argv)\b|^ *(?:path|status|cdpath|fpath|prompt|argv)=/
    const faulty = ['README.md', ...markdownBelow('docs')].flatMap((page) =>
      [...readFileSync(join(root, page), 'utf8').matchAll(/^```sh\n(.*?)^```/gms)]
        .flatMap(([, block = '']) => block.split('\n'))
        .filter((line) => own.test(line))
        .map((line) => `${page}: ${line}`),
    )
    expect(faulty).toEqual([])
  })

  it('links every page from its index', () => {
    const index = readFileSync(join(root, 'docs/README.md'), 'utf8')
    const lost = markdownBelow('docs').filter(
      (page) => page !== 'docs/README.md' && !index.includes(`(${page.slice('docs/'.length)})`),
    )
    expect(lost).toEqual([])
  })
})
