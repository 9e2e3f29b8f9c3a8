/** SVG: only what draws is kept, whatever was sent, and only administrators may send one, for the logo of the site. */
import { DOMParser, type Node } from '@xmldom/xmldom'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { cleanedSvgOrFault } from '../support/inside/media.ts'
import { testService } from '../support/service.ts'
import { xssVectors } from '../support/xss-vectors.ts'

const around = (inside: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 20 10" ${more}>${inside}</svg>`
const square = '<rect width="9" height="9"/>'

const resultOf = (text: string) => {
  const clean = cleanedSvgOrFault(text)
  return 'svg' in clean ? clean.svg : clean.fault.message
}
/** Returns what is kept within the root. */
const keptOf = (inside: string) => /^<svg[^>]*>(.*)<\/svg>$/s.exec(resultOf(around(inside)))?.[1] ?? ''

function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (let child = node.firstChild; child !== null; child = child.nextSibling) yield* nodesOf(child)
}

/** Reads a clean SVG by another parser, and throws for everything that may do more than draw. */
function expectHarmless(svg: string): void {
  const fail = (level: string, message: string) => {
    throw new Error(`${level} ${message}: ${svg}`)
  }
  const document = new DOMParser({ onError: fail }).parseFromString(svg, 'image/svg+xml')
  for (const node of nodesOf(document)) {
    expect([1, 3, 9], svg).toContain(node.nodeType)
    if (node.nodeType !== 1) continue
    expect(node.nodeName, svg).toMatch(
      /^(?:svg|g|defs|symbol|use|path|rect|circle|ellipse|line|polyline|polygon|text|tspan|title|desc|(?:linear|radial)Gradient|stop|clipPath|mask|pattern|marker)$/,
    )
    for (const { name, value } of Array.from(
      (node as unknown as { attributes: Iterable<Attr> }).attributes,
    )) {
      if (name === 'xmlns') continue
      expect(name, svg).not.toMatch(/^on|style|class|:/i)
      expect(value, svg).not.toMatch(/[:\\/;&<>@]/)
      expect(value.replace(/url\(#[\p{L}_][\p{L}\p{N}_.-]*\)/gu, ''), svg).not.toMatch(
        /url|image|var|expression/i,
      )
    }
  }
}

interface Attr {
  readonly name: string
  readonly value: string
}

describe('an SVG', () => {
  it('keeps shapes, texts, gradients and references to its own parts', () => {
    const inside =
      '<defs><linearGradient id="a" x1="0"><stop offset="10%" stop-color="#fff"/></linearGradient></defs>' +
      '<g transform="translate(1, 2) rotate(45)"><path d="M0 0L1e2-.5z" fill="url(#a)"/></g>' +
      '<text x="1">A &amp; B <tspan dy="1em">Ü</tspan></text><use href="#a"/>'
    expect(keptOf(inside)).toBe(inside)
    expect(keptOf('<use xlink:href="#a"/>')).toBe('<use href="#a"/>')
  })

  it('has its style sheets and styles as attributes, the stronger one last', () => {
    const styles =
      '<style>@import url(https://evil.test/x.css); rect{fill:red;fill-opacity:.5}/* .a{fill:black} */.a{fill:green !important}#i{stroke:#00f}</style>'
    expect(keptOf(`${styles}<rect id="i" class="b a" style="stroke-width:2px"/><rect/>`)).toBe(
      '<rect id="i" fill="green" fill-opacity=".5" stroke="#00f" stroke-width="2px"/><rect fill="red" fill-opacity=".5"/>',
    )
    expect(keptOf('<style>.a{fill:url(https://evil.test/#a)} g .a{fill:red}</style><rect class="a"/>')).toBe(
      '<rect/>',
    )
  })

  it('reads what Illustrator writes: entities of namespaces, and parts for itself', () => {
    const text = `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd" [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>
      <svg xmlns="&ns_svg;" xmlns:i="http://x" width="40mm" height="20mm" viewBox="0 0 4 2"><switch><foreignObject requiredExtensions="x"><i:pgf/></foreignObject><g i:extraneous="self">${square}</g></switch><metadata><rdf:RDF/></metadata></svg>`
    expect(cleanedSvgOrFault(text)).toEqual({
      svg: `<svg width="151" height="76" viewBox="0 0 4 2" xmlns="http://www.w3.org/2000/svg"><g>${square}</g></svg>`,
      width: 151,
      height: 76,
    })
  })

  it('loses scripts, handlers, styles, animations, embedded pages, images and addresses', () => {
    const hostile = [
      '<script>alert(1)</script>',
      '<script href="data:,alert(1)"/>',
      '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:alert(1)"/></foreignObject>',
      '<image href="https://evil.test/x.png"/>',
      '<animate attributeName="href" values="javascript:alert(1)"/>',
      '<set attributeName="onload" to="alert(1)"/>',
      '<filter id="f"><feImage href="https://evil.test/"/></filter>',
      '<style>@font-face{src:url(https://evil.test/)}</style>',
      '<?xml-stylesheet href="https://evil.test/x.css"?>',
      '<!-- <script>alert(1)</script> -->',
    ]
    for (const one of hostile) expect(keptOf(`${one}${square}`), one).toBe(square)
    for (const attribute of [
      'onload="alert(1)"',
      'ONCLICK="alert(1)"',
      'style="behavior:url(x)"',
      'style="fill:u\\72l(https://evil.test)"',
      'fill="url(https://evil.test/#a)"',
      'fill="url(data:image/svg+xml,x)"',
      'fill="&#117;rl(//evil.test)"',
      'filter="url(#f)"',
      'href="javascript:alert(1)"',
      'xlink:href="https://evil.test/#a"',
      'xml:base="https://evil.test/"',
      'font-family="expression(alert(1))"',
      'class="a"',
      'data-x="1"',
    ])
      expect(keptOf(`<rect ${attribute}/>`), attribute).toBe('<rect/>')
    expect(keptOf(`<a href="javascript:alert(1)">${square}</a>`)).toBe(square)
  })

  it('is harmless and well-formed after every attack that is known, and after any mix of its parts', () => {
    for (const vector of xssVectors)
      for (const text of [
        around(vector + square),
        around(square, vector),
        vector,
        around(`<text>${vector}</text>`),
      ]) {
        const clean = cleanedSvgOrFault(text)
        if ('svg' in clean) expectHarmless(clean.svg)
      }
    const pieces = fc.constantFrom(
      ...[
        '<g',
        '<rect',
        '<style',
        '<script',
        '</g',
        '</style',
        '>',
        '/>',
        ' id="a"',
        ' style="',
        '"',
        "'",
        'url(',
        '#a',
        ')',
      ],
      ...[
        '<![CDATA[',
        ']]>',
        '<!--',
        '-->',
        '&lt;',
        '&#60;script&#62;',
        '{',
        '}',
        '.a',
        'fill:',
        ';',
        ' href="#a"',
        '<use',
        '<text',
        '\0',
      ],
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const clean = cleanedSvgOrFault(around(parts.join('')))
        if ('svg' in clean) expectHarmless(clean.svg)
      }),
      { numRuns: 500 },
    )
  })

  it('is refused with its reason if it is cut off, has no size, repeats itself or is too large', () => {
    const chain = Array.from(
      { length: 9 },
      (_, at) => `<g id="a${at + 1}">${`<use href="#a${at}"/>`.repeat(10)}</g>`,
    )
    const refused = [
      ['<svg viewBox="0 0 1 1"><g>', /well-formed/],
      ['<svg viewBox="0 0 1 1"/><svg/>', /well-formed/],
      ['<html><svg viewBox="0 0 1 1"/></html>', /is no SVG/],
      ['<svg><rect/></svg>', /without a size/],
      ['<svg viewBox="0 0 0 10"><rect/></svg>', /without a size/],
      [around(`<g id="a0">${square}</g>${chain.join('')}`), /more than 20000/],
      [around('<g id="a"><use href="#a"/></g>'), /refers to itself/],
      [
        around(
          '<pattern id="a"><rect fill="url(#b)"/></pattern><pattern id="b"><rect fill="url(#a)"/></pattern>',
        ),
        /itself/,
      ],
      [around('<g>'.repeat(61) + '</g>'.repeat(61)), /more than 60/],
      [around('<g/>'.repeat(10_001)), /more than 10000/],
      [around(' '.repeat(512 * 1024)), /more than 512 kB/],
    ] as const
    for (const [text, why] of refused) expect(resultOf(text), text.slice(0, 80)).toMatch(why)
  })
})

