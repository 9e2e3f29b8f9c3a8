import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sanitizeHtml } from '../../src/domain/text/html.ts'
import {
  isLongerThan,
  normalizedTextWithoutTags,
  plainTextOf,
  textFault,
  titleForStorage,
} from '../../src/domain/text/plain-text.ts'
import { growthOf } from '../support/growth.ts'
import { elementsOfPlainText } from '../support/harmless.ts'
import { xssVectors } from '../support/xss-vectors.ts'

describe('A title', () => {
  it.each([
    ['<b>A</b> & B', 'A & B'],
    ['  A  ', 'A'],
    ['A\r\n\tB', 'A B'],
    ['A  B', 'A B'],
    ['A\u00a0 B', 'A B'],
    ['A<br>B', 'A B'],
    ['A <br/> B', 'A B'],
    ['<p>A</p><p>B</p>', 'A B'],
    ['<td>A</td><td>B</td>', 'A B'],
    ['A<i>B</i>', 'AB'],
    ['Cafe\u0301', 'Café'],
    ['<<b>script>x', 'x'],
    ['<scr<b>ipt>alert(1)</scr</b>ipt>', 'alert(1)'],
    ['a<!-- b > c -->d', 'ad'],
    ['a<br/>b<BR>c', 'a b c'],
    ['<a title="a > b" href=\'>\'>x</a>', 'x'],
    ['<!doctype html>x<?xml version="1.0"?>', 'x'],
    ['<a href="x <b>y</b>', 'y'],
    ['a <b c', 'a'],
    ['a </b c', 'a'],
    ['a <b/c', 'a'],
    ['<my-tag>a</my-tag>', 'a'],
    ['<x:y>a', 'a'],
    ['a <my-tag b', 'a'],
    ['<wort a=b>c', 'c'],
    ['<wort a b = c>d', 'd'],
    ['<wort/a=b>d', 'd'],
    ['a <wort b=c', 'a'],
    ['<wort =b=c>d', 'd'],
    ['<Video>a<circle/>b<mfrac>c', 'abc'],
    ['<a.b c=d>e', 'e'],
    ['<https://x.example/onfocus=alert(1)/tabindex=1/autofocus>a', 'a'],
    ['<https://x.example/?a/onfocus=alert(1)>a', 'a'],
    ['<https://x.example/?a="b" onclick=c>a', 'a'],
    ['<im<br>g src=x>', ''],
    ['x <img src=x onerror=alert(1)//', 'x'],
    ['x </p onclick', 'x'],
    ['x <!-- y', 'x'],
    ['a<!-- b --!>c', 'ac'],
    ['x <<b>img src=x onerror=alert(1)//', 'x'],
    ['x <\u212abd onfocus=alert(1) autofocus', 'x'],
    ['a<on</x=', 'a'],
    ['a<on<b c=d>e', 'ae'],
    ['<b>A</b> & B <i>', 'A & B'],
    ['1 < 2 <script x', '1 < 2'],
  ])('loses everything that parses as a tag: %j', (text, title) => {
    expect(titleForStorage(text)).toBe(title)
  })

  it.each([
    '1 < 2',
    '1 < 2 > 1',
    'I <3 you',
    'a < b',
    'A &amp; B &lt;b&gt; &eacute;',
    '-> <- =>',
    '</3',
    '<>',
    '音楽 🎉',
    'a<b',
    'x <b',
    '1 < 2 <script',
    '<Arbeitstitel>',
    '</Wort> & mehr',
    '<me@x.example>',
    '<jean-luc@x.example>',
    'x<y and y>z',
    'x<y = z',
    'a<b<c=d',
    'a<b<c>d/e=f',
    'a<b<c/d',
    'Kinder <6–9> & "Eltern" <neu>',
    'frei <bis 6>',
    '<https://x.example/?a=b>',
    '<https://x.example/a-b/?a=b&c=d#e>',
    'Qui\u00a0?',
  ])('keeps %j', (text) => {
    expect(titleForStorage(text)).toBe(text)
  })

  it('is not changed a second time, and contains no tag', () => {
    const parts = fc.constantFrom(
      '<',
      '>',
      'b',
      'x',
      'on',
      ':',
      '-',
      '/',
      '!--',
      '-->',
      '"',
      "'",
      '=',
      ' ',
      '<b>',
      '</b>',
      '?',
      '\n',
      '&',
    )
    const texts = fc.array(parts, { maxLength: 40 }).map((found) => found.join(''))
    fc.assert(
      fc.property(texts, (text) => {
        const title = titleForStorage(text)
        expect(titleForStorage(title)).toBe(title)
        expect(elementsOfPlainText(title)).toEqual([])
      }),
      { numRuns: 3000 },
    )
    for (const vector of xssVectors)
      for (const text of [
        vector,
        `a ${vector}`,
        vector.replaceAll('>', ''),
        `${vector}<img src=x onerror=alert(1)//`,
      ])
        for (const kept of [titleForStorage(text), normalizedTextWithoutTags(text)])
          expect(elementsOfPlainText(kept), text).toEqual([])
  })

  it.each([
    '<',
    '<b',
    '<b>',
    '<a x="',
    '<!--',
    '<!-- >',
    '<!-- x -->',
    ' ',
    '<b ',
    '<x ',
    '<x =',
    '<a://b',
    '<x/',
    '<a =',
    "<a x='>",
    '<<b>',
  ])('takes work in proportion to the length of repeated %j', async (part) => {
    expect(await growthOf(titleForStorage, (n) => part.repeat(n / part.length))).toBe(0)
  })

  it('takes work in proportion to the length of tags that begin at once', async () => {
    expect(await growthOf(titleForStorage, (n) => '<'.repeat(n / 3) + 'b>'.repeat(n / 3))).toBe(0)
  })
})

