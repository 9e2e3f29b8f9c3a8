/** A browser of the sign-in trial: cookies of each host and port, no scripts. */
import { cookieHeader, type Jar, keepCookies } from '../../test/support/issuer.ts'

/** A page or a redirect, as a browser gets it. */
export interface Got {
  readonly status: number
  readonly url: string
  readonly location: string | undefined
  readonly text: string
}

/** Asks for an address; with a form it is sent, with an object it is sent as JSON, by PUT if asked. */
export type Visit = (url: string, sent?: URLSearchParams | object, method?: 'POST' | 'PUT') => Promise<Got>

/** Returns a browser without cookies. */
export function browser(): Visit {
  const jars = new Map<string, Jar>()
  return async (url, sent, method = 'POST') => {
    const { origin } = new URL(url)
    const jar: Jar = jars.get(origin) ?? new Map()
    jars.set(origin, jar)
    const isForm = sent instanceof URLSearchParams
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        ...(sent !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...cookieHeader(jar),
      },
      ...(sent !== undefined && { method, body: isForm ? sent : JSON.stringify(sent) }),
    })
    keepCookies(jar, answer.headers.getSetCookie())
    const to = answer.headers.get('location')
    const location = to === null ? undefined : new URL(to, url).href
    return { status: answer.status, url, location, text: await answer.text() }
  }
}

/** Follows redirects to the first page that is none. */
export async function followed(visit: Visit, page: Got): Promise<Got> {
  let at = page
  while (at.location !== undefined) at = await visit(at.location)
  return at
}

const unescaped = (text: string) =>
  text.replace(/&#x([0-9a-f]+);|&(amp|quot|lt|gt);/gi, (_, code, name) =>
    name === undefined
      ? String.fromCodePoint(Number.parseInt(code, 16))
      : ({ amp: '&', quot: '"', lt: '<' }[name as string] ?? '>'),
  )

/** Reads the hidden fields and the action of the form of a page. */
export function formIn({ text, url }: Got) {
  const [form = ''] = /<form[^>]*>.*?<\/form>/s.exec(text) ?? []
  const valueIn = (tag: string, name: string) =>
    unescaped(new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
  const fields = new URLSearchParams()
  for (const [tag] of form.matchAll(/<input[^>]*type="hidden"[^>]*>/g))
    fields.set(valueIn(tag, 'name'), valueIn(tag, 'value'))
  return { action: new URL(valueIn(form, 'action') || url, url).href, fields }
}
