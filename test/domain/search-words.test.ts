import { describe, expect, it } from 'vitest'
import { parseSearch, wordsOfTypedWord } from '../../src/domain/text/search-words.ts'

const words = (include: readonly string[], exclude: readonly string[] = []) => ({
  words: { include, exclude },
})

describe('A search', () => {
  it.each([
    ['Café', ['cafe'], []],
    ['日本', ['日本'], []],
    ['  open   AIR ', ['open', 'air'], []],
    ['"open air" -rain', ['open air'], ['rain']],
    ['"Open \t Air"', ['open air'], []],
    ['"a" "b c" d', ['a', 'b c', 'd'], []],
    ['" open air "', ['open air'], []],
    ['jazz \u00ad rock', ['jazz', 'rock'], []],
    ['jazz -"heavy metal"', ['jazz'], ['heavy metal']],
    ['-rain jazz -Schnee', ['jazz'], ['rain', 'schnee']],
    ['jazz -дождь -音', ['jazz'], ['дождь', '音']],
  ])('for %j', (text, include, exclude) => {
    expect(parseSearch(text)).toEqual(words(include, exclude))
  })

  it.each([
    ['jazz - rock', ['jazz', 'rock']],
    ['jazz – -- rock', ['jazz', 'rock']],
    ['-', []],
    ['“big night” l’été', ['big night', "l'ete"]],
  ])('has the signs of keyboards, and no dash as a word, in %j', (text, include) => {
    expect(parseSearch(text)).toEqual(words(include))
  })

  it.each([
    ['-rain', ['-rain']],
    ['-rain -snow', ['-rain', '-snow']],
    ['"-rain"', ['-rain']],
    ['jazz -5', ['jazz', '-5']],
    ['jazz "-" rock', ['jazz', '-', 'rock']],
    ['jazz --rock', ['jazz', '--rock']],
    ['jazz-rock', ['jazz-rock']],
  ])('treats the minus as a character in %j', (text, include) => {
    expect(parseSearch(text)).toEqual(words(include))
  })

  it.each([
    ['5" vinyl', ['5"', 'vinyl']],
    ['"open air', ['"open', 'air']],
    ['say"hi there"', ['say"hi', 'there"']],
    ['say"hi"', ['say"hi"']],
    ['""', ['""']],
    ['"a"b', ['"a"b']],
    ['jazz -"rain', ['jazz', '-"rain']],
  ])('treats an unpaired quote as a character in %j', (text, include) => {
    expect(parseSearch(text)).toEqual(words(include))
  })

  it('for an empty text has no words', () => {
    expect(parseSearch('  ')).toEqual(words([]))
  })

  it('has at most five different words of fewer than three letters, including excluded ones', () => {
    expect(parseSearch('a bb c -d -ee long -longer')).toHaveProperty('words')
    expect(parseSearch('a a a a a a a A')).toEqual({ words: { include: ['a'], exclude: [] } })
    expect(parseSearch('夏 祭り 音楽 東京 映画 会場')).toMatchObject({
      fault: { message: 'must have at most 5 words of fewer than 3 letters' },
    })
  })

  it('has at most 20 words; a phrase counts as one', () => {
    const twenty = Array.from({ length: 19 }, (_, n) => `word${n}`).join(' ')
    expect(parseSearch(`${twenty} "x y"`)).toHaveProperty('words')
    expect(parseSearch(`${twenty} x y`)).toMatchObject({ fault: { message: 'must have at most 20 words' } })
  })

  it('has at most 200 characters, regardless of their size in bytes', () => {
    expect(parseSearch('🎉'.repeat(200))).toHaveProperty('words')
    expect(parseSearch(`  ${'🎉'.repeat(200)} `)).toHaveProperty('words')
    expect(parseSearch('🎉'.repeat(201))).toMatchObject({
      fault: { message: 'must be at most 200 characters long' },
    })
  })
})

describe('The words that a typed word means', () => {
  it.each([
    ['子供のコンサート', ['子供', 'コンサート']],
    ['コンサートを楽しむ', ['コンサート', '楽']],
    ['親子コンサートで', ['親子', 'コンサート']],
    ['東京から夏の音楽祭へ', ['東京', '夏', '音楽祭']],
    ['音楽祭', ['音楽祭']],
    ['おまつり', ['おまつり']],
    ['ひろばで', ['ひろばで']],
    ['の', ['の']],
    ['concert', ['concert']],
    ['の'.repeat(200), ['の'.repeat(200)]],
    ['夏の'.repeat(60), ['夏']],
    ['一の二の三の四の五の六', ['一の二の三の四の五の六']],
    ['jazz,', ['jazz']],
    ['(jazz)', ['jazz']],
    ['¿jazz?!', ['jazz']],
    ['音楽。', ['音楽']],
    ['c++,', ['c++']],
    ['.net', ['.net']],
    ['c#', ['c#']],
    ["keeper's", ["keeper's"]],
    ['–', []],
    ['…)', []],
  ])('of %s are %s', (word, parts) => {
    expect(wordsOfTypedWord(word)).toEqual(parts)
  })
})
