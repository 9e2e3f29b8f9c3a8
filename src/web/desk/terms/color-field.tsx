/** A colour to choose, with its contrast. */
import { colorContrast, papers } from '../../../domain/color.ts'
import { Field } from '../parts/field.tsx'
import { t } from '../words/index.ts'

const LEAST_CONTRAST = 4.5

/** The mode in which the calendar adjusts the colour, because its contrast is too low there. */
function contrastHint(color: string): string {
  const [isWeakInLight, isWeakInDark] = papers.map((paper) => colorContrast(color, paper) < LEAST_CONTRAST)
  if (isWeakInLight) return t('color.darkened')
  return t(isWeakInDark ? 'color.lightened' : 'color.fine')
}

interface ColorProps {
  readonly name?: string
  readonly label?: string
  /** The text while no colour is chosen, and that of the button which takes the colour away. */
  readonly none?: readonly [hint: string, button: string]
  /** The colour, as CSS, that holds while none is chosen. */
  readonly automatic?: string | undefined
  readonly value: string
  readonly fault: string | undefined
  readonly onChange: (color: string) => void
}

export function ColorField({
  name = 'color',
  label = t('color'),
  none: [hint, button] = [t('color.hint'), t('color.none')],
  automatic,
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
            {...(value === '' && automatic && { class: 'automatic', style: { '--automatic': automatic } })}
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
