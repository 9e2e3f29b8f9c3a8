/**
 * `npm run trial sign-in`: signs people in with LemonLDAP::NG of Debian by SAML 2.0 and by OpenID Connect, and with Glewlwyd by OpenID Connect,
 * each set up as the how-to says: with a role, with another one, and refused; again, and with an answer that is sent twice or changed.
 * `-- TEXT` tries the ways with this text in their name.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../test/support/free-port.ts'
import { run, serve } from '../test/support/process.ts'
import type { Program } from '../test/support/programs.ts'
import { browser, followed, formIn, type Got, type Visit } from './sign-in/browser.ts'
import * as glewlwyd from './sign-in/glewlwyd.ts'
import * as lemonldap from './sign-in/lemonldap.ts'

/** Something that was tried, what came, and what should have come. */
type Result = readonly [string, unknown, unknown]

/** Who a browser is signed in as; undefined for nobody. */
async function signedInUser(visit: Visit, base: string) {
  const { status, text } = await visit(`${base}/cal/events/v1/session`)
  return status === 200 ? JSON.parse(text).user : undefined
}

/** A way to sign in: the provider, how it starts, and what a person does there until the answer for Fasti is there. */
interface Way {
  readonly name: string
  readonly path: string
  readonly isThere: boolean
  readonly packages: string
  env(portal: number): Readonly<Record<string, string>>
  start(folder: string, portal: number, base: string): Promise<Program>
  /** Returns what the browser brings to Fasti: an address, or a form for it. */
  answered(visit: Visit, asked: Got, login: string): Promise<{ url: string; form?: URLSearchParams }>
}

const roles = { FASTI_OIDC_ROLES: 'groups:press=editor,uid:rtyler=author,preferred_username:rtyler=author' }

/** Types a name and a password into the form of LemonLDAP, and goes on to the answer. */
async function typed(visit: Visit, asked: Got, login: string): Promise<Got> {
  const { action, fields } = formIn(await followed(visit, asked))
  fields.set('user', login)
  fields.set('password', login)
  return visit(action, fields)
}

const ways: readonly Way[] = [
  {
    name: 'LemonLDAP::NG, SAML 2.0',
    path: '/signin/saml',
    isThere: await lemonldap.hasLemonldap(),
    packages: lemonldap.PACKAGES,
    env: (portal) => ({
      FASTI_SAML_METADATA: `http://127.0.0.1:${portal}/saml/metadata`,
      FASTI_SAML_LOGOUT: `http://127.0.0.1:${portal}/?logout=1`,
    }),
    async start(folder, portal, base) {
      const metadata = await (await fetch(`${base}/signin/saml/metadata`)).text()
      return lemonldap.startLemonldap(folder, portal, { base, metadata })
    },
    async answered(visit, asked, login) {
      const { action, fields } = formIn(await followed(visit, await typed(visit, asked, login)))
      return { url: action, form: fields }
    },
  },
  {
    name: 'LemonLDAP::NG, OpenID Connect',
    path: '/signin/oidc',
    isThere: await lemonldap.hasLemonldap(),
    packages: lemonldap.PACKAGES,
    env: (portal) => ({
      FASTI_OIDC_ISSUER: `http://127.0.0.1:${portal}`,
      FASTI_OIDC_CLIENT_ID: lemonldap.client.id,
      FASTI_OIDC_CLIENT_SECRET: lemonldap.client.secret,
    }),
    start: (folder, portal, base) => lemonldap.startLemonldap(folder, portal, { base }),
    async answered(visit, asked, login) {
      let page = await typed(visit, asked, login)
      while (page.location !== undefined && !page.location.includes('/signin/oidc/callback'))
        page = await visit(page.location)
      return { url: page.location ?? page.url }
    },
  },
  {
    name: 'Glewlwyd, OpenID Connect',
    path: '/signin/oidc',
    isThere: await glewlwyd.hasGlewlwyd(),
    packages: glewlwyd.PACKAGES,
    env: (portal) => ({
      FASTI_OIDC_ISSUER: glewlwyd.issuerAt(portal),
      FASTI_OIDC_CLIENT_ID: glewlwyd.client.id,
      FASTI_OIDC_CLIENT_SECRET: glewlwyd.client.secret,
      FASTI_OIDC_SCOPES: glewlwyd.SCOPES.join(' '),
    }),
    start: glewlwyd.startGlewlwyd,
    async answered(visit, asked, login) {
      const url = await glewlwyd.signedIn(visit, asked, login)
      return { url }
    },
  },
]

