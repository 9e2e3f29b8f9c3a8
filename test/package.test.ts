import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { variables } from '../src/config/variables.ts'
import { runProgram } from './support/programs.ts'

const root = resolve(import.meta.dirname, '..')
const TIMEOUT = 120_000

describe('the packed program', () => {
  let folder: string
  let bin: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fasti-package-'))
    // The build exists already; running `prepare` would replace files that another test may be running.
    await runProgram('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: root })
    const [tarball = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
    const home = join(folder, 'home/node_modules')
    await mkdir(join(home, 'fasti'), { recursive: true })
    await runProgram('tar', [
      '-xzf',
      join(folder, tarball),
      '-C',
      join(home, 'fasti'),
      '--strip-components=1',
    ])
    const { dependencies } = JSON.parse(await readFile(join(home, 'fasti/package.json'), 'utf8'))
    for (const name of Object.keys(dependencies)) {
      await mkdir(join(home, 'fasti/node_modules', name, '..'), { recursive: true })
      await symlink(join(root, 'node_modules', name), join(home, 'fasti/node_modules', name))
    }
    bin = join(home, '.bin')
    await mkdir(bin)
    // npm install does the same.
    await chmod(join(home, 'fasti/dist/main.js'), 0o755)
    await symlink('../fasti/dist/main.js', join(bin, 'fasti'))
  }, TIMEOUT)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const started = (file: string, args: readonly string[]) =>
    runProgram(file, args, {
      cwd: join(folder, 'home'),
      env: { PATH: process.env.PATH, HOME: folder, FASTI_DATA_DIR: join(folder, 'data') },
    })
  // What npx starts; npx itself takes longer than the command.
  const fasti = (...args: string[]) => started(join(bin, 'fasti'), args)

  it('runs as npx fasti with only the dependencies in its package.json', { timeout: TIMEOUT }, async () => {
    expect((await started('npx', ['--no-install', 'fasti', '--help'])).stdout).toContain(
      'Usage: fasti COMMAND',
    )
    expect((await fasti('user', 'add', 'ada', '--role', 'administrator')).stderr).toContain(
      'token create ada',
    )
    expect((await fasti('check')).stderr).toContain('No faults found.')
  })

  it('contains its documents and licence, and no tests or secrets', async () => {
    const files = await readdir(join(folder, 'home/node_modules/fasti'), { recursive: true })
    for (const name of [
      'LICENSE',
      'README.md',
      'CHANGELOG.md',
      'dist/main.js',
      'dist/NOTICES.md',
      'docs/routes.md',
      'docs/how-to/back-up.md',
      'ops/systemd/fasti.service',
      'ops/prometheus/fasti.rules.yml',
    ])
      expect(files).toContain(name)
    expect(
      files
        .filter((name) => !name.startsWith('node_modules'))
        .filter((name) => /^(test|src|bench|trials)\b|\.env|\.db$/.test(name)),
    ).toEqual([])
  })
})

describe('the installation', () => {
  it('runs install scripts only of the packages allowed in package.json, which lists every package with scripts', async () => {
    const read = async (name: string) => JSON.parse(await readFile(join(root, name), 'utf8'))
    const { allowScripts } = await read('package.json')
    const { packages } = await read('package-lock.json')
    const withScripts = Object.entries<{ hasInstallScript?: boolean }>(packages).flatMap(([path, one]) =>
      one.hasInstallScript ? [path.replace(/^.*node_modules\//, '')] : [],
    )
    expect(Object.keys(allowScripts).sort()).toEqual([...new Set(withScripts)].sort())
    expect(Object.keys(allowScripts).filter((name) => allowScripts[name])).toEqual(['@photostructure/sqlite'])
  })
})

describe('the containers', () => {
  it('get every setting that is in .env: those for proxies, mail, the bucket and submissions too', async () => {
    const compose = await readFile(join(root, 'ops/compose.yaml'), 'utf8')
    const [, block = ''] = /environment: &environment\n((?: {6}.*\n)*)/.exec(compose) ?? []
    const passed = [...block.matchAll(/^ {6}(\w+):/gm)].map(([, name]) => name)
    // What the containers set themselves, and the settings of commands that read or write another server.
    const own = ['HOST', 'PORT', 'FASTI_DATA_DIR', 'FASTI_TOKEN', 'FASTI_IMPORT_AUTHORIZATION']
    expect(
      variables
        .map(({ name }) => name)
        .filter((name) => !passed.includes(name))
        .sort(),
    ).toEqual(own.sort())
    expect(passed).toEqual(expect.arrayContaining(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']))
    const named = (await readFile(join(root, 'Dockerfile'), 'utf8')).match(/^ENV .*/m)?.[0]
    for (const name of ['HOST', 'PORT', 'FASTI_DATA_DIR']) expect(named).toContain(` ${name}=`)
  })

  it('and the services of systemd have a limit of memory', async () => {
    const compose = await readFile(join(root, 'ops/compose.yaml'), 'utf8')
    expect(compose.match(/^ {4}image: /gm)).toHaveLength(3)
    expect(compose.match(/^ {4}mem_limit: \d+[mg]$/gm)).toHaveLength(3)
    for (const unit of ['fasti.service', 'fasti-backup.service'])
      expect(await readFile(join(root, 'ops/systemd', unit), 'utf8')).toMatch(/^MemoryMax=\d+G$/m)
  })

  it('write into folders that the user of the image owns: a back-up needs its own and that of the images', async () => {
    const compose = await readFile(join(root, 'ops/compose.yaml'), 'utf8')
    const [, owned = ''] =
      /install -d -o node -g node -m 0750 ([^\n]*)/.exec(await readFile(join(root, 'Dockerfile'), 'utf8')) ??
      []
    const ofFasti = [...compose.matchAll(/"(?:media|backups):([^"]*)"/g)].map(([, folder]) => folder)
    expect(ofFasti).toEqual(['/data', '/data', '/backups'])
    expect(owned.split(' ')).toEqual([...new Set(ofFasti)])
  })
})
