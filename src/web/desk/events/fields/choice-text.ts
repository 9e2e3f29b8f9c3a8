/** Labels for the choices of plain fields, such as what became of an event. */
import { wordAt } from '../../words/index.ts'
import type { ChoiceFieldName } from './field-kinds.ts'

/** Returns the label of a choice of a field. */
export const choiceText = (name: ChoiceFieldName, choice: string): string =>
  wordAt(`${name}.${choice}`) ?? choice
