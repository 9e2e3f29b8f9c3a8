import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sanitizeHtml } from '../../src/domain/text/html.ts'
import { anyText } from '../support/any-text.ts'
import { isLong } from '../support/dialect-names.ts'
import { quickest } from '../support/quickest.ts'
import { xssVectors } from '../support/xss-vectors.ts'

const clean = [
  '',
  'Plain text\r\nin two lines',
  '<p>Hello &amp; <a href="https://x.org">x</a></p>',
  '<p>7&nbsp;pm &mdash; caf&eacute; &copy; &quot;x&quot; &#39; &lt;b&gt; &unknown; &amp;lt;</p>',
  'Fish & chips, Q&A, AT&T; "quotes" and \'apostrophes\', a > b, 5 -> 6, see />',
  'one<br>two<hr>',
  '<h2 lang="ja" dir="ltr">音楽 祭</h2><p>مهرجان 🎉</p>',
  '<ul><li>a</li><li>b<ol start="3" reversed><li value="4">c</li></ol></li></ul>',
  '<table><caption>t</caption><colgroup><col span="2"></colgroup><thead><tr><th scope="col">a</th></tr></thead>' +
    '<tbody><tr><td colspan="2" rowspan="3">b</td></tr></tbody></table>',
  '<figure><img src="https://x.org/a.png?b=1&amp;c=2" alt="" width="3" height="4"><figcaption>f</figcaption></figure>',
  '<a href="mailto:a@b.org?subject=x&amp;body=y">m</a> <a href="tel:+39011" title="call">t</a>',
  '<a href="/events?page=2&limit=3">r</a> <a href="#top">r</a> <a href="?a=b">r</a> <a href="../x">r</a> <a href="/">r</a>',
  '<p>Doors <time datetime="2027-05-04T18:00">at six</time>, <abbr title="by the way">btw</abbr></p>',
  '<blockquote cite="https://x.org"><p>To <q>be</q></p></blockquote><pre><code>a  b\n c</code></pre>',
]

describe('allowed HTML', () => {
  it.each(clean)('is not changed: %s', (html) => {
    expect(sanitizeHtml(html)).toBe(html)
  })

  it.each([
    ['<P>a<BR />b<br/></P>', '<p>a<br>b<br></p>'],
    ['<a href=https://x.org title=\'a "b"\'>x</a>', '<a href="https://x.org" title="a &quot;b&quot;">x</a>'],
    ['<p>a<p>b', '<p>a</p><p>b</p>'],
    ['1 < 2 and I <3 you', '1 &lt; 2 and I &lt;3 you'],
  ])('is normalised: %s', (html, kept) => {
    expect(sanitizeHtml(html)).toBe(kept)
  })
})

