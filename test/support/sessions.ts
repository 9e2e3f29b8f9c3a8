/** Signing in as a browser would. */
import type { Answered, TestService } from './service.ts'

type Headers = Record<string, string>

/** The Set-Cookie header of an answer, or an empty text. */
export const setCookie = ({ headers }: Answered) => [headers['set-cookie'] ?? []].flat().join()

/** The Cookie header that a browser sends back. */
export const cookieOf = (answer: Answered): Headers => ({ cookie: setCookie(answer).split(';')[0] ?? '' })

/** Signs in; the headers for reading, and those that writing needs besides. */
export async function signedIn(
  service: TestService,
  login: string,
  password: string,
): Promise<{ readonly cookie: Headers; readonly csrf: Headers }> {
  const answer = await service.post('/session', { login, password })
  if (answer.status !== 201) throw new Error(`signing in as ${login}: ${JSON.stringify(answer.body)}`)
  return { cookie: cookieOf(answer), csrf: { 'x-csrf-token': String(answer.body.csrf_token) } }
}
