/** A colour to choose, with its contrast. */
import { colorContrast, papers } from '../../../domain/color.ts'
import { Button } from '../parts/button.tsx'
import { Field, type FieldProps } from '../parts/field.tsx'
import { type Key, t } from '../words/index.ts'

const LEAST_CONTRAST = 4.5

/** The mode in which the calendar adjusts the colour, because its contrast is too low there. */
function contrastHint(color: string): string {
  const [isWeakInLight, isWeakInDark] = papers.map((paper) => colorContrast(color, paper) < LEAST_CONTRAST)
  if (isWeakInLight) return t('color.darkened')
  return t(isWeakInDark ? 'color.lightened' : 'color.fine')
}

interface ColorProps extends Omit<FieldProps, 'children'> {
  /** What holds while none is chosen, and the button that goes back to it. */
  readonly none?: Key | undefined
  /** The colour, as CSS, that holds then. */
  readonly automatic?: string | undefined
  readonly value: string
  readonly onChange: (color: string) => void
}

export function ColorField({ none = 'color.none', automatic, value, onChange, ...field }: ColorProps) {
  const isChosen = value !== ''
  const style = { '--automatic': automatic }
  return (
    <Field {...field} hint={isChosen && contrastHint(value)}>
      {(tied) => (
        <div class="colour">
          <input
            {...tied}
            type="color"
            {...(!isChosen && automatic && { class: 'automatic', style })}
            value={isChosen ? value : '#888888'}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
          {isChosen ? (
            <Button class="quiet" onClick={() => onChange('')}>
              {automatic && <i class="automatic" style={style} />}
              {t(none)}
            </Button>
          ) : (
            <span>{t(none)}</span>
          )}
        </div>
      )}
    </Field>
  )
}
