/**
 * `npm run trial saml`: signs people in with LemonLDAP::NG of Debian as the SAML identity provider, set up as the how-to says: with a
 * role, with another one, and refused; again, and with an answer that is sent twice or changed.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../test/support/free-port.ts'
import { cookieHeader, type Jar, keepCookies } from '../test/support/issuer.ts'
import { run, serve } from '../test/support/process.ts'
import { hasLemonldap, PACKAGES, startLemonldap } from './saml/lemonldap.ts'

/** A page or a redirect, as a browser gets it. */
interface Got {
  readonly status: number
  readonly url: string
  readonly location: string | undefined
  readonly text: string
}

/** A browser that keeps the cookies of each host and port. */
function browser() {
  const jars = new Map<string, Jar>()
  return async (url: string, form?: URLSearchParams): Promise<Got> => {
    const { origin } = new URL(url)
    const jar: Jar = jars.get(origin) ?? new Map()
    jars.set(origin, jar)
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'text/html', ...cookieHeader(jar) },
      ...(form && { method: 'POST', body: form }),
    })
    keepCookies(jar, answer.headers.getSetCookie())
    const to = answer.headers.get('location')
    const location = to === null ? undefined : new URL(to, url).href
    return { status: answer.status, url, location, text: await answer.text() }
  }
}

const unescaped = (text: string) =>
  text.replace(/&#x([0-9a-f]+);|&(amp|quot|lt|gt);/gi, (_, code, name) =>
    name === undefined
      ? String.fromCodePoint(Number.parseInt(code, 16))
      : ({ amp: '&', quot: '"', lt: '<' }[name as string] ?? '>'),
  )

/** Reads the hidden fields and the action of the form of a page. */
function formIn({ text, url }: Got) {
  const [form = ''] = /<form[^>]*>.*?<\/form>/s.exec(text) ?? []
  const valueIn = (tag: string, name: string) =>
    unescaped(new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
  const fields = new URLSearchParams()
  for (const [tag] of form.matchAll(/<input[^>]*type="hidden"[^>]*>/g))
    fields.set(valueIn(tag, 'name'), valueIn(tag, 'value'))
  return { action: new URL(valueIn(form, 'action') || url, url).href, fields }
}

if (await hasLemonldap()) {
  const folder = await mkdtemp(join(tmpdir(), 'fasti-saml-'))
  const [port, portal] = [await freePort(), await freePort()]
  const base = `http://127.0.0.1:${port}`
  const env = {
    PORT: String(port),
    FASTI_BASE_URL: base,
    FASTI_DATA_DIR: join(folder, 'data'),
    FASTI_SAML_METADATA: `http://127.0.0.1:${portal}/saml/metadata`,
    FASTI_OIDC_ROLES: 'groups:press=editor,uid:rtyler=author',
    FASTI_OIDC_TRUST_EMAIL: 'on',
    FASTI_SAML_LOGOUT: `http://127.0.0.1:${portal}/?logout=1`,
  }
  await run(['user', 'add', 'root', '--role', 'administrator'], env)
  const fasti = await serve(env)
  const metadata = await (await fetch(`${base}/signin/saml/metadata`)).text()
  const lemonldap = await startLemonldap(join(folder, 'lemonldap'), portal, metadata)
  const signedIn = async (login: string, change = (answer: string) => answer) => {
    const visit = browser()
    const begun = await visit(`${base}/signin/saml`)
    const asked = await visit(begun.location ?? '')
    const { action, fields } = formIn(asked)
    fields.set('user', login)
    fields.set('password', login)
    let page = await visit(action, fields)
    while (page.location !== undefined) page = await visit(page.location)
    const answer = formIn(page)
    const sent = answer.fields.get('SAMLResponse') ?? ''
    const xml = change(Buffer.from(sent, 'base64').toString())
    answer.fields.set('SAMLResponse', Buffer.from(xml).toString('base64'))
    const entered = await visit(answer.action, answer.fields)
    const session = await visit(`${base}/cal/events/v1/session`)
    const again = await visit(answer.action, answer.fields)
    const user = entered.status === 303 ? JSON.parse(session.text).user : undefined
    return {
      status: entered.status,
      id: user?.id,
      role: user?.role,
      name: user?.display_name,
      again: again.status,
    }
  }
  const results: (readonly [string, unknown, unknown])[] = []
  try {
    const first = await signedIn('dwho')
    results.push([
      'dwho, an editor by a group',
      [first.status, first.role, first.name],
      [303, 'editor', 'Doctor Who'],
    ])
    results.push(['the same answer again', first.again, 400])
    const second = await signedIn('dwho')
    results.push(['dwho once more, the same account', [second.status, second.id], [303, first.id]])
    const other = await signedIn('rtyler')
    results.push(['rtyler, an author by an attribute', [other.status, other.role], [303, 'author']])
    results.push(['msmith, whom no rule names', (await signedIn('msmith')).status, 403])
    const forged = await signedIn('rtyler', (xml) => xml.replaceAll('rtyler', 'dwho'))
    results.push(['a changed answer', forged.status, 400])
    const doctor = await run(['doctor'], env)
    results.push([
      'fasti doctor reads the metadata',
      /ok .*sign-in: .* describes itself/.test(doctor.stdout),
      true,
    ])
  } finally {
    lemonldap.kill()
    fasti.child.kill()
    await fasti.ended
    await rm(folder, { recursive: true, force: true })
  }
  for (const [what, got, wanted] of results) {
    const isRight = JSON.stringify(got) === JSON.stringify(wanted)
    if (!isRight) process.exitCode = 1
    process.stdout.write(`${isRight ? 'right' : 'WRONG'}  ${what}: ${JSON.stringify(got)}\n`)
  }
  if (process.exitCode === 1) process.stdout.write(`${fasti.output().slice(-4000)}\n`)
} else process.stdout.write(`Skipped: install ${PACKAGES}.\n`)
