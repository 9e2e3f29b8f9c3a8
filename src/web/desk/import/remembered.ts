/** The columns that were chosen for a table, kept in the browser for the next table with the same names of columns. */
import type { FileColumnsPreview, ImportOptions } from './import.ts'

const KEPT_AS = 'fasti-desk-import-columns'
/** The most shapes of tables that are kept. */
const MOST = 30

type Choice = Pick<ImportOptions, 'columns' | 'dates'>

const shapeOf = ({ columns }: FileColumnsPreview) => JSON.stringify(columns.map(({ name }) => name))

function keptChoices(): readonly (readonly [shape: string, choice: Choice])[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT_AS) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

/** Returns the choice for the last table of the same shape; undefined if there is none, or it no longer fits. */
export function rememberedColumns(preview: FileColumnsPreview): Choice | undefined {
  const [, choice] = keptChoices().find(([shape]) => shape === shapeOf(preview)) ?? []
  const isKnown = (column: unknown) => column === '' || preview.choices.some((one) => one === column)
  const fits = choice?.columns?.length === preview.columns.length && choice.columns.every(isKnown)
  return fits ? choice : undefined
}

/** Keeps the choice for a table. */
export function rememberColumns(preview: FileColumnsPreview, { columns, dates }: Choice): void {
  const shape = shapeOf(preview)
  const others = keptChoices().filter(([one]) => one !== shape)
  localStorage.setItem(KEPT_AS, JSON.stringify([[shape, { columns, dates }], ...others].slice(0, MOST)))
}
