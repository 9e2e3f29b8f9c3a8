/** States as people write them, in any case and any language of the service: “abgesagt”, “Draft”, “CONFIRMED”. */
import { foldedText } from '../text/letters.ts'

/** State → words for it, in a plain form: lower case, without accents, with spaces between words. */
const words = {
  status: {
    publish:
      'publish,published,public,live,approved,veroffentlicht,offentlich,freigegeben,publie,publiee,public,publicado,publicada,publico,pubblicato,pubblicata,pubblico,gepubliceerd,openbaar,公開,公開済み',
    future: 'future,geplante veroffentlichung',
    draft:
      'draft,unpublished,inactive,auto draft,entwurf,unveroffentlicht,brouillon,non publie,borrador,no publicado,bozza,non pubblicato,concept,niet gepubliceerd,rascunho,nao publicado,下書き,未公開',
    pending:
      'pending,pending review,in review,zur prufung,in prufung,ausstehend,en attente,pendiente,in attesa,in afwachting,pendente,確認待ち,承認待ち',
    private: 'private,confidential,privat,vertraulich,prive,privee,privado,privada,privato,privata,非公開',
  },
  event_status: {
    scheduled:
      'scheduled,confirmed,active,as planned,on,takes place,findet statt,wie geplant,geplant,bestatigt,aktiv,maintenu,confirme,confirmee,prevu,programme,actif,confirmado,confirmada,programado,previsto,activo,confermato,confermata,programmato,attivo,gaat door,bevestigd,gepland,actief,agendado,ativo,開催,予定どおり,確定',
    cancelled:
      'cancelled,canceled,abgesagt,storniert,entfallt,fallt aus,annule,annulee,cancelado,cancelada,annullato,annullata,afgelast,geannuleerd,中止,キャンセル',
    postponed:
      'postponed,verschoben,verlegt,reporte,reportee,aplazado,aplazada,pospuesto,rinviato,rinviata,uitgesteld,adiado,adiada,延期',
    rescheduled:
      'rescheduled,neuer termin,neu angesetzt,reprogramme,reprogramado,reprogramada,riprogrammato,verplaatst,remarcado,日程変更',
    moved_online:
      'moved online,jetzt online,online verlegt,desormais en ligne,ahora en linea,ora online,nu online,agora on-line,agora online,オンラインに変更',
  },
  attendance_mode: {
    offline:
      'offline,on site,onsite,in person,vor ort,prasenz,sur place,presentiel,presencial,in presenza,ter plaatse,fysiek,会場',
    online: 'online,on-line,en ligne,en linea,virtual,virtuell,virtuel,virtuale,virtueel,オンライン',
    mixed: 'mixed,hybrid,hybride,hibrido,ibrido,online and on site,online und vor ort,ハイブリッド',
  },
} as const

type StateField = keyof typeof words

const plain = (text: string) =>
  foldedText(text.trim())
    .replace(/[\s_-]+/g, ' ')
    .trim()

const byWord = (field: StateField): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(words[field]).flatMap(([state, all]) =>
      [state, ...all.split(',')].map((word) => [plain(word), state] as const),
    ),
  )

const states: Readonly<Record<StateField, ReadonlyMap<string, string>>> = {
  status: byWord('status'),
  event_status: byWord('event_status'),
  attendance_mode: byWord('attendance_mode'),
}

/** Returns the state of a field that a text names; undefined for any other text. */
export const stateNamed = (field: StateField, text: string): string | undefined =>
  states[field].get(plain(text))