describe('HTML that is not allowed', () => {
  it.each([
    ['<p>a</p><script>alert(1)</script>', '<p>a</p>'],
    ['<style>p {}</style>a', 'a'],
    ['<div class="x">text</div>', 'text'],
    ['<div>a</div><div>b</div>', 'a\nb'],
    ['a<section><p>b</p></section>c', 'a\n<p>b</p>\nc'],
    ['<span style="color:red">a</span>b', 'ab'],
    ['<form><input value="x"><button>Go</button></form>', 'Go'],
    ['<textarea>a <b>c</b></textarea>', 'a &lt;b>c&lt;/b>'],
    ['<p id="i" class="c" style="x" onclick="y">a</p>', '<p>a</p>'],
    ['<a href="javascript:x" title="t">a</a>', '<a title="t">a</a>'],
    ['<a href="//x.org">a</a>', '<a>a</a>'],
    ['<img src="data:image/png;base64,AA" alt="a">', ''],
    ['<img src="/a.png">', ''],
    ['a<!-- b -->c', 'ac'],
    ['<<b>script>x', '&lt;<b>script>x</b>'],
    ['<q cite="mailto:a@b.org">a</q>', '<q>a</q>'],
    ['a\ufdd0b\ufdd1c', 'abc'],
  ])('is removed except for its text: %s', (html, kept) => {
    expect(sanitizeHtml(html)).toBe(kept)
  })

  it.each(xssVectors)('executes no script: %s', (html) => {
    const kept = sanitizeHtml(html)
    const tags = kept.match(/<[^>]*>/g) ?? []
    expect(kept.replace(/<\/?[a-z][a-z\d]*(?: [a-z]+(?:="[^"<>]*")?)*>/g, '')).not.toContain('<')
    for (const tag of tags) {
      expect(tag).not.toMatch(
        /^<\/?(?:script|style|svg|math|iframe|object|embed|form|input|base|meta|link|div)\b/,
      )
      expect(tag).not.toMatch(
        / (?:on\w+|style|class|id|target|srcset|srcdoc|formaction|background)\b(?=[^"]*(?:"[^"]*"[^"]*)*$)/,
      )
      for (const [, address = ''] of tag.matchAll(/ (?:href|src|cite)="([^"]*)"/g)) {
        expect(address).toMatch(/^(?:https?:|mailto:|tel:|#|\?|\/(?![/\\\s&])|[^\s:/\\?#&]+(?:[/?#]|$))/)
      }
    }
  })
})

describe('Sanitising', () => {
  const markup = fc.constantFrom(
    ...[
      '<p>',
      '</p>',
      '<b>',
      '</b>',
      '<x>',
      '</x>',
      '<div>',
      '</div>',
      '<li>',
      '<ul>',
      '</ul>',
      '<a href="',
      '">',
    ],
    ...[
      '<td>',
      '<table>',
      '</table>',
      '<!--',
      '<!-- x -->',
      '-->',
      '<script>',
      '</script>',
      '<',
      '>',
      '&',
      'lt;',
      '"',
      "'",
      '=',
    ],
    ...[
      ' ',
      '\n',
      'a',
      '/',
      '&amp;',
      '<br>',
      '<img src=https://a>',
      '<svg>',
      '<textarea>',
      '</textarea>',
      'é',
      '\ufdd0',
    ],
  )
  const texts = fc.array(markup, { maxLength: 40 }).map((parts) => parts.join(''))

  it('is idempotent', () => {
    const expectStable = (html: string) => {
      const kept = sanitizeHtml(html)
      expect(sanitizeHtml(kept)).toBe(kept)
    }
    for (const html of xssVectors) expectStable(html)
    fc.assert(fc.property(fc.oneof(texts, anyText(20)), expectStable), {
      numRuns: isLong() ? 2000 : 500,
    })
  })

  it('is safe for joined attack vectors', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...xssVectors), { maxLength: 4 }), (vectors) => {
        const kept = sanitizeHtml(vectors.join(''))
        expect(kept).not.toMatch(
          /<(?!\/?(?:[abipqsu]|br|hr|h[1-6]|[uod]l|li|d[dt]|t[dhr]|table|tbody|img|blockquote)[ >])/,
        )
        expect(sanitizeHtml(kept)).toBe(kept)
      }),
    )
  })

  it.each([
    '<b>',
    '<',
    '&',
    '&am',
    '<ul><li>',
    '<x>',
    '<!--',
    '<a x="',
    '</p>',
    '<svg>',
    '<p>a</div>',
    '<<b>',
    ' />',
    '<div>',
  ])('takes time linear in the length of hostile text: %s', async (part) => {
    const html = part.repeat(Math.floor(262_144 / part.length))
    expect(await quickest(4000, () => sanitizeHtml(html))).toBeLessThan(4000)
  })

  it('keeps the text of HTML with more than 10,000 tags', () => {
    expect(sanitizeHtml('<i>a</i>'.repeat(5000))).toBe('<i>a</i>'.repeat(5000))
    expect(sanitizeHtml('<i>a</i>'.repeat(5001))).toBe('a'.repeat(5001))
  })

  it('keeps the text of HTML that is nested too deeply', () => {
    expect(sanitizeHtml(`${'<b>'.repeat(1000)}a < b${'</b>'.repeat(1000)}`)).toBe('a &lt; b')
  })
})