for (const dialect of anyDialects()) {
  describe(`the logo on ${dialect.name}`, () => {
    const pathOf = (url: string) => `/${new URL(url).pathname}`
    const logo = Buffer.from(
      around(`<script>alert(1)</script><rect width="20" height="10" fill="#c00" onclick="alert(1)"/>`),
    )

    it('may be an SVG of an administrator, which is served without rights and shown beside the name', async () => {
      const service = await testService(dialect.name)
      try {
        const { headers: boss } = await service.user('administrator')
        const { headers: editor } = await service.user('editor')
        const headers = { 'content-type': 'image/svg+xml' }
        const upload = (who: Record<string, string>, query: string) =>
          service.ask('POST', `/media${query}`, logo, { ...headers, ...who })
        expect((await upload(boss, '')).body.data.params.file).toMatch(/is an SVG, which may contain scripts/)
        expect((await upload(editor, '?svg=true')).status).toBe(403)
        expect((await service.get('/media')).body.total).toBe(0)
        const { status, body } = await upload(boss, '?svg=true')
        expect([status, body.mime_type, body.width, body.height]).toEqual([201, 'image/svg+xml', 64, 32])
        expect(body.sizes.medium).toMatchObject({ width: 300, height: 150, 'mime-type': 'image/png' })
        const file = await service.get(pathOf(body.url))
        expect([file.headers['content-type'], file.headers['x-content-type-options']]).toEqual([
          'image/svg+xml',
          'nosniff',
        ])
        expect(file.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
        expect(String(file.body)).not.toMatch(/alert|script/)
        expect((await service.patch('/settings', { logo: body.id }, boss)).status).toBe(200)
        const page = await service.get('//calendar/')
        expect(String(page.body)).toContain(`class="logo" src="${new URL(body.url).pathname}"`)
      } finally {
        await service.close()
      }
    })
  })
}
