import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  halvesFindingSimilarWords,
  hasMisspellableLength,
  isSimilarWord,
  partsFindingSimilarWords,
  similarWordsInText,
  stemOf,
} from '../../src/domain/text/search-words.ts'

describe('The stem of a word', () => {
  it.each([
    ['concerts', 'concert'],
    ['films', 'film'],
    ['cafes', 'cafe'],
    ['musees', 'muse'],
    ['konzerte', 'konzert'],
    ['konzerten', 'konzert'],
    ['concerti', 'concert'],
    ['exposicoes', 'exposico'],
    ['tentoonstellingen', 'tentoonstelling'],
    ['operas', 'opera'],
  ])('of %s is %s', (word, stem) => {
    expect(stemOf(word)).toBe(stem)
  })

  it.each(['jazz', 'art', 'paris', 'open airs', '日本語', 'コンサート', '-rain', 'c++'])(
    'of %s is the word itself',
    (word) => {
      expect(stemOf(word)).toBe(word)
    },
  )
})

describe('Similar words', () => {
  it.each([
    ['komdia', 'komedia'],
    ['komediia', 'komedia'],
    ['komefia', 'komedia'],
    ['kmoedia', 'komedia'],
    ['komeda', 'komedia'],
    ['omedia', 'komedia'],
    ['annes', "anne's"],
    ['annes', 'anne’s'],
    ['lorchestre', "l'orchestre"],
    ['театер', 'театр'],
  ])('%s is similar to %s', (word, other) => {
    expect(isSimilarWord(word, other)).toBe(true)
    expect(isSimilarWord(other, word)).toBe(true)
  })

  it.each([
    ['komda', 'komedia'],
    ['concert', 'concepts'],
    ['abcde', 'badce'],
    ['', 'ab'],
  ])('%s is not similar to %s', (word, other) => {
    expect(isSimilarWord(word, other)).toBe(false)
    expect(isSimilarWord(other, word)).toBe(false)
  })

  it('have five letters or more, and no space', () => {
    expect(['jazzy', 'jazz', 'open air', 'c++ 20', "anne's"].map(hasMisspellableLength)).toEqual([
      true,
      false,
      false,
      false,
      true,
    ])
  })

  it('of a text are whole words, with their apostrophes, each once', () => {
    expect(similarWordsInText("saint anne's church, st annes; johannes", 'annes')).toEqual([
      "anne's",
      'annes',
    ])
    expect(similarWordsInText('teatro komedia komediya', 'komdia')).toEqual(['komedia'])
  })

  it('of a text without them are the first and the last parts of longer words', () => {
    expect(similarWordsInText('im volksgarten', 'gaerten')).toEqual(['garten'])
    expect(similarWordsInText('weihnachtskonzert', 'konzrt')).toEqual(['konzert'])
    expect(similarWordsInText('konzertabend', 'konzrt')).toEqual(['konzert'])
    expect(similarWordsInText('konzertabend, ein konzert', 'konzrt')).toEqual(['konzert'])
    expect(similarWordsInText('kofferraum', 'kofer')).toEqual([])
  })

  it('of other forms are found by their stems', () => {
    expect(similarWordsInText('three concert evenings', 'conserts')).toEqual(['concert'])
  })
})

describe('The parts of similar words', () => {
  const letters = fc.array(fc.constantFrom(...'abcdeé'), { minLength: 5, maxLength: 9 })
  const change = fc.record({
    kind: fc.constantFrom('add', 'drop', 'change', 'swap'),
    at: fc.nat(9),
    letter: fc.constantFrom(...'xyz'),
  })

  it('are in every word that is one letter away', () => {
    fc.assert(
      fc.property(letters, change, (word, { kind, at, letter }) => {
        const place = at % word.length
        const other = [...word]
        if (kind === 'add') other.splice(place, 0, letter)
        if (kind === 'drop') other.splice(place, 1)
        if (kind === 'change') other.splice(place, 1, letter)
        if (kind === 'swap') other.splice(place, 2, ...other.slice(place, place + 2).reverse())
        const [typed, meant] = [word.join(''), other.join('')]
        expect(isSimilarWord(typed, meant)).toBe(true)
        for (const lists of [partsFindingSimilarWords(typed, () => true), halvesFindingSimilarWords(typed)])
          expect(lists.some((parts) => parts.every((part) => meant.includes(part)))).toBe(true)
      }),
    )
  })

  it('are those that an index has, each list once', () => {
    const lists = partsFindingSimilarWords('komdia', (part) => part.length >= 3)
    expect(lists).toContainEqual(['kom', 'dia'])
    expect(lists.flat().every((part) => part.length >= 3)).toBe(true)
    expect(new Set(lists.map(String)).size).toBe(lists.length)
  })
})
