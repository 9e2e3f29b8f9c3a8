/** Runs commands of this program in a process of their own: what takes long and much memory leaves the service alone. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Config, environmentFromConfig } from '../../config.ts'

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The arguments of Node.js that run the program: beside this part of it, or from its source where that runs. */
function programArgs(): readonly string[] {
  const built = ['../main.js', './main.js'].map(fileAt).find((file) => existsSync(file))
  return built === undefined ? ['--import', 'tsx', fileAt('../../main.ts')] : [built]
}

/** Starts a command of this program on the calendar of a configuration. It sends a message with its failure (`command-failure.ts`). */
export const spawnOwnCommand = (args: readonly string[], config: Config): ChildProcess =>
  spawn(process.execPath, [...programArgs(), ...args], {
    env: environmentFromConfig(config),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
