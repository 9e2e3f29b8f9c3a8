/** Clients that ask a service again and again, and note how long each request waits. */

interface Probe {
  readonly name: string
  readonly method: string
  readonly url: (base: string, at: number) => string
  readonly body?: (at: number) => object
}

const probes: readonly Probe[] = [
  { name: 'health', method: 'GET', url: (base) => new URL('/healthz', base).href },
  { name: 'list', method: 'GET', url: (base, at) => `${base}/events?search=none${at}` },
  {
    name: 'create',
    method: 'POST',
    url: (base) => `${base}/events`,
    body: (at) => ({
      title: `Probe ${at}`,
      start_date: '2027-05-04 18:00',
      end_date: '2027-05-04 19:00',
    }),
  },
]

/** The milliseconds that the requests of each probe waited, and their method and path. */
export type WaitsByProbe = Readonly<
  Record<string, { readonly waited: readonly number[]; readonly path: string }>
>

/** Asks again and again until the signal; returns the milliseconds of each wait. */
async function waitsOf(
  { method, url, body }: Probe,
  base: string,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const waited: number[] = []
  for (let at = 0; !signal.aborted; at += 1) {
    const sent = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body(at)) }
    const since = performance.now()
    const response = await fetch(url(base, at), { method, ...sent })
    await response.text()
    if (!response.ok) throw new Error(`a request was refused: ${response.status}`)
    waited.push(performance.now() - since)
    await new Promise((resume) => setTimeout(resume, 5))
  }
  return waited
}

/** Returns the waits of all probes while `act` runs. */
export async function probing(base: string, act: () => Promise<unknown>): Promise<WaitsByProbe> {
  const over = new AbortController()
  const asking = Promise.all(probes.map((probe) => waitsOf(probe, base, over.signal)))
  await act()
  over.abort()
  const all = await asking
  return Object.fromEntries(
    probes.map(({ name, method, url }, at) => [
      name,
      { waited: all[at] ?? [], path: `${method} ${new URL(url(base, 0)).pathname}` },
    ]),
  )
}
