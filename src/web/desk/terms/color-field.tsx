/** A colour to choose, with its contrast. */
import { Field } from '../parts/field.tsx'
import { t } from '../words/index.ts'

/** The backgrounds behind coloured marks in light and dark mode. */
const papers = ['#f2eee5', '#2a2620'] as const
const LEAST_CONTRAST = 4.5

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of two colours (`#rrggbb`), from 1 to 21 (WCAG 2.2). */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** The mode in which the calendar adjusts the colour, because its contrast is too low there. */
function contrastHint(color: string): string {
  const [isWeakInLight, isWeakInDark] = papers.map((paper) => contrast(color, paper) < LEAST_CONTRAST)
  if (isWeakInLight) return t('color.darkened')
  return t(isWeakInDark ? 'color.lightened' : 'color.fine')
}

interface ColorProps {
  readonly name?: string
  readonly label?: string
  /** The text while no colour is chosen, and that of the button which takes the colour away. */
  readonly none?: readonly [hint: string, button: string]
  readonly value: string
  readonly fault: string | undefined
  readonly onChange: (color: string) => void
}

/** A colour, or none. */
export function ColorField({
  name = 'color',
  label = t('color'),
  none: [hint, button] = [t('color.hint'), t('color.none')],
  value,
  fault,
  onChange,
}: ColorProps) {
  return (
    <Field name={name} label={label} hint={value === '' ? hint : contrastHint(value)} fault={fault}>
      {(tied) => (
        <div class="colour">
          <input
            {...tied}
            type="color"
            value={value === '' ? '#888888' : value}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
          {value !== '' && (
            <button type="button" class="quiet" onClick={() => onChange('')}>
              {button}
            </button>
          )}
        </div>
      )}
    </Field>
  )
}
