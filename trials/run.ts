/** `npm run trial NAME`: builds the program, and runs a trial; its options follow behind `--`. Without a name it lists the trials. */
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts' && file !== 'number.ts')
  .map((file) => file.replace('.ts', ''))
const [name = ''] = process.argv.splice(2, 1)
if (names.includes(name)) {
  execFileSync('npm', ['run', '--silent', 'build'], {
    cwd: resolve(import.meta.dirname, '..'),
    stdio: 'inherit',
  })
  await import(`./${name}.ts`)
} else {
  process.stderr.write(`npm run trial NAME: ${names.join(', ')}\n`)
  process.exitCode = 2
}