describe('Plain text of several lines', () => {
  it.each([
    ['12 High Street\n  York ', '12 High Street\n  York '],
    ['12 <b>High</b> Street', '12 High Street'],
    ['Hall <img src=x onerror=alert(1)//', 'Hall'],
    ['<svg onload=alert(1)>', ''],
    ['1 < 2 & 3 > 2', '1 < 2 & 3 > 2'],
    ['Caf<b>e\u0301</b>', 'Café'],
  ])('loses only its tags: %j', (text, kept) => {
    expect(normalizedTextWithoutTags(text)).toBe(kept)
    expect(normalizedTextWithoutTags(kept)).toBe(kept)
  })
})

describe('Text', () => {
  it.each(['', 'a\tb\nc\r\nd', '🎉', '\u00a0\u200d\u2028'])('is valid with %j', (text) => {
    expect(textFault(text)).toBeUndefined()
  })

  it.each([
    ['a\u0000', 'U+0000'],
    ['\u001b[0m', 'U+001B'],
    ['\u007f', 'U+007F'],
    ['\u0085', 'U+0085'],
    ['a\ud83c', 'surrogate'],
    ['\udf89a', 'surrogate'],
  ])('is refused with %j', (text, reason) => {
    expect(textFault(text)?.message).toContain(reason)
  })

  it.each([
    ['abc', false],
    ['abcd', true],
    ['🎉🎉🎉', false],
    ['🎉🎉🎉a', true],
    ['abcdefg', true],
    ['🎉🎉🎉🎉', true],
  ])('is measured in characters: %s', (text, isTooLong) => {
    expect(isLongerThan(text, 3)).toBe(isTooLong)
  })
})

describe('The plain text of HTML', () => {
  it.each([
    ['', ''],
    ['plain', 'plain'],
    ['<p>Hello</p><p>world</p>', 'Hello\nworld'],
    ['<p>Hello <b>wor</b>ld</p>', 'Hello world'],
    ['one<br>two', 'one\ntwo'],
    ['<ul><li>a</li><li>b</li></ul>', 'a\nb'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
    ['  a\n  b&nbsp;c  ', 'a b c'],
    ['Caf&eacute; &amp; &lt;b&gt; &amp;lt; &#x1F389; &quot;', 'Café & <b> &lt; 🎉 "'],
    ['a<script>b</script><style>c</style>d<!-- e -->f', 'adf'],
    ['1 < 2', '1 < 2'],
    ['Fish & chips', 'Fish & chips'],
    [`${'<b>'.repeat(300)}a < b > c`, 'a < b > c'],
  ])('of %j is %j', (html, text) => {
    expect(plainTextOf(html)).toBe(text)
  })

  it('is the same whether stored HTML has common tags alone or not', () => {
    const piece = fc.constantFrom(
      ...['<p>', '</p>', '<br>', '<br />', '<li>', '</ul>', '<h2>', '</h2>', '<div>', 'word', ' ', '\n', 'é'],
      ...['<a href="https://example.org/?a=1&amp;b=2">', '</a>', '<strong>', '</strong>', '<em>', '</em>'],
      ...['&amp;', '&lt;', '&amp;lt;', '"', '>', '<td>', '<img src="https://example.org/a.png" alt="b">'],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const html = sanitizeHtml(pieces.join(''))
        // A comment takes the way through the parser, and has no text.
        expect(plainTextOf(html)).toBe(plainTextOf(`${html}<!-- -->`))
      }),
    )
  })

  it.each([
    '<b>',
    '<',
    '&',
    '<x>',
    '</p>',
    '<ul><li>',
    '<a x="',
    '<p> </p>',
    '<!-- x -->',
    '<a href="',
    '&amp;',
  ])('takes work in proportion to the length of repeated %j', async (part) => {
    expect(await growthOf(plainTextOf, (n) => part.repeat(n / part.length))).toBe(0)
  })
})
