/** Dialects: the forms in which the clients of other calendars read and write items under an alias (contract §12). */

import type { ResourceName, TermName } from '../contract/resources/index.ts'

/** The questions that a dialect may ask while it reads the fields of a write. */
export interface DialectWriteQuestions {
  /** The resource that is written, if any. */
  readonly resource: ResourceName | undefined
  /** Whether a new item is written. */
  readonly isNew: boolean
  /** Whether a term is known by this id, slug or name. */
  hasTerm(name: TermName, text: string): Promise<boolean>
  /** The changed item as its writer sees it now, in the dialect; undefined for a new one, and where the caller can't read it. */
  shown(): Promise<object | undefined>
}

/** How an alias represents and parses items if it differs from the Fasti API (contract §12). */
export interface RepresentationsOfAlias {
  /** Dialects of one form represent items alike. */
  readonly form: string
  /** Converts a representation into the form that clients of this dialect expect; keys keep their order. */
  shown(name: ResourceName, representation: object): object
  /** Converts sent fields into Fasti args. Throws 400 for what it does not understand. */
  sent(
    sent: Readonly<Record<string, unknown>>,
    questions: DialectWriteQuestions,
  ): Promise<Readonly<Record<string, unknown>>>
}
