/** Glewlwyd of Debian as an OpenID Connect provider, on loopback and in a folder of its own. */
import { generateKeyPairSync } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasProgram, type Program, runProgram, startProgram } from '../../test/support/programs.ts'
import { browser, type Got, type Visit } from './browser.ts'

const SCHEMA = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3'
const TEMPLATE = '/usr/share/glewlwyd/templates/glewlwyd-debian.conf.properties'
export const SCOPES = ['openid', 'profile', 'email', 'groups']

export const PACKAGES = 'glewlwyd sqlite3'
export const hasGlewlwyd = async (): Promise<boolean> =>
  (await hasProgram('glewlwyd')) && (await hasProgram('sqlite3'))

/** The client of the trial. */
export const client = { id: 'fasti', secret: 'ASecretOfGlewlwydForOneTrial' }

/** The issuer of a Glewlwyd at a port. */
export const issuerAt = (port: number) => `http://127.0.0.1:${port}/api/oidc`

/** Starts Glewlwyd with three people, of whom `dwho` is in the group `press`. Their passwords are their names, said twice. */
export async function startGlewlwyd(folder: string, port: number, base: string): Promise<Program> {
  await mkdir(folder, { recursive: true })
  const database = join(folder, 'glewlwyd.db')
  await runProgram('sqlite3', [database, `.read ${SCHEMA}`])
  const template = await readFile(TEMPLATE, 'utf8')
  const text = template
    .replace(/^port=.*$/m, `port=${port}`)
    .replace(/^#bind_address=.*$/m, 'bind_address="127.0.0.1"')
    .replace('_G_EXTRNAL_URL_', `http://127.0.0.1:${port}`)
    .replace(/^log_mode=.*$/m, 'log_mode="console"')
    .replace(/^log_file=.*$/m, '')
    .replace(/^@include .*$/m, `database = { type = "sqlite3"; path = "${database}"; };`)
  await writeFile(join(folder, 'glewlwyd.conf'), text)
  const glewlwyd = startProgram('glewlwyd', ['--config-file', join(folder, 'glewlwyd.conf')], {
    env: { PATH: process.env.PATH },
  })
  const api = `http://127.0.0.1:${port}/api`
  const visit = browser()
  const admin = { username: 'admin', password: 'password' }
  for (let tries = 0; ; tries += 1) {
    const entered = await visit(`${api}/auth/`, admin).catch(() => undefined)
    if (entered?.status === 200) break
    if (tries === 60) throw new Error('Glewlwyd did not start')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  const send = async (path: string, value: object, method?: 'PUT') => {
    const { status, text: said } = await visit(`${api}/${path}`, value, method)
    if (status !== 200) throw new Error(`Glewlwyd: ${path}: ${status} ${said}`)
  }
  const users = JSON.parse((await visit(`${api}/mod/user/database`)).text)
  users.parameters['data-format'].groups = { multiple: true, read: true, write: true }
  await send('mod/user/database', users, 'PUT')
  await send('mod/user/database/reset', {}, 'PUT')
  for (const name of SCOPES.filter((one) => one !== 'openid')) await send('scope/', { name })
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await send('mod/plugin/', {
    module: 'oidc',
    name: 'oidc',
    parameters: {
      iss: issuerAt(port),
      'jwt-type': 'rsa',
      'jwt-key-size': '256',
      key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      cert: publicKey.export({ type: 'spki', format: 'pem' }),
      'access-token-duration': 3600,
      'auth-type-code-enabled': true,
      'pkce-allowed': true,
      'subject-type': 'public',
      'name-claim': 'on-demand',
      'name-claim-scope': ['profile'],
      'email-claim': 'on-demand',
      'email-claim-scope': ['email'],
      claims: [
        { name: 'uid', 'user-property': 'username', type: 'string', mandatory: true, scope: ['profile'] },
        {
          name: 'groups',
          'user-property': 'groups',
          type: 'string',
          mandatory: false,
          'on-demand': true,
          scope: ['groups'],
        },
      ],
    },
  })
  await send('client/', {
    client_id: client.id,
    client_secret: client.secret,
    confidential: true,
    enabled: true,
    scope: SCOPES,
    redirect_uri: [`${base}/signin/oidc/callback`],
    post_logout_redirect_uri: `${base}/signin/oidc/callback`,
    authorization_type: ['code'],
    token_endpoint_auth_method: ['client_secret_basic'],
  })
  const people = [
    { username: 'dwho', name: 'Doctor Who', email: 'dwho@example.org', groups: ['press', 'staff'] },
    { username: 'rtyler', name: 'Rose Tyler', email: 'rtyler@example.org', groups: ['staff'] },
    { username: 'msmith', name: 'Mr Smith', email: 'msmith@example.org', groups: ['staff'] },
  ]
  for (const person of people)
    await send('user/', {
      ...person,
      password: `${person.username}${person.username}`,
      enabled: true,
      scope: ['g_profile', ...SCOPES],
    })
  return glewlwyd
}

/** Signs a person in as the page of Glewlwyd does, and returns the address to which the browser is sent back. */
export async function signedIn(visit: Visit, asked: Got, login: string): Promise<string> {
  const page = new URL(asked.location ?? '')
  const api = `${page.origin}/api`
  await visit(`${api}/auth/`, { username: login, password: `${login}${login}` })
  await visit(`${api}/auth/grant/${client.id}/`, { scope: SCOPES.join(' ') }, 'PUT')
  const back = await visit(`${page.searchParams.get('callback_url')}&g_continue`)
  return back.location ?? back.url
}
