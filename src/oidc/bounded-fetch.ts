/** Requests to the issuer: bounded in time and size, and never redirected. */

/** Milliseconds for a request with its whole answer. */
const PATIENCE = 10_000
/** The longest answer in bytes. Keys and claims of large organisations have some tens of thousands. */
const LONGEST_ANSWER = 262_144

/** The issuer does not answer, or not as an issuer does. Nothing is known of who signs in. */
export class IssuerUnavailable extends Error {
  override readonly name = 'IssuerUnavailable'
}

/** Reads a body up to the longest answer. Throws `IssuerUnavailable` beyond it. */
async function boundedBody({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > LONGEST_ANSWER) throw new IssuerUnavailable('its answer is too long')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

const statusesWithoutBody = [101, 204, 205, 304]

/**
 * Requests a URL of the issuer. Returns the whole answer. Throws `IssuerUnavailable` for an answer that is late, too long, a redirect or
 * a failure of the server.
 */
export async function fetchFromIssuer(
  url: string,
  options: RequestInit,
  milliseconds = PATIENCE,
): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(milliseconds)
    const answer = await fetch(url, { ...options, redirect: 'manual', signal })
    const { status, headers } = answer
    const isRedirect = status >= 300 && status < 400
    if (isRedirect || status >= 500 || statusesWithoutBody.includes(status)) {
      await answer.body?.cancel()
      throw new IssuerUnavailable(`${new URL(url).pathname} answered ${status}`)
    }
    return new Response(await boundedBody(answer), { status, headers: plainHeaders(headers) })
  } catch (cause) {
    if (cause instanceof IssuerUnavailable) throw cause
    throw new IssuerUnavailable(`${new URL(url).host} cannot be reached`, { cause })
  }
}

/** The headers of an answer whose body was decoded and read. */
function plainHeaders(headers: Headers): Headers {
  const plain = new Headers(headers)
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) plain.delete(name)
  return plain
}
