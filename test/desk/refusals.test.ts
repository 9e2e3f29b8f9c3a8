import { describe, expect, it } from 'vitest'
import { placeholdersOf, textsOf } from '../../scripts/words.ts'
import { problems, reasonSentences } from '../../src/problem.ts'
import { reasonsWithSameWords } from '../../src/web/desk/words/alike.ts'
import { labelKeysOf } from '../../src/web/desk/words/labels.ts'
import { interfaceLanguageCodes } from '../../src/words/languages.ts'
import { untypedArgs, writesOfSmallForms } from '../support/small-forms.ts'

const wordsByLanguage = interfaceLanguageCodes.map((name) => [name, textsOf(name, 'refusals')] as const)
const english: Readonly<Record<string, string>> = textsOf('en', 'refusals')
const sentences: Readonly<Record<string, string>> = reasonSentences

/** Words that are the same as in English: they have values alone. */
const ofValuesAlone = ['calendar_read_in_part', 'wrong_part']

describe('the words of the desk for refusals', () => {
  it('are for reasons, or for codes of problems', () => {
    const known = new Set([...Object.keys(sentences), ...Object.keys(problems)])
    expect(
      [...Object.keys(english), ...reasonsWithSameWords.keys()].filter((key) => !known.has(key)),
    ).toEqual([])
    expect(
      [...reasonsWithSameWords].filter(([reason, told]) => reason in english || !(told in english)),
    ).toEqual([])
  })

  it('name only values of the reasons that they tell', () => {
    const told = [...Object.keys(english).map((key) => [key, key] as const), ...reasonsWithSameWords]
    const surplus = told.filter(([reason, key]) => {
      const given = placeholdersOf(sentences[reason] ?? '')
      return placeholdersOf(english[key] ?? '').some((name) => !given.includes(name))
    })
    expect(surplus).toEqual([])
  })

  for (const [language, words] of wordsByLanguage)
    it(`are complete in ${language}, and English nowhere else`, () => {
      expect(Object.keys(words)).toEqual(Object.keys(english))
      const same = Object.entries(words).filter(([key, text]) => text === english[key])
      if (language !== 'en') expect(same.map(([key]) => key)).toEqual(ofValuesAlone)
    })
})

describe('the labels of fields that are refused', () => {
  it('are those of forms, for each arg that people type', () => {
    const texts: Readonly<Record<string, string>> = { ...textsOf('en', 'shared'), ...textsOf('en', 'desk') }
    const typed = writesOfSmallForms.flatMap(({ args }) => Object.keys(args))
    expect(typed.length).toBeGreaterThan(40)
    const unnamed = new Set(typed.filter((name) => !labelKeysOf(name).some((key) => key in texts)))
    expect([...unnamed].filter((name) => !untypedArgs.includes(name))).toEqual([])
  })
})
