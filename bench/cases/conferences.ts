/** Real events that no request has shown, from the first request after a start. */
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Case, Finding, Measured } from '../case.ts'
import { ask, processorOfEach } from '../each.ts'
import { ran } from '../processes.ts'
import { median } from '../rounds.ts'
import { BASE, type Stage } from '../stage.ts'

/** How often a server is started. */
const TIMES = 3
/** Where the real events are, beside the repository. */
const FILE = '../shared/data/conferences.jsonl'

/** The requests whose processor time is measured: the first hundred, those until the fifth hundred, and those of a warm server. */
const parts = [
  { what: 'the first hundred', from: 0, to: 100 },
  { what: 'the second to the fifth hundred', from: 100, to: 500 },
  { what: 'those in between', from: 500, to: 3000 },
  { what: 'after three thousand', from: 3000, to: 4000 },
] as const

const targets = {
  warm: { is: 'at most', value: 400, of: 'µs' },
  early: { is: 'at most', value: 2, of: '× those after three thousand' },
} as const

const what = 'a real event that was not shown before'
const untimed = 'this system does not report processor times'

/** Imports the events into an empty calendar. Returns its folder. */
async function imported({ root, small }: Stage, file: string) {
  const folder = join(small().folder, 'conferences')
  mkdirSync(folder)
  const fasti = (...args: string[]) =>
    ran(process.execPath, [join(root, 'dist/main.js'), ...args], { env: { FASTI_DATA_DIR: folder } })
  await fasti('user', 'add', 'bench', '--role', 'editor')
  // Three lines of the file are refused, so the exit code is not 0.
  await fasti('import', file).catch((error: unknown) => {
    if (!String(error).includes('refused')) throw error
  })
  return folder
}

const findings = (
  early: number | undefined,
  warm: number | undefined,
  because?: string,
): readonly Finding[] => [
  {
    what: `${what}, after three thousand others: processor time`,
    target: targets.warm,
    measured: warm,
    ...(because !== undefined && { because }),
  },
  {
    what: `${what}, the second to the fifth hundred after a start`,
    target: targets.early,
    measured: early === undefined || warm === undefined ? undefined : early / warm,
    ...(because !== undefined && { because }),
  },
]

async function run(stage: Stage): Promise<Measured> {
  const file = resolve(stage.root, FILE)
  if (!existsSync(file))
    return { findings: findings(undefined, undefined, `${file} is missing`), figures: [] }
  const folder = await imported(stage, file)
  const taken = new Map<string, number[]>(parts.map((part) => [part.what, []]))
  for (let time = 0; time < TIMES; time++) {
    const server = await stage.serve({ folder, token: '' })
    // The ids of an import are in the order of its lines; neighbours share venues and organizers.
    const request = (at: number) => ask(server, `${BASE}/${((at * 2477) % 6000) + 1}`)
    for (const part of parts) taken.get(part.what)?.push(await processorOfEach(server, part, request))
    await stage.clear()
  }
  const of = (name: (typeof parts)[number]['what']) => median(taken.get(name) ?? [])
  const [first, last] = [of('the second to the fifth hundred'), of('after three thousand')]
  const isTimed = !Number.isNaN(last)
  const shown = parts.map((part) => `${of(part.what).toFixed(0)} µs (${part.what})`)
  return {
    findings: isTimed ? findings(first, last) : findings(undefined, undefined, untimed),
    figures: [],
    ...(isTimed && {
      notes: [`An event of 6,004 real conferences, each asked once after a start: ${shown.join(', ')}.`],
    }),
  }
}

export const conferences: Case = {
  name: 'conferences',
  method: `6,004 real conferences, imported into an empty calendar; after a start, one event after the other is asked once, over one connection. The median of ${TIMES} starts.
On Node.js 24 an event not in memory takes 0.7 × the time of Node.js 20 (0.65 to 0.8 in four comparisons side by side in November 2026, Node.js 22 the
same as 20), and the first hundred after a start 0.7 × with compiled code from the run before; an event page takes 0.75 ×, an event in memory 0.85 ×, a
month, a create and an update about the same. Node.js 22.13 and later have \`node:sqlite\`, which is used there: beside the package that older ones
need, on Node.js 24, a create takes 0.9 × the time and an event not in memory the same (0.98 and 1.03).`,
  run,
}
