import { describe, expect, it } from 'vitest'
import { describeSeriesInWords } from '../../../src/domain/series/rule-text.ts'
import { type InterfaceLanguageCode, interfaceLanguageCodes } from '../../../src/words/languages.ts'
import { seriesOf } from './made.ts'

/** The text of each rule, written by hand. The first occurrence is on Tuesday, 2 March 2027, at 18:00. */
const readings: Readonly<Record<InterfaceLanguageCode, Readonly<Record<string, string>>>> = {
  en: {
    'FREQ=WEEKLY;BYDAY=TU;COUNT=10': 'Every Tuesday, 10 times',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,MO;UNTIL=20270630':
      'Every 2 weeks on Monday and Wednesday, until June 30, 2027',
    'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR': 'Every week from Monday to Friday',
    'FREQ=DAILY;BYDAY=WE,MO': 'Every Monday and Wednesday',
    'FREQ=DAILY': 'Every day',
    'FREQ=MONTHLY;BYDAY=1MO': 'Every month on the first Monday',
    'FREQ=MONTHLY;BYDAY=-1SU,2TU': 'Every month on the second Tuesday and the last Sunday',
    'FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2': 'Every month on the second Tuesday',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1': 'Every month on the last weekday',
    'FREQ=MONTHLY': 'Every month on the 2nd',
    'FREQ=MONTHLY;BYMONTHDAY=-1,15,1': 'Every month on the 1st, the 15th, and the last day',
    'FREQ=YEARLY': 'Every year on March 2',
    'FREQ=YEARLY;BYMONTH=5;BYDAY=2SU': 'Every year on the second Sunday in May',
    'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24': 'Every year on December 24',
    'FREQ=WEEKLY;BYDAY=SA;BYMONTH=6,7': 'Every Saturday in June and July',
    'FREQ=DAILY;BYHOUR=9,14;COUNT=4': 'Every day at 9:00 AM and 2:00 PM, 4 times',
    'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO': 'Every year on Monday in week 20',
    'FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1,-1':
      'Every month on Saturday and Sunday, of these only no. 1 and the last',
    'FREQ=DAILY;COUNT=1': 'Once',
    'RDATE:20270304,20270410T100000': 'On March 2, 2027, March 4, 2027, and April 10, 2027',
    'RDATE:20270304,20270305,20270306,20270307,20270308': 'On 6 dates',
    'FREQ=WEEKLY\nRDATE:20270304\nEXDATE:20270309T180000':
      'Every Tuesday, also on March 4, 2027, except on March 9, 2027',
  },
  de: {
    'FREQ=WEEKLY;BYDAY=TU;COUNT=10': 'Jeden Dienstag, 10-mal',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,MO;UNTIL=20270630':
      'Alle 2 Wochen am Montag und Mittwoch, bis 30. Juni 2027',
    'FREQ=MONTHLY;BYDAY=1MO': 'Jeden Monat am ersten Montag',
    'FREQ=MONTHLY;BYMONTHDAY=-1': 'Jeden Monat am letzten Tag',
    'FREQ=YEARLY;BYMONTH=5;BYDAY=2SU': 'Jedes Jahr am zweiten Sonntag im Mai',
    'FREQ=YEARLY': 'Jedes Jahr am 2. März',
    'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR': 'Jede Woche von Montag bis Freitag',
    'RDATE:20270304,20270305,20270306,20270307,20270308': 'An 6 Terminen',
  },
  es: {
    'FREQ=WEEKLY;BYDAY=TU;COUNT=10': 'Todos los martes, 10 veces',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,MO;UNTIL=20270630':
      'Cada 2 semanas el lunes y el miércoles, hasta el 30 de junio de 2027',
    'FREQ=WEEKLY;BYDAY=MO,SA,SU': 'Todos los lunes, sábados y domingos',
    'FREQ=MONTHLY;BYDAY=1MO': 'Cada mes el primer lunes',
    'FREQ=MONTHLY;BYMONTHDAY=-1': 'Cada mes el último día',
    'FREQ=YEARLY;BYMONTH=5;BYDAY=2SU': 'Cada año el segundo domingo de mayo',
    'FREQ=YEARLY': 'Cada año el 2 de marzo',
  },
  fr: {
    'FREQ=WEEKLY;BYDAY=TU;COUNT=10': 'Chaque mardi, 10 fois',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,MO;UNTIL=20270630':
      'Toutes les 2 semaines le lundi et le mercredi, jusqu’au 30 juin 2027',
    'FREQ=MONTHLY;BYDAY=1MO': 'Chaque mois le premier lundi',
    'FREQ=MONTHLY;BYMONTHDAY=-1': 'Chaque mois le dernier jour',
    'FREQ=YEARLY;BYMONTH=5;BYDAY=2SU': 'Chaque année le deuxième dimanche en mai',
    'FREQ=YEARLY': 'Chaque année le 2 mars',
  },
  it: {
    'FREQ=WEEKLY;BYDAY=TU;COUNT=10': 'Ogni martedì, 10 volte',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,MO;UNTIL=20270630':
      'Ogni 2 settimane il lunedì e il mercoledì, fino al 30 giugno 2027',
    'FREQ=MONTHLY;BYDAY=1MO': 'Ogni mese il primo lunedì',
    'FREQ=MONTHLY;BYMONTHDAY=-1': 'Ogni mese l’ultimo giorno',
    'FREQ=YEARLY;BYMONTH=5;BYDAY=2SU': 'Ogni anno la seconda domenica di maggio',
    'FREQ=YEARLY;BYMONTH=8;BYMONTHDAY=8': 'Ogni anno l’8 agosto',
  },
  ja: {
    'FREQ=WEEKLY;BYDAY=TU;COUNT=10': '毎週火曜日、10回',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,MO;UNTIL=20270630': '2週間ごとの月曜日・水曜日、2027年6月30日まで',
    'FREQ=MONTHLY;BYDAY=1MO': '毎月第1月曜日',
    'FREQ=MONTHLY;BYMONTHDAY=-1': '毎月末日',
    'FREQ=YEARLY;BYMONTH=5;BYDAY=2SU': '毎年5月の第2日曜日',
    'FREQ=YEARLY': '毎年3月2日',
  },
  nl: {
    'FREQ=WEEKLY;BYDAY=TU;COUNT=10': 'Elke dinsdag, 10 keer',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,MO;UNTIL=20270630':
      'Elke 2 weken op maandag en woensdag, tot en met 30 juni 2027',
    'FREQ=MONTHLY;BYDAY=1MO': 'Elke maand op de eerste maandag',
    'FREQ=MONTHLY;BYMONTHDAY=-1': 'Elke maand op de laatste dag',
    'FREQ=YEARLY;BYMONTH=5;BYDAY=2SU': 'Elk jaar op de tweede zondag van mei',
    'FREQ=YEARLY': 'Elk jaar op 2 maart',
  },
  'pt-br': {
    'FREQ=WEEKLY;BYDAY=TU;COUNT=10': 'Toda terça-feira, 10 vezes',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,MO;UNTIL=20270630':
      'A cada 2 semanas na segunda-feira e na quarta-feira, até 30 de junho de 2027',
    'FREQ=WEEKLY;BYDAY=MO,SA': 'Toda segunda-feira e todo sábado',
    'FREQ=MONTHLY;BYDAY=1MO': 'Todo mês na primeira segunda-feira',
    'FREQ=MONTHLY;BYMONTHDAY=-1': 'Todo mês no último dia',
    'FREQ=YEARLY;BYMONTH=5;BYDAY=2SU': 'Todo ano no segundo domingo de maio',
    'FREQ=YEARLY': 'Todo ano em 2 de março',
  },
}

describe('a rule in words', () => {
  it('exists in every language of the service', () => {
    expect(Object.keys(readings).sort()).toEqual([...interfaceLanguageCodes].sort())
  })

  for (const language of interfaceLanguageCodes)
    it(`equals the text written by hand in ${language}`, () => {
      const texts = Object.keys(readings[language]).map((rule) => [
        rule,
        describeSeriesInWords(seriesOf(rule), language),
      ])
      expect(Object.fromEntries(texts)).toEqual(readings[language])
    })
})
