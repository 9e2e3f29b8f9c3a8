import { describe, expect, it } from 'vitest'
import { secondsOfHttpDate } from '../support/inside/domain.ts'
import { isNotModified, requireChangePreconditions } from '../support/inside/service.ts'
import { assetUrlPath } from '../support/inside/site.ts'
import { testService } from '../support/service.ts'

describe('conditional requests', () => {
  it('RFC 9110 §5.6.7 accept dates in all three formats, and ignore days and hours out of range', () => {
    const forms = [
      'Sun, 06 Nov 1994 08:49:37 GMT',
      'Sunday, 06-Nov-94 08:49:37 GMT',
      'Sun Nov  6 08:49:37 1994',
    ]
    expect(forms.map(secondsOfHttpDate)).toEqual([784_111_777, 784_111_777, 784_111_777])
    expect(secondsOfHttpDate('Wednesday, 05-May-27 18:00:00 GMT')).toBe(
      secondsOfHttpDate('Wed, 05 May 2027 18:00:00 GMT'),
    )
    for (const none of [
      '',
      '0',
      'Sun, 06 Non 1994 08:49:37 GMT',
      'Sat, 31 Feb 2040 00:00:00 GMT',
      'Sun, 01 Jan 2040 25:00:00 GMT',
      'Sun, 01 Jan 2040 ::::::00 GMT',
      'Sun, 01 Jan 2040 00:00:00',
    ])
      expect(secondsOfHttpDate(none)).toBeUndefined()
  })

  it('§8 refuse a change if the item has changed since, in every date format', () => {
    const kept = { version: 1, modified_utc: 784_111_778 }
    for (const date of ['Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])
      expect(() => requireChangePreconditions({ 'if-unmodified-since': date }, kept)).toThrow()
    expect(() =>
      requireChangePreconditions({ 'if-unmodified-since': 'Sun Nov  6 08:49:38 1994' }, kept),
    ).not.toThrow()
  })

  it('RFC 9110 §13.1 accept a lone asterisk for any version, and compare the version in a tag as a whole', () => {
    const kept = { version: 1, modified_utc: 0 }
    for (const held of ['*', ' * ', '"v1"', '"v1-abc"', '"v2", "v1-abc"'])
      expect(() => requireChangePreconditions({ 'if-match': held }, kept)).not.toThrow()
    for (const failed of ['', 'any*', '*"v2"', '"v1x"', '"v10-abc"', '"v2*"', 'v1'])
      expect(() => requireChangePreconditions({ 'if-match': failed }, kept)).toThrow()
    expect(
      ['*', '"a", W/"b"', 'b*', '"b'].map((tags) => isNotModified({ 'if-none-match': tags }, '"b"', 0)),
    ).toEqual([true, true, false, false])
  })

  it('RFC 9110 §8.6 return 304 without a Content-Length, for HEAD too', async () => {
    const service = await testService('sqlite')
    const path = `/${assetUrlPath('', 'icon')}`
    const { etag = '' } = (await service.get(path)).headers
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await service.ask(method, path, undefined, { 'if-none-match': etag })
      expect([status, headers['content-length'], headers.etag]).toEqual([304, undefined, etag])
    }
    await service.close()
  })
})
