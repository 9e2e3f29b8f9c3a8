/** Reads pages of documentation as steps: code to run, and its expected output. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { startProgram } from './programs.ts'

/** Code between fences. */
export interface Block {
  /** The language after the opening fence. */
  readonly language: string
  readonly text: string
  /** The line of the opening fence, from 1. */
  readonly line: number
}

/** Code, with the expected outputs after it. */
export interface Step extends Block {
  readonly answers: readonly Block[]
}

const root = resolve(import.meta.dirname, '../..')
const main = join(root, 'dist/main.js')
const answers = ['json', 'text']

/** Returns the blocks of a page, in order. */
export function blocksOf(page: string): readonly Block[] {
  const found: Block[] = []
  let open: { language: string; line: number; lines: string[] } | undefined
  page.split('\n').forEach((text, at) => {
    const fence = /^\s*```(\S*)\s*$/.exec(text)
    if (fence === null) open?.lines.push(text)
    else if (open === undefined) open = { language: fence[1] ?? '', line: at + 1, lines: [] }
    else {
      found.push({ language: open.language, line: open.line, text: open.lines.join('\n') })
      open = undefined
    }
  })
  return found
}

/** Returns the blocks of a page as steps. Throws if an output has no code before it. */
export function stepsOf(page: string): readonly Step[] {
  const steps: (Step & { readonly answers: Block[] })[] = []
  for (const block of blocksOf(page)) {
    if (!answers.includes(block.language)) steps.push({ ...block, answers: [] })
    else if (steps.length === 0) throw new Error(`line ${block.line}: an answer to nothing`)
    else steps.at(-1)?.answers.push(block)
  }
  return steps
}

/** Language → the shell command that runs a block from a file. */
const runners: Readonly<Record<string, (file: string) => string>> = {
  '': (file) => `. ${file}`,
  sh: (file) => `. ${file}`,
  cron: (file) => `eval "$(sed -E 's/^(\\S+ +){5}\\S+ +//' ${file})"`,
  // Settings of other programs, pages of other sites, installations and changes of the system are not run.
  systemd: () => ':',
  console: () => ':',
  yaml: () => ':',
  html: () => ':',
  conf: () => ':',
  js: (file) => `node ${file}`,
  ts: (file) => `node ${compiled(file)}`,
  python: (file) => `python3 ${file}`,
  sql: (file) => `node ${join(root, 'test/docs/sql.js')} ${file}`,
  nginx: (file) => `background "$PROXY_PORT" node ${join(root, 'test/docs/proxy.js')} ${file}`,
}

const compiled = (file: string) => file.replace(/\.mts$/, '.mjs')

const extensions: Readonly<Record<string, string>> = { js: '.mjs', ts: '.mts', python: '.py' }

/**
 * Replaces commands in a reader's shell: the program is already built, and servers run in the background. Starting the program takes
 * longer than most commands: unless REAL_PROGRAM is set, the process of the tests, at HERE_PORT, serves and does what they ask for. It
 * receives the words, and after an empty one the environment, and after another one the input.
 */
const prelude = `
exec 2>&1
curl() { command curl -sS "$@"; local code=$?; echo; return $code; }
asked() { command curl -sS --fail-with-body "127.0.0.1:$HERE_PORT" --data-binary @-; }
here() { { printf '%s\\0' "$@" ''; env -0; } | asked; }
fed() { { printf '%s\\0' "$@" ''; env -0; printf '\\0'; cat; } | asked; }
fasti() {
  case "$REAL_PROGRAM $*" in
    ' '*--password-stdin | ' import -') fed "$@" ;;
    ' serve'* | ' user '* | ' token '* | ' feed '* | ' import '* | ' subscribe '*) here "$@" ;;
    ' audit'* | ' backup '* | ' restore '* | ' export '* | ' check'* | ' doctor'*) here "$@" ;;
    *' serve'*) here stop && background "$PORT" node ${main} "$@" ;;
    *) node ${main} "$@" ;;
  esac
}
npx() { shift; fasti "$@"; }
function /usr/local/bin/fasti { fasti "$@"; }
background() {
  local port=$1; shift
  if [ -f "pid-$port" ]; then kill "$(cat "pid-$port")"; wait "$(cat "pid-$port")"; fi
  "$@" > "log-$port" 2>&1 & echo $! > "pid-$port"
  for _ in $(seq 300); do
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && return 0
    kill -0 "$(cat "pid-$port")" 2>/dev/null || break
    sleep 0.1
  done
  cat "log-$port"; return 1
}
npm() { if [ "$1" = start ]; then fasti serve; fi; }
trap 'for file in pid-*; do [ -f "$file" ] && kill "$(cat "$file")"; done; wait' EXIT
`

const MARK = '@@@ step'

/** Text on a page → its replacement here, such as ports and the database server. */
export type Stage = ReadonlyMap<string, string>

const onStage = (text: string, stage: Stage) =>
  [...stage].reduce((said, [page, here]) => said.replaceAll(page, here), text)
const offStage = (text: string, stage: Stage) =>
  [...stage].reduce((said, [page, here]) => said.replaceAll(here, page), text)

/** The output of a step, and the exit code of its last command. */
export interface Played {
  readonly output: string
  readonly code: number
}

/** Runs the steps of a page in one shell and a separate folder. Returns the output of each step. */
export async function play(
  steps: readonly Step[],
  folder: string,
  stage: Stage,
  env: Readonly<Record<string, string>>,
): Promise<readonly Played[]> {
  await mkdir(join(folder, 'steps'), { recursive: true })
  const lines = await Promise.all(
    steps.map(async ({ language, text }, at) => {
      const runner = runners[language]
      if (runner === undefined) throw new Error(`nothing runs \`${language}\``)
      const file = join(folder, 'steps', `${at}${extensions[language] ?? ''}`)
      await writeFile(file, `${onStage(text, stage)}\n`)
      // A program that compiles while it runs takes three times as long.
      if (language === 'ts')
        await build({
          entryPoints: [file],
          outfile: compiled(file),
          bundle: true,
          platform: 'node',
          format: 'esm',
        })
      return `${runner(file)}\nprintf '\\n${MARK} ${at} %s\\n' $?`
    }),
  )
  const script = [prelude, ...lines, 'exit 0'].join('\n')
  // With a socket as its input, Bash takes itself for a remote shell, and would first run the .bashrc of whoever runs the tests.
  const child = startProgram('bash', ['--norc', '-c', script], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
  })
  child.stdin.on('error', () => {})
  child.stdin.end(env.INPUT ?? '')
  let printed = ''
  child.stdout.on('data', (text) => {
    printed += text
  })
  await new Promise((ended) => child.on('close', ended))
  return partsOf(offStage(printed, stage), steps.length)
}

function partsOf(printed: string, count: number): readonly Played[] {
  const parts = printed.split(/\n@@@ step \d+ (\d+)\n/)
  return Array.from({ length: count }, (_, at) => ({
    output: parts[2 * at] ?? '',
    code: Number(parts[2 * at + 1] ?? Number.NaN),
  }))
}
