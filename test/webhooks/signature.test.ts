import { Webhook } from 'standardwebhooks'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { newWebhookSecret, signedWebhookHeaders } from '../../src/webhooks/deliveries.ts'

const now = () => Math.floor(Temporal.Now.instant().epochMilliseconds / 1000)
const body = '{"type":"event.created","data":{"title":"Fête"}}'

describe('signatures of webhooks', () => {
  it('§13 are accepted by the library of Standard Webhooks, with the new secret and with the old one', () => {
    const [next, old] = [newWebhookSecret(), newWebhookSecret()]
    const headers = signedWebhookHeaders([next, old], 'msg_1', now(), body)
    for (const secret of [next, old]) expect(new Webhook(secret).verify(body, headers)).toMatchObject({})
  })

  it('§13 are refused with another secret, body, id or time, and in a message that is repeated later', () => {
    const secret = newWebhookSecret()
    const headers = signedWebhookHeaders([secret], 'msg_1', now(), body)
    const verify =
      (changed: Record<string, string>, text = body, by = secret) =>
      () =>
        new Webhook(by).verify(text, { ...headers, ...changed })
    expect(verify({}, `${body} `)).toThrow('No matching signature')
    expect(verify({}, body, newWebhookSecret())).toThrow('No matching signature')
    expect(verify({ 'webhook-id': 'msg_2' })).toThrow('No matching signature')
    expect(verify({ 'webhook-timestamp': String(now() - 60) })).toThrow('No matching signature')
    const stale = signedWebhookHeaders([secret], 'msg_1', now() - 600, body)
    expect(verify(stale)).toThrow('too old')
  })
})
