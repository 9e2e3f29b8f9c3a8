/** The texts of an image: its description, who made it, and its licence. */
import { TextField } from '../parts/field.tsx'
import { t } from '../words/index.ts'

const fields = [
  ['alt_text', 'alt-text', 'alt-text.hint'],
  ['credit', 'credit', 'credit.hint'],
  ['license', 'license', 'license.hint'],
] as const
type Name = (typeof fields)[number][0]

interface Props {
  /** Those that the image may have. */
  readonly texts: Readonly<Partial<Record<Name, string>>>
  readonly onChange: (changed: Partial<Record<Name, string>>) => void
}

/** A field for each text. */
export function ImageTextFields({ texts, onChange }: Props) {
  return (
    <>
      {fields.map(([name, label, hint]) => {
        const value = texts[name]
        if (value === undefined) return null
        const change = (typed: string) => onChange({ [name]: typed })
        return (
          <TextField key={name} name={name} label={t(label)} hint={t(hint)} value={value} onInput={change} />
        )
      })}
    </>
  )
}
