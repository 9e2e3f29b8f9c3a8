import { describe, expect, it } from 'vitest'
import { countedCategories } from '../../scripts/words.ts'
import { textFinderOf } from '../../src/words/finder.ts'

interface Words {
  plain: null
  named: { name: string; at: string | number }
  counted: { count: string | number; name: string }
}

const en = {
  plain: 'Save',
  named: '{{name}} is saved at {{at}}.',
  counted_one: '{{count}} event of {{name}}',
  counted_other: '{{count}} events of {{name}}',
}

describe('the wording of a language', () => {
  it('gives texts by key, with the values of their placeholders as they are', () => {
    const word = textFinderOf<Words>(en, 'en')
    expect(word('plain')).toBe('Save')
    expect(word('named', { name: '{{at}} $&', at: 0 })).toBe('{{at}} $& is saved at 0.')
  })

  it('chooses the form of a count by the plural rules of the language', () => {
    const english = textFinderOf<Words>(en, 'en')
    const french = textFinderOf<Words>({ counted_one: 'un', counted_other: 'des' }, 'fr')
    const japanese = textFinderOf<Words>({ counted_other: '件' }, 'ja')
    const slavic = { counted_one: 'one', counted_few: 'few', counted_many: 'many', counted_other: 'other' }
    const polish = textFinderOf<Words>(slavic, 'pl')
    const forms = (word: typeof english) =>
      [0, 1, 2, 5, 21, 22].map((count) => word('counted', { count, name: 'A' }))
    expect(forms(english)).toEqual([
      ...[
        '0 events of A',
        '1 event of A',
        '2 events of A',
        '5 events of A',
        '21 events of A',
        '22 events of A',
      ],
    ])
    expect(forms(french)).toEqual(['un', 'un', 'des', 'des', 'des', 'des'])
    expect(new Set(forms(japanese))).toEqual(new Set(['件']))
    expect(forms(polish)).toEqual(['many', 'one', 'few', 'many', 'many', 'few'])
    expect(polish('counted', { count: 1.5, name: 'A' })).toBe('other')
  })

  it('uses the general form where a category has none, and where the count is no number', () => {
    const word = textFinderOf<Words>(en, 'fr')
    expect(word('counted', { count: 1_000_000, name: 'A' })).toBe('1000000 events of A')
    expect(word('counted', { count: '{count}', name: 'A' })).toBe('{count} events of A')
  })

  it('needs a form for each category of whole numbers below a million', () => {
    const needed = ['en', 'fr', 'ja', 'pl', 'ar'].map((language) => countedCategories(language).join(' '))
    expect(needed).toEqual([
      'one other',
      'one other',
      'other',
      'few many one other',
      'few many one other two zero',
    ])
  })

  it('is asked for known keys alone, with exactly their placeholders', () => {
    const word = textFinderOf<Words>(en, 'en')
    const wrong = () => [
      // @ts-expect-error
      word('other'),
      // @ts-expect-error
      word('named'),
      // @ts-expect-error
      word('named', { name: 'A' }),
      // @ts-expect-error
      word('counted', { name: 'A' }),
      // @ts-expect-error
      word('plain', { name: 'A' }),
    ]
    expect(wrong).toBeTypeOf('function')
  })
})