async function resultsOf(way: Way): Promise<readonly Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'fasti-sign-in-'))
  const [port, portal] = [await freePort(), await freePort()]
  const base = `http://127.0.0.1:${port}`
  const env = {
    ...{ PORT: String(port), FASTI_BASE_URL: base, FASTI_DATA_DIR: join(folder, 'data') },
    ...{ ...roles, FASTI_OIDC_TRUST_EMAIL: 'on' },
    ...way.env(portal),
  }
  await run(['user', 'add', 'root', '--role', 'administrator'], env)
  const fasti = await serve(env)
  const provider = await way.start(join(folder, 'provider'), portal, base)
  const signedIn = async (login: string, forged = (text: string) => text) => {
    const visit = browser()
    const begun = await visit(`${base}${way.path}`)
    const { url, form } = await way.answered(visit, await visit(begun.location ?? ''), login)
    const xml = Buffer.from(form?.get('SAMLResponse') ?? '', 'base64').toString()
    form?.set('SAMLResponse', Buffer.from(forged(xml)).toString('base64'))
    const address = form === undefined ? forged(url) : url
    const entered = await visit(address, form)
    const user = entered.status === 303 ? await signedInUser(visit, base) : undefined
    return {
      ...{ status: entered.status, id: user?.id, role: user?.role, name: user?.display_name },
      again: (await visit(address, form)).status,
    }
  }
  try {
    const first = await signedIn('dwho')
    const second = await signedIn('dwho')
    const other = await signedIn('rtyler')
    const forged = await signedIn('rtyler', (text) =>
      text.startsWith('http')
        ? text.replace(/(?<=[?&]code=)[^&]+/, 'forged')
        : text.replaceAll('rtyler', 'dwho'),
    )
    const doctor = await run(['doctor'], env)
    return [
      ['dwho, an editor by a group', [first.status, first.role, first.name], [303, 'editor', 'Doctor Who']],
      ['the same answer again', first.again, 400],
      ['dwho once more, the same account', [second.status, second.id], [303, first.id]],
      ['rtyler, an author by an attribute', [other.status, other.role], [303, 'author']],
      ['msmith, whom no rule names', (await signedIn('msmith')).status, 403],
      ['a forged answer', forged.status >= 400 && forged.role === undefined, true],
      ['fasti doctor reads the provider', /ok .*sign-in: .* describes itself/.test(doctor.stdout), true],
    ]
  } finally {
    provider.kill()
    fasti.child.kill()
    await fasti.ended
    if (process.env.FASTI_TRIAL_LOG !== undefined) process.stdout.write(`${fasti.output().slice(-4000)}\n`)
    await rm(folder, { recursive: true, force: true })
  }
}

const [only = ''] = process.argv.slice(2)
for (const way of ways.filter(({ name }) => name.includes(only))) {
  if (!way.isThere) process.stdout.write(`${way.name}: skipped, install ${way.packages}.\n`)
  else
    for (const [what, got, wanted] of await resultsOf(way)) {
      const isRight = JSON.stringify(got) === JSON.stringify(wanted)
      if (!isRight) process.exitCode = 1
      process.stdout.write(`${isRight ? 'right' : 'WRONG'}  ${way.name}: ${what}: ${JSON.stringify(got)}\n`)
    }
}
