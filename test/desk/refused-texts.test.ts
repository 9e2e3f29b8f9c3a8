import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SignedDesk, signedDesk } from '../support/at-desk.ts'
import type { Json } from '../support/service.ts'
import { isToldAtDesk, untypedArgs, writesOfSmallForms } from '../support/small-forms.ts'

describe('what people type wrong into the small forms', () => {
  let desk: SignedDesk
  beforeAll(async () => {
    desk = await signedDesk({ FASTI_FEDERATION: 'on', FASTI_FEDERATION_HOSTS: '127.0.0.1' })
    await desk.service.post('/groups', { name: 'Museum' }, desk.headers)
    await desk.service.post('/pages', { title: 'Contact' }, desk.headers)
  })
  afterAll(() => desk.service.close())

  /** What else each write needs. */
  const needed: Json = { name: 'n', title: 't', url: 'https://a.example', login: 'zed', role: 'editor' }
  /** Chosen, not typed. */
  const chosen = ['every', 'group', 'types', 'translations', ...untypedArgs]

  it('is refused in words of the desk', async () => {
    const untold = new Set<string>()
    let count = 0
    const refused = async (method: 'POST' | 'PUT' | 'PATCH', path: string, body: Json) => {
      const { body: answer } = await desk.service.ask(method, path, body, {
        ...desk.headers,
        'content-type': 'application/json',
        prefer: 'reasons',
      })
      const faults: Readonly<Record<string, Json>> = { ...answer.data?.details, ...answer.data?.invalid }
      return Object.entries(faults)
    }
    for (const { methods, path: pattern, args } of writesOfSmallForms) {
      const [method] = methods
      if (method === 'DELETE' || method === 'GET' || method === undefined) continue
      if (/session|password-resets/.test(pattern)) continue
      const given = Object.fromEntries(
        Object.keys(args).flatMap((one) => (one in needed ? [[one, needed[one]]] : [])),
      )
      for (const name of Object.keys(args).filter((one) => !chosen.includes(one)))
        for (const text of ['x'.repeat(5000), 'nonsense words', '\u0001'])
          for (const [field, fault] of await refused(method, pattern.replace(/\{\w+\}/g, '1'), {
            ...given,
            [name]: text,
          })) {
            count += 1
            if (!isToldAtDesk(String(fault.reason))) untold.add(`${fault.reason} of ${field}, ${pattern}`)
          }
    }
    expect(count).toBeGreaterThan(100)
    expect([...untold]).toEqual([])
  }, 120_000)
})
