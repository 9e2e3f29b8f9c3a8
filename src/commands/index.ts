/** The commands, in the order of the overview. */
import { variables } from '../config.ts'
import { audit } from './audit.ts'
import { backup } from './backup.ts'
import { check } from './check.ts'
import type { Command } from './command.ts'
import { doctor } from './doctor.ts'
import { exportCommand } from './export.ts'
import { importCommand } from './import.ts'
import { restore } from './restore.ts'
import { serve } from './serve.ts'
import { token } from './token.ts'
import { user } from './user.ts'

export const commands: readonly Command[] = [
  serve,
  importCommand,
  exportCommand,
  user,
  token,
  audit,
  check,
  doctor,
  backup,
  restore,
]

/** The overview that `fasti --help` prints. */
export function usage(): string {
  const widest = Math.max(
    ...commands.map(({ name }) => name.length),
    ...variables.map(({ name }) => name.length),
  )
  const row = (name: string, text: string) => `  ${name.padEnd(widest)}  ${text}`
  return [
    'Usage: fasti COMMAND [OPTIONS]',
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
