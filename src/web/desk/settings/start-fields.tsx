/** The settings that need a restart of the service: time zone, language and region. */
import { zonesByCountry } from '../../../domain/time/zones-by-country.ts'
import { deskSettings } from '../desk-settings.ts'
import { SelectField } from '../parts/choice.tsx'
import { ZoneCombobox } from '../time/zone-combobox.tsx'
import { language, t } from '../words/index.ts'

interface StartValues {
  readonly timezone: string
  readonly language: string
  readonly region: string
}

interface FieldsProps {
  readonly values: StartValues
  readonly faults: Readonly<Record<string, string>>
  readonly set: (changed: Partial<StartValues>) => void
}

/** Returns the name of a language in itself. */
export const ownNameOfLanguage = (name: string) =>
  new Intl.DisplayNames(name, { type: 'language' }).of(name) ?? name

/** Returns the name of a region in the language of the desk; its code while it is being typed. */
export const nameOfRegion = (code: string) =>
  /^(?:[a-z]{2}|\d{3})$/i.test(code)
    ? (new Intl.DisplayNames(language, { type: 'region' }).of(code.toUpperCase()) ?? code)
    : code

/** All countries by name, after none, which follows the time zone; with a region that was set otherwise, such as 150 for Europe. */
function regionOptions(chosen: string): readonly (readonly [code: string, name: string])[] {
  const codes = new Set([...Object.keys(zonesByCountry), ...(chosen === '' ? [] : [chosen])])
  const named = [...codes].map((code) => [code, nameOfRegion(code)] as const)
  const { compare } = new Intl.Collator(language)
  return [['', '–'], ...named.toSorted(([, one], [, other]) => compare(one, other))]
}

/** The fields of the time zone, the region and the language of the calendar. */
export function ZoneAndLanguageFields({ values, faults, set }: FieldsProps) {
  return (
    <>
      <ZoneCombobox
        value={values.timezone}
        fault={faults.timezone}
        onChange={(timezone) => set({ timezone })}
      />
      <SelectField
        name="language"
        label={t('setting.language')}
        value={values.language}
        options={deskSettings.languages.map((name) => [name, ownNameOfLanguage(name)] as const)}
        fault={faults.language}
        onChange={(language) => set({ language })}
      />
      <SelectField
        name="region"
        label={t('setting.region')}
        hint={t('setting.region.hint')}
        value={values.region}
        options={regionOptions(values.region)}
        fault={faults.region}
        onChange={(region) => set({ region })}
      />
    </>
  )
}
