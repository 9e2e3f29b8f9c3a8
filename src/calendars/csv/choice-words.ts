/** Choices as people write them in tables, in the languages of the service: “abgesagt”, “Entwurf”. */
import { foldedText } from '../../domain/text/letters.ts'
import type { CellsByColumn } from './columns.ts'

/** Choice → words for it, in a plain form: lower case, without accents. */
const statusWords: Readonly<Record<string, string>> = {
  publish:
    'published,veroffentlicht,publie,publiee,publicado,publicada,pubblicato,gepubliceerd,公開,公開済み',
  draft: 'entwurf,brouillon,borrador,bozza,concept,rascunho,下書き',
  pending: 'pending review,zur prufung,en attente,pendiente,in attesa,in afwachting,pendente,確認待ち',
  private: 'privat,prive,privee,privado,privada,privato,非公開',
}
const outcomeWords: Readonly<Record<string, string>> = {
  scheduled:
    'findet statt,wie geplant,as planned,maintenu,confirme,confirmado,confermato,gaat door,開催,予定どおり',
  cancelled:
    'canceled,abgesagt,entfallt,fallt aus,annule,annulee,cancelado,cancelada,annullato,annullata,afgelast,geannuleerd,中止',
  postponed:
    'verschoben,verlegt,reporte,reportee,aplazado,aplazada,pospuesto,rinviato,rinviata,uitgesteld,adiado,adiada,延期',
  moved_online:
    'moved online,jetzt online,online verlegt,desormais en ligne,ahora en linea,nu online,agora on-line',
}
const attendanceWords: Readonly<Record<string, string>> = {
  offline: 'on site,in person,vor ort,prasenz,sur place,presencial,in presenza,ter plaatse,会場',
  online: 'on-line,en ligne,en linea,virtual,オンライン',
  mixed: 'hybrid,hybride,hibrido,ibrido,online and on site,online und vor ort,ハイブリッド',
}

const byWord = (words: Readonly<Record<string, string>>) =>
  new Map(Object.entries(words).flatMap(([choice, all]) => all.split(',').map((word) => [word, choice])))

const statuses = byWord(statusWords)
const outcomes = byWord(outcomeWords)
const attendances = byWord(attendanceWords)

const plain = (cell: string) => foldedText(cell.trim().toLowerCase())

/** Returns the cells of a row with the choices of the service in place of the words that people have for them. */
export function cellsWithChoices(cells: CellsByColumn): CellsByColumn {
  const { status = '', event_status = '', attendance_mode = '' } = cells
  const attendance = attendances.get(plain(attendance_mode))
  // People have one column for both: “abgesagt” or “Entwurf”.
  const meant = [status, event_status].map(plain)
  const published = meant.flatMap((word) => statuses.get(word) ?? [])[0]
  const outcome = meant.flatMap((word) => outcomes.get(word) ?? [])[0]
  return {
    ...cells,
    ...(attendance !== undefined && { attendance_mode: attendance }),
    ...(outcome !== undefined && {
      event_status: outcome,
      ...(outcomes.has(plain(status)) && { status: '' }),
    }),
    ...(published !== undefined && {
      status: published,
      ...(statuses.has(plain(event_status)) && { event_status: '' }),
    }),
  }
}
