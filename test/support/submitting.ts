/** Submits events as the public does: with a solved proof of work. */
import { createHash, createHmac } from 'node:crypto'
import { anImage } from './images.ts'
import type { Json, TestService } from './service.ts'

/** Solves a challenge of the service; the proof in ALTCHA's base64. */
export async function solved(service: TestService): Promise<string> {
  const { body } = await service.get('/submissions/challenge')
  const { algorithm, challenge, maxnumber, salt, signature } = body
  for (let number = 0; number <= maxnumber; number += 1) {
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') !== challenge) continue
    const payload = { algorithm, challenge, number, salt, signature }
    return Buffer.from(JSON.stringify(payload)).toString('base64')
  }
  throw new Error('the challenge has no solution')
}

/** A challenge with this solution, signed with the service's key: those of the service have any number up to 50,000. */
export async function challengeOf(service: TestService, number: number) {
  const { algorithm, maxnumber, salt } = (await service.get('/submissions/challenge')).body
  const challenge = createHash('sha256').update(`${salt}${number}`).digest('hex')
  const key = await service.store.proposals.key()
  const signature = createHmac('sha256', key).update(challenge).digest('hex')
  return { algorithm, challenge, maxnumber, salt, signature }
}

/** A proof without work, for tests of other rules: with the smallest number. */
export async function easilySolved(service: TestService): Promise<string> {
  const { algorithm, challenge, salt, signature } = await challengeOf(service, 0)
  const payload = { algorithm, challenge, number: 0, salt, signature }
  return Buffer.from(JSON.stringify(payload)).toString('base64')
}

export const submitter = { name: 'Bea Ferrari', email: 'bea@market.example.org' }

/** A valid submission without a proof. */
export const aSubmission = (more: Json = {}): Json => ({
  title: 'Market day',
  start_date: '2027-05-04 08:00:00',
  end_date: '2027-05-04 13:00:00',
  submitter,
  ...more,
})

/** Submits an event. Returns the response. */
export async function submitted(service: TestService, more: Json = {}) {
  return service.post('/submissions', aSubmission({ proof: await easilySolved(service), ...more }))
}

/** Submits an event as the form does: with a picture of 40 × 30 pixels, and keys such as `venue[city]`. Returns the response. */
export async function submittedWithPicture(
  service: TestService,
  more: Readonly<Record<string, string>> = {},
) {
  const form = new FormData()
  const fields = aSubmission({ submitter: undefined, proof: await easilySolved(service) })
  const { name, email } = submitter
  const sent = { ...fields, 'submitter[name]': name, 'submitter[email]': email, ...more }
  for (const [key, value] of Object.entries(sent)) if (value !== undefined) form.set(key, String(value))
  const picture = new Uint8Array(await anImage(40, 30))
  form.set('image', new Blob([picture], { type: 'image/png' }), 'market.png')
  const request = new Request('http://x/', { method: 'POST', body: form })
  const type = { 'content-type': request.headers.get('content-type') ?? '' }
  return service.post('/submissions', Buffer.from(await request.arrayBuffer()), type)
}

/** The path of a secret address below the namespace. */
export const pathOf = (url: string): string => url.slice(url.indexOf('/submissions/'))
