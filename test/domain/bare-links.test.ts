import { describe, expect, it } from 'vitest'
import { sanitizeForPage, withBareAddressesLinked } from '../../src/domain/text/page-html.ts'

const linked = (html: string) => withBareAddressesLinked(html, 'x')
const to = (address: string) => `<a href="${address}" rel="x">${address}</a>`

describe('bare addresses in a text', () => {
  it('become links, without the signs of the sentence', () => {
    expect(linked('<p>See https://a.test/b?c=d&amp;e=1, or (http://b.test).</p>')).toBe(
      `<p>See ${to('https://a.test/b?c=d&amp;e=1')}, or (${to('http://b.test')}).</p>`,
    )
    expect(linked('“https://a.test/x” &lt;https://b.test/&gt; &quot;https://c.test/&quot;')).toBe(
      `“${to('https://a.test/x')}” &lt;${to('https://b.test/')}&gt; &quot;${to('https://c.test/')}&quot;`,
    )
    expect(linked('https://a.test/&amp;')).toBe(`${to('https://a.test/')}&amp;`)
  })

  it('become links without a scheme where they begin with www', () => {
    const www = (address: string) => `<a href="https://${address}" rel="x">${address}</a>`
    expect(linked('See www.b.test/x?y=1, (www.c-d.test) or WWW.e.test!')).toBe(
      `See ${www('www.b.test/x?y=1')}, (${www('www.c-d.test')}) or ${www('WWW.e.test')}!`,
    )
    expect(linked('https://www.b.test/')).toBe(to('https://www.b.test/'))
    for (const text of ['awww.b.test', 'http:www.b.test', 'www.', 'www.b', 'www..b.test', 'x/www.b.test'])
      expect(linked(text)).toBe(text)
  })

  it('become links to mailboxes where they are of e-mail', () => {
    const mail = (address: string, target = address) => `<a href="mailto:${target}" rel="x">${address}</a>`
    expect(linked('Write to bea.q+fair@club-a.test, (info@b.test) or &lt;x_1@www.c.test&gt;.')).toBe(
      `Write to ${mail('bea.q+fair@club-a.test')}, (${mail('info@b.test')}) or &lt;${mail('x_1@www.c.test')}&gt;.`,
    )
    expect(linked('E-Mail:jürgen@müller.test!')).toBe(
      `E-Mail:${mail('jürgen@müller.test', 'j%C3%BCrgen@m%C3%BCller.test')}!`,
    )
    expect(linked('https://a.test/bea@b.test')).toBe(to('https://a.test/bea@b.test'))
    for (const text of [
      '@bea@social.test',
      'bea@social',
      'bea@b.test@c.test',
      'b.test/bea@c.test',
      'ftp://bea@b.test/',
      'bea..q@b.test',
      'bea@b..test',
      'bea@-b.test',
      '<a href="mailto:bea@b.test">bea@b.test</a>',
      `${'a'.repeat(65)}@b.test`,
      'a @ b.test',
      'bea@1.2.3.4',
    ])
      expect(linked(text)).toBe(text)
  })

  it('stay as they are in links, in attributes, and where they are none', () => {
    for (const html of [
      '<a href="https://a.test/">https://a.test/</a>',
      '<a href="/"><b>https://a.test/</b> http://b.test/</a>',
      '<img src="https://a.test/x.png" alt="https://a.test/">',
      'https:// and http://[ and ftp://a.test/ and javascript://a',
    ])
      expect(linked(html)).toBe(html)
  })

  it('are found in a time that grows with the length of the text alone', () => {
    const timed = (count: number) => {
      const began = performance.now()
      linked(`https://a.test/${'.'.repeat(count)}x${'&amp;'.repeat(count)}`)
      return performance.now() - began
    }
    timed(1000)
    expect(timed(100_000)).toBeLessThan(2000)
    for (const part of ['a.', 'a@', 'a-', '@a.', 'a@b.', `${'a'.repeat(64)}@`]) {
      const began = performance.now()
      linked(part.repeat(100_000))
      expect(performance.now() - began, part).toBeLessThan(2000)
    }
  })

  it('are links on pages, whose addresses have no effect elsewhere', () => {
    expect(
      sanitizeForPage(
        '<p>https://a.test/"onclick="x <script>https://b.test</script></p>',
        'https://own.test/',
      ),
    ).toBe('<p><a href="https://a.test/" rel="nofollow ugc noopener">https://a.test/</a>"onclick="x </p>')
  })
})
