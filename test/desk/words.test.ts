import { describe, expect, it } from 'vitest'
import { keyOf } from '../../scripts/words.ts'
import { fieldsByResource } from '../../src/contract/resources/fields/index.ts'
import type { FieldRow } from '../../src/contract/resources/fields/row.ts'
import { bestLanguage, deskLanguages, loadWords } from '../../src/web/desk/words/all.ts'
import { interfaceLanguageCodes } from '../../src/words/languages.ts'
import { literalsIn, templatesIn, templatesWithColons } from '../support/forms.ts'

const wordsByLanguage = Object.fromEntries(
  await Promise.all(deskLanguages.map(async (name) => [name, await loadWords(name)] as const)),
)

const english = await loadWords('en')

/** Words that are the same as in English. */
const alike: Readonly<Record<string, readonly string[]>> = {
  de: [
    'labelled',
    'federated-as.LGBTQ',
    'federated-as.WORKSHOPS_SKILL_SHARING',
    ...[
      'one.token',
      'one.follower',
      'one.webhook',
      'status',
      'name',
      'attendance_mode.online',
      'website',
      'link',
      'webhooks',
    ],
    'webhook.tested',
    'federation.block.domain',
    'translation.original',
    'upkeep.moderation',
    'member.person',
  ],
  es: [
    'labelled',
    'federated-as.CREATIVE_JAM',
    'federated-as.LGBTQ',
    'no',
    'one.token',
    'translation.original',
    'one.webhook',
    'key.ctrl',
    'tokens',
    'webhooks',
  ],
  fr: [
    'acts',
    'upkeep.mail',
    'federated-as.ARTS',
    'federated-as.CREATIVE_JAM',
    'federated-as.FESTIVALS',
    'federated-as.LGBTQ',
    ...[
      'media',
      'one.webhook',
      'suggestions',
      'pages',
      'key.ctrl',
      'duplicate.date',
      'part.publication',
      'scope.dates',
      'description',
      'note',
      'image',
      'province',
      'license',
    ],
    ...['geo_lat', 'geo_lng', 'webhooks', 'translation.original'],
  ],
  it: [
    'labelled',
    'upkeep.mail',
    'federated-as.LGBTQ',
    ...[
      'assignee.me',
      'no',
      'link',
      'one.token',
      'one.follower',
      'one.webhook',
      'password',
      'key.ctrl',
      'attendance_mode.online',
      'protected',
      'email',
    ],
  ],
  ja: ['federated-as.LGBTQ', 'one.webhook', 'key.ctrl'],
  nl: [
    'labelled',
    'upkeep.mail',
    'federated-as.FESTIVALS',
    'federated-as.LGBTQ',
    'federated-as.WORKSHOPS_SKILL_SHARING',
    ...[
      'tags',
      'calendar.week',
      'one.tag',
      'one.token',
      'one.webhook',
      'key.ctrl',
      'status',
      'attendance_mode.online',
      'website',
      'email',
      'link',
    ],
    ...['tokens', 'webhooks', 'webhook.tested', 'filters'],
  ],
  'pt-br': [
    'labelled',
    'upkeep.mail',
    'federated-as.CREATIVE_JAM',
    'federated-as.LGBTQ',
    ...[
      'tags',
      'one.tag',
      'one.token',
      'one.webhook',
      'key.ctrl',
      'email',
      'geo_lat',
      'geo_lng',
      'link',
      'rooms.site',
      'tokens',
      'the.other',
      'translation.original',
    ],
    'webhooks',
  ],
}

describe('the words of the desk', () => {
  it('exist in every language of the service', () => {
    expect([...deskLanguages].sort()).toEqual([...interfaceLanguageCodes].sort())
  })

  it('are each used by the desk', () => {
    const [literals, isMade] = [new Set(literalsIn('web/desk')), templatesIn('web/desk')]
    // Forms name plain fields, their hints and their choices by the rows of the fields.
    const rows: readonly (readonly [string, FieldRow])[] = [
      fieldsByResource.event,
      fieldsByResource.venue,
      fieldsByResource.organizer,
    ].flatMap((fields) => Object.entries(fields))
    const named = rows.flatMap(([name, row]) => [
      name,
      `${name}.hint`,
      ...('choices' in row ? row.choices.map((choice) => `${name}.${choice}`) : []),
    ])
    const keys = [...new Set(Object.keys(english).map(keyOf))]
    const unused = keys.filter((key) => !literals.has(key) && !isMade(key) && !named.includes(key))
    expect(unused).toEqual([])
  })

  it('join a label and its text as the language does, nowhere by a colon in the code', () => {
    expect(templatesWithColons('web/desk')).toEqual([])
    const joints = ['en', 'fr', 'ja'].map((language) => wordsByLanguage[language]?.labelled)
    expect(joints).toEqual(['{{label}}: {{text}}', '{{label}}\u202f: {{text}}', '{{label}}：{{text}}'])
  })

  it('are not English elsewhere', () => {
    for (const [language, words] of Object.entries(wordsByLanguage)) {
      if (language === 'en') continue
      const others = new Set(
        Object.entries(words).flatMap(([name, text]) => (text === english[name] ? [] : keyOf(name))),
      )
      const keys = [...new Set(Object.keys(words).map(keyOf))].filter((key) => !others.has(key)).sort()
      expect([language, ...keys]).toEqual([language, ...[...(alike[language] ?? [])].sort()])
    }
  })

  it('are chosen by the preferences of the browser, in order: the language itself, otherwise a variant of it', () => {
    const known = deskLanguages
    expect(bestLanguage(['pt-PT', 'en'], known)).toBe('pt-br')
    expect(bestLanguage(['pt-BR'], known)).toBe('pt-br')
    expect(bestLanguage(['zh-TW', 'fr-CA', 'en'], known)).toBe('fr')
    expect(bestLanguage(['zh-TW'], known)).toBeUndefined()
  })
})
