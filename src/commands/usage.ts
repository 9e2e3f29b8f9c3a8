/** The overview of the program. */
import { VERSION_WITH_COMMIT } from '../contract/version.ts'
import { variables } from '../variables.ts'
import { commands } from './index.ts'

/** The text that `fasti --version` prints. */
export const versionText = `fasti ${VERSION_WITH_COMMIT}`

/** Returns what `fasti --help` prints: the commands and the environment variables. */
export function usageText(): string {
  const names = [...Object.keys(commands), ...variables.map(({ name }) => name)]
  const widest = Math.max(...names.map(({ length }) => length))
  const row = (name: string, text: string) => `  ${name.padEnd(widest)}  ${text}`
  return [
    'Usage: fasti COMMAND [OPTIONS]',
    '       fasti --version',
    '',
    'Commands (each with --help):',
    ...Object.entries(commands).map(([name, { summary }]) => row(name, summary)),
    '',
    'Environment:',
    ...variables.map(({ name, form, fallback }) =>
      row(name, fallback === '' ? form : `${form} (default ${fallback})`),
    ),
  ].join('\n')
}
