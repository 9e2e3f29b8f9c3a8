import { describe, expect, it } from 'vitest'
import { httpAddress, linkableAddress, wholeTextAsEmailAddress } from '../../src/domain/text/links.ts'

const pages = [
  'http://example.com',
  'https://example.com/a?b=c&d=e#f',
  'HTTPS://Example.COM/',
  'https://example.com:8443',
  'http://localhost:3000/',
  'http://[::1]/',
  'https://例え.jp/音楽',
  "https://example.com/it's-(on)",
]
const others = [
  'mailto:info@example.org',
  'mailto:a@b.org?subject=x%20y',
  'tel:+39-011-555',
  'TEL:112',
  'tel:+1(555)0100;ext=5',
]

const refused = [
  '',
  'example.com',
  '//example.com',
  '/a',
  'javascript:x',
  'JavaScript:alert(1)',
  'javascript:http://example.com',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'ftp://example.com',
  'file:///etc/passwd',
  'http:',
  'http://',
  'http:example.com',
  'http:/example.com',
  'http:///example.com',
  'http://?a',
  'http://exa mple.com',
  'https://example.com/a b',
  'https://example.com/\u202egnp.exe',
  'https://example.com/\u0000',
  'http:\\\\example.com',
  'https://example.com/"><script>',
  'http://a:99999',
  'mailto:',
  'mailto:nobody',
  'mailto:a@b.org"><script>',
  'mailto:a@b.org?subject=\u202egnp',
  'tel:',
  'tel:abc',
]

describe('The address of a page', () => {
  it.each(pages)('is stored as written: %s', (text) => {
    expect(linkableAddress(text)).toBe(text)
    expect(httpAddress(` ${text}\n`)).toBe(text)
  })

  it.each(others)('is valid for a website field, although it is no page: %s', (text) => {
    expect(linkableAddress(` ${text} `)).toBe(text)
    expect(httpAddress(text)).toBeUndefined()
  })

  it.each(refused)('is not %j', (text) => {
    expect(linkableAddress(text)).toBeUndefined()
    expect(httpAddress(text)).toBeUndefined()
  })
})

/** A domain of that many characters, with labels of the maximum length. */
const ofLength = (length: number) =>
  `${'a'.repeat(length - 191)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(58)}.org`

describe('An e-mail address', () => {
  it.each([
    'info@example.org',
    'first.last+tag@sub.example.co.uk',
    "o'brien@example.ie",
    'info@bücher.de',
    '山田@例え.jp',
    'почта@пример.рф',
    `${'a'.repeat(64)}@example.org`,
    ofLength(254),
  ])('is %s', (text) => {
    expect(wholeTextAsEmailAddress(` ${text} `)).toBe(text)
  })

  it.each([
    '',
    'info',
    '@example.org',
    'info@',
    'info@example',
    'info@.org',
    'info@example..org',
    '.info@example.org',
    'in..fo@example.org',
    'a@b@example.org',
    'a b@example.org',
    'info@exa mple.org',
    'info@-example.org',
    'info@1.2.3.4',
    'info@example.org/x',
    'Info <info@example.org>',
    'a@example.org,b@example.org',
    'a\n@example.org',
    `${'a'.repeat(65)}@example.org`,
    ofLength(255),
    `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.org`,
  ])('is not %j', (text) => {
    expect(wholeTextAsEmailAddress(text)).toBeUndefined()
  })
})
