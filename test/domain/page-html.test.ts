/** Descriptions on pages contain nothing that a browser would load from other sites or execute. */
import { describe, expect, it } from 'vitest'
import { sanitizeForPage } from '../../src/domain/text/page-html.ts'

const MEDIA = 'https://calendar.example/media/'
const REL = 'rel="nofollow ugc noopener"'
const shown = (html: string) => sanitizeForPage(html, MEDIA)

describe('headings', () => {
  it('are below the heading of the page, without a gap between levels', () => {
    expect(shown('<h1>A</h1><h4>B</h4><h6 lang="de">C</h6>')).toBe('<h2>A</h2><h3>B</h3><h4 lang="de">C</h4>')
    expect(shown('<h5>B</h5><h3>A</h3><h5>C</h5>')).toBe('<h3>B</h3><h2>A</h2><h3>C</h3>')
    expect(shown('<H3>A</H3><hr />')).toBe('<h2>A</h2><hr />')
  })

  it('are at most level six', () => {
    const six = [1, 2, 3, 4, 5, 6]
    expect(shown(six.map((level) => `<h${level}>A</h${level}>`).join(''))).toBe(
      [2, 3, 4, 5, 6, 6].map((level) => `<h${level}>A</h${level}>`).join(''),
    )
  })
})

describe('images', () => {
  it('of the service are shown by their path and loaded lazily', () => {
    expect(shown(`<img src="${MEDIA}a.png" alt="A" width="3">`)).toBe(
      '<img src="/media/a.png" alt="A" width="3" loading="lazy" />',
    )
    expect(shown(`<img src="${MEDIA}a.png">`)).toBe('<img src="/media/a.png" alt="" loading="lazy" />')
  })

  it('of other sites become links, with the alternative text or the address', () => {
    const other = 'https://other.example/media/'
    expect(shown(`<img src="${other}" alt="A">`)).toBe(`<a href="${other}" ${REL}>A</a>`)
    expect(shown(`<img src="${other}">`)).toBe(`<a href="${other}" ${REL}>${other}</a>`)
    expect(shown(`<img src="${other}?${MEDIA}">`)).toContain('<a href=')
    expect(shown('<img alt="A">')).toBe(`<a ${REL}>A</a>`)
    expect(shown('<img>')).toBe(`<a ${REL}></a>`)
  })

  it('are not loaded from elsewhere by a path that leads out of the folder', () => {
    for (const path of ['..//other.example/a.png', '../../..//other.example/a.png', './/other.example/a.png'])
      expect(shown(`<img src="${MEDIA}${path}">`), path).not.toMatch(/src="\/\//)
  })
})

describe('links', () => {
  it('are nofollow, regardless of their own rel attribute', () => {
    expect(shown('<a href="https://a.example/" title="A" rel="author" target="_top">a</a>')).toBe(
      `<a href="https://a.example/" title="A" ${REL}>a</a>`,
    )
  })

  it('lead to pages, mailboxes and telephones, and execute no script', () => {
    for (const href of ['http://a.example/', 'https://a.example/', 'mailto:a@b.example', 'tel:+39011', '/a'])
      expect(shown(`<a href="${href}">a</a>`)).toBe(`<a href="${href}" ${REL}>a</a>`)
    for (const href of ['javascript:a', 'data:text/html,a', 'ftp://a.example/', '//a.example/'])
      expect(shown(`<a href="${href}">a</a>`), href).toBe(`<a ${REL}>a</a>`)
  })
})

it('scripts and styles are removed with their content, other tags without it', () => {
  expect(
    shown('a<script>b</script><style>c</style><textarea>d</textarea><marquee onclick="e">f</marquee>'),
  ).toBe('adf')
  expect(shown('<p style="a" class="b" dir="rtl">c</p><iframe src="https://a.example/">d</iframe>')).toBe(
    '<p dir="rtl">c</p>d',
  )
})

it('HTML that is nested too deeply is shown as text', () => {
  expect(shown(`${'<b>'.repeat(300)}1 &lt; 2 &amp; 3 &amp; 4 &lt; 5`)).toBe('1 &lt; 2 &amp; 3 &amp; 4 &lt; 5')
})
